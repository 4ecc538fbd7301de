"""What an action brings about: the rules at work."""

from domain.games.queen_of_12.actions import Action, ChooseCard, Options, TakeFanCard
from domain.games.queen_of_12.board import board_of
from domain.games.queen_of_12.crossing import cross
from domain.games.queen_of_12.edition import FAN_SIZE, Edition
from domain.games.queen_of_12.effects import choose
from domain.games.queen_of_12.events import BagGiven, CardChosen, CardDrawn, Cards, Event, FanCardTaken, FanLaid
from domain.games.queen_of_12.evolve import evolve
from domain.games.queen_of_12.legal import legal_actions
from domain.games.queen_of_12.refusal import refusal
from domain.games.queen_of_12.rounds import proceed
from domain.games.queen_of_12.state import CarryingOut, Choosing, Crossing, Holding, Laying, State
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import Table
from domain.kernel.transition import Decided, Transition


def check(table: Table[Options, Edition]) -> None:
    """Raise `Refused` for a number of seats or a first holder of the bag that cannot be (rules 1.1 and 1.2)."""
    if table.seats not in {2, 3, 4}:
        reason = f"Queen of 12 is played by two to four seats, not {table.seats}"
        raise Refused("unprocessable", reason, rule="1.1")
    first = table.options.first_bag
    if first is not None and not 0 <= first < table.seats:
        reason = f"first_bag names seat {first}, but the seats are 0 to {table.seats - 1}"
        raise Refused("unprocessable", reason, rule="1.2")


def begin(table: Table[Options, Edition]) -> State:
    """Give every seat its START cards and an empty sheet (rules 1.1 and 1.3)."""
    limits = table.edition.limits
    holding = Holding(table.edition.start, limits.copy_dice, limits.take_back, limits.fan_card)
    board = board_of(table.edition, table.options.sheet)
    return Laying(table, board, seats_of(table.seats), (holding,) * table.seats)


def setup(state: State, draws: Draws) -> Decided[Event, State]:
    """Hand out the bag, lay the fans and begin the first round (rules 1.2 to 1.8)."""
    transition = Transition(evolve, state, draws)
    options, seats = state.table.options, state.table.seats
    first = Seat(draws.below("first_bag", seats)) if options.first_bag is None else options.first_bag
    transition.apply(BagGiven(first))
    fan = _fan(state.table, draws)
    used = {*fan, *state.table.edition.start}
    transition.apply(FanLaid(fan, tuple(card for card in state.table.edition.cards if card not in used)))
    if seats == 2:  # noqa: PLR2004 -- two seats begin with a fan card
        for seat in state.seats:
            transition.apply(CardDrawn(seat, fan[draws.below(f"fan_card/{seat}", len(fan))]))
    proceed(transition)
    return transition.decided()


def _fan(table: Table[Options, Edition], draws: Draws) -> Cards:
    """Form the fan: printed for the first game, else six drawn of the cards in play (rules 1.4 to 1.7)."""
    edition = table.edition
    left_out = edition.left_out_of_two if table.seats == 2 else ()  # noqa: PLR2004 -- two seats leave a card out
    if table.options.fan == "random":
        candidates = [card for card in edition.cards if card not in edition.start and card not in left_out]
        return draws.shuffled("fan", candidates)[:FAN_SIZE]
    return edition.first_fan_of_two if left_out else edition.first_fan


def decide(state: State, seat: Seat, action: Action, draws: Draws) -> Decided[Event, State]:
    """Give all events that an action brings about; raise `RuleBroken` unless it is legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = Transition(evolve, state, draws)
    if isinstance(state, Crossing):
        cross(transition, state, seat, action)
    elif isinstance(state, CarryingOut):
        choose(transition, state, seat, action)
    elif isinstance(state, Choosing) and isinstance(action, ChooseCard):
        transition.apply(CardChosen(seat, len(state.laid[seat]) + 1, action.card))
    elif isinstance(action, TakeFanCard):
        transition.apply(FanCardTaken(seat, action.card))
    proceed(transition)
    return transition.decided()
