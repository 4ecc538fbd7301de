"""Setup of a match: which tables are allowed, the state before the first draw, and the events up to round one."""

from domain.games.queen_of_12.actions import Options
from domain.games.queen_of_12.board import board_of
from domain.games.queen_of_12.continuation import proceed
from domain.games.queen_of_12.edition import FAN_SIZE, Edition
from domain.games.queen_of_12.events import BagGiven, CardDrawn, Cards, Event, FanLaid
from domain.games.queen_of_12.evolve import evolve
from domain.games.queen_of_12.state import Holding, Laying, State
from domain.games.queen_of_12.transition import Transition
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import Table
from domain.kernel.transition import Decided


def check(table: Table[Options, Edition]) -> None:
    """Check a table: raises `Refused` (`unprocessable`) for a wrong number of seats or `first_bag` (rules 1.1, 1.2)."""
    if table.seats not in {2, 3, 4}:
        reason = f"Queen of 12 is played with 2 to 4 seats, not {table.seats}."
        raise Refused("unprocessable", reason, rule="1.1")
    first = table.options.first_bag
    if first is not None and not 0 <= first < table.seats:
        reason = f"first_bag names seat {first}, but the seats are 0 to {table.seats - 1}."
        raise Refused("unprocessable", reason, rule="1.2")


def begin(table: Table[Options, Edition]) -> State:
    """Return the state before the first draw: START cards and empty sheets (rules 1.1 and 1.3)."""
    limits = table.edition.limits
    holding = Holding(table.edition.start, limits.copy_dice, limits.take_back, limits.fan_card)
    board = board_of(table.edition, table.options.sheet)
    return Laying(table, board, seats_of(table.seats), (holding,) * table.seats)


def setup(state: State, draws: Draws) -> Decided[Event, State]:
    """Hand out the bag, lay the fans and begin the first round (rules 1.2 to 1.8)."""
    transition = Transition(evolve, state, draws)
    _give_bag(transition)
    fan = _fan(state.table, draws)
    used = {*fan, *state.table.edition.start}
    transition.apply(FanLaid(fan, tuple(card for card in state.table.edition.cards if card not in used)))
    if state.table.seats == 2:  # noqa: PLR2004 -- two seats begin with a fan card
        for seat in state.seats:
            transition.apply(CardDrawn(seat, fan[draws.below(f"fan_card/{seat}", len(fan))]))
    proceed(transition)
    return transition.decided()


def _give_bag(transition: Transition) -> None:
    chosen, seats = transition.state.table.options.first_bag, transition.state.table.seats
    transition.apply(BagGiven(Seat(transition.draws.below("first_bag", seats)) if chosen is None else chosen))


def _fan(table: Table[Options, Edition], draws: Draws) -> Cards:
    """Fan of every seat: the printed one for a first game, otherwise six random cards (rules 1.4 to 1.7)."""
    edition = table.edition
    left_out = edition.left_out_of_two if table.seats == 2 else ()  # noqa: PLR2004 -- two seats leave a card out
    if table.options.fan == "random":
        candidates = [card for card in edition.cards if card not in edition.start and card not in left_out]
        return draws.shuffled("fan", candidates)[:FAN_SIZE]
    return edition.first_fan_of_two if left_out else edition.first_fan
