"""Export and import of bundles."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from domain.editions.decoding import read_edition
from domain.matches.decide import MatchRequest
from tests.kit.api import GAMES, ROOT, Api, database, running
from tests.kit.bundles import SERVICE, STRANGER, bundle_of, forged, read
from tests.kit.clients import Match, Person
from tests.kit.editions import written as edition_of
from tests.kit.places import Place
from tests.kit.problems import is_refused
from tests.kit.story import is_full, opens

GOLDEN = ROOT / "tests" / "golden"
QUEEN = GOLDEN / "queen_of_12" / "3-seats-sensible-1.jsonl"
COUNCIL = GOLDEN / "council_of_12" / "2-seats-random-1.jsonl"


@pytest.fixture(scope="module")
def place(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with database(postgres_url) as url, running(url) as api:
        yield Place(api, url, tmp_path_factory.mktemp("data"))


def id_of(bundle: Path) -> str:
    return str(json.loads(bundle.read_bytes().partition(b"\n")[0])["match"])


@pytest.fixture(scope="module")
def imported(place: Place) -> Place:
    """A service with imported matches."""
    ended = place.run("import", QUEEN, COUNCIL, "--key", SERVICE.key)
    assert (ended.returncode, ended.stdout.count(b"IMPORTED")) == (0, 2), ended.stderr
    return place


def test_an_imported_match_keeps_its_id_and_is_marked(imported: Place) -> None:
    header = json.loads(QUEEN.read_bytes().partition(b"\n")[0])
    match = imported.looks(f"/v1/matches/{id_of(QUEEN)}")
    assert (match["phase"], match["imported_from"]) == ("finished", SERVICE.key)
    assert (match["options"], match["opened_at"]) == (header["options"], header["at"])


@pytest.mark.parametrize("bundle", [QUEEN, COUNCIL], ids=["queen", "council"])
def test_an_imported_match_is_exported_unchanged(imported: Place, bundle: Path) -> None:
    # when its bundle is asked for, over HTTP and at the command line, where the service has a key of its own
    output = imported.api.http.get(f"/v1/matches/{id_of(bundle)}/audit").content
    written = imported.run("export", id_of(bundle)).stdout
    # then it is the one that came in
    assert output == written == bundle.read_bytes()


def test_an_imported_match_is_listed_and_can_be_replayed(imported: Place) -> None:
    listed = imported.looks("/v1/matches?game=queen_of_12")["matches"]
    assert isinstance(listed, list)
    assert [(line["id"], line["imported"]) for line in listed] == [(id_of(QUEEN), True)]
    frames = imported.looks(f"/v1/matches/{id_of(QUEEN)}/replay?round=12&limit=500")["frames"]
    assert isinstance(frames, list)
    assert frames[-1]["event"]["type"] == "secret_revealed"


def test_an_imported_match_counts_in_no_scoreboard_and_no_rating(imported: Place) -> None:
    for game in ("queen_of_12", "council_of_12"):
        board = imported.looks(f"/v1/scoreboards/{game}")
        assert (board["players"], board["bots"]) == ([], [])
    assert imported.looks("/v1/ratings/queen_of_12")["players"] == []


def test_a_match_is_imported_once(imported: Place) -> None:
    ended = imported.run("import", QUEEN, "--key", SERVICE.key)
    assert ended.returncode == 1
    assert f"Match {id_of(QUEEN)} exists already." in ended.stderr.decode()
    assert imported.api.http.get(f"/v1/matches/{id_of(QUEEN)}/audit").content == QUEEN.read_bytes()


def test_unverified_bundles_are_refused_and_others_are_imported(place: Place, tmp_path: Path) -> None:
    # given a bundle with an altered time, one signed by another key, a text file, and a valid one
    names = ("2-seats-random-1.jsonl", "2-seats-sensible-1.jsonl", "4-seats-random-1.jsonl")
    true, altered, signed = (GOLDEN / "player_12" / name for name in names)
    broken, strangers, text = (tmp_path / name for name in ("broken.jsonl", "strangers.jsonl", "text.jsonl"))
    broken.write_bytes(altered.read_bytes().replace(b"T12:00:0", b"T13:00:0", 5))
    strangers.write_bytes(b"".join(forged(read(signed.read_bytes().splitlines()), STRANGER)))
    text.write_text("no bundle")
    # when they are imported
    ended = place.run("import", broken, strangers, text, true, "--key", SERVICE.key)
    # then each refusal says why, and the true one is there
    assert ended.returncode == 1
    output = ended.stderr.decode()
    assert output.count("REFUSED") == 3
    assert "not by the trusted key" in output
    assert "Traceback" not in output
    stranger = place.api.stranger
    assert [stranger.get(f"/v1/matches/{id_of(each)}").status_code for each in (altered, signed)] == [404, 404]
    assert stranger.looks(f"/v1/matches/{id_of(true)}")["imported_from"] == SERVICE.key


def test_without_a_trusted_key_only_own_bundles_are_imported(place: Place, tmp_path: Path) -> None:
    # given a match of this service, signed by its own key, and one of another
    bundle = tmp_path / "own.jsonl"
    match = _over(place.api)
    assert place.run("export", match.id, "--out", bundle).returncode == 0
    assert verify(bundle.read_bytes().splitlines(), GAMES).match == match.id
    # when both are imported with no key given
    ended = place.run("import", bundle, GOLDEN / "player_12" / "abandoned.jsonl")
    # then the one is here already, and the other is not trusted
    assert ended.returncode == 1
    assert f"Match {match.id} exists already." in ended.stderr.decode()
    assert "not by the trusted key" in ended.stderr.decode()


def test_a_published_edition_is_imported_with_its_match(place: Place, tmp_path: Path) -> None:
    # given a match that was played elsewhere with an edition of an owner's
    claim = CATALOGUE.game("claim_kingdoms")
    games = CATALOGUE.with_edition(claim.key, read_edition(claim, edition_of(claim)))
    story = is_full(opens(MatchRequest(claim.key, 2, {}, "my-own"), games=games))
    story = story.is_played(["random"] * 2, random.Random(3))
    bundle = tmp_path / "owners.jsonl"
    bundle.write_bytes(b"".join(bundle_of(story)))
    # when it is imported
    assert place.run("import", bundle, "--key", SERVICE.key).returncode == 0
    # then the service knows the edition, too
    assert place.api.http.get(f"/v1/matches/{story.match.terms.id}/audit").content == bundle.read_bytes()
    editions = place.api.stranger.looks("/v1/games/claim_kingdoms")["editions"]
    assert "my-own" in [each["name"] for each in editions]


def test_a_match_in_progress_cannot_be_exported(place: Place, tmp_path: Path) -> None:
    people = place.api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    ended = place.run("export", match.id, "--out", tmp_path / "none.jsonl")
    assert ended.returncode == 1
    assert "is not over" in ended.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_match_cannot_be_exported(place: Place) -> None:
    ended = place.run("export", "00000000-0000-4000-8000-000000000000")
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert "There is no match" in ended.stderr.decode()
    assert place.run("export", "nothing").returncode == 2


def test_an_imported_match_takes_no_actions(imported: Place) -> None:
    answer = imported.api.person().post(f"/v1/matches/{id_of(QUEEN)}/seats")
    is_refused(answer, 409, "match_not_open")


def _over(api: Api) -> Match:
    people: tuple[Person, ...] = api.people(2)
    match = people[0].opens("queen_of_12").seats(*people)
    match.plays_on(random.Random(4))
    return match
