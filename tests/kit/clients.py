"""HTTP clients for tests: people and their matches."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
from msgspec import Struct

Json = Any
NOTHING: Final[Mapping[str, str]] = {}


def timeless(answer: Json) -> Json:
    """Answer about a match without the server time `now`, the only member that differs in a repeated answer."""
    return {name: value for name, value in answer.items() if name != "now"}


class Person:
    """HTTP client of a person with a token, or of an anonymous caller without one."""

    def __init__(self, http: httpx.Client, registered: Mapping[str, str] = NOTHING) -> None:
        self.http = http
        self.id = registered.get("id", "")
        self.token = registered.get("token", "")
        self._headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, **query: str | float) -> httpx.Response:
        """Send a GET request."""
        return self.http.get(path, params=query or None, headers=self._headers)

    def post(self, path: str, body: Json = None, **headers: str) -> httpx.Response:
        """Send a POST request; `Idempotency_Key="x"` sets a header."""
        extra = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(path, json={} if body is None else body, headers={**self._headers, **extra})

    def delete(self, path: str) -> httpx.Response:
        """Send a DELETE request."""
        return self.http.delete(path, headers=self._headers)

    def looks(self, path: str, **query: str | float) -> Json:
        """Send a GET request that must succeed; return its body."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def does(self, path: str, body: Json = None, **headers: str) -> Json:
        """Send a POST request that must succeed; return its body."""
        answer = self.post(path, body, **headers)
        assert answer.is_success, answer.text
        return answer.json()

    def over(self, http: httpx.Client) -> "Person":
        """Same person with another HTTP client."""
        return Person(http, {"id": self.id, "token": self.token})

    def opens(self, game: str, seats: int = 2, **options: object) -> "Match":
        """Open a match with empty seats."""
        opened = self.does("/v1/matches", {"game": game, "seats": seats, "options": options})
        return Match(f"/v1/matches/{opened['id']}", (self,))

    def opens_for_bots(self, game: str, *bots: str) -> "Match":
        """Open a match and seat bots, so that it starts."""
        match = self.opens(game, len(bots))
        for bot in bots:
            self.does(f"{match.path}/seats", {"bot": bot})
        return match


class Match(Struct, frozen=True):
    """Match and its people by seat. Before the seats are taken, it contains only the creator."""

    path: str
    people: tuple[Person, ...]

    @property
    def id(self) -> str:
        """Match id."""
        return self.path.rpartition("/")[2]

    def seats(self, *people: Person) -> "Match":
        """Seat people in this order."""
        for person in people:
            person.does(f"{self.path}/seats")
        return Match(self.path, people)

    def over(self, http: httpx.Client) -> "Match":
        """Same match, with another HTTP client for its people."""
        return Match(self.path, tuple(person.over(http) for person in self.people))

    def now(self) -> Json:
        """Public view of the match."""
        return Person(self.people[0].http).looks(self.path)

    def waiting(self) -> list[int]:
        """Seats with a pending decision."""
        return [each["seat"] for each in self.now()["pending"]]

    def legal(self, seat: int) -> list[Json]:
        """Legal actions of a seat."""
        listed: list[Json] = self.people[seat].looks(f"{self.path}/legal-actions")["actions"]
        return listed

    def posts(self, seat: int, action: Json, **headers: str) -> httpx.Response:
        """Send an action of a seat; return the response."""
        return self.people[seat].post(f"{self.path}/actions", {"action": action}, **headers)

    def acts(self, seat: int, action: Json, **headers: str) -> Json:
        """Take an action of a seat, which must succeed."""
        return self.people[seat].does(f"{self.path}/actions", {"action": action}, **headers)

    def moves(self, rng: random.Random) -> Json:
        """Take a random legal action of a random waiting seat."""
        seat = rng.choice(self.waiting())
        return self.acts(seat, rng.choice(self.legal(seat)))

    def plays_on(self, rng: random.Random, until: Callable[[Json], bool] = lambda _: False) -> list[Json]:
        """Play at random until a condition on the match holds, or to its end; return the accepted answers."""
        accepted: list[Json] = []
        while (now := self.now())["pending"] and not until(now):
            waiting = [each["seat"] for each in now["pending"]]
            accepted.extend(self.acts(seat, rng.choice(legal)) for seat in waiting if (legal := self.legal(seat)))
        return accepted

    def ends(self) -> Json:
        """Wait for the end of a match between bots; fail if no event arrives for 30 seconds."""
        viewer = Person(self.people[0].http)
        while (now := self.now())["phase"] == "playing":
            page = viewer.looks(f"{self.path}/events", after=now["version"], limit=1, wait=30)
            assert page["events"] or self.now()["phase"] != "playing", "no bot moved within 30 seconds"
        return now

    def log(self, by: Person | None = None) -> list[Json]:
        """Whole event log as a person sees it, by default a spectator."""
        viewer, found = by or Person(self.people[0].http), list[Json]()
        while page := viewer.looks(f"{self.path}/events", after=len(found), limit=500)["events"]:
            found += page
        return found
