"""Bots of the game: `random`, and `sensible`, which takes the action with the highest estimate."""

from collections.abc import Callable
from functools import cached_property
from typing import Final

from domain.games.claim_kingdoms.abilities import Occasion, points_of, uses
from domain.games.claim_kingdoms.actions import (
    Action,
    DeclineAbility,
    DrawCard,
    KeepCards,
    LayCard,
    TakeCard,
    Use,
    UseDragons,
    UseDwarves,
    UseGiants,
    UseGnomes,
    UseGoblins,
    UseKnights,
    UseSeers,
    UseTrolls,
    UseUndead,
)
from domain.games.claim_kingdoms.kingdom import Card, Kingdom
from domain.games.claim_kingdoms.pieces import Faction, Space, opponent_of
from domain.games.claim_kingdoms.scoring import GNOME_POINTS
from domain.games.claim_kingdoms.view import Standing, View
from domain.kernel.basics import Seat
from domain.kernel.game import Bot, BotContext, play_at_random

_CONTROL: Final = (0.0, 0.55, 0.85, 1.0)
"""Share of the value of a faction that a lead of 0, 1, 2 or more pieces is worth before the end."""

_EXPECTED: Final[dict[Faction, float]] = {
    "goblins": 2.0,
    "dwarves": 2.5,
    "gnomes": 3.5,
    "trolls": 3.5,
    "undead": 5.0,
    "dragons": 4.5,
    "seers": 1.0,
    "doppelgangers": 4.0,
    "giants": 3.0,
    "knights": 6.0,
}
"""Expected points of the ability of a card before its space is known."""

_SAME_ANYWHERE: Final = frozenset[Faction](("goblins", "undead", "seers"))
"""Factions with abilities that do not depend on the space."""


class Estimates:
    """Estimates of a position for one seat, in points ahead of the opponent."""

    def __init__(self, seat: Seat, view: View) -> None:
        """Prepare the estimates for a seat and its view."""
        self.seat = seat
        self.other = opponent_of(seat)
        self.supply = view.seats[seat].supply
        self.pile = view.pile
        self.cards = {card.space: Card(card.faction, card.pieces) for card in view.kingdom}
        self.kingdom = Kingdom(self.cards, {card.space: card.faction for card in view.turned_over})
        self.gains = {
            standing.faction: _gains(standing, standing.pieces[seat] - standing.pieces[self.other])
            for standing in view.factions
        }

        self.best_anywhere: dict[Faction, float] = {}

    def gain(self, faction: Faction, step: int) -> float:
        """Estimate a change of the lead in a faction by -2 to 2 pieces."""
        return self.gains[faction][step]

    def card(self, faction: Faction) -> float:
        """Estimate a card in the hand."""
        return _EXPECTED[faction] + self.gain(faction, 1)

    @cached_property
    def unknown_card(self) -> float:
        """Estimate of an unknown card."""
        return sum(self.card(faction) for faction in self.gains) / len(self.gains)

    def lay(self, action: LayCard) -> float:
        """Estimate a card laid on a space, with the best use of its ability."""
        best = self.best_anywhere.get(action.faction)
        if best is None:
            best = self._best_use(action)
            if action.faction in _SAME_ANYWHERE:
                self.best_anywhere[action.faction] = best
        return self.gain(action.faction, 1) + best

    def _best_use(self, action: LayCard) -> float:
        kingdom = self.kingdom.with_card(action.space, Card(action.faction, (self.seat,)))
        occasion = Occasion(kingdom, action.space, self.seat, self.supply - 1, self.pile)
        return max(0.0, max((self.use(occasion, use) for use in uses(occasion)), default=0.0))

    def use(self, occasion: Occasion, use: Use) -> float:
        """Estimate a use of an ability."""
        match use:
            case UseGoblins() | UseDwarves() | UseTrolls() | UseDragons():
                return points_of(occasion, use)
            case UseSeers():
                return _EXPECTED["seers"]
            case UseGnomes(space):
                return GNOME_POINTS + (self.gain(self.cards[space].faction, 1) if isinstance(space, Space) else 0.0)
            case UseKnights() | UseUndead() | UseGiants():
                return self.move(occasion, use)

    def move(self, occasion: Occasion, use: UseKnights | UseUndead | UseGiants) -> float:
        """Estimate a use that moves or removes pieces on the table."""
        match use:
            case UseKnights(spaces):
                return sum(self.gain(self.cards[space].faction, 1) for space in spaces)
            case UseUndead(space):
                own = occasion.kingdom.cards[occasion.space]
                return self.gain(self.cards[space].faction, 2) + self.gain(own.faction, -2)
            case UseGiants(space):
                card = self.cards[space]
                return self.gain(card.faction, (self.other in card.pieces) - (self.seat in card.pieces))


def _gains(standing: Standing, lead: int) -> dict[int, float]:
    now = _control(lead)
    return {step: standing.value * (_control(lead + step) - now) for step in range(-2, 3)}


def _control(lead: int) -> float:
    share = _CONTROL[min(abs(lead), len(_CONTROL) - 1)]
    return share if lead > 0 else -share


def play_sensibly(context: BotContext[Action, View]) -> Action:
    """Choose the action with the highest estimate; ties are broken at random."""
    if len(context.actions) == 1:
        return context.actions[0]
    estimates = Estimates(context.seat, context.view)
    return _best(context, lambda action: _worth(estimates, context.view, action))


def _worth(estimates: Estimates, view: View, action: Action) -> float:
    match action:
        case LayCard():
            return estimates.lay(action)
        case DeclineAbility():
            return 0.0
        case KeepCards(factions):
            return sum(estimates.card(faction) for faction in factions)
        case TakeCard(faction):
            return estimates.card(faction)
        case DrawCard():
            return estimates.unknown_card
        case _:
            return estimates.use(_occasion(estimates, view), action)


def _occasion(estimates: Estimates, view: View) -> Occasion:
    if not isinstance(view.laid, Space):
        message = "only the card just laid may use an ability"
        raise TypeError(message)
    return Occasion(estimates.kingdom, view.laid, estimates.seat, estimates.supply, estimates.pile)


def _best(context: BotContext[Action, View], worth: Callable[[Action], float]) -> Action:
    worths = [worth(action) for action in context.actions]
    top = max(worths)
    best = [action for action, value in zip(context.actions, worths, strict=True) if value == top]
    return best[int(context.rng.random() * len(best))]


BOTS: Final[dict[str, Bot[Action, View]]] = {"random": play_at_random, "sensible": play_sensibly}
