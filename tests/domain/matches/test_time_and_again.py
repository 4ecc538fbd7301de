"""Clocks together with taking back and branching: what ran out stands, and goes along."""

import random

import pytest

from domain.audit.source import verify_branch
from domain.audit.verify import verify
from domain.kernel.basics import Seat
from domain.kernel.errors import Refused
from domain.matches.clocks import Clock
from domain.matches.decide import MatchRequest
from domain.matches.events import TimeRanOut
from domain.matches.evolve import fold
from domain.matches.leaving import due, overdue
from domain.matches.settings import MatchSettings
from domain.matches.state import Playing, is_over
from domain.matches.undo import answer_undo, request_undo, undo_target
from tests.kit.branches import branched
from tests.kit.bundles import bundle_of
from tests.kit.story import GAMES, Story, is_full, moment, opens
from tests.toy.game import Cheer, HandDealt, Hide


def timed(key: str = "pebbles", seats: int = 2) -> Story:
    return is_full(opens(MatchRequest(key, seats, {}, arrangement=MatchSettings(clock=Clock(decision=60, bank=30)))))


def hidden(story: Story, seat: int) -> Hide:
    return Hide(next(event.pebbles[0] for event in story.events if isinstance(event, HandDealt) and event.to == seat))


def test_a_decision_that_comes_back_has_its_time_anew() -> None:
    # given a choice that is taken back
    story = timed()
    story = story.acts(1, hidden(story, 1), moment(20))
    story = story.then(request_undo(story.match, Seat(1), None), at=moment(30))
    story = story.then(answer_undo(story.match, Seat(0), agrees=True), at=moment(40))
    # then its seat has new time from then on, and the other one has what it had
    assert overdue(story.match, moment(2 + 90)) == (0, "hide_one/1")
    assert due(story.runs_out(moment(2 + 90)).match) == moment(40 + 90)
    # and what follows is loaded and proved alike
    story = story.runs_out(moment(2 + 90)).runs_out(moment(40 + 90)).is_abandoned()
    assert fold(GAMES, None, story.records) == story.match
    assert verify(bundle_of(story), GAMES).events == len(story.records)


def test_nothing_from_before_comes_back_when_time_has_run_out() -> None:
    # given a cheer and a request to take it back
    story = timed().acts(0, Cheer(), moment(20))
    assert undo_target(story.match, Seat(0)) is not None
    story = story.then(request_undo(story.match, Seat(0), None), at=moment(30))
    # when somebody's time runs out
    story = story.runs_out(moment(2 + 90))
    # then the request has lapsed, and what the service did for somebody is nobody's to take back
    assert isinstance(story.match, Playing)
    assert (story.match.asked, [undo_target(story.match, Seat(seat)) for seat in (0, 1)]) == (None, [None, None])
    with pytest.raises(Refused, match="newer than the last roll or revealed secret"):
        request_undo(story.match, Seat(0), None)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_branch_takes_along_what_the_service_played(key: str) -> None:
    # given a match of any game in which people and the service take turns
    seats = max(GAMES.game(key).seats)
    story, rng, second = timed(key, seats), random.Random(1), 10
    while not is_over(story.match):
        second += 95
        late = overdue(story.match, moment(second)) if rng.random() < 0.3 else None
        story = story.moves(["random"] * seats, rng) if late is None else story.runs_out(moment(second))
    # when somebody goes on from its middle
    half = len(story.records) // 2
    assert any(isinstance(event, TimeRanOut) for event in story.events[:half])
    branch = branched(story, half).is_abandoned()
    # then both are proved, and that the one goes on from the other
    proof = verify_branch(bundle_of(branch), bundle_of(story), GAMES)
    assert proof.branch_of is not None
