"""Golden matches: finished once, proved for ever."""

import json
from pathlib import Path

import pytest
from msgspec.inspect import LiteralType, type_info
from msgspec.structs import fields

from domain.audit.verify import verify
from domain.catalogue import CATALOGUE
from domain.kernel.game import AnyGame
from tests.kit.bundles import SERVICE

FOLDER = Path(__file__).parent
BUNDLES = sorted(FOLDER.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", BUNDLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_match_is_still_proved(path: Path) -> None:
    proof = verify(path.read_bytes().splitlines(keepends=True), CATALOGUE, trusted_key=SERVICE.key)
    assert proof.game == path.parent.name
    assert (proof.outcome is None) == (path.stem == "abandoned")


@pytest.mark.parametrize("game", list(CATALOGUE), ids=lambda game: game.key)
def test_golden_matches_show_what_a_game_has(game: AnyGame) -> None:
    bundles = [path for path in BUNDLES if path.parent.name == game.key]
    headers = [json.loads(path.read_bytes().partition(b"\n")[0]) for path in bundles]
    assert {header["seats"] for header in headers} == set(game.seats)
    assert {header["edition"]["name"] for header in headers} == set(game.editions)
    assert "abandoned" in [path.stem for path in bundles]


@pytest.mark.parametrize("game", list(CATALOGUE), ids=lambda game: game.key)
def test_golden_matches_show_every_way_to_end(game: AnyGame) -> None:
    # given the outcomes of a game's golden matches
    footers = [json.loads(path.read_bytes().splitlines()[-1]) for path in BUNDLES if path.parent.name == game.key]
    outcomes = [footer["outcome"] for footer in footers if "outcome" in footer]
    # then each word that may stand in an outcome stands in one of them
    for field in fields(game.outcome_type):
        described = type_info(field.type)
        if isinstance(described, LiteralType):
            assert {outcome[field.name] for outcome in outcomes} == set(described.values), field.name
