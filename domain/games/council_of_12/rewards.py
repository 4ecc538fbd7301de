"""Using a kept reward (section 8)."""

from typing import assert_never

from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import vocabulary as v
from domain.games.council_of_12.actions import UseReward
from domain.games.council_of_12.reveals import replace_objective, reroll, turn_die
from domain.games.council_of_12.settling import take_back_cards
from domain.games.council_of_12.transition import CouncilTransition
from domain.kernel.basics import Seat


def use_reward(transition: CouncilTransition, seat: Seat, action: UseReward) -> None:
    """Use up a reward and let it work."""
    reward = transition.state.setting.edition.dilemma(action.number).reward
    transition.apply(e.RewardUsed(seat, action.number))
    if reward is not None:
        _work(transition, seat, action, reward.use)


def _work(transition: CouncilTransition, seat: Seat, action: UseReward, use: v.RewardUse) -> None:  # noqa: C901 -- one case a use
    match use:
        case v.TurnDie():
            turn_die(transition, seat, action.faces)
        case v.SetObjective(values=values):
            replace_objective(transition, seat, action.objective or 0, values)
        case v.RollDie():
            reroll(transition, seat, f"die/reward/{action.number}")
        case v.GainFavor(amount=amount):
            transition.gain_favor(amount)
        case v.TakeBackCards():
            take_back_cards(transition)
        case v.LookAhead():
            _look_ahead(transition)
        case v.SparePenalty():
            transition.apply(e.PenaltySpared())
        case v.FreeBells():
            transition.apply(e.BellsFreed())
        case v.AdmitPetitioner():
            transition.apply(e.PetitionerAdmitted())
        case v.OpenCard():
            return
        case _:
            assert_never(use)


def _look_ahead(transition: CouncilTransition) -> None:
    transition.turn_up_dilemma()
    state = transition.state
    if state.next_petitioner is None and state.petitioners:
        transition.apply(e.PetitionerTurnedUp(state.petitioners[0]))
