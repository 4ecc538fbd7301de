"""Rounds and key moments of whole matches."""

import random
from dataclasses import replace
from typing import Final

from domain.kernel.game import AnyGame
from domain.kernel.milestones import Mark, Milestones
from domain.matches.decide import MatchRequest
from domain.matches.milestones import key_moments, rounds
from tests.kit.story import Story, is_full, opens, pebbles
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import PebblesShown

MARKED: Final[AnyGame] = replace(
    PEBBLES,
    milestones=Milestones(
        rounds={PebblesShown: lambda shown: shown.round},
        marks={PebblesShown: lambda shown, _: Mark("showing", (shown.best,), f"Die {shown.die}")},
    ),
)


def played() -> Story:
    return pebbles().is_played(["random", "random"], random.Random(1))


def versions(story: Story, kind: type) -> list[int]:
    return [record.version for record in story.records if isinstance(record.event, kind)]


def test_a_game_that_says_nothing_has_its_matches_start_and_end_only() -> None:
    story = played()
    (whole,) = rounds(PEBBLES, story.records)
    assert (whole.number, whole.first, whole.last) == (0, 1, story.match.end.version)
    assert [(one.kind, one.round) for one in key_moments(PEBBLES, 2, story.records)] == [("start", 0), ("end", 0)]


def test_a_round_lasts_from_what_tells_its_number_to_before_the_next() -> None:
    # given a match of three rounds
    story, shown = played(), versions(played(), PebblesShown)
    # then what was before the first is round 0, and rounds follow each other without a gap
    found = rounds(MARKED, story.records)
    assert [each.number for each in found] == [0, *range(shown_first(story), shown_first(story) + len(shown))]
    assert [each.first for each in found] == [1, *shown]
    assert [each.last for each in found] == [*(version - 1 for version in shown), story.match.end.version]


def shown_first(story: Story) -> int:
    return next(event.round for event in story.events if isinstance(event, PebblesShown))


def test_key_moments_say_when_in_which_round_and_whom_they_are_about() -> None:
    story = played()
    found = [one for one in key_moments(MARKED, 2, story.records) if one.kind == "showing"]
    assert [one.version for one in found] == versions(story, PebblesShown)
    shown = [event for event in story.events if isinstance(event, PebblesShown)]
    assert [(one.round, one.seats, one.title) for one in found] == [
        (event.round, (event.best,), f"Die {event.die}") for event in shown
    ]


def test_the_end_names_who_won_and_how() -> None:
    (end,) = [one for one in key_moments(PEBBLES, 2, played().records) if one.kind == "end"]
    assert end.title == "Finished: three rounds"
    assert end.seats == played().game.outcome(played().state).winners


def test_a_match_that_was_given_up_says_so() -> None:
    story = is_full(opens(MatchRequest("pebbles", 2, {}))).is_abandoned()
    end = key_moments(PEBBLES, 2, story.records)[-1]
    assert (end.kind, end.seats, end.title) == ("end", (), "Abandoned")
