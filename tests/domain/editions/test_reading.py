"""Component data of owners: read whole, or refused with the card and the reason."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.catalogue import edition_digest, table_for
from domain.editions.decoding import BYTES, SOURCES, read_edition
from domain.games.queen_of_12 import GAME as QUEEN
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from tests.kit.editions import Path, paths, put, written
from tests.kit.playthroughs import play
from tests.kit.profiles import MATCHES
from tests.kit.story import GAMES
from tests.toy.game import GAME as PEBBLES

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
JUNK: list[Any] = [None, True, 0, -1, 1, 2, 13, 2**53, 2**70, 1.5, "", "x", "é", [], [0], {}, {"type": "x"}, {"é": 1}]


@every_game
def test_what_a_built_in_edition_says_is_an_edition_under_another_name(game: AnyGame) -> None:
    read = read_edition(game, written(game))
    assert isinstance(read, game.edition)
    assert read.name == "my-own"
    assert edition_digest(read) != edition_digest(game.editions[game.default_edition])


def test_the_order_in_which_an_edition_is_written_has_no_meaning() -> None:
    told = written(QUEEN)
    told["cards"] = dict(reversed(told["cards"].items()))
    one, other = read_edition(QUEEN, told), read_edition(QUEEN, written(QUEEN))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)
    assert list(msgspec.to_builtins(one)["cards"]) == sorted(told["cards"])


@pytest.mark.parametrize(
    ("path", "new", "reason"),
    [
        (("cards", "golem", "number"), "x", "cards/golem/number: Expected `int`, got `str`"),
        (("cards", "golem", "number"), 13, "cards/golem/number: Expected `int` <= 12"),
        (("cards", "golem", "number"), 3, "golem has the number of machine and might touch the same dice"),
        (("cards", "golem", "number"), 2.5, "cards/golem/number: must be an integer"),
        (("cards", "golem", "points"), 2**53, "cards/golem/points: must be an integer of at most 2**53 - 1"),
        (("cards", "golem", "pionts"), 4, "cards/golem/pionts: unknown field"),
        (("cards", "golem", "effect", "type"), "zap", "cards/golem/effect/type: Invalid value 'zap'"),
        (("cards", "golem", "effect", "values", 1), "x", "cards/golem/effect/values/1: Expected `int`, got `str`"),
        (("cards", "dragon"), {"number": 1}, "cards: Invalid enum value 'dragon'"),
        (("sheets", "B", "left", 2, 1), "blue", "sheets/B/left/2/1: Invalid enum value 'blue'"),
        (("loads", 1, "jungle"), -1, "loads/1/jungle: Expected `int` >= 0"),
        (("hats",), 1, "Object contains unknown field `hats`"),
        (("rounds",), None, "rounds: Expected `int`, got `null`"),
        (("name",), "Häuptling", "name: must be 1 to 40 lower-case letters"),
        (("name",), "f" * 64, "name: must be 1 to 40 lower-case letters"),
        (("sources", "cards"), "my cellar", "sources/cards: Invalid enum value 'my cellar'"),
        (("sources", "é"), "public", "sources: the key 'é' is not ASCII"),
        (("sources", "cards/dragon"), "public", "sources: cards/dragon matches no value"),
    ],
)
def test_what_does_not_fit_is_named_with_its_card(path: Path, new: object, reason: str) -> None:
    # given an edition with one thing wrong
    told = written(QUEEN)
    put(told, path, new)
    # when it is read
    with pytest.raises(ValueError, match="^" + re.escape(reason)):
        # then the place and the reason are said
        read_edition(QUEEN, told)


def test_the_game_has_its_own_say() -> None:
    with pytest.raises(ValueError, match="a die needs a face"):
        read_edition(PEBBLES, written(PEBBLES, faces=0))


def test_an_edition_is_not_nested_without_end() -> None:
    told = written(PEBBLES)
    deep: dict[str, Any] = {}
    told["faces"] = deep
    for _ in range(500):
        deep["a"] = deep = {}
    with pytest.raises(ValueError, match="faces: is nested too deeply"):
        read_edition(PEBBLES, told)


def test_an_edition_has_a_size() -> None:
    many = {f"faces/{number}": "public" for number in range(SOURCES)}
    with pytest.raises(ValueError, match=f"sources: must have at most {SOURCES} keys, not {SOURCES + 1}"):
        read_edition(PEBBLES, written(PEBBLES, sources={"faces": "public", **many}))
    with pytest.raises(ValueError, match=f"at most {BYTES} bytes"):
        read_edition(PEBBLES, written(PEBBLES, sources={"faces": "public", "x" * BYTES: "public"}))


@settings(MATCHES)
@given(st.data())
@every_game
def test_whatever_is_changed_an_edition_is_refused_or_can_be_played(game: AnyGame, data: st.DataObject) -> None:
    # given an edition with any value in any place
    told = written(game)
    path = data.draw(st.sampled_from([path for path in paths(told) if path[0] != "sources"]))
    put(told, path, data.draw(st.sampled_from(JUNK)))
    # when it is read, then it is refused in words, or a match is played with it to its end
    try:
        edition = read_edition(game, told)
    except ValueError:
        return
    seats = data.draw(st.sampled_from(game.seats))
    try:
        table = table_for(game, seats, {}, edition)
    except Refused:
        return
    bots = data.draw(st.lists(st.sampled_from(sorted(game.bots)), min_size=seats, max_size=seats))
    rng = data.draw(st.randoms(use_true_random=False))
    assert game.outcome(play(game, table, bytes(32), bots, rng).end).scores
