"""What happens when a seat acts: the action itself, then everything that follows until a seat must choose."""

from collections.abc import Sequence
from typing import assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import AnyAction
from domain.games.council_of_12.course import Course
from domain.games.council_of_12.legal import legal_actions
from domain.games.council_of_12.pieces import Character, Remark
from domain.games.council_of_12.refusals import refusal
from domain.games.council_of_12.reveals import apply_effect, play_second, reveal
from domain.games.council_of_12.rewards import use_reward
from domain.games.council_of_12.settling import after_reveals, check_objective, pay
from domain.games.council_of_12.setup import lay
from domain.games.council_of_12.state import Council
from domain.games.council_of_12.throne import after_vote, crown, reveal_claims
from domain.games.council_of_12.turns import (
    after_bells,
    after_split_vote,
    all_chosen,
    all_revealed,
    begin_turn,
    ring_bells,
)
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws


def setup(state: Council, draws: Draws) -> Sequence[e.CouncilEvent]:
    """Lay the table and begin the first turn."""
    course = Course(state, draws)
    lay(course)
    _follow(course)
    return course.events


def decide(state: Council, seat: Seat, action: AnyAction, draws: Draws) -> Sequence[e.CouncilEvent]:
    """Take an action; raises `RuleBroken` where it is not among the legal ones."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    course = Course(state, draws)
    _take(course, seat, action)
    _follow(course)
    return course.events


def _take(course: Course, seat: Seat, action: AnyAction) -> None:  # noqa: C901, PLR0912 -- one case an action
    match action:
        case a.VoteBells(ring=ring):
            course.happen(e.BellVoted(seat, ring))
        case a.VoteTurns(two=two):
            course.happen(e.TurnsVoted(seat, two))
        case a.ChooseCard(card=card):
            course.happen(e.CardChosen(seat, card))
        case a.LayOpen(card=card, reward=reward):
            course.happen(e.CardLaidOpen(seat, card, reward))
        case a.RevealCard():
            reveal(course, seat)
        case a.TurnDie() | a.PickObjective():
            apply_effect(course, seat, course.state.phase_as(s.Applying).character, action)
        case a.PlaySecond(card=card):
            play_second(course, seat, card)
        case a.UseReward():
            use_reward(course, seat, action)
        case a.KeepRewards():
            course.happen(e.RewardsKept(seat))
        case a.PutCard(card=card):
            course.happen(e.CardPut(seat, card))
        case a.MoveCard(card=card):
            _move_card(course, seat, card)
        case a.TakePetitioner(take=take):
            _answer_joining(course, seat, take=take)
        case a.VoteSovereign(character=character):
            course.happen(e.SovereignVoted(seat, character))
        case a.MakeRemark(remark=remark):
            _remark(course, seat, remark)
        case _:
            assert_never(action)


def _move_card(course: Course, seat: Seat, card: Character) -> None:
    recruits = course.state.phase_as(s.Paying).demand == "recruit"
    course.happen(e.CardRecruited(seat, card) if recruits else e.CardDismissed(seat, card))


def _answer_joining(course: Course, seat: Seat, *, take: bool) -> None:
    character = course.state.phase_as(s.Joining).character
    course.happen(e.CharacterJoined(seat, character) if take else e.CharacterDeclined(seat, character))


def _remark(course: Course, seat: Seat, remark: Remark) -> None:
    course.happen(e.RemarkMade(seat, remark))
    if course.state.silent_month:
        course.happen(e.CouncilLost("silence_broken"))


def _follow(course: Course) -> None:
    """Go on until a seat must choose or the match is over."""
    while _goes_on(course):
        pass


def _goes_on(course: Course) -> bool:  # noqa: C901, PLR0911, PLR0912 -- one case a phase
    phase = course.state.phase
    match phase:
        case s.Laying():
            begin_turn(course)
        case s.Voting(yes=yes):
            if len(yes) < course.state.setting.seats:
                return False
            ring_bells(course)
        case s.Called():
            after_bells(course)
        case s.Splitting():
            return after_split_vote(course, phase)
        case s.Choosing():
            if not all_chosen(phase):
                return False
            course.happen(e.RevealOpened())
        case s.Revealing():
            if not all_revealed(phase):
                return False
            after_reveals(course)
        case s.Checking(kept=kept):
            if len(kept) < course.state.setting.seats:
                return False
            check_objective(course)
        case s.Paying(waiting=waiting):
            if waiting:
                return False
            pay(course, phase)
        case s.Joining(waiting=waiting):
            if waiting:
                return False
            course.happen(e.TurnEnded())
        case s.Claiming():
            if not all_chosen(phase):
                return False
            reveal_claims(course, phase)
        case s.Claimed():
            crown(course, phase)
        case s.Crowning():
            return after_vote(course, phase)
        case s.Applying() | s.Seconding() | s.Finished():
            return False
        case _:
            assert_never(phase)
    return True
