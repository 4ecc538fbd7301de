"""The Council Chronicle over HTTP: founding, matches, reigns, pages and text formats."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

import pytest
from msgspec import Struct

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from tests.kit.api import Api
from tests.kit.clients import Json, Match, Person

ELSEWHERE = "99999999-0000-4000-8000-000000000000"
GAME = "council_of_12"


class Book(Struct, frozen=True):
    """A chronicle and its founder."""

    id: str
    founder: Person

    @property
    def path(self) -> str:
        """The path of the chronicle."""
        return f"/v1/chronicles/{self.id}"

    def opens(self, seats: int = 2, **options: object) -> Match:
        """Open a match of the chronicle."""
        return self.founder.opens(GAME, seats, chronicle=self.id, **options)

    def plays(self, *people: Person, seed: int = 1, **options: object) -> Json:
        """Play a match of the chronicle at random and return its outcome."""
        match = self.opens(len(people), **options).seats(*people)
        match.plays_on(random.Random(seed))
        return match.now()["outcome"]

    def now(self) -> Json:
        """The chronicle as anonymous callers see it."""
        return Person(self.founder.http).looks(self.path)

    def reigns(self) -> list[Json]:
        """All reigns."""
        listed: list[Json] = Person(self.founder.http).looks(f"{self.path}/reigns", limit=200)["reigns"]
        return listed


def founds(person: Person, name: str = "The Quiet Table", **more: object) -> Book:
    return Book(person.does("/v1/chronicles", {"name": name, **more})["id"], person)


def problem(answer: Json) -> tuple[int, str]:
    assert answer.headers["content-type"].startswith("application/problem+json")
    return answer.status_code, answer.json()["code"]


# Founding


def test_a_chronicle_is_founded_and_read_at_once(api: Api) -> None:
    ada = api.person()
    answer = ada.post("/v1/chronicles", {"name": "  The Quiet Table ", "first_year": 120})
    founded = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"/v1/chronicles/{founded['id']}")
    assert founded == {"id": founded["id"], "name": "The Quiet Table", "first_year": 120, "founder": ada.id}
    response = api.stranger.looks(f"/v1/chronicles/{founded['id']}")
    assert (response["name"], response["next_year"], response["throne"]) == ("The Quiet Table", 120, None)
    assert (response["totals"]["reigns"], response["totals"]["members"]) == (0, [])
    assert api.stranger.looks(f"/v1/chronicles/{founded['id']}/reigns") == {"reigns": [], "next": None}


def test_the_first_year_is_1_by_default(api: Api) -> None:
    assert founds(api.person()).now()["first_year"] == 1


def test_a_repeated_request_founds_one_chronicle(api: Api) -> None:
    ada, body = api.person(), {"name": "Once"}
    first, second = (ada.does("/v1/chronicles", body, Idempotency_Key="k") for _ in range(2))
    assert first == second
    assert problem(ada.post("/v1/chronicles", {"name": "Twice"}, Idempotency_Key="k")) == (422, "key_reused")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"name": "A", "more": 1}, 400, "malformed"),
        ({"name": "A", "first_year": "1"}, 400, "malformed"),
        ({"name": ""}, 422, "unprocessable"),
        ({"name": "two\nlines"}, 422, "unprocessable"),
        ({"name": "A", "first_year": 0}, 422, "unprocessable"),
    ],
)
def test_an_invalid_chronicle_is_refused(api: Api, body: Json, status: int, code: str) -> None:
    assert problem(api.person().post("/v1/chronicles", body)) == (status, code)


def test_founding_requires_authentication(api: Api) -> None:
    assert problem(api.stranger.post("/v1/chronicles", {"name": "A"})) == (401, "unauthenticated")


# Playing for it


@pytest.mark.parametrize("chronicle", [ELSEWHERE, "the quiet table", ""])
def test_a_match_is_not_opened_with_an_unknown_chronicle(api: Api, chronicle: str) -> None:
    body = {"game": GAME, "options": {"chronicle": chronicle}}
    assert problem(api.person().post("/v1/matches", body)) == (422, "unknown_chronicle")


def test_the_ids_of_matches_and_chronicles_are_separate(api: Api) -> None:
    book = founds(api.person())
    match = book.opens()
    body = {"game": GAME, "options": {"chronicle": match.id}}
    assert problem(book.founder.post("/v1/matches", body)) == (422, "unknown_chronicle")
    assert problem(api.stranger.get(f"/v1/chronicles/{match.id}")) == (404, "not_found")
    assert problem(api.stranger.get(f"/v1/matches/{book.id}")) == (404, "not_found")
    assert problem(api.stranger.get(f"/v1/matches/{book.id}/audit")) == (404, "not_found")


def test_the_opener_cannot_choose_the_sovereign(api: Api) -> None:
    book = founds(api.person())
    body = {"game": GAME, "options": {"chronicle": book.id, "sovereign": "dame"}}
    assert problem(book.founder.post("/v1/matches", body)) == (422, "unprocessable")


def test_each_finished_match_adds_a_reign(api: Api) -> None:
    # given a chronicle for which three matches are played
    ada, bea, cid = api.people(3)
    book = founds(ada, first_year=50)
    ends = [book.plays(ada, bea), book.plays(cid, ada, seed=2, setup="march"), book.plays(bea, cid, ada, seed=3)]
    # then each is a reign that states its match's result and starts where the previous one ended
    reigns = book.reigns()
    for reign, end in zip(reigns, ends, strict=True):
        same = ("won", "ending", "duration", "line", "throne", "silent_boxes", "month")
        assert {name: reign[name] for name in same} == {name: end[name] for name in same}
        assert reign["obstacle"] == {"name": end["obstacle_name"], "words": None, "by": None}
    years = list(accumulate((end["duration"] for end in ends), initial=50))
    assert [reign["year"] for reign in reigns] == years[:-1]
    assert [reign["month"] for reign in reigns] == [None, "march", None]
    # and members are counted in the order of their seats
    response = [[(member["name"], member["numeral"]) for member in reign["members"]] for reign in reigns]
    assert response == [
        [("Person 0", "I"), ("Person 1", "I")],
        [("Person 2", "I"), ("Person 0", "II")],
        [("Person 1", "II"), ("Person 2", "II"), ("Person 0", "III")],
    ]
    # and everything adds up
    now = book.now()
    totals = now["totals"]
    assert (now["next_year"], now["throne"]) == (years[-1], ends[-1]["throne"])
    assert (totals["reigns"], totals["years"]) == (3, years[-1] - 50)
    assert totals["won"] == sum(end["won"] for end in ends)
    assert totals["silent_boxes"] == sum(end["silent_boxes"] for end in ends)
    assert totals["records"]["longest"]["value"] == max(end["duration"] for end in ends)
    assert {(each["name"], each["reigns"]) for each in totals["members"]} == {
        ("Person 0", 3),
        ("Person 1", 2),
        ("Person 2", 2),
    }
    assert totals["members"][0]["years"] == totals["years"]


def test_matches_without_a_chronicle_and_abandoned_ones_add_no_reign(api: Api) -> None:
    ada, bea = api.people(2)
    book = founds(ada)
    ada.opens(GAME).seats(ada, bea).plays_on(random.Random(1))
    ada.does(f"{book.opens().path}/abandonment")
    assert (book.reigns(), book.now()["totals"]["reigns"]) == ([], 0)


def test_bots_are_members_by_their_name(api: Api) -> None:
    ada = api.person()
    book = founds(ada)
    match = book.opens(3).seats(ada)
    for _ in range(2):
        ada.does(f"{match.path}/seats", {"bot": "random"})
    while match.now()["phase"] != "finished":
        for action in match.legal(0)[:1]:
            match.posts(0, action)
    (reign,) = book.reigns()
    assert [(member["bot"], member["numeral"]) for member in reign["members"]] == [
        (None, "I"),
        ("random", "I"),
        ("random", "II"),
    ]


def test_two_matches_that_end_concurrently_add_two_reigns(api: Api) -> None:
    # given many matches of one chronicle that are played at the same time
    people = api.people(2)
    book = founds(people[0])
    matches = [book.opens().seats(*people) for _ in range(6)]
    with ThreadPoolExecutor(len(matches)) as threads:
        list(threads.map(lambda match: match.plays_on(random.Random(match.id)), matches))
    # then each is recorded once, in the order in which they ended, without a gap
    reigns = book.reigns()
    ended = {match.id: (match.log()[-1]["at"], match.now()["outcome"]["duration"]) for match in matches}
    assert sorted(reign["match"] for reign in reigns) == sorted(ended)
    assert [reign["number"] for reign in reigns] == list(range(1, 7))
    years = list(accumulate((reign["duration"] for reign in reigns), initial=1))
    assert [reign["year"] for reign in reigns] == years[:-1]
    assert [reign["members"][0]["numeral"] for reign in reigns] == ["I", "II", "III", "IV", "V", "VI"]
    assert all(reign["duration"] == ended[reign["match"]][1] for reign in reigns)


# The throne


def won(api: Api, book: Book) -> Json:
    """Play matches of sensible bots until one is won and the throne is taken."""
    for _ in range(20):
        match = book.opens(2)
        for _seat in range(2):
            book.founder.does(f"{match.path}/seats", {"bot": "sensible"})
        while (now := match.now())["phase"] != "finished":
            api.stranger.get(f"{match.path}/events", after=now["version"], wait=1)
        if now["outcome"]["throne"] is not None:
            return now["outcome"]
    raise AssertionError("twenty matches of sensible bots were lost")


def test_the_start_of_a_match_pins_the_current_sovereign(api: Api) -> None:
    # given a match that was opened while the throne was vacant
    people = api.people(2)
    book = founds(people[0])
    match = book.opens()
    people[0].does(f"{match.path}/seats")
    assert match.now()["options"]["sovereign"] is None
    # when a sovereign takes the throne before the last seat is taken
    sovereign = won(api, book)["throne"]
    assert book.now()["throne"] == sovereign
    people[1].does(f"{match.path}/seats")
    # then it is pinned, and the sovereign petitions no one
    started = next(event for event in match.log() if event["type"] == "match_started")
    assert started["data"] == {"supplied": {"sovereign": sovereign}}
    assert match.now()["options"]["sovereign"] == sovereign
    shown = next(event for event in match.log() if event["type"] == "petitioners_shown")
    assert sovereign not in str(shown["data"])
    # and an audit proves the match with it
    Match(match.path, people).plays_on(random.Random(1))
    assert verify(api.stranger.get(f"{match.path}/audit").content.splitlines(), CATALOGUE).match == match.id
    assert book.reigns()[-1]["match"] == match.id


def test_without_a_chronicle_nothing_is_supplied(api: Api) -> None:
    people = api.people(2)
    match = people[0].opens(GAME).seats(*people)
    started = next(event for event in match.log() if event["type"] == "match_started")
    assert started["data"] == {}


# Obstacles


def test_a_member_can_replace_the_greatest_obstacle_once(api: Api) -> None:
    ada, bea, cid = api.people(3)
    book = founds(ada)
    book.plays(ada, bea)
    path, words = f"{book.path}/reigns/1/obstacle", {"words": "Ada's *nerves*"}
    assert problem(api.stranger.post(path, words)) == (401, "unauthenticated")
    assert problem(cid.post(path, words)) == (403, "not_allowed")
    assert problem(bea.post(path, {"words": "x" * 201})) == (422, "unprocessable")
    assert problem(bea.post(f"{book.path}/reigns/2/obstacle", words)) == (404, "unknown_reign")
    assert problem(bea.post(f"/v1/chronicles/{ELSEWHERE}/reigns/1/obstacle", words)) == (404, "not_found")
    # when a member does
    response = bea.does(path, words, Idempotency_Key="k")
    assert response == {"reign": 1, "words": "Ada's *nerves*", "by": bea.id}
    # then it is recorded, and a second replacement is refused
    (reign,) = book.reigns()
    assert (reign["obstacle"]["words"], reign["obstacle"]["by"]) == (words["words"], bea.id)
    assert reign["obstacle"]["name"]
    assert problem(ada.post(path, words)) == (409, "obstacle_settled")
    assert problem(bea.post(path, words)) == (409, "obstacle_settled")
    assert bea.does(path, words, Idempotency_Key="k") == response


def test_concurrent_replacements_of_an_obstacle_succeed_once(api: Api) -> None:
    people = api.people(4)
    book = founds(people[0])
    book.plays(*people)
    with ThreadPoolExecutor(4) as threads:
        path = f"{book.path}/reigns/1/obstacle"
        codes = threads.map(lambda each: each.post(path, {"words": each.id}).status_code, people)
    assert sorted(codes) == [200, 409, 409, 409]


# Reading


def test_reigns_are_read_page_by_page(api: Api) -> None:
    people = api.people(2)
    book = founds(people[0])
    for seed in range(3):
        book.plays(*people, seed=seed)
    first = api.stranger.looks(f"{book.path}/reigns", limit=2)
    second = api.stranger.looks(f"{book.path}/reigns", limit=2, after=first["next"])
    assert [reign["number"] for reign in (*first["reigns"], *second["reigns"])] == [1, 2, 3]
    assert second["next"] is None


def test_the_hall_shows_the_longest_reigns_of_all_chronicles(api: Api) -> None:
    people = api.people(2)
    books = [founds(people[0], name) for name in ("One", "Two")]
    for seed, book in enumerate(books * 2):
        book.plays(*people, seed=seed)
    assert [len(book.reigns()) for book in books] == [2, 2]
    hall: list[Json] = []
    after: str | None = None
    while after is not None or not hall:
        page = api.stranger.looks("/v1/chronicles/hall", limit=3, **({} if after is None else {"after": after}))
        hall, after = hall + page["reigns"], page["next"]
    years = [line["reign"]["duration"] for line in hall]
    assert years == sorted(years, reverse=True)
    assert [line["place"] for line in hall] == [1 + sum(other > each for other in years) for each in years]
    assert {(line["name"], line["reign"]["number"]) for line in hall} >= {
        (name, number) for name in ("One", "Two") for number in (1, 2)
    }


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        (f"/v1/chronicles/{ELSEWHERE}", {}, 404, "not_found"),
        (f"/v1/chronicles/{ELSEWHERE}/reigns", {}, 404, "not_found"),
        ("/v1/chronicles/nobody", {}, 404, "not_found"),
        ("/v1/chronicles/hall", {"after": "nowhere"}, 400, "malformed"),
        ("/v1/chronicles/hall", {"limit": 0}, 400, "malformed"),
    ],
)
def test_invalid_chronicle_requests_are_refused(
    api: Api, path: str, query: dict[str, str | int], status: int, code: str
) -> None:
    assert problem(api.stranger.get(path, **query)) == (status, code)


def test_a_cursor_of_another_list_is_refused(api: Api) -> None:
    book = founds(api.person())
    assert problem(api.stranger.get(f"{book.path}/reigns", after="WzEsMl0")) == (400, "malformed")
    assert problem(api.stranger.get(f"{book.path}/reigns", after="Wzk5OTk5OTk5OTk5OTld")) == (400, "malformed")


# Printing


def printed(api: Api, book: Book, kind: str) -> str:
    answer = api.http.get(book.path, headers={"Accept": kind})
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    return answer.text


def test_the_accept_header_selects_the_format_of_a_chronicle(api: Api) -> None:
    # given a chronicle whose names would be markup
    ada, bea = api.person("Ada *the* <b>"), api.person("Bea")
    book = founds(ada, "Of | cards [and] dice")
    end = book.plays(ada, bea)
    bea.does(f"{book.path}/reigns/1/obstacle", {"words": "# Our _pride_"})
    # then it is printed as text
    text = printed(api, book, "text/plain")
    assert text.startswith("Of | cards [and] dice\n=====================\n")
    assert "1. the year 1\n-------------\nCouncil: Ada *the* <b> I, Bea I\n" in text
    assert f"Reigned {end['duration']} years." in text
    assert "Greatest obstacle: # Our _pride_\n" in text
    # and as Markdown, in which no name is taken for markup
    markdown = printed(api, book, "text/markdown")
    assert markdown.startswith("# Of \\| cards \\[and\\] dice\n\n- Begun in the year 1;")
    assert "## 1. the year 1\n\n- Council: Ada \\*the\\* \\<b\\> I, Bea I\n" in markdown
    assert "- Greatest obstacle: \\# Our \\_pride\\_\n" in markdown
    # and as JSON for all others
    for kind in ("application/json", "*/*", "image/png"):
        assert api.http.get(book.path, headers={"Accept": kind}).json()["id"] == book.id
