"""Checking the objective, and what the Dilemma's back brings about (sections 7 and 9)."""

from typing import assert_never

from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import vocabulary as v
from domain.games.council_of_12.course import Course
from domain.games.council_of_12.dice import lies_on, on_die
from domain.games.council_of_12.legal import resolves
from domain.games.council_of_12.legal_rewards import uses_at, ways
from domain.games.council_of_12.pieces import FACES, OPPOSITE_SUM
from domain.games.council_of_12.state import Holding, Paying
from domain.kernel.basics import Seat, seats_of


def after_reveals(course: Course) -> None:
    """Offer rewards that may be used before the check, or check at once (rule 8.5)."""
    state = course.state
    if any(ways(state, number, use) for number, use in uses_at(state, "checking")):
        course.happen(e.RewardsOffered())
    else:
        check_objective(course)


def check_objective(course: Course) -> None:
    """Settle the Dilemma, or go on to the second of two turns (rules 6.5 to 6.7, 7.1)."""
    turn = course.state.turn
    if turn.parts > turn.part and not turn.forfeited:
        met = lies_on(course.state.die, turn.objectives)
        if any(met):
            course.happen(e.FirstTurnMet(met))
        else:
            _settle(course, resolved=False)
    else:
        _settle(course, resolved=resolves(course.state))


def _settle(course: Course, *, resolved: bool) -> None:
    card, silent = course.state.dilemma, not course.state.turn.spoken
    if resolved:
        course.happen(e.DilemmaResolved(card.number, silent))
        if card.reward is not None:
            course.happen(e.RewardKept(card.number))
    else:
        course.happen(e.DilemmaFailed(card.number, silent))
    course.turn_up_dilemma()


def pay(course: Course, phase: Paying) -> None:
    """Carry out the Dilemma's back until a seat must pick a card, or to its end (rules 7.2 to 7.9)."""
    card = course.state.dilemma
    words = card.success if phase.resolved else card.penalty
    for at in range(phase.at + 1, len(words)):
        _carry_out(course, words[at], at)
        paying = course.state.phase
        if course.over or (isinstance(paying, Paying) and paying.waiting):
            return
    _offer_joining(course, resolved=phase.resolved)


def _carry_out(course: Course, word: v.Consequence, at: int) -> None:  # noqa: C901 -- one case a word
    match word:
        case v.GainFavor() | v.LoseFavor():
            _change_favor(course, word)
        case v.SetDie() | v.ShiftDie() | v.FlipDie():
            course.happen(e.DieMoved(_moved(course.state.die, word)))
        case v.RollDie():
            draw = f"die/dilemma/{course.state.turn.dilemma}/{at}"
            course.happen(e.DieRolled(course.draws.below(draw, FACES) + 1))
        case v.DiscardCard():
            _ask(course, "discard", at)
        case v.RecruitCard():
            _ask(course, "recruit", at)
        case v.DismissCard():
            _ask(course, "dismiss", at)
        case v.TakeBackCards():
            take_back_cards(course)
        case v.PetitionerLeaves():
            _petitioner_leaves(course)
        case v.ForfeitRewards():
            course.happen(e.RewardsForfeited())
        case v.BarBells():
            course.happen(e.BellsBarred())
        case _:
            assert_never(word)


def _change_favor(course: Course, word: v.GainFavor | v.LoseFavor) -> None:
    scenario = course.state.setting.scenario
    if isinstance(word, v.LoseFavor):
        if not course.state.turn.spared:
            course.lose_favor(word.amount, "penalty")
    elif scenario is None or not scenario.favorless:
        course.gain_favor(word.amount)


def _moved(die: int, word: v.SetDie | v.ShiftDie | v.FlipDie) -> int:
    match word:
        case v.SetDie(face=face):
            return face
        case v.ShiftDie(by=by):
            return on_die(die + by)
        case v.FlipDie():
            return OPPOSITE_SUM - die
        case _:
            assert_never(word)


def _ask(course: Course, demand: e.Demand, at: int) -> None:
    holdings = course.state.holdings
    seats = tuple(seat for seat in seats_of(len(holdings)) if _can_pay(holdings[seat], demand))
    if seats:
        course.happen(e.PriceAsked(demand, seats, at))


def _can_pay(holding: Holding, demand: e.Demand) -> bool:
    return bool(holding.aside if demand == "recruit" else holding.hand)


def take_back_cards(course: Course) -> None:
    """Let each seat take its discard pile into its hand (rule 7.8)."""
    for seat, holding in enumerate(course.state.holdings):
        if holding.discard:
            course.happen(e.CardsTakenBack(Seat(seat)))


def _petitioner_leaves(course: Course) -> None:
    petitioner = course.state.turn.petitioner
    for seat, holding in enumerate(course.state.holdings):
        if petitioner is not None and petitioner not in holding.aside:
            course.happen(e.PetitionerLeft(Seat(seat), petitioner))


def _offer_joining(course: Course, *, resolved: bool) -> None:
    """Offer the Petitioner's character to the seats that have it aside (rule 9.1)."""
    state = course.state
    petitioner = state.turn.petitioner
    if resolved and petitioner is not None and state.setting.edition.characters[petitioner].joins:
        seats = tuple(seat for seat in seats_of(state.setting.seats) if petitioner in state.holdings[seat].aside)
        if seats:
            course.happen(e.JoiningOffered(seats, petitioner))
            return
    course.happen(e.TurnEnded())
