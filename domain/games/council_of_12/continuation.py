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
    while _step(transition):
        pass


def _step(transition: Transition) -> bool:  # noqa: C901, PLR0911, PLR0912 -- one case a phase
    phase = transition.state.phase
    match phase:
        case s.Laying():
            begin_turn(transition)
        case s.Voting(yes=yes):
            if len(yes) < transition.state.setting.seats:
                return False
            ring_bells(transition)
        case s.Called():
            after_bells(transition)
        case s.Splitting():
            return after_split_vote(transition, phase)
        case s.Choosing():
            if not all_chosen(phase):
                return False
            transition.apply(e.RevealOpened())
        case s.Revealing():
            if not all_revealed(phase):
                return False
            after_reveals(transition)
        case s.Checking(kept=kept):
            if len(kept) < transition.state.setting.seats:
                return False
            check_objective(transition)
        case s.Paying(waiting=waiting):
            if waiting:
                return False
            apply_consequences(transition, phase)
        case s.Joining(waiting=waiting):
            if waiting:
                return False
            transition.apply(e.TurnEnded())
        case s.Claiming():
            if not all_chosen(phase):
                return False
            reveal_claims(transition, phase)
        case s.Claimed():
            crown(transition, phase)
        case s.Crowning():
            return after_vote(transition, phase)
        case s.Applying() | s.Seconding() | s.Finished():
            return False
        case _:
            assert_never(phase)
    return True
