"""End of a Dilemma: check of the objective, and the consequences on its back (sections 7 and 9)."""

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
    """Offer rewards before the check of the objective, or check it now if none can be used (rule 8.5)."""
    state = transition.state
    if any(ways(state, number, use) for number, use in uses_at(state, "checking")):
        transition.apply(e.RewardsOffered())
    else:
        check_objective(transition)


def check_objective(transition: Transition) -> None:
    """Settle the Dilemma, or continue with the second of two turns (rules 6.5 to 6.7, 7.1)."""
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


def apply_consequences(transition: Transition, phase: Paying) -> None:
    """Apply the consequences of the Dilemma until a seat must choose a card (rules 7.2 to 7.9)."""
    card = transition.state.dilemma
    consequences = card.success if phase.resolved else card.penalty
    for at in range(phase.at + 1, len(consequences)):
        _apply_consequence(transition, consequences[at], at)
        paying = transition.state.phase
        if transition.over or (isinstance(paying, Paying) and paying.waiting):
            return
    _offer_joining(transition, resolved=phase.resolved)


def _apply_consequence(transition: Transition, consequence: effects.Consequence, at: int) -> None:  # noqa: C901 -- one case a consequence
    match consequence:
        case effects.GainFavor() | effects.LoseFavor():
            _change_favor(transition, consequence)
        case effects.SetDie() | effects.ShiftDie() | effects.FlipDie():
            transition.apply(e.DieMoved(_moved(transition.state.die, consequence)))
        case effects.RollDie():
            draw = f"die/dilemma/{transition.state.turn.dilemma}/{at}"
            transition.apply(e.DieRolled(transition.draws.below(draw, FACES) + 1))
        case effects.DiscardCard():
            _demand(transition, "discard", at)
        case effects.RecruitCard():
            _demand(transition, "recruit", at)
        case effects.DismissCard():
            _demand(transition, "dismiss", at)
        case effects.TakeBackCards():
            take_back_cards(transition)
        case effects.PetitionerLeaves():
            _petitioner_leaves(transition)
        case effects.ForfeitRewards():
            transition.apply(e.RewardsForfeited())
        case effects.BarBells():
            transition.apply(e.BellsBarred())
        case _:
            assert_never(consequence)


def _change_favor(transition: Transition, consequence: effects.GainFavor | effects.LoseFavor) -> None:
    scenario = transition.state.setting.scenario
    if isinstance(consequence, effects.LoseFavor):
        if not transition.state.turn.spared:
            transition.lose_favor(consequence.amount, "penalty")
    elif scenario is None or not scenario.favorless:
        transition.gain_favor(consequence.amount)


def _moved(die: int, consequence: effects.SetDie | effects.ShiftDie | effects.FlipDie) -> int:
    match consequence:
        case effects.SetDie(face=face):
            return face
        case effects.ShiftDie(by=by):
            return on_die(die + by)
        case effects.FlipDie():
            return OPPOSITE_SUM - die
        case _:
            assert_never(consequence)


def _demand(transition: Transition, demand: e.Demand, at: int) -> None:
    holdings = transition.state.holdings
    seats = tuple(seat for seat in seats_of(len(holdings)) if _can_pay(holdings[seat], demand))
    if seats:
        transition.apply(e.PriceAsked(demand, seats, at))


def _can_pay(holding: Holding, demand: e.Demand) -> bool:
    return bool(holding.aside if demand == "recruit" else holding.hand)


def take_back_cards(transition: Transition) -> None:
    """Take back the discard pile of each seat (rule 7.8)."""
    for seat, holding in enumerate(transition.state.holdings):
        if holding.discard:
            transition.apply(e.CardsTakenBack(Seat(seat)))


def _petitioner_leaves(transition: Transition) -> None:
    petitioner = transition.state.turn.petitioner
    for seat, holding in enumerate(transition.state.holdings):
        if petitioner is not None and petitioner not in holding.aside:
            transition.apply(e.PetitionerLeft(Seat(seat), petitioner))


def _offer_joining(transition: Transition, *, resolved: bool) -> None:
    """Offer the Petitioner's character to the seats that have it set aside (rule 9.1)."""
    state = transition.state
    petitioner = state.turn.petitioner
    if resolved and petitioner is not None and state.setting.edition.characters[petitioner].joins:
        seats = tuple(seat for seat in seats_of(state.setting.seats) if petitioner in state.holdings[seat].aside)
        if seats:
            transition.apply(e.JoiningOffered(seats, petitioner))
            return
    transition.apply(e.TurnEnded())
