"""kill -9 of the service under load: exactly the acknowledged actions are recorded."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from tests.kit import straight
from tests.kit.api import Api, Process, database, process
from tests.kit.clients import Json


class Table:
    """A match of which one client plays all seats, and all responses to that client."""

    def __init__(self, api: Api, number: int) -> None:
        people = api.people(2)
        self.match = people[0].opens("queen_of_12").seats(*people)
        self.responses: list[Json] = []
        self._rng = random.Random(number)
        self._unsure: tuple[int, Json] | None = None
        self._key = 0

    def plays(self, http: httpx.Client) -> None:
        """Play until the match or the service ends; first retry an unanswered action."""
        self.match = self.match.over(http)
        try:
            while self._unsure or (waiting := self.match.waiting()):
                if self._unsure is None:
                    seat = self._rng.choice(waiting)
                    self._unsure, self._key = (seat, self._rng.choice(self.match.legal(seat))), self._key + 1
                self.responses.append(self.match.acts(*self._unsure, Idempotency_Key=str(self._key)))
                self._unsure = None
        except httpx.TransportError:
            return

    def is_over(self) -> bool:
        """Whether the match is over and the response to its last action was received."""
        return self._unsure is None and not self.match.waiting()

    def holds(self) -> None:
        """Check that the log contains all received events with their hashes, and that its chain is valid."""
        log = self.match.log()
        assert [event["version"] for event in log] == list(range(1, len(log) + 1))
        assert [event["prev"] for event in log] == ["0" * 64, *(event["hash"] for event in log[:-1])]
        assert [event["hash"] for event in log] == [straight.event_hash(event) for event in log]
        for answer in self.responses:
            assert answer["receipt"]["hash"] == log[answer["version"] - 1]["hash"]
            assert [event["hash"] for event in answer["events"]] == [
                event["hash"] for event in log[answer["events"][0]["version"] - 1 : answer["version"]]
            ]

    def proves(self) -> None:
        """Check that exactly the acknowledged actions were executed, each once and completely."""
        lines = self.match.people[0].get(f"{self.match.path}/audit").content.splitlines()
        assert verify(lines, CATALOGUE).actions == len(self.responses)
        versions = [answer["version"] for answer in self.responses]
        assert versions == sorted(set(versions))


def is_killed_under_load(served: Process, times: int, tables_at_once: int) -> None:
    rng, over = random.Random(times), list[Table]()
    tables = [Table(served.api, number) for number in range(tables_at_once)]
    with ThreadPoolExecutor(tables_at_once) as threads:
        for _ in range(times):
            playing = [threads.submit(table.plays, served.api.http) for table in tables]
            time.sleep(rng.uniform(0.02, 0.4))
            served.kill()
            for each in playing:
                each.result(60)
            api = served.start()
            for table in tables:
                table.match = table.match.over(api.http)
                table.holds()
            over += [table for table in tables if table.is_over()]
            tables = [Table(api, len(over)) if table in over else table for table in tables]
        list(threads.map(lambda table: table.plays(served.api.http), tables))
    for table in (*over, *tables):
        table.match = table.match.over(served.api.http)
        table.proves()
    assert sum(len(table.responses) for table in (*over, *tables)) > times


def test_a_killed_service_with_an_embedded_database_loses_nothing(tmp_path: Path) -> None:
    with process(tmp_path) as served:
        is_killed_under_load(served, 3, 2)


@pytest.mark.slow
def test_a_hundred_kills_with_an_embedded_database_lose_nothing(tmp_path: Path) -> None:
    with process(tmp_path) as served:
        is_killed_under_load(served, 100, 6)


@pytest.mark.slow
def test_a_hundred_kills_with_an_external_database_lose_nothing(postgres_url: str, tmp_path: Path) -> None:
    with database(postgres_url) as url, process(tmp_path, CHRONICLE_DATABASE_URL=url) as served:
        is_killed_under_load(served, 100, 6)
