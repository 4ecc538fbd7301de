"""The bot `sensible`: it leads or supports, says little, and looks at nothing but its own view.

One seat leads each turn: who said it can do it alone, else each in turn. The leader plays what
resolves the Dilemma most surely and likes to go last; the others play what leaves it the best chance.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import bot_heuristics
from domain.games.council_of_12.actions import Action
from domain.games.council_of_12.bot_odds import Company, Spot, hope, hope_with, replaced, turned
from domain.games.council_of_12.effects import ReplaceObjective, SetObjective
from domain.games.council_of_12.pieces import Character, Remark
from domain.games.council_of_12.view import View
from domain.kernel.game import Bot, BotContext, play_at_random

CouncilBot = BotContext[Action, View]

SURE: Final = 0.75
"""A hope from which on a seat says that it can do it alone."""
GAIN: Final = 0.05
"""How much more hope there must be in going last before a seat asks for it."""
FORESIGHT: Final = 2
"""How many unknown cards are reckoned with at most; more change little and cost much."""
THRIFT: Final = 0.004
"""Hope that a seat gives up to keep a card one place stronger."""


def play_sensibly(bot: CouncilBot) -> Action:
    """Choose an action; a single one is not thought over."""
    if len(bot.actions) == 1:
        return bot.actions[0]
    return _HABITS[bot.view.phase](bot)


def _bells(bot: CouncilBot) -> Action:
    ring = bot_heuristics.rings(bot.view)
    useful = bot_heuristics.helpful_reward(bot.view, bot.actions)
    return useful or next(x for x in bot.actions if isinstance(x, a.VoteBells) and x.ring == ring)


def _turns(_: CouncilBot) -> Action:
    return a.VoteTurns(two=True)


def _choose(bot: CouncilBot) -> Action:
    useful = bot_heuristics.helpful_reward(bot.view, bot.actions)
    if useful:
        return useful
    cards = [action.card for action in bot.actions if isinstance(action, a.ChooseCard)]
    leads = {card: _hope_leading(bot, card) for card in cards}
    best = max(leads.values())
    if best >= SURE and not _said(bot.view, "alone") and (remark := _remark(bot, "alone")):
        return remark
    hopes = leads if _leads(bot) else {card: _hope_supporting(bot, card) for card in cards}
    return a.ChooseCard(max(cards, key=lambda card: hopes[card] - THRIFT * bot_heuristics.strength(card)))


def _hope_leading(bot: CouncilBot, card: Character) -> float:
    spot, pool, others = _spot(bot.view), _pool(bot.view), len(bot.view.seats) - 1
    last = hope(spot, Company(pool, min(others, FORESIGHT), card))
    return max(last, hope_with(card, spot, Company(pool, min(others, FORESIGHT)), first=True))


def _hope_supporting(bot: CouncilBot, card: Character) -> float:
    leader = _strong_card(bot.view)
    if card == leader:
        return 0.0
    company = Company(_pool(bot.view), min(len(bot.view.seats) - 2, FORESIGHT), leader)
    return hope_with(card, _spot(bot.view), company, first=True)


def _leads(bot: CouncilBot) -> bool:
    said = _said(bot.view, "alone")
    turn = bot.view.turn
    leader = said[0] if said else (turn.number + turn.part) % len(bot.view.seats)
    return leader == bot.seat


def _reveal(bot: CouncilBot) -> Action:
    view, seat = bot.view, bot.seat
    card = view.seats[seat].chosen
    company = _still_to_come(bot)
    remark = _remark(bot, "last")
    if company.others and remark and not _said(view, "last") and isinstance(card, str):
        spot = _spot(view)
        now = hope_with(card, spot, company, first=not view.turn.played)
        if hope(spot, Company(company.pool, company.others, card)) > now + GAIN:
            return remark
    return a.RevealCard()


def _apply(bot: CouncilBot) -> Action:
    company, spot = _still_to_come(bot), _spot(bot.view)
    character = bot.view.applying
    effect = bot_heuristics.effect_of(character) if isinstance(character, str) else None

    def prospect(action: Action) -> float:
        match action:
            case a.TurnDie(faces=faces):
                return hope(turned(spot, faces), company)
            case a.PickObjective(objective=place) if isinstance(effect, ReplaceObjective):
                return hope(replaced(spot, place, effect.values), company)
            case _:
                return -1.0

    return max(bot.actions, key=prospect)


def _second(bot: CouncilBot) -> Action:
    view, company, spot = bot.view, _still_to_come(bot), _spot(bot.view)

    def prospect(action: Action) -> float:
        if not isinstance(action, a.PlaySecond) or action.loses:
            return -1.0
        cancelled = action.card in view.turn.played
        return hope(spot, company) if cancelled else hope_with(action.card, spot, company)

    return max(bot.actions, key=prospect)


def _check(bot: CouncilBot) -> Action:
    view, spot = bot.view, _spot(bot.view)
    if spot.resolves and not view.turn.forfeited:
        return a.KeepRewards()
    for action in bot.actions:
        if isinstance(action, a.UseReward) and not view.turn.forfeited and _mends(action, spot):
            return action
    return bot_heuristics.sparing(view, bot.actions) or a.KeepRewards()


def _mends(action: a.UseReward, spot: Spot) -> bool:
    use = bot_heuristics.use_of(action.number)
    if action.faces:
        return turned(spot, action.faces).resolves
    if action.objective is not None and isinstance(use, SetObjective):
        return replaced(spot, action.objective, use.values).resolves
    return bot_heuristics.rolls(use)


def _pay(bot: CouncilBot) -> Action:
    cards = [action for action in bot.actions if isinstance(action, a.PutCard | a.MoveCard)]
    aside = bot.view.seats[bot.seat].aside
    return bot_heuristics.by_strength(cards, strongest=isinstance(aside, tuple) and cards[0].card in aside)


def _join(bot: CouncilBot) -> Action:
    return a.TakePetitioner(bot_heuristics.takes(bot.view))


def _claim(bot: CouncilBot) -> Action:
    return bot_heuristics.helpful_reward(bot.view, bot.actions) or bot_heuristics.claim(bot.view, bot.seat, bot.actions)


def _crown(bot: CouncilBot) -> Action:
    return bot_heuristics.sovereign(bot.view, bot.actions)


_HABITS: Final[Mapping[str, Callable[[CouncilBot], Action]]] = {
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


def _spot(view: View) -> Spot:
    """Give the spot as it stands; of a Dilemma in two turns any objective counts that is still open."""
    turn = view.turn
    if turn.parts == 1:
        return Spot(view.die, turn.objectives, turn.reached if len(turn.objectives) > 1 else (False,))
    first, second = turn.objectives
    wanted = {*first, *second}
    if turn.part > 1 and not all(turn.met):
        wanted = set(second if turn.met[0] else first)
    return Spot(view.die, (tuple(sorted(wanted)),), (False,))


def _pool(view: View) -> tuple[Character, ...]:
    """Cards that others may be playing: those all began with, without the Petitioner's."""
    return tuple(sorted(card for card in view.shown if card != view.turn.petitioner))


def _still_to_come(bot: CouncilBot) -> Company:
    view = bot.view
    laid = [seat for seat, other in enumerate(view.seats) if other.laid and seat != bot.seat]
    waits = [seat for seat in _said(view, "last") if seat in laid]
    last = _strong_card(view) if waits else None
    return Company(_pool(view), min(len(laid) - len(waits[:1]), FORESIGHT), last)


def _strong_card(view: View) -> Character | None:
    """Name the card that a leader most likely plays: the strongest that all began with."""
    return max(_pool(view), key=bot_heuristics.strength, default=None)


def _said(view: View, remark: Remark) -> Sequence[int]:
    return [said.seat for said in view.said if said.remark == remark]


def _remark(bot: CouncilBot, remark: Remark) -> a.MakeRemark | None:
    """Find a remark that may be made without losing."""
    wanted = a.MakeRemark(remark)
    return wanted if wanted in bot.actions else None
