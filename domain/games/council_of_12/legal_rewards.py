"""Legality of rewards: when a kept reward may be used, and in which ways (section 8)."""

from collections.abc import Iterable
from typing import Final, assert_never

from domain.games.council_of_12 import effects
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import LayOpen, UseReward
from domain.games.council_of_12.dice import paths
from domain.games.council_of_12.pieces import FAVOR_CAP, Character, Moment
from domain.games.council_of_12.state import State

_MOMENTS: Final[dict[type[s.Phase], Moment]] = {
    s.Voting: "bells",
    s.Choosing: "choosing",
    s.Revealing: "revealing",
    s.Checking: "checking",
    s.Claiming: "claiming",
}
_WITHOUT_DILEMMA: Final = (effects.OpenCard, effects.GainFavor, effects.SparePenalty, effects.TakeBackCards)
"""Uses that still have an effect in the last round (rule 8.4)."""


def uses_now(state: State) -> Iterable[tuple[int, effects.RewardUse]]:
    """Return the kept rewards that allow the current moment, with their Dilemma numbers."""
    return uses_at(state, _MOMENTS.get(type(state.phase))) if state.rewards else ()


def uses_at(state: State, moment: Moment | None) -> Iterable[tuple[int, effects.RewardUse]]:
    """Yield the kept rewards that allow a moment, with their Dilemma numbers."""
    for number in state.rewards:
        reward = state.setting.edition.dilemma(number).reward
        if reward is not None and moment in reward.when and (moment != "claiming" or _works_in_last_round(reward.use)):
            yield number, reward.use


def _works_in_last_round(use: effects.RewardUse) -> bool:
    return isinstance(use, _WITHOUT_DILEMMA)


def reward_actions(state: State) -> tuple[UseReward, ...]:
    """Return all ways to use a reward now, which are the same for each seat (rule 8.1)."""
    return tuple(action for number, use in uses_now(state) for action in ways(state, number, use))


def laying_open(state: State, cards: tuple[Character, ...]) -> tuple[LayOpen, ...]:
    """Return all ways to lay one of the cards face up with a reward (rule 8.3)."""
    return tuple(
        LayOpen(card, number) for number, use in uses_now(state) if isinstance(use, effects.OpenCard) for card in cards
    )


def ways(state: State, number: int, use: effects.RewardUse) -> tuple[UseReward, ...]:
    """Return the ways to use one reward; none if it would have no effect."""
    match use:
        case effects.TurnDie(effect=effect):
            turns = paths(effect, state.die, state.setting.edition.neighbours)
            return tuple(UseReward(number, faces=path) for path in turns)
        case effects.SetObjective():
            return tuple(UseReward(number, objective=place) for place in range(len(state.turn.objectives)))
        case _:
            return (UseReward(number),) if _has_effect(state, use) else ()


def _has_effect(state: State, use: effects.RewardUse) -> bool:  # noqa: PLR0911 -- one answer for each use
    turn = state.turn
    match use:
        case effects.OpenCard():
            return False
        case effects.GainFavor():
            return state.favor < FAVOR_CAP
        case effects.SparePenalty():
            return not turn.spared
        case effects.FreeBells():
            return isinstance(state.phase, s.Voting) and not turn.bells_free
        case effects.AdmitPetitioner():
            return not turn.admitted
        case effects.LookAhead():
            return bool(_unseen_dilemma(state) or _unseen_petitioner(state))
        case effects.TakeBackCards():
            return any(holding.discard for holding in state.holdings)
        case effects.RollDie() | effects.TurnDie() | effects.SetObjective():
            return True
        case _:
            assert_never(use)


def _unseen_dilemma(state: State) -> bool:
    return state.next_dilemma is None and bool(state.dilemmas)


def _unseen_petitioner(state: State) -> bool:
    return state.next_petitioner is None and bool(state.petitioners)
