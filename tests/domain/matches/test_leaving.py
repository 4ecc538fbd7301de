"""Leaving a match that is under way: resigning, and agreeing that it be abandoned."""

import random
from collections.abc import Callable

import pytest

from domain.kernel.basics import Seat
from domain.kernel.errors import Code, Refused
from domain.matches.decide import MatchRequest, SeatRequest, sit
from domain.matches.events import AbandonmentVoted, MatchAbandoned, SeatForfeited, SecretRevealed
from domain.matches.evolve import evolve, fold
from domain.matches.leaving import resign, vote
from domain.matches.state import Abandoned, Occupant, Playing
from tests.kit.story import ALICE, GAMES, SECRET, Story, opens, pebbles

THREE = pebbles(3)
ALONE = opens(MatchRequest("pebbles", 2, {})).sits(0, player=ALICE)
ALONE = ALONE.then(sit(ALONE.match, SeatRequest(Seat(1), "", bot="random")))
OPEN = opens(MatchRequest("pebbles", 2, {})).sits(0, player=ALICE)


def refusal(attempt: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value


def agreed(story: Story) -> frozenset[Seat]:
    assert isinstance(story.match, Playing)
    return story.match.agreed


def test_who_resigns_leaves_the_seat_to_the_best_bot() -> None:
    # when Alice leaves
    story = THREE.resigns(0)
    # then a bot plays on with what she gave to the match, and the others finish
    assert story.events[-1] == SeatForfeited(Seat(0), "resigned", "highest")
    assert story.match.occupants[0] == Occupant("contribution 0", bot="highest", left=ALICE)
    assert story.match.people == {1, 2}
    assert story.match.seat_of(ALICE) is None
    assert story.state == THREE.state


def test_when_the_last_person_resigns_the_match_ends() -> None:
    for story in (ALONE.resigns(0), THREE.resigns(2).resigns(0).resigns(1)):
        assert isinstance(story.match, Abandoned)
        assert story.events[-2:] == [MatchAbandoned(reason="deserted"), SecretRevealed(SECRET.hex())]


def test_a_match_is_abandoned_when_everybody_agrees() -> None:
    # given two who agree, and play on
    story = THREE.votes(0).votes(1).moves(["random"] * 3, random.Random(1))
    assert agreed(story) == {0, 1}
    # when the third agrees
    story = story.votes(2)
    # then it is over
    assert story.events[-3:] == [
        AbandonmentVoted(Seat(2), agrees=True),
        MatchAbandoned(reason="agreed"),
        SecretRevealed(SECRET.hex()),
    ]


def test_who_agreed_may_think_again() -> None:
    story = THREE.votes(0).votes(1).votes(0, agrees=False)
    assert story.events[-1] == AbandonmentVoted(Seat(0), agrees=False)
    assert agreed(story.votes(2)) == {1, 2}


def test_bots_are_not_asked() -> None:
    assert ALONE.votes(0).events[-2] == MatchAbandoned(reason="agreed")


def test_who_leaves_stands_in_nobody_s_way() -> None:
    # given two of three who agree
    story = THREE.votes(0).votes(1)
    # when the third resigns, then all people who still sit there agree
    ended = story.resigns(2)
    assert ended.events[-3:-1] == [SeatForfeited(Seat(2), "resigned", "highest"), MatchAbandoned(reason="agreed")]
    # and who agreed and left has agreed for nobody
    assert agreed(story.resigns(1)) == {0}


@pytest.mark.parametrize("story", [THREE.votes(0).resigns(0), THREE.votes(1).votes(1, agrees=False)])
def test_folding_the_records_gives_the_match_again(story: Story) -> None:
    assert fold(GAMES, None, story.records) == story.match
    assert agreed(story) == frozenset()


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (lambda: resign(OPEN.match, Seat(0)), "match_not_playing"),
        (lambda: resign(THREE.is_abandoned().match, Seat(0)), "match_not_playing"),
        (lambda: resign(THREE.match, Seat(3)), "unknown_seat"),
        (lambda: resign(THREE.match, Seat(-1)), "unknown_seat"),
        (lambda: resign(ALONE.match, Seat(1)), "not_seated"),
        (lambda: resign(THREE.resigns(0).match, Seat(0)), "not_seated"),
        (lambda: vote(OPEN.match, Seat(0), agrees=True), "match_not_playing"),
        (lambda: vote(THREE.match, Seat(3), agrees=True), "unknown_seat"),
        (lambda: vote(ALONE.match, Seat(1), agrees=True), "not_seated"),
        (lambda: vote(THREE.match, Seat(0), agrees=False), "already_voted"),
        (lambda: vote(THREE.votes(0).match, Seat(0), agrees=True), "already_voted"),
    ],
)
def test_leaving_is_refused(attempt: Callable[[], object], code: Code) -> None:
    assert refusal(attempt).code == code


def test_what_belongs_to_play_cannot_happen_before_it() -> None:
    with pytest.raises(ValueError, match="cannot be voted on"):
        evolve(OPEN.match, THREE.votes(0).records[-1])
    with pytest.raises(ValueError, match="nobody sits in seat 0"):
        evolve(OPEN.match, THREE.resigns(0).records[-1])
