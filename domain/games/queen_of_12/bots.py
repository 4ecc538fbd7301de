"""Bots of the game: `random`, and `sensible`, which takes the action with the highest estimate."""

from typing import Final, assert_never

from domain.games.queen_of_12 import actions as a
from domain.games.queen_of_12.actions import Action
from domain.games.queen_of_12.bot_estimates import Estimates
from domain.games.queen_of_12.pieces import DieId
from domain.games.queen_of_12.view import View
from domain.kernel.game import Bot, BotContext, play_at_random


def play_sensibly(context: BotContext[Action, View]) -> Action:
    """Choose the action with the highest estimate.

    Estimates of cards vary at random, so that two bots do not always lay equal cards and negate each other.
    """
    if len(context.actions) == 1:
        return context.actions[0]
    estimates = Estimates(context.view, context.seat)
    return max(context.actions, key=lambda action: _worth(context, estimates, action))


def _worth(context: BotContext[Action, View], estimates: Estimates, action: Action) -> float:
    worth = 0.0
    match action:
        case a.ChooseCard():
            worth = estimates.card(action.card) * (0.7 + 0.6 * context.rng.random())
        case a.TakeDice():
            worth = _worth_of_dice(estimates, action.dice)
        case a.ReturnCard():
            worth = -estimates.points(action.card)
        case a.CopyDice():
            worth = estimates.dice(context.view.seats[action.source].taken)
        case a.CrossField() | a.CrossAnyField():
            worth = estimates.fields[action.field]
        case a.TakeFanCard():
            worth = estimates.points(action.card)
        case a.AskForFanCard():
            worth = estimates.fan()
        case a.TakeCardsBack() | a.Decline():
            pass
        case _:
            assert_never(action)
    return worth


def _worth_of_dice(estimates: Estimates, ids: tuple[DieId, ...]) -> float:
    dice = [die for die in estimates.view.trays if die.id in ids]
    return estimates.twice(dice[0]) if len(dice) == 1 else estimates.dice(dice)


BOTS: Final[dict[str, Bot[Action, View]]] = {"random": play_at_random, "sensible": play_sensibly}
