"""Matches out of bundles: what was proved can be kept, and leaves again as it came."""

import random

import pytest

from domain.audit.bundle import bundle
from domain.audit.verify import Failure, restore, verify
from domain.kernel.game import AnyGame
from domain.matches.decide import MatchRequest
from domain.matches.evolve import fold
from domain.matches.state import Abandoned, Finished
from tests.kit.bundles import SERVICE, STRANGER, bundle_of, read, written
from tests.kit.story import GAMES, Story, is_full, opens


def played(game: AnyGame) -> Story:
    seats = min(game.seats)
    return is_full(opens(MatchRequest(game.key, seats, {}))).is_played(["random"] * seats, random.Random(2))


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
def test_the_records_of_a_bundle_are_those_of_the_match(game: AnyGame) -> None:
    # given the bundle of a match
    story = played(game)
    # when it is restored
    restored = restore(bundle_of(story), GAMES, trusted_key=SERVICE.key)
    # then its records are those that made the match, withheld parts too, marked with the key that signed them
    found = fold(GAMES, None, restored.records)
    assert isinstance(found, Finished)
    assert [record.event for record in restored.records] == story.events
    assert [record.hash for record in restored.records] == [record.hash for record in story.records]
    assert [record.action for record in restored.records] == [record.action for record in story.records]
    assert {record.imported.key for record in restored.records if record.imported} == {SERVICE.key}
    assert found.terms.imported_from == SERVICE.key


@pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.key)
def test_a_match_that_came_in_a_bundle_leaves_in_the_same_one_whoever_hands_it_out(game: AnyGame) -> None:
    # given a match that was restored from a bundle
    came = bundle_of(played(game))
    restored = restore(came, GAMES)
    found = fold(GAMES, None, restored.records)
    assert isinstance(found, Finished | Abandoned)
    # when another service writes its bundle
    left = list(bundle(found, restored.records, STRANGER))
    # then it is the same, byte for byte, and proved with the first one's key alone
    assert left == came
    assert verify(left, GAMES, trusted_key=SERVICE.key).key == SERVICE.key
    with pytest.raises(Failure, match="not by the trusted key"):
        verify(left, GAMES, trusted_key=STRANGER.key)


def test_a_match_that_was_given_up_is_restored_as_that() -> None:
    story = opens(MatchRequest("pebbles", 2, {})).is_abandoned()
    found = fold(GAMES, None, restore(bundle_of(story), GAMES).records)
    assert isinstance(found, Abandoned)


def test_nothing_is_restored_of_what_is_not_proved(pebbles: Story) -> None:
    lines = read(bundle_of(pebbles))
    lines[3]["event"]["at"] = "2026-11-30T12:00:59.000000Z"
    with pytest.raises(Failure):
        restore(written(lines), GAMES)


@pytest.fixture
def pebbles() -> Story:
    return played(GAMES.game("pebbles"))
