"""Using a kept reward (section 8)."""

from typing import assert_never

from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import vocabulary as v
from domain.games.council_of_12.actions import UseReward
from domain.games.council_of_12.course import Course
from domain.games.council_of_12.reveals import replace_objective, reroll, turn_die
from domain.games.council_of_12.settling import take_back_cards
from domain.kernel.basics import Seat


def use_reward(course: Course, seat: Seat, action: UseReward) -> None:
    """Use up a reward and let it work."""
    reward = course.state.setting.edition.dilemma(action.number).reward
    course.happen(e.RewardUsed(seat, action.number))
    if reward is not None:
        _work(course, seat, action, reward.use)


def _work(course: Course, seat: Seat, action: UseReward, use: v.RewardUse) -> None:  # noqa: C901 -- one case a use
    match use:
        case v.TurnDie():
            turn_die(course, seat, action.faces)
        case v.SetObjective(values=values):
            replace_objective(course, seat, action.objective or 0, values)
        case v.RollDie():
            reroll(course, seat, f"die/reward/{action.number}")
        case v.GainFavor(amount=amount):
            course.gain_favor(amount)
        case v.TakeBackCards():
            take_back_cards(course)
        case v.LookAhead():
            _look_ahead(course)
        case v.SparePenalty():
            course.happen(e.PenaltySpared())
        case v.FreeBells():
            course.happen(e.BellsFreed())
        case v.AdmitPetitioner():
            course.happen(e.PetitionerAdmitted())
        case v.OpenCard():
            return
        case _:
            assert_never(use)


def _look_ahead(course: Course) -> None:
    course.turn_up_dilemma()
    state = course.state
    if state.next_petitioner is None and state.petitioners:
        course.happen(e.PetitionerTurnedUp(state.petitioners[0]))
