"""Continuation of a match: what follows an event without a choice, until a seat must choose or the match is over."""

from typing import assert_never

from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.dilemmas import after_reveals, apply_consequences, check_objective
from domain.games.council_of_12.throne import after_vote, crown, reveal_claims
from domain.games.council_of_12.transition import Transition
from domain.games.council_of_12.turns import (
    after_bells,
    after_split_vote,
    all_chosen,
    all_revealed,
    begin_turn,
    ring_bells,
)


def proceed(transition: Transition) -> None:
    """Apply what follows from the phase, until a seat must choose or the match is over."""
    followed = -1
    while followed < len(transition.events):
        followed = len(transition.events)
        _follow(transition, transition.state.phase)


def _follow(transition: Transition, phase: s.Phase) -> None:  # noqa: C901, PLR0912 -- one case a phase
    seats = transition.state.setting.seats
    match phase:
        case s.Laying():
            begin_turn(transition)
        case s.Voting(yes=yes) if len(yes) == seats:
            ring_bells(transition)
        case s.Called():
            after_bells(transition)
        case s.Splitting():
            after_split_vote(transition, phase)
        case s.Choosing() if all_chosen(phase):
            transition.apply(e.RevealOpened())
        case s.Revealing() if all_revealed(phase):
            after_reveals(transition)
        case s.Checking(kept=kept) if len(kept) == seats:
            check_objective(transition)
        case s.Paying(waiting=()):
            apply_consequences(transition, phase)
        case s.Joining(waiting=()):
            transition.apply(e.TurnEnded())
        case s.Claiming() if all_chosen(phase):
            reveal_claims(transition, phase)
        case s.Claimed():
            crown(transition, phase)
        case s.Crowning():
            after_vote(transition, phase)
        case s.Voting() | s.Choosing() | s.Revealing() | s.Applying() | s.Seconding() | s.Checking():
            return  # a seat must choose
        case s.Paying() | s.Joining() | s.Claiming() | s.Finished():
            return  # a seat must choose, or the match is over
        case _:
            assert_never(phase)
