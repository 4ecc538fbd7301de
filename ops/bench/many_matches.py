"""A log of very many matches, with their lifecycle events only (no game events)."""

import hashlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

import psycopg

from domain.catalogue import CATALOGUE, edition_digest, edition_of
from domain.kernel.basics import GENESIS, Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Event
from domain.kernel.records import Record
from domain.matches.events import LIFECYCLE, MatchFinished, MatchOpened, MatchStarted, SeatTaken, SecretRevealed
from domain.matches.settings import MatchSettings
from service.codec.record_mapper import RecordMapper

MATCHES: Final = 100_000
PEOPLE: Final = 2_000
TAGS: Final = tuple(f"league-{number}" for number in range(40))
GAME: Final = CATALOGUE.game("queen_of_12")
EDITIONS: Final = tuple(GAME.editions)

_START: Final = datetime(2026, 1, 1, tzinfo=UTC)
_BETWEEN: Final = timedelta(days=90) / MATCHES
_DIGESTS: Final = {name: edition_digest(edition_of(GAME, name)) for name in EDITIONS}
_MAPPER: Final = RecordMapper(GAME, LIFECYCLE)


def fill(url: str, rng: random.Random) -> int:
    """Write the log and return its number of events."""
    count = 0
    columns = "originator_id, originator_version, topic, state"
    with psycopg.connect(url) as connection, connection.cursor() as cursor:
        with cursor.copy(f"COPY chronicle.stored_events ({columns}) FROM STDIN") as copy:
            for number in range(MATCHES):
                stream, at = match(number), time_of(number)
                for version, event in enumerate(life(number, rng), 1):
                    record = Record(stream, Version(version), at, event, GENESIS, GENESIS)
                    copy.write_row((stream, version, *_MAPPER.to_row(record)))
                    count += 1
        cursor.execute("ANALYZE chronicle.stored_events")
    return count


def match(number: int) -> MatchId:
    """Id of the match with this number."""
    return MatchId(str(UUID(bytes=hashlib.sha256(str(number).encode()).digest()[:16], version=4)))


def time_of(number: int) -> Instant:
    """Opening time of the match with this number; the matches are spread over three months."""
    return Instant((_START + number * _BETWEEN).isoformat(timespec="microseconds").replace("+00:00", "Z"))


def person(number: int) -> PlayerId:
    """Id of the person with this number."""
    return PlayerId(str(UUID(int=number, version=4)))


def life(number: int, rng: random.Random) -> Iterator[Event]:
    """Lifecycle events of a match; one in twenty waits for players, one in twenty is in progress."""
    seats = rng.choice(GAME.seats)
    yield opened(seats, rng)
    people = rng.sample(range(PEOPLE), seats)
    waiting = number % 20 == 0
    for seat in range(seats - waiting):
        yield SeatTaken(Seat(seat), "", person(people[seat]))
    if waiting:
        return
    yield MatchStarted()
    if number % 20 != 1:
        yield finished(seats, rng)
        yield SecretRevealed("")


def opened(seats: int, rng: random.Random) -> MatchOpened:
    """Opening event; some matches have tags, some are private."""
    edition = rng.choice(EDITIONS)
    tags = tuple(sorted(rng.sample(TAGS, rng.choice((0, 0, 0, 1)))))
    arrangement = MatchSettings("private" if rng.random() < 0.03 else "public", tags=tags)  # noqa: PLR2004 -- three in 100
    options = {"sheet": rng.choice("AB"), "fan": "random", "first_bag": None}
    return MatchOpened(
        GAME.key, 1, seats, options, edition, _DIGESTS[edition], person(0), GENESIS, "", arrangement=arrangement
    )


def finished(seats: int, rng: random.Random) -> MatchFinished:
    """Event of a finished match with a random outcome."""
    scores = [int(rng.gauss(45, 12)) for _ in range(seats)]
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    return MatchFinished({"ending": "crowned", "scores": scores, "ranking": ranking, "winners": winners, "parts": []})
