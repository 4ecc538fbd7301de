"""Checking the objective, and what the Dilemma's back brings about (sections 7 and 9)."""

from typing import assert_never

from domain.games.council_of_12 import effects
from domain.games.council_of_12 import events as e
from domain.games.council_of_12.dice import lies_on, on_die
from domain.games.council_of_12.legal import resolves
from domain.games.council_of_12.legal_rewards import uses_at, ways
from domain.games.council_of_12.pieces import FACES, OPPOSITE_SUM
from domain.games.council_of_12.state import Holding, Paying
from domain.games.council_of_12.transition import Transition
from domain.kernel.basics import Seat, seats_of


def after_reveals(transition: Transition) -> None:
    """Offer rewards that may be used before the check, or check at once (rule 8.5)."""
    state = transition.state
    if any(ways(state, number, use) for number, use in uses_at(state, "checking")):
        transition.apply(e.RewardsOffered())
    else:
        check_objective(transition)


def check_objective(transition: Transition) -> None:
    """Settle the Dilemma, or go on to the second of two turns (rules 6.5 to 6.7, 7.1)."""
    turn = transition.state.turn
    if turn.parts > turn.part and not turn.forfeited:
        met = lies_on(transition.state.die, turn.objectives)
        if any(met):
            transition.apply(e.FirstTurnMet(met))
        else:
            _settle(transition, resolved=False)
    else:
        _settle(transition, resolved=resolves(transition.state))


def _settle(transition: Transition, *, resolved: bool) -> None:
    card, silent = transition.state.dilemma, not transition.state.turn.spoken
    if resolved:
        transition.apply(e.DilemmaResolved(card.number, silent))
        if card.reward is not None:
            transition.apply(e.RewardKept(card.number))
    else:
        transition.apply(e.DilemmaFailed(card.number, silent))
    transition.turn_up_dilemma()


def pay(transition: Transition, phase: Paying) -> None:
    """Carry out the Dilemma's back until a seat must pick a card, or to its end (rules 7.2 to 7.9)."""
    card = transition.state.dilemma
    words = card.success if phase.resolved else card.penalty
    for at in range(phase.at + 1, len(words)):
        _carry_out(transition, words[at], at)
        paying = transition.state.phase
        if transition.over or (isinstance(paying, Paying) and paying.waiting):
            return
    _offer_joining(transition, resolved=phase.resolved)


def _carry_out(transition: Transition, word: effects.Consequence, at: int) -> None:  # noqa: C901 -- one case a word
    match word:
        case effects.GainFavor() | effects.LoseFavor():
            _change_favor(transition, word)
        case effects.SetDie() | effects.ShiftDie() | effects.FlipDie():
            transition.apply(e.DieMoved(_moved(transition.state.die, word)))
        case effects.RollDie():
            draw = f"die/dilemma/{transition.state.turn.dilemma}/{at}"
            transition.apply(e.DieRolled(transition.draws.below(draw, FACES) + 1))
        case effects.DiscardCard():
            _ask(transition, "discard", at)
        case effects.RecruitCard():
            _ask(transition, "recruit", at)
        case effects.DismissCard():
            _ask(transition, "dismiss", at)
        case effects.TakeBackCards():
            take_back_cards(transition)
        case effects.PetitionerLeaves():
            _petitioner_leaves(transition)
        case effects.ForfeitRewards():
            transition.apply(e.RewardsForfeited())
        case effects.BarBells():
            transition.apply(e.BellsBarred())
        case _:
            assert_never(word)


def _change_favor(transition: Transition, word: effects.GainFavor | effects.LoseFavor) -> None:
    scenario = transition.state.setting.scenario
    if isinstance(word, effects.LoseFavor):
        if not transition.state.turn.spared:
            transition.lose_favor(word.amount, "penalty")
    elif scenario is None or not scenario.favorless:
        transition.gain_favor(word.amount)


def _moved(die: int, word: effects.SetDie | effects.ShiftDie | effects.FlipDie) -> int:
    match word:
        case effects.SetDie(face=face):
            return face
        case effects.ShiftDie(by=by):
            return on_die(die + by)
        case effects.FlipDie():
            return OPPOSITE_SUM - die
        case _:
            assert_never(word)


def _ask(transition: Transition, demand: e.Demand, at: int) -> None:
    holdings = transition.state.holdings
    seats = tuple(seat for seat in seats_of(len(holdings)) if _can_pay(holdings[seat], demand))
    if seats:
        transition.apply(e.PriceAsked(demand, seats, at))


def _can_pay(holding: Holding, demand: e.Demand) -> bool:
    return bool(holding.aside if demand == "recruit" else holding.hand)


def take_back_cards(transition: Transition) -> None:
    """Let each seat take its discard pile into its hand (rule 7.8)."""
    for seat, holding in enumerate(transition.state.holdings):
        if holding.discard:
            transition.apply(e.CardsTakenBack(Seat(seat)))


def _petitioner_leaves(transition: Transition) -> None:
    petitioner = transition.state.turn.petitioner
    for seat, holding in enumerate(transition.state.holdings):
        if petitioner is not None and petitioner not in holding.aside:
            transition.apply(e.PetitionerLeft(Seat(seat), petitioner))


def _offer_joining(transition: Transition, *, resolved: bool) -> None:
    """Offer the Petitioner's character to the seats that have it aside (rule 9.1)."""
    state = transition.state
    petitioner = state.turn.petitioner
    if resolved and petitioner is not None and state.setting.edition.characters[petitioner].joins:
        seats = tuple(seat for seat in seats_of(state.setting.seats) if petitioner in state.holdings[seat].aside)
        if seats:
            transition.apply(e.JoiningOffered(seats, petitioner))
            return
    transition.apply(e.TurnEnded())
