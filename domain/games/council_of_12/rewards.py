"""Use of a kept reward (section 8)."""

from typing import assert_never

from domain.games.council_of_12 import effects
from domain.games.council_of_12 import events as e
from domain.games.council_of_12.actions import UseReward
from domain.games.council_of_12.dilemmas import take_back_cards
from domain.games.council_of_12.reveals import replace_objective, reroll, turn_die
from domain.games.council_of_12.transition import Transition
from domain.kernel.basics import Seat


def use_reward(transition: Transition, seat: Seat, action: UseReward) -> None:
    """Use a reward and apply its effect."""
    reward = transition.state.setting.edition.dilemma(action.number).reward
    transition.apply(e.RewardUsed(seat, action.number))
    if reward is not None:
        _apply_use(transition, seat, action, reward.use)


def _apply_use(transition: Transition, seat: Seat, action: UseReward, use: effects.RewardUse) -> None:  # noqa: C901 -- one case a use
    match use:
        case effects.TurnDie():
            turn_die(transition, seat, action.faces)
        case effects.SetObjective(values=values):
            replace_objective(transition, seat, action.objective or 0, values)
        case effects.RollDie():
            reroll(transition, seat, f"die/reward/{action.number}")
        case effects.GainFavor(amount=amount):
            transition.gain_favor(amount)
        case effects.TakeBackCards():
            take_back_cards(transition)
        case effects.LookAhead():
            _look_ahead(transition)
        case effects.SparePenalty():
            transition.apply(e.PenaltySpared())
        case effects.FreeBells():
            transition.apply(e.BellsFreed())
        case effects.AdmitPetitioner():
            transition.apply(e.PetitionerAdmitted())
        case effects.OpenCard():
            return
        case _:
            assert_never(use)


def _look_ahead(transition: Transition) -> None:
    transition.turn_up_dilemma()
    state = transition.state
    if state.next_petitioner is None and state.petitioners:
        transition.apply(e.PetitionerTurnedUp(state.petitioners[0]))
