"""Setup of a match: which tables are allowed, the state before the first draw, and the events up to turn one."""

from domain.games.claim_kingdoms.actions import Options
from domain.games.claim_kingdoms.continuation import begin_turn, settle_display
from domain.games.claim_kingdoms.edition import Edition
from domain.games.claim_kingdoms.events import (
    Event,
    FactionsChosen,
    FirstSeatChosen,
    HandDealt,
    PileShuffled,
    StartCardLaid,
)
from domain.games.claim_kingdoms.evolve import evolve
from domain.games.claim_kingdoms.pieces import FACTIONS, FACTIONS_IN_PLAY, HAND_SIZE, SEATS, START, Faction, in_order
from domain.games.claim_kingdoms.state import Setup, State
from domain.games.claim_kingdoms.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import Table
from domain.kernel.transition import Decided


def check(table: Table[Options, Edition]) -> None:
    """Check a table: raises `Refused` (`unprocessable`) for a wrong number of seats or a repeated faction."""
    if table.seats != len(SEATS):
        reason = f"Claim Kingdoms is played with 2 seats, not {table.seats}."
        raise Refused("unprocessable", reason, rule="1.1")
    factions = table.options.factions
    if factions is not None and len(set(factions)) != FACTIONS_IN_PLAY:
        reason = f"factions must name {FACTIONS_IN_PLAY} different factions."
        raise Refused("unprocessable", reason, rule="1.2")


def begin(table: Table[Options, Edition]) -> State:
    """Return the state before setup: full supplies and an empty table."""
    supply = table.edition.pieces - 1
    return State(table.edition, Setup(table.options), (supply, supply))


def setup(state: State, draws: Draws) -> Decided[Event, State]:
    """Choose the factions and the first seat, deal the cards and begin the first turn (section 1)."""
    if not isinstance(state.phase, Setup):
        message = "a match is set up once"
        raise ValueError(message)  # noqa: TRY004 -- the argument has the right type, the match is set up already
    transition = Transition(evolve, state, draws)
    factions = _factions(state.phase.options, draws)
    transition.apply(FactionsChosen(factions))
    transition.apply(FirstSeatChosen(_first_seat(state.phase.options, draws)))
    transition.apply(PileShuffled(draws.shuffled("pile", factions * state.edition.cards_per_faction)))
    settle_display(transition)
    transition.apply(StartCardLaid(transition.state.pile[0], START))
    for seat in SEATS:
        transition.apply(HandDealt(seat, transition.state.pile[:HAND_SIZE]))
    begin_turn(transition)
    return transition.decided()


def reshuffle(state: State, draws: Draws) -> Decided[Event, State]:
    """Reshuffle the pile; its order is hidden from all seats."""
    transition = Transition(evolve, state, draws)
    if len(state.pile) > 1:
        transition.apply(PileShuffled(draws.shuffled("branch/pile", state.pile)))
    return transition.decided()


def _factions(options: Options, draws: Draws) -> tuple[Faction, ...]:
    return in_order(options.factions or draws.shuffled("factions", FACTIONS)[:FACTIONS_IN_PLAY])


def _first_seat(options: Options, draws: Draws) -> Seat:
    return SEATS[draws.below("first_seat", len(SEATS)) if options.first_seat is None else options.first_seat]
