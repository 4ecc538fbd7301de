"""What the bot does beside the die: bells, cards to take or give, rewards, the throne."""

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
"""Characters by how much they help, the best first; all bots think alike, so it is a meeting point, too."""
_WORTH_TAKING: Final = frozenset(STRENGTH[:6])
_LOW: Final = 2
_PLENTY: Final = 4
_EDITION: Final = EDITIONS[DEFAULT_EDITION]


def strength(card: Character) -> int:
    """How much a card helps, 12 the most."""
    return len(STRENGTH) - STRENGTH.index(card)


def _scenario(view: View) -> Scenario | None:
    return view.scenario if isinstance(view.scenario, Scenario) else None


def rings(view: View) -> bool:
    """Whether to vote for the bells: with Favor to spare, or where the month asks for it."""
    price = 0 if view.turn.bells_free else 1
    scenario = _scenario(view)
    wanted = 0 if scenario is None else scenario.bells - view.bells
    if wanted > 0:
        left = view.dilemmas.left + 1
        return view.favor - price >= (1 if wanted >= left else _LOW)
    return price == 0 or view.favor >= FAVOR_CAP or (view.favor >= _PLENTY and view.dilemmas.left <= _LOW)


def takes(view: View) -> bool:
    """Whether to let the Petitioner's character join the hand."""
    return view.turn.petitioner in _WORTH_TAKING


def by_strength(actions: Sequence[a.PutCard | a.MoveCard], *, strongest: bool) -> Action:
    """Pick the strongest card or the weakest."""
    return (max if strongest else min)(actions, key=lambda action: strength(action.card))


def use_of(number: int) -> RewardUse | None:
    """What the reward of a Dilemma is good for."""
    known = _EDITION.dilemmas[number - 1 : number]
    return known[0].reward.use if known and known[0].reward else None


def helpful_reward(view: View, actions: Sequence[Action]) -> a.UseReward | None:
    """Find a reward that is worth using at once: Favor when it is low, free bells to ring with."""
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


def sparing(view: View, actions: Sequence[Action]) -> a.UseReward | None:
    """Find a reward that spares a penalty which would cost too much."""
    dilemma = _EDITION.dilemmas[(view.turn.dilemma or 1) - 1]
    cost = sum(word.amount for word in dilemma.penalty if isinstance(word, LoseFavor))
    if view.favor > cost + 1:
        return None
    spares = (x for x in actions if isinstance(x, a.UseReward) and isinstance(use_of(x.number), SparePenalty))
    return next(spares, None)


def claim(view: View, seat: int, actions: Sequence[Action]) -> Action:
    """Choose the card for the throne that most others are likely to hold, openly if a reward allows it."""
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
    return max(cards, key=lambda card: (sum(_holds(view, other, card) for other in others), strength(card)))


def _holds(view: View, other: SeatView, card: Character) -> float:
    """Reckon how likely another seat holds a card, by what lies open."""
    if other.top == card or card not in (*view.shown, *other.joined):
        return 0.0
    return other.hand_size / max(1, other.hand_size + other.discard_size - 1)


def sovereign(view: View, actions: Sequence[Action]) -> Action:
    """Vote for the month's sovereign, else as others did, else for the first."""
    scenario = _scenario(view)
    voted = view.votes[0].character if view.votes else None
    wanted = {None if scenario is None else scenario.sovereign, voted} - {None}
    votes = [action for action in actions if isinstance(action, a.VoteSovereign)]
    return next((vote for vote in votes if vote.character in wanted), votes[0])


def effect_of(card: Character) -> CharacterEffect:
    """What a character does."""
    return _EDITION.characters[card].effect


def rolls(use: RewardUse | None) -> bool:
    """Whether a reward rolls the die: worth a try when all else fails."""
    return isinstance(use, RollDie)
