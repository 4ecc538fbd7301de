"""Bots of the game: `random`, and `sensible`, which counts cards and always shoots."""

from collections.abc import Mapping, Sequence
from typing import Final

from domain.games.player_12.actions import Action, LayCard, Shoot
from domain.games.player_12.edition import STANDARD
from domain.games.player_12.pieces import TRUMP, Card, team_of
from domain.games.player_12.scoring import best_of, strength
from domain.games.player_12.state import Laid
from domain.games.player_12.view import View
from domain.kernel.basics import Seat
from domain.kernel.game import Bot, BotContext, play_at_random

_SAVED_BY_MATE: Final = 0.3
"""Assumed chance that a teammate saves a lead that would be beaten."""
_WORTH_LEADING: Final = 0.35
"""Chance to win from which a card is worth leading; below it, the bot leads its cheapest card."""


def play_sensibly(bot: BotContext[Action, View]) -> Action:
    """Choose an action: win plays cheaply, lead cards that are hard to beat, and always shoot."""
    cards = [action.card for action in bot.actions if isinstance(action, LayCard)]
    if cards:
        return LayCard(_following(bot.view, bot.seat, cards) if bot.view.table else _leading(bot.view, cards))
    if Shoot() in bot.actions:
        return Shoot()
    return play_at_random(bot)


def _leading(view: View, cards: Sequence[Card]) -> Card:
    best = max(cards, key=lambda card: (_win_chance(view, cards, card), -_cost(card)))
    return best if _win_chance(view, cards, best) >= _WORTH_LEADING else min(cards, key=_cost)


def _following(view: View, seat: Seat, cards: Sequence[Card]) -> Card:
    leader = best_of(view.table)
    last = len(view.table) == len(view.seats) - 1
    winning = [card for card in cards if best_of((*view.table, Laid(seat, card))).seat == seat]
    if not winning or (last and team_of(leader.seat) == team_of(seat)):
        return min(cards, key=_cost)
    return min(winning, key=_cost) if last else max(winning, key=_cost)


def _cost(card: Card) -> int:
    return strength(card, TRUMP)


def _win_chance(view: View, hand: Sequence[Card], card: Card) -> float:
    """Estimate the chance that a led card wins its play for the team."""
    seen = {*hand, *(laid.card for play in view.plays for laid in play.cards)}
    unseen = [other for other in STANDARD.deck if other not in seen]
    missing = 1 - len(hand) / len(unseen)
    alike = [other for other in unseen if other.colour == card.colour]
    higher = sum(_cost(other) > _cost(card) for other in alike)
    trumps = sum(other.colour == TRUMP for other in unseen)
    ruffed = 0.0 if card.colour == TRUMP else missing ** len(alike) * (1 - missing**trumps)
    alone = max(missing**higher - ruffed, 0.0) ** (len(view.seats) // 2)
    return alone if len(view.seats) == 2 else alone + (1 - alone) * _SAVED_BY_MATE  # noqa: PLR2004 -- seats of one to a team


BOTS: Final[Mapping[str, Bot[Action, View]]] = {"random": play_at_random, "sensible": play_sensibly}
