"""Event streams of a match: each event once and in order, redacted for the viewer."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import psycopg
import pytest

from service.settings import Settings
from tests.kit.api import BOUNDLESS, Api, database, process, running
from tests.kit.clients import Json, Match, Person
from tests.kit.problems import is_refused
from tests.kit.streams import Sent, Unread, events, followed, messages, opened

MANY = 500


@pytest.fixture
def table(api: Api) -> Match:
    people = api.people(2)
    return people[0].opens("pebbles").seats(*people)


@pytest.fixture(scope="module")
def over(api: Api) -> Match:
    people = api.people(4)
    match = people[0].opens("queen_of_12", 4).seats(*people)
    match.plays_on(random.Random(3))
    return match


def whole(match: Match, by: Person, after: int | None = None, *, seen: int | None = None) -> list[Sent]:
    """All messages of a stream to its end."""
    with opened(match, by, after, seen=seen) as answer:
        return list(messages(answer))


def begun(match: Match, by: Person, after: int = 0) -> tuple[ExitStack, Iterator[Sent]]:
    """An open stream."""
    stack = ExitStack()
    return stack, messages(stack.enter_context(opened(match, by, after)))


def figure(api: Api, name: str) -> float:
    """A value of the process's metrics."""
    lines = api.stranger.get("/metrics").text.splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} ")), 0)


def until(is_so: Callable[[], bool]) -> None:
    """Poll until the condition holds."""
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_stream_of_a_finished_match_is_its_log_and_an_end(over: Match) -> None:
    sent = whole(over, over.people[0])
    # the first message tells how soon to come again, the last one how the match ended
    log = over.log()
    assert sent[0] == Sent("retry")
    assert sent[1:-1] == [Sent(event["type"], event["version"], event) for event in log]
    assert sent[-1] == Sent("end", data={"phase": "finished", "version": len(log)})


@pytest.mark.parametrize("place", ["after", "header", "both"])
def test_a_stream_resumes_at_the_given_event(over: Match, place: str) -> None:
    # given a cursor in the query, in the header, or a newer one in the header: a browser keeps the query
    after, seen = {"after": (40, None), "header": (None, 40), "both": (3, 40)}[place]
    found = list(events(iter(whole(over, over.people[0], after, seen=seen))))
    assert found == over.log()[40:]


def test_a_stream_resumed_after_the_last_event_sends_the_end(over: Match, api: Api) -> None:
    version = over.now()["version"]
    given_up = api.person().opens("pebbles")
    given_up.people[0].does(f"{given_up.path}/abandonment")
    for match, phase, last in ((over, "finished", version), (given_up, "abandoned", 3)):
        for seen in (last, last + 7):
            assert whole(match, api.stranger, seen=seen)[1:] == [Sent("end", data={"phase": phase, "version": last})]


@pytest.mark.parametrize("seen", ["x", "-1", "1.5", "", "9007199254740992", "1,2"])
def test_an_invalid_stream_cursor_is_refused(over: Match, seen: str) -> None:
    path = over.people[0].http.base_url.join(f"{over.path}/stream")
    is_refused(httpx.get(path, headers={"Last-Event-ID": seen}), 400, "malformed")
    is_refused(httpx.get(path, params={"after": seen}), 400, "malformed")


def test_streams_of_unknown_matches_and_with_invalid_tokens_are_refused(api: Api, over: Match) -> None:
    is_refused(api.stranger.get("/v1/matches/99999999-0000-4000-8000-000000000000/stream"), 404, "not_found")
    is_refused(api.http.get(f"{over.path}/stream", headers={"Authorization": "Bearer x"}), 401, "unauthenticated")


def test_each_stream_sends_events_as_its_viewer_may_see_them(api: Api, table: Match) -> None:
    # given both players and a spectator, each with a stream of the match
    watching = [*table.people, api.person(), api.stranger]
    with ThreadPoolExecutor(len(watching)) as threads:
        streams = [threads.submit(whole, table, person) for person in watching]
        until(lambda: figure(api, "chronicle_streams") == 4)
        before = [table.log(person) for person in watching]
        # when it is played to its end
        table.plays_on(random.Random(1))
        found = [list(events(iter(each.result(30)))) for each in streams]
    # then each was sent every event once and in order
    log = table.log()
    for sent, known in zip(found, before, strict=True):
        assert [event["hash"] for event in sent] == [event["hash"] for event in log]
        assert sent[: len(known)] == known
    # and hidden facts were sent to entitled viewers only
    hidden = [event["version"] for event in log if event["type"] == "pebble_hidden"][:-1]
    for seat, sent in enumerate(found):
        for version in hidden:
            event = sent[version - 1]
            assert ("secret" in event["sealed"]) == (event["seat"] == seat)


def test_an_idle_stream_sends_heartbeats_and_the_stream_limit_is_enforced(postgres_url: str) -> None:
    settings = Settings(all_streams=1, stream_heartbeat=1)
    with database(postgres_url) as url, running(url, settings) as api:
        match = api.person().opens("pebbles")
        stack, sent = begun(match, match.people[0], after=1)
        with stack:
            assert [next(sent).event, next(sent).comment, next(sent).comment] == ["retry", "alive", "alive"]
            # given as many streams as are allowed, another one is refused with Retry-After
            refused = match.people[0].get(f"{match.path}/stream")
            is_refused(refused, 503, "overloaded")
            assert refused.headers["Retry-After"]
        # when it has gone, then there is room again
        until(lambda: figure(api, "chronicle_streams") == 0)
        match.people[0].does(f"{match.path}/abandonment")
        assert whole(match, match.people[0])[-1].event == "end"


def test_concurrent_streams_of_a_caller_are_limited(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url, Settings(streams=1)) as api:
        # given a caller at the stream limit
        match = api.person().opens("pebbles")
        stack, sent = begun(match, match.people[0], after=1)
        with stack:
            assert next(sent).event == "retry"
            # then another is refused, but not to anybody else
            is_refused(match.people[0].get(f"{match.path}/stream"), 429, "too_many_streams")
            other, other_sent = begun(match, api.person(), after=1)
            with other:
                assert next(other_sent).event == "retry"


def test_a_stream_ends_when_its_token_is_revoked(api: Api) -> None:
    # given streams of one player with the token of an application and with the first token
    ada = api.person()
    match = ada.opens("pebbles")
    app = ada.does("/v1/tokens", {"name": "app", "scopes": ["read"]})
    stack, sent = begun(match, Person(ada.http, {"id": ada.id, "token": app["token"]}), after=1)
    own, other_sent = begun(match, ada, after=1)
    with stack, own:
        assert (next(sent).event, next(other_sent).event) == ("retry", "retry")
        # when the app's token is revoked
        assert ada.http.delete(f"/v1/tokens/{app['id']}", headers={"Authorization": f"Bearer {ada.token}"}).is_success
        # then its stream ends, and the other goes on
        assert [each.comment for each in sent if each.comment != "alive"] == ["the token was revoked or has expired"]
        match.people[0].does(f"{match.path}/abandonment")
        assert [each.event for each in other_sent if each.event][-1] == "end"


def test_all_streams_share_one_listening_connection(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url) as api, ExitStack() as stack:
        people = api.people(2)
        matches = [people[0].opens("pebbles").seats(*people) for _ in range(5)]
        found = [begun(match, person, 3) for match in matches for person in (*people, api.stranger)]
        for closing, sent in found:
            stack.enter_context(closing)
            next(sent)
        version = matches[0].now()["version"]
        with ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(people[0].looks, f"{matches[0].path}/events", after=version, wait=30)
            assert listening(url) == 1
            matches[0].acts(0, matches[0].legal(0)[0])
            waiting.result(25)
        assert listening(url) == 1


def listening(url: str) -> int:
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    with psycopg.connect(url) as connection:
        (found,) = connection.execute(query).fetchone() or (0,)
    return int(found)


def test_stream_to_a_blocked_reader_ends_with_slow(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url, Settings(stream_patience=1)) as api:
        # given a long log, and streams to clients that do not read
        people = api.people(4)
        match = people[0].opens("queen_of_12", 4).seats(*people)
        match.plays_on(random.Random(3))
        length = len(people[0].get(f"{match.path}/events", limit=500).content)
        unread = [Unread(match, api.stranger) for _ in range(5)]
        until(lambda: figure(api, 'chronicle_streams_ended_total{by="slow"}') == 5)
        # then each was let go with a word, after what fits into its connection
        for each in unread:
            rest = each.rest()
            assert rest.endswith(b"\r\n0\r\n\r\n")
            assert b"event: slow\ndata: {" in rest[-200:]
            assert b"event: end" not in rest
            assert len(rest) < length


def test_a_stream_survives_lost_database_connections(postgres_url: str) -> None:
    with database(postgres_url) as url, running(url) as api:
        people = api.people(2)
        match = people[0].opens("pebbles").seats(*people)
        with ThreadPoolExecutor(1) as threads:
            stream = threads.submit(whole, match, people[0])
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            match.plays_on(random.Random(1))
            assert [event["hash"] for event in events(iter(stream.result(30)))] == [
                event["hash"] for event in match.log()
            ]


def test_a_stopping_service_closes_its_streams_with_a_message(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("stopped")
    with database(postgres_url) as url, process(folder, CHRONICLE_DATABASE_URL=url) as served:
        ada = served.api.person()
        match = ada.opens("queen_of_12")
        stack, sent = begun(match, ada)
        with stack:
            assert [next(sent).event, next(sent).event] == ["retry", "match_opened"]
            # when it stops, then it sends a message, and the stream ends regularly
            served.stop()
            (last,) = sent
            assert last.comment is not None
            assert "stops" in last.comment


def test_a_stream_sends_events_of_another_process(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("shared")
    with (
        database(postgres_url) as url,
        process(folder, CHRONICLE_DATABASE_URL=url) as one,
        process(folder, CHRONICLE_DATABASE_URL=url) as other,
        ThreadPoolExecutor(1) as threads,
    ):
        people = one.api.people(2)
        match = people[0].opens("queen_of_12").seats(*people)
        stream = threads.submit(whole, match.over(other.api.http), people[1].over(other.api.http))
        match.plays_on(random.Random(1))
        assert [event["hash"] for event in events(iter(stream.result(30)))] == [event["hash"] for event in match.log()]


@asynccontextmanager
async def played(match: Match, viewers: list[Person], size: int) -> AsyncIterator[list[asyncio.Task[list[Json]]]]:
    """Play a match to its end while many streams follow it over connections that break."""
    rng, service = random.Random(len(viewers)), Api(str(match.people[0].http.base_url))
    with service.http:
        ways = [(viewer, random.Random(rng.random())) for viewer in viewers]
        following = [asyncio.create_task(followed(match, viewer, size, chance)) for viewer, chance in ways]
        await asyncio.to_thread(until, lambda: figure(service, "chronicle_streams") == len(viewers))
        await asyncio.to_thread(match.plays_on, random.Random(2))
    yield following


async def has_the_log(following: list[asyncio.Task[list[Json]]], match: Match) -> None:
    hashes = [event["hash"] for event in match.log()]
    assert [[event["hash"] for event in log] for log in await asyncio.gather(*following)] == [hashes] * len(following)


async def test_interrupted_and_resumed_streams_neither_lose_nor_duplicate_events(
    postgres_url: str,
) -> None:
    room = msgspec.structs.replace(BOUNDLESS, streams=MANY)
    with database(postgres_url) as url, running(url, room) as api:
        # given many streams of one match, some of its players
        people = api.people(3)
        match = people[0].opens("pebbles", 3).seats(*people)
        viewers = [(*people, api.stranger)[number % 4] for number in range(MANY)]
        # when it is played to its end, then everybody has the service's log, each event once and in order
        async with played(match, viewers, 4_000) as following:
            await has_the_log(following, match)


@pytest.mark.slow
async def test_many_streams_of_a_long_match_at_a_service_of_its_own(postgres_url: str, tmp_path: Path) -> None:
    with (
        database(postgres_url) as url,
        process(tmp_path, CHRONICLE_DATABASE_URL=url, CHRONICLE_STREAMS=str(MANY)) as served,
    ):
        people = served.api.people(4)
        match = people[0].opens("queen_of_12", 4).seats(*people)
        viewers = [(*people, served.api.stranger)[number % 5] for number in range(MANY)]
        async with played(match, viewers, 20_000) as following:
            await has_the_log(following, match)
