"""View of a match: contains only what its viewer may know."""

from typing import Literal, assert_never

from msgspec import UNSET, Struct, UnsetType

from domain.games.queen_of_12.edition import Face, Sheet
from domain.games.queen_of_12.events import Cards, Score
from domain.games.queen_of_12.legal import choosable
from domain.games.queen_of_12.pieces import LINES, Character, Die, DieId, FieldId, Kind, LineId, Side, fields_of
from domain.games.queen_of_12.scoring import score
from domain.games.queen_of_12.state import (
    CarryingOut,
    Choosing,
    Crossing,
    Finished,
    Holding,
    Laying,
    Match,
    Picking,
    State,
    Work,
)
from domain.kernel import messages
from domain.kernel.basics import Seat

Phase = Literal["laying", "choosing", "carrying_out", "crossing", "picking", "finished"]


class LineView(Struct, frozen=True, gc=False):
    """Row or column: number of crosses and their current points."""

    id: LineId
    crosses: int
    points: int


class EffectsLeft(Struct, frozen=True, gc=False):
    """Remaining uses of the limited no-crosses effects."""

    copy_dice: int
    take_back: int
    fan_card: int


class WorkView(Struct, frozen=True, gc=False):
    """Remaining crosses of a seat in this round.

    `twice` is the die that may cross by number and by colour. `again` is the die that may cross a second field now, in
    the way `by`. `effect` is present if a no-crosses effect must or may be used. `picks` is true if the seat will pick
    a fan card.
    """

    dice: tuple[DieId, ...] = ()
    twice: DieId | UnsetType = UNSET
    again: DieId | UnsetType = UNSET
    by: Kind | UnsetType = UNSET
    effect: Literal["must", "may"] | UnsetType = UNSET
    picks: bool = False


class SeatView(Struct, frozen=True, kw_only=True):
    """Seat as the viewer may see it.

    `hand` includes the laid cards until the reveal. `laid` is the number of cards laid face down. `chosen` names these
    cards and `choosable` the cards that may follow; both are present only if the viewer may know them. `played` are
    face-up cards. `taken` and `copied` are the dice of this round. `hourglass` lists the rounds in which the seat had
    the bag.
    """

    seat: Seat
    hand: Cards
    pile: Cards
    fan: Cards
    laid: int = 0
    chosen: Cards | UnsetType = UNSET
    choosable: Cards | UnsetType = UNSET
    played: Cards = ()
    taken: tuple[Die, ...] = ()
    copied: tuple[Die, ...] = ()
    work: WorkView | UnsetType = UNSET
    crossed: tuple[FieldId, ...]
    lines: tuple[LineView, ...]
    score: Score
    effects_left: EffectsLeft
    hourglass: tuple[int, ...]


class View(messages.View, frozen=True, kw_only=True):
    """Table as the viewer may see it.

    `trays` are the dice that no seat took. `bonus` are the seats with the first full line, once awarded. `cards`,
    `sheet` and `line_points` (for 0 to 5 crosses) are the printed component data.
    """

    phase: Phase
    round: int
    rounds: int
    bag: Seat
    first_bag: Seat
    side: Side
    sheet: Sheet
    cards: dict[Character, Face]
    line_points: tuple[int, ...]
    trays: tuple[Die, ...]
    seats: tuple[SeatView, ...]
    bonus: tuple[Seat, ...] = ()
    picking: tuple[Seat, ...] = ()
    ranking: tuple[int, ...] | UnsetType = UNSET
    winners: tuple[Seat, ...] | UnsetType = UNSET


def view(state: State, viewer: messages.Viewer) -> View:
    """Build the view of a match for a viewer."""
    options, edition = state.table.options, state.table.edition
    return View(
        phase=_phase(state),
        round=state.round,
        rounds=edition.rounds,
        bag=state.bag,
        first_bag=state.first_bag,
        side=options.sheet,
        sheet=edition.sheets[options.sheet],
        cards=edition.cards,
        line_points=edition.line_points,
        trays=_trays(state),
        seats=tuple(_seat(state, seat, viewer) for seat in state.seats),
        bonus=state.bonus,
        picking=state.queue if isinstance(state, Picking) else (),
        ranking=state.ranking if isinstance(state, Finished) else UNSET,
        winners=state.winners if isinstance(state, Finished) else UNSET,
    )


def _phase(state: State) -> Phase:
    match state:
        case Laying():
            return "laying"
        case Choosing():
            return "choosing"
        case CarryingOut():
            return "carrying_out"
        case Crossing():
            return "crossing"
        case Picking():
            return "picking"
        case Finished():
            return "finished"
        case _:
            assert_never(state)


def _trays(state: State) -> tuple[Die, ...]:
    match state:
        case Choosing():
            return state.dice
        case CarryingOut():
            return state.trays
        case Crossing() | Picking():
            return tuple(die for die in state.dice if not any(die in dice for dice in state.taken))
        case Laying() | Finished():
            return ()
        case _:
            assert_never(state)


def _seat(state: State, seat: Seat, viewer: messages.Viewer) -> SeatView:
    holding = state.holdings[seat]
    choosing = state if isinstance(state, Choosing) else None
    knows = choosing is not None and viewer.knows(seat)
    dice = state if isinstance(state, CarryingOut | Crossing | Picking) else None
    return SeatView(
        seat=seat,
        hand=holding.hand,
        pile=holding.pile,
        fan=holding.fan,
        laid=len(choosing.laid[seat]) if choosing else 0,
        chosen=choosing.laid[seat] if choosing and knows else UNSET,
        choosable=choosable(choosing, seat) if choosing and knows else UNSET,
        played=state.played[seat] if isinstance(state, CarryingOut) else (),
        taken=dice.taken[seat] if dice else (),
        copied=dice.copied[seat] if dice else (),
        work=_work(state.works[seat]) if isinstance(state, Crossing) else UNSET,
        crossed=fields_of(holding.crossed),
        lines=_lines(state, holding),
        score=state.scores[seat] if isinstance(state, Finished) else score(state, seat),
        effects_left=EffectsLeft(holding.copy_dice, holding.take_back, holding.fan_card),
        hourglass=_hourglass(state, seat),
    )


def _lines(state: Match, holding: Holding) -> tuple[LineView, ...]:
    points = state.table.edition.line_points
    counts = ((name, (holding.crossed & bits).bit_count()) for name, bits in LINES.items())
    return tuple(LineView(name, count, points[count]) for name, count in counts)


def _hourglass(state: Match, seat: Seat) -> tuple[int, ...]:
    count = len(state.holdings)
    return tuple(number for number in range(1, state.round + 1) if (state.first_bag + number - 1 - seat) % count == 0)


def _work(work: Work) -> WorkView:
    return WorkView(
        dice=tuple(die.id for die in work.dice),
        twice=work.twice or UNSET,
        again=work.again.die.id if work.again else UNSET,
        by=work.again.by if work.again else UNSET,
        effect=UNSET if work.effect == "none" else work.effect,
        picks=work.picks,
    )
