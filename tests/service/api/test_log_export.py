"""Export of the whole log for analysis."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped] # it has no types
import pytest

from tests.kit.api import ROOT, Api, database, environment, running
from tests.kit.bundles import SERVICE
from tests.kit.clients import Json, Match
from tests.kit.places import Place

GOLDEN = ROOT / "tests" / "golden" / "player_12" / "abandoned.jsonl"
EXTRA = {"game", "imported_from", "action", "sealed"}


def opens(api: Api, **arranged: str | int) -> Match:
    """Open a match of Queen of 12 with two seated players."""
    people = api.people(2)
    invited = {"invited": [people[1].id]} if arranged.get("visibility") == "private" else {}
    opened = people[0].does("/v1/matches", {"game": "queen_of_12", **arranged, **invited})
    return Match(f"/v1/matches/{opened['id']}", (people[0],)).seats(*people)


@pytest.fixture(scope="module")
def place(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with database(postgres_url) as url, running(url) as api:
        yield Place(api, url, tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def over(place: Place) -> Match:
    match = opens(place.api)
    match.plays_on(random.Random(2))
    return match


@pytest.fixture(scope="module")
def under_way(place: Place) -> Match:
    match = opens(place.api)
    match.acts(0, match.legal(0)[0])
    return match


@pytest.fixture(scope="module")
def hidden(place: Place) -> list[Match]:
    """Matches in progress that are not public."""
    return [opens(place.api, visibility=who) for who in ("private", "unlisted")]


@pytest.fixture(scope="module")
def delayed(place: Place) -> Match:
    match = opens(place.api, delay=2)
    match.plays_on(random.Random(2), lambda now: now["view"]["round"] > 1)
    return match


@pytest.fixture(scope="module")
def exported(place: Place, over: Match, under_way: Match, hidden: list[Match], delayed: Match) -> list[Json]:
    """All lines of an export that contains matches of all kinds."""
    assert {over.id, under_way.id, delayed.id, *(each.id for each in hidden)}
    assert place.run("import", GOLDEN, "--key", SERVICE.key).returncode == 0
    out = place.folder / "log.jsonl"
    ended = place.run("export", "--all", "--out", out)
    lines = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert (ended.returncode, ended.stdout.decode()) == (0, f"{len(lines)} events exported.\n"), ended.stderr
    return lines


def of(lines: list[Json], match: Match) -> list[Json]:
    return [line for line in lines if line["match"] == match.id]


def as_log(lines: list[Json]) -> list[Json]:
    """The lines in the form of a match's log."""
    shorter = [
        {name: value for name, value in line.items() if name not in EXTRA or value is not None} for line in lines
    ]
    return [{name: value for name, value in line.items() if name not in {"game", "imported_from"}} for line in shorter]


def test_a_finished_match_is_exported_with_open_seals(exported: list[Json], over: Match) -> None:
    lines = of(exported, over)
    assert as_log(lines) == over.log()
    assert {line["game"] for line in lines} == {"queen_of_12"}
    assert all("secret" in line["sealed"] for line in lines if line["sealed"])


def test_a_match_in_progress_is_exported_as_spectators_see_it(
    exported: list[Json], place: Place, under_way: Match
) -> None:
    lines = of(exported, under_way)
    assert as_log(lines) == under_way.log(place.api.stranger)
    sealed = [line["sealed"] for line in lines if line["sealed"]]
    assert sealed
    assert not any("secret" in seal or "salt" in seal for seal in sealed)


def test_a_delayed_match_is_exported_with_its_delay(exported: list[Json], delayed: Match) -> None:
    whole = delayed.log(delayed.people[0])
    assert [line["hash"] for line in of(exported, delayed)] == [event["hash"] for event in whole[:-2]]


def test_matches_in_progress_that_are_not_public_are_not_exported(exported: list[Json], hidden: list[Match]) -> None:
    assert [of(exported, match) for match in hidden] == [[], []]


def test_an_imported_match_is_exported_with_its_origin(exported: list[Json]) -> None:
    sources = {line["match"]: line["imported_from"] for line in exported}
    assert [key for key in sources.values() if key is not None] == [SERVICE.key]


def test_a_parquet_file_holds_the_same_in_typed_columns(exported: list[Json], place: Place) -> None:
    # when the same log is exported into a folder
    ended = place.run("export", "--all", "--format", "parquet", "--out", place.folder)
    assert ended.returncode == 0, ended.stderr
    # then its rows are the lines, with times as times and what has no fixed shape as JSON text
    table = pq.read_table(place.folder / "events.parquet")
    rows = table.to_pylist()
    assert [_as_line(row) for row in rows] == [{**line, "at": datetime.fromisoformat(line["at"])} for line in exported]
    assert {str(field.type) for field in table.schema if field.name in {"version", "seat"}} == {"int64", "int8"}


def _as_line(row: Json) -> Json:
    texts = {name: None if row[name] is None else json.loads(row[name]) for name in ("data", "action", "sealed")}
    return {**row, **texts}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--all",),
        ("--out", "x.jsonl"),
        ("00000000-0000-4000-8000-000000000000", "--all", "--out", "x.jsonl"),
        ("--all", "--format", "csv", "--out", "x.csv"),
    ],
)
def test_a_command_with_missing_or_conflicting_options_is_refused(place: Place, arguments: tuple[str, ...]) -> None:
    assert place.run("export", *arguments).returncode == 2


def test_a_file_that_cannot_be_written_is_reported(place: Place, tmp_path: Path) -> None:
    ended = place.run("export", "--all", "--out", tmp_path / "nowhere" / "log.jsonl")
    assert ended.returncode == 1
    assert "cannot be written" in ended.stderr.decode()
    assert b"Traceback" not in ended.stderr


def test_without_pyarrow_the_command_names_the_extra_to_install(place: Place, tmp_path: Path) -> None:
    without = "import sys; sys.modules['pyarrow'] = None; from service.cli.main import main; main()"
    settings = environment(CHRONICLE_DATABASE_URL=place.url, CHRONICLE_DATA=str(place.folder))
    command = [sys.executable, "-c", without, "export", "--all", "--format", "parquet", "--out", str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, timeout=120, check=False)  # noqa: S603 -- our own command
    assert ended.returncode == 1
    assert "chronicle-of-12[parquet]" in ended.stderr.decode()
    assert list(tmp_path.iterdir()) == []
