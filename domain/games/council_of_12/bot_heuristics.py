"""Heuristics of the bot `sensible` for bells, cards to take or give, rewards and the throne."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12.actions import Action
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS, Scenario
from domain.games.council_of_12.effects import (
    CharacterEffect,
    FreeBells,
    GainFavor,
    LoseFavor,
    RewardUse,
    RollDie,
    SparePenalty,
)
from domain.games.council_of_12.pieces import FAVOR_CAP, Character
from domain.games.council_of_12.view import SeatView, View

STRENGTH: Final[tuple[Character, ...]] = (
    "powerful_one",
    "sorcerer",
    "dame",
    "automaton",
    "alchemist",
    "golem",
    "knight",
    "druidess",
    "parasite",
    "inverseuse",
    "oracle",
    "stoic",
)
"""Characters by usefulness, the best first. All bots share this order, which helps them to agree."""
_WORTH_TAKING: Final = frozenset(STRENGTH[:6])
_LOW: Final = 2
_PLENTY: Final = 4
_EDITION: Final = EDITIONS[DEFAULT_EDITION]


def strength(card: Character) -> int:
    """Return the usefulness of a card: 12 is the best, 1 the least."""
    return len(STRENGTH) - STRENGTH.index(card)


def _scenario(view: View) -> Scenario | None:
    return view.scenario if isinstance(view.scenario, Scenario) else None


def wants_bells(view: View) -> bool:
    """Return whether to vote for the bells: with Favor to spare, or if the month requires it."""
    price = 0 if view.turn.bells_free else 1
    scenario = _scenario(view)
    wanted = 0 if scenario is None else scenario.bells - view.bells
    if wanted > 0:
        left = view.dilemmas.left + 1
        return view.favor - price >= (1 if wanted >= left else _LOW)
    return price == 0 or view.favor >= FAVOR_CAP or (view.favor >= _PLENTY and view.dilemmas.left <= _LOW)


def wants_petitioner(view: View) -> bool:
    """Return whether to take the Petitioner's character."""
    return view.turn.petitioner in _WORTH_TAKING


def by_strength(actions: Sequence[a.PutCard | a.MoveCard], *, strongest: bool) -> Action:
    """Choose the action with the strongest card or the weakest."""
    return (max if strongest else min)(actions, key=lambda action: strength(action.card))


def use_of(number: int) -> RewardUse | None:
    """Return the use of a Dilemma's reward, if any."""
    known = _EDITION.dilemmas[number - 1 : number]
    return known[0].reward.use if known and known[0].reward else None


def helpful_reward(view: View, actions: Sequence[Action]) -> a.UseReward | None:
    """Return a reward that is worth using now: for Favor when it is low, or for free bells."""
    for action in actions:
        if isinstance(action, a.UseReward):
            use = use_of(action.number)
            if isinstance(use, GainFavor) and view.favor <= _LOW:
                return action
            if isinstance(use, FreeBells) and view.favor >= _LOW:
                return action
            if isinstance(use, SparePenalty) and view.phase == "claiming" and view.favor < len(view.seats):
                return action
    return None


def penalty_sparing(view: View, actions: Sequence[Action]) -> a.UseReward | None:
    """Return a reward that spares the penalty, if the penalty would cost too much Favor."""
    dilemma = _EDITION.dilemmas[(view.turn.dilemma or 1) - 1]
    cost = sum(word.amount for word in dilemma.penalty if isinstance(word, LoseFavor))
    if view.favor > cost + 1:
        return None
    spares = (x for x in actions if isinstance(x, a.UseReward) and isinstance(use_of(x.number), SparePenalty))
    return next(spares, None)


def claim(view: View, seat: int, actions: Sequence[Action]) -> Action:
    """Choose the claim that most other seats likely hold, face up if a reward allows it."""
    card = _claimed(view, seat, [action.card for action in actions if isinstance(action, a.ChooseCard)])
    openly = [action for action in actions if isinstance(action, a.LayOpen) and action.card == card]
    return openly[0] if openly else a.ChooseCard(card)


def _claimed(view: View, seat: int, cards: Sequence[Character]) -> Character:
    scenario = _scenario(view)
    wanted = None if scenario is None else scenario.sovereign
    shown = [other.open for other in view.seats if other.open is not UNSET]
    for card in cards:
        if card == wanted or card in shown:
            return card
    others = [other for number, other in enumerate(view.seats) if number != seat]
    return max(cards, key=lambda card: (sum(_chance_held(view, other, card) for other in others), strength(card)))


def _chance_held(view: View, other: SeatView, card: Character) -> float:
    """Estimate the chance that another seat holds a card, from public information."""
    if other.top == card or card not in (*view.shown, *other.joined):
        return 0.0
    return other.hand_size / max(1, other.hand_size + other.discard_size - 1)


def sovereign(view: View, actions: Sequence[Action]) -> Action:
    """Vote for the month's sovereign, or as another seat did, or for the first character."""
    scenario = _scenario(view)
    voted = view.votes[0].character if view.votes else None
    wanted = {None if scenario is None else scenario.sovereign, voted} - {None}
    votes = [action for action in actions if isinstance(action, a.VoteSovereign)]
    return next((vote for vote in votes if vote.character in wanted), votes[0])


def effect_of(card: Character) -> CharacterEffect:
    """Return the effect of a character."""
    return _EDITION.characters[card].effect


def is_roll(use: RewardUse | None) -> bool:
    """Return whether a reward rolls the die."""
    return isinstance(use, RollDie)
