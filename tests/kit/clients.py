"""People who use the service over HTTP, and the matches that they play."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx
from msgspec import Struct

Json = Any
NOTHING: Final[Mapping[str, str]] = {}


def timeless(answer: Json) -> Json:
    """An answer about a match without the service's own time, which is all that may differ when it is repeated."""
    return {name: value for name, value in answer.items() if name != "now"}


class Person:
    """Somebody with a token, or a stranger without one, and the line to the service."""

    def __init__(self, http: httpx.Client, registered: Mapping[str, str] = NOTHING) -> None:
        self.http = http
        self.id = registered.get("id", "")
        self.token = registered.get("token", "")
        self._headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, **query: str | float) -> httpx.Response:
        """Ask."""
        return self.http.get(path, params=query or None, headers=self._headers)

    def post(self, path: str, body: Json = None, **headers: str) -> httpx.Response:
        """Ask for something to be done; `Idempotency_Key="x"` is a header."""
        written = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(path, json={} if body is None else body, headers={**self._headers, **written})

    def delete(self, path: str) -> httpx.Response:
        """Ask for something to be gone."""
        return self.http.delete(path, headers=self._headers)

    def looks(self, path: str, **query: str | float) -> Json:
        """Ask for what is there."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def does(self, path: str, body: Json = None, **headers: str) -> Json:
        """Ask for what is allowed."""
        answer = self.post(path, body, **headers)
        assert answer.is_success, answer.text
        return answer.json()

    def over(self, http: httpx.Client) -> "Person":
        """The same person on another line."""
        return Person(http, {"id": self.id, "token": self.token})

    def opens(self, game: str, seats: int = 2, **options: object) -> "Match":
        """Open a match, in which nobody sits yet."""
        opened = self.does("/v1/matches", {"game": game, "seats": seats, "options": options})
        return Match(f"/v1/matches/{opened['id']}", (self,))

    def opens_for_bots(self, game: str, *bots: str) -> "Match":
        """Open a match and seat bots, which begin to play."""
        match = self.opens(game, len(bots))
        for bot in bots:
            self.does(f"{match.path}/seats", {"bot": bot})
        return match


class Match(Struct, frozen=True):
    """A match and those who sit in it, by seat (before somebody sits down: its opener)."""

    path: str
    people: tuple[Person, ...]

    @property
    def id(self) -> str:
        """The match's id."""
        return self.path.rpartition("/")[2]

    def seats(self, *people: Person) -> "Match":
        """Let these people sit down, in this order."""
        for person in people:
            person.does(f"{self.path}/seats")
        return Match(self.path, people)

    def over(self, http: httpx.Client) -> "Match":
        """The same match, its people on another line."""
        return Match(self.path, tuple(person.over(http) for person in self.people))

    def now(self) -> Json:
        """The match as everybody may see it."""
        return Person(self.people[0].http).looks(self.path)

    def waiting(self) -> list[int]:
        """Which seats must choose."""
        return [each["seat"] for each in self.now()["pending"]]

    def legal(self, seat: int) -> list[Json]:
        """What a seat may do."""
        listed: list[Json] = self.people[seat].looks(f"{self.path}/legal-actions")["actions"]
        return listed

    def posts(self, seat: int, action: Json, **headers: str) -> httpx.Response:
        """Let a seat try an action."""
        return self.people[seat].post(f"{self.path}/actions", {"action": action}, **headers)

    def acts(self, seat: int, action: Json, **headers: str) -> Json:
        """Let a seat take an action."""
        return self.people[seat].does(f"{self.path}/actions", {"action": action}, **headers)

    def moves(self, rng: random.Random) -> Json:
        """Let somebody who must choose take any action."""
        seat = rng.choice(self.waiting())
        return self.acts(seat, rng.choice(self.legal(seat)))

    def plays_on(self, rng: random.Random, until: Callable[[Json], bool] = lambda _: False) -> list[Json]:
        """Let everybody play at random until the match looks so, or to its end; gives the accepted answers."""
        accepted: list[Json] = []
        while (now := self.now())["pending"] and not until(now):
            waiting = [each["seat"] for each in now["pending"]]
            accepted.extend(self.acts(seat, rng.choice(legal)) for seat in waiting if (legal := self.legal(seat)))
        return accepted

    def ends(self) -> Json:
        """Wait for the end of a match that bots play; fails where nobody moves."""
        viewer = Person(self.people[0].http)
        while (now := self.now())["phase"] == "playing":
            page = viewer.looks(f"{self.path}/events", after=now["version"], limit=1, wait=30)
            assert page["events"] or self.now()["phase"] != "playing", "nobody moves"
        return now

    def log(self, by: Person | None = None) -> list[Json]:
        """The whole log as somebody sees it, a spectator where nobody is named."""
        viewer, found = by or Person(self.people[0].http), list[Json]()
        while page := viewer.looks(f"{self.path}/events", after=len(found), limit=500)["events"]:
            found += page
        return found
