"""Where each value of an edition comes from, as a table."""

import pytest
from msgspec.structs import replace

from domain.editions.sources import Origin, origins
from domain.games.queen_of_12 import GAME as QUEEN
from domain.games.queen_of_12.edition import Edition
from domain.kernel.game import AnyGame
from domain.kernel.messages import Source
from tests.kit.story import GAMES

STANDARD = QUEEN.editions["standard"]


def sourced(**more: Source) -> Edition:
    return replace(STANDARD, sources={**STANDARD.sources, **{key.replace("__", "/"): src for key, src in more.items()}})


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
def test_every_value_of_every_built_in_edition_comes_from_somewhere(game: AnyGame) -> None:
    for edition in game.editions.values():
        table = origins(edition)
        fields = [name for name in edition.__struct_fields__ if name not in {"name", "sources"}]
        assert [name for name in fields if any(line.part.split("/")[0] == name for line in table)] == fields


def test_one_line_tells_of_all_that_comes_from_one_source() -> None:
    assert origins(STANDARD) == [Origin(field, source) for field, source in STANDARD.sources.items()]


def test_a_part_may_come_from_elsewhere() -> None:
    lines = {line.part: line.source for line in origins(sourced(cards__golem="public"))}
    assert (lines["cards/golem"], lines["cards/knight"], lines["dice"]) == ("public", "rulebook", "rulebook")
    assert "cards" not in lines


def test_a_key_may_tell_of_the_same_part_of_every_card_and_a_longer_one_of_a_single_card() -> None:
    told = origins(sourced(cards__points="reconstructed", cards__golem__points="public"))
    lines = {line.part: line.source for line in told}
    assert lines["cards/golem/points"] == "public"
    assert lines["cards/knight/points"] == "reconstructed"
    assert lines["cards/golem/number"] == lines["cards/golem/effect"] == "rulebook"


def test_a_part_of_a_list_is_named_by_its_place() -> None:
    lines = {line.part: line.source for line in origins(sourced(loads__1="public"))}
    assert (lines["loads/0"], lines["loads/1"]) == ("rulebook", "public")


def test_a_value_without_a_source_is_named() -> None:
    missing = replace(STANDARD, sources={key: src for key, src in STANDARD.sources.items() if key != "cards"})
    with pytest.raises(ValueError, match=r"^cards: has no source"):
        origins(missing)
    with pytest.raises(ValueError, match=r"^cards/princess/number: has no source"):
        origins(replace(missing, sources={**missing.sources, "cards/points": "public"}))


def test_a_key_that_tells_of_nothing_is_named() -> None:
    with pytest.raises(ValueError, match="cards/golam matches no value"):
        origins(sourced(cards__golam="public"))
