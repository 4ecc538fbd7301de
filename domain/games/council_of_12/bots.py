"""Bots of the game: `random`, and `sensible`, which leads or supports in each turn.

The seat that said `alone` leads the turn; without one, the seats lead in rotation. The leader plays the card that most
likely resolves the Dilemma, preferably last. The others play the card that leaves the leader the best odds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import bot_heuristics
from domain.games.council_of_12.actions import Action
from domain.games.council_of_12.bot_odds import Position, Upcoming, odds, odds_with, replaced, turned
from domain.games.council_of_12.effects import ReplaceObjective, SetObjective
from domain.games.council_of_12.pieces import Character, Remark
from domain.games.council_of_12.view import View
from domain.kernel.game import Bot, BotContext, play_at_random

CouncilBot = BotContext[Action, View]

ALONE_ODDS: Final = 0.75
"""Odds from which a seat says that it can do it alone."""
LAST_GAIN: Final = 0.05
"""Gain of odds from which a seat asks to go last."""
MOST_UNKNOWN: Final = 2
"""Limit of unknown cards in an estimate; more change little and cost much time."""
STRENGTH_PRICE: Final = 0.004
"""Odds that a seat gives up to keep a card that is one rank stronger."""


def play_sensibly(bot: CouncilBot) -> Action:
    """Choose an action by the phase of the view."""
    if len(bot.actions) == 1:
        return bot.actions[0]
    return _BY_PHASE[bot.view.phase](bot)


def _bells(bot: CouncilBot) -> Action:
    ring = bot_heuristics.wants_bells(bot.view)
    useful = bot_heuristics.helpful_reward(bot.view, bot.actions)
    return useful or next(x for x in bot.actions if isinstance(x, a.VoteBells) and x.ring == ring)


def _turns(_: CouncilBot) -> Action:
    return a.VoteTurns(two=True)


def _choose(bot: CouncilBot) -> Action:
    useful = bot_heuristics.helpful_reward(bot.view, bot.actions)
    if useful:
        return useful
    cards = [action.card for action in bot.actions if isinstance(action, a.ChooseCard)]
    leads = {card: _odds_leading(bot, card) for card in cards}
    best = max(leads.values())
    if best >= ALONE_ODDS and not _said(bot.view, "alone") and (remark := _remark(bot, "alone")):
        return remark
    odds_of = leads if _leads(bot) else {card: _odds_supporting(bot, card) for card in cards}
    return a.ChooseCard(max(cards, key=lambda card: odds_of[card] - STRENGTH_PRICE * bot_heuristics.strength(card)))


def _odds_leading(bot: CouncilBot, card: Character) -> float:
    position, pool, others = _position(bot.view), _pool(bot.view), len(bot.view.seats) - 1
    last = odds(position, Upcoming(pool, min(others, MOST_UNKNOWN), card))
    return max(last, odds_with(card, position, Upcoming(pool, min(others, MOST_UNKNOWN)), first=True))


def _odds_supporting(bot: CouncilBot, card: Character) -> float:
    leader = _strong_card(bot.view)
    if card == leader:
        return 0.0
    upcoming = Upcoming(_pool(bot.view), min(len(bot.view.seats) - 2, MOST_UNKNOWN), leader)
    return odds_with(card, _position(bot.view), upcoming, first=True)


def _leads(bot: CouncilBot) -> bool:
    said = _said(bot.view, "alone")
    turn = bot.view.turn
    leader = said[0] if said else (turn.number + turn.part) % len(bot.view.seats)
    return leader == bot.seat


def _reveal(bot: CouncilBot) -> Action:
    view, seat = bot.view, bot.seat
    card = view.seats[seat].chosen
    upcoming = _still_to_come(bot)
    remark = _remark(bot, "last")
    if upcoming.others and remark and not _said(view, "last") and isinstance(card, str):
        position = _position(view)
        now = odds_with(card, position, upcoming, first=not view.turn.played)
        if odds(position, Upcoming(upcoming.pool, upcoming.others, card)) > now + LAST_GAIN:
            return remark
    return a.RevealCard()


def _apply(bot: CouncilBot) -> Action:
    upcoming, position = _still_to_come(bot), _position(bot.view)
    character = bot.view.applying
    effect = bot_heuristics.effect_of(character) if isinstance(character, str) else None

    def prospect(action: Action) -> float:
        match action:
            case a.TurnDie(faces=faces):
                return odds(turned(position, faces), upcoming)
            case a.PickObjective(objective=place) if isinstance(effect, ReplaceObjective):
                return odds(replaced(position, place, effect.values), upcoming)
            case _:
                return -1.0

    return max(bot.actions, key=prospect)


def _second(bot: CouncilBot) -> Action:
    view, upcoming, position = bot.view, _still_to_come(bot), _position(bot.view)

    def prospect(action: Action) -> float:
        if not isinstance(action, a.PlaySecond) or action.loses:
            return -1.0
        is_cancelled = action.card in view.turn.played
        return odds(position, upcoming) if is_cancelled else odds_with(action.card, position, upcoming)

    return max(bot.actions, key=prospect)


def _check(bot: CouncilBot) -> Action:
    view, position = bot.view, _position(bot.view)
    if position.resolves and not view.turn.forfeited:
        return a.KeepRewards()
    for action in bot.actions:
        if isinstance(action, a.UseReward) and not view.turn.forfeited and _resolves_with(action, position):
            return action
    return bot_heuristics.penalty_sparing(view, bot.actions) or a.KeepRewards()


def _resolves_with(action: a.UseReward, position: Position) -> bool:
    use = bot_heuristics.use_of(action.number)
    if action.faces:
        return turned(position, action.faces).resolves
    if action.objective is not None and isinstance(use, SetObjective):
        return replaced(position, action.objective, use.values).resolves
    return bot_heuristics.is_roll(use)


def _pay(bot: CouncilBot) -> Action:
    cards = [action for action in bot.actions if isinstance(action, a.PutCard | a.MoveCard)]
    aside = bot.view.seats[bot.seat].aside
    return bot_heuristics.by_strength(cards, strongest=isinstance(aside, tuple) and cards[0].card in aside)


def _join(bot: CouncilBot) -> Action:
    return a.TakePetitioner(bot_heuristics.wants_petitioner(bot.view))


def _claim(bot: CouncilBot) -> Action:
    return bot_heuristics.helpful_reward(bot.view, bot.actions) or bot_heuristics.claim(bot.view, bot.seat, bot.actions)


def _crown(bot: CouncilBot) -> Action:
    return bot_heuristics.sovereign(bot.view, bot.actions)


_BY_PHASE: Final[Mapping[str, Callable[[CouncilBot], Action]]] = {
    "bells": _bells,
    "turns": _turns,
    "choosing": _choose,
    "revealing": _reveal,
    "applying": _apply,
    "second_card": _second,
    "checking": _check,
    "paying": _pay,
    "joining": _join,
    "claiming": _claim,
    "crowning": _crown,
}

BOTS: Final[Mapping[str, Bot[Action, View]]] = {"random": play_at_random, "sensible": play_sensibly}


def _position(view: View) -> Position:
    """Return the current position. In a Dilemma of two turns, each objective that is still open counts."""
    turn = view.turn
    if turn.parts == 1:
        return Position(view.die, turn.objectives, turn.reached if len(turn.objectives) > 1 else (False,))
    first, second = turn.objectives
    wanted = {*first, *second}
    if turn.part > 1 and not all(turn.met):
        wanted = set(second if turn.met[0] else first)
    return Position(view.die, (tuple(sorted(wanted)),), (False,))


def _pool(view: View) -> tuple[Character, ...]:
    """Return the cards that other seats may play: the five of setup, without the Petitioner's."""
    return tuple(sorted(card for card in view.shown if card != view.turn.petitioner))


def _still_to_come(bot: CouncilBot) -> Upcoming:
    view = bot.view
    laid = [seat for seat, other in enumerate(view.seats) if other.laid and seat != bot.seat]
    waits = [seat for seat in _said(view, "last") if seat in laid]
    last = _strong_card(view) if waits else None
    return Upcoming(_pool(view), min(len(laid) - len(waits[:1]), MOST_UNKNOWN), last)


def _strong_card(view: View) -> Character | None:
    """Return the card that the leader most likely plays: the strongest of the five of setup."""
    return max(_pool(view), key=bot_heuristics.strength, default=None)


def _said(view: View, remark: Remark) -> Sequence[int]:
    return [said.seat for said in view.said if said.remark == remark]


def _remark(bot: CouncilBot, remark: Remark) -> a.MakeRemark | None:
    """Return a remark if it is legal and does not lose."""
    wanted = a.MakeRemark(remark)
    return wanted if wanted in bot.actions else None
