"""Properties of every game's rounds and key moments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.game import AnyGame
from domain.kernel.messages import tag_of
from tests.kit.playthroughs import playthroughs
from tests.kit.profiles import MATCHES
from tests.kit.story import GAMES

every_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
whole_matches = settings(MATCHES)


@every_game
def test_milestones_were_never_sealed(game: AnyGame) -> None:
    # given the kinds of events that tell of rounds and key moments
    told = {*game.milestones.rounds, *game.milestones.marks}
    # then they are the game's, and no shape that they ever had hid a part
    assert told <= set(game.events)
    hidden = {old.type for old in game.retired if old.secret}
    assert not {tag_of(kind) for kind in told} & hidden
    assert not any(kind.SECRET for kind in told)


@every_game
@whole_matches
@given(data=st.data())
def test_rounds_rise_by_one(game: AnyGame, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game))
    told = [game.milestones.round_of(event) for event in played.events()]
    numbers = list(dict.fromkeys(number for number in told if number is not None))
    assert numbers == list(range(1, len(numbers) + 1))
    assert [number for number in told if number is not None] == sorted(number for number in told if number is not None)
