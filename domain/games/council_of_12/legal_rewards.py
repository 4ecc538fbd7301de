"""When a kept reward may be used and in which ways (section 8)."""

from collections.abc import Iterable
from typing import Final, assert_never

from domain.games.council_of_12 import state as s
from domain.games.council_of_12 import vocabulary as v
from domain.games.council_of_12.actions import LayOpen, UseReward
from domain.games.council_of_12.dice import paths
from domain.games.council_of_12.pieces import FAVOR_CAP, Character, Moment
from domain.games.council_of_12.state import Council

_MOMENTS: Final[dict[type[s.Phase], Moment]] = {
    s.Voting: "bells",
    s.Choosing: "choosing",
    s.Revealing: "revealing",
    s.Checking: "checking",
    s.Claiming: "claiming",
}
_WITHOUT_DILEMMA: Final = (v.OpenCard, v.GainFavor, v.SparePenalty, v.TakeBackCards)
"""What still means something in the last round (rule 8.4)."""


def uses_now(state: Council) -> Iterable[tuple[int, v.RewardUse]]:
    """The kept rewards whose text allows this moment, by Dilemma number."""
    return uses_at(state, _MOMENTS.get(type(state.phase))) if state.rewards else ()


def uses_at(state: Council, moment: Moment | None) -> Iterable[tuple[int, v.RewardUse]]:
    """The kept rewards whose text allows a moment."""
    for number in state.rewards:
        reward = state.setting.edition.dilemma(number).reward
        if reward is not None and moment in reward.when and (moment != "claiming" or _lasts(reward.use)):
            yield number, reward.use


def _lasts(use: v.RewardUse) -> bool:
    return isinstance(use, _WITHOUT_DILEMMA)


def reward_actions(state: Council) -> tuple[UseReward, ...]:
    """All ways to use a reward now, whichever seat does (rule 8.1)."""
    return tuple(action for number, use in uses_now(state) for action in ways(state, number, use))


def laying_open(state: Council, cards: tuple[Character, ...]) -> tuple[LayOpen, ...]:
    """All ways to lay one of the cards face up by a reward (rule 8.3)."""
    return tuple(
        LayOpen(card, number) for number, use in uses_now(state) if isinstance(use, v.OpenCard) for card in cards
    )


def ways(state: Council, number: int, use: v.RewardUse) -> tuple[UseReward, ...]:
    """How one reward may be used, by whichever seat; none where it would do nothing."""
    match use:
        case v.TurnDie(effect=effect):
            turns = paths(effect, state.die, state.setting.edition.neighbours)
            return tuple(UseReward(number, faces=path) for path in turns)
        case v.SetObjective():
            return tuple(UseReward(number, objective=place) for place in range(len(state.turn.objectives)))
        case _:
            return (UseReward(number),) if _matters(state, use) else ()


def _matters(state: Council, use: v.RewardUse) -> bool:  # noqa: PLR0911 -- one answer for each use
    turn = state.turn
    match use:
        case v.OpenCard():
            return False
        case v.GainFavor():
            return state.favor < FAVOR_CAP
        case v.SparePenalty():
            return not turn.spared
        case v.FreeBells():
            return isinstance(state.phase, s.Voting) and not turn.bells_free
        case v.AdmitPetitioner():
            return not turn.admitted
        case v.LookAhead():
            return bool(_unseen_dilemma(state) or _unseen_petitioner(state))
        case v.TakeBackCards():
            return any(holding.discard for holding in state.holdings)
        case v.RollDie() | v.TurnDie() | v.SetObjective():
            return True
        case _:
            assert_never(use)


def _unseen_dilemma(state: Council) -> bool:
    return state.next_dilemma is None and bool(state.dilemmas)


def _unseen_petitioner(state: Council) -> bool:
    return state.next_petitioner is None and bool(state.petitioners)
