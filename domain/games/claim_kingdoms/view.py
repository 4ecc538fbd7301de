"""View of a match: contains only what its viewer may know."""

from msgspec import UNSET, Struct, UnsetType

from domain.games.claim_kingdoms.pieces import SEATS, Ending, Faction, Space, in_order
from domain.games.claim_kingdoms.scoring import controller_of, pieces_by_faction, tile_of
from domain.games.claim_kingdoms.state import DecidedBy, FactionResult, Finished, PhaseName, Scoring, State, Using
from domain.kernel import messages
from domain.kernel.basics import Seat


class CardView(Struct, frozen=True):
    """Open card: its space, its faction and the seats that have a piece on it."""

    space: Space
    faction: Faction
    pieces: tuple[Seat, ...]


class TurnedView(Struct, frozen=True):
    """Turned-over card: its space and its faction."""

    space: Space
    faction: Faction


class SeatView(Struct, frozen=True):
    """Seat as the viewer may see it.

    `tile` is 50 or 100 once the score exceeds that number. `cards` is the size of the hand. `known` are the cards of
    the hand that were taken openly. `hand` is present only if the viewer may see all of it.
    """

    score: int
    tile: int | None
    supply: int
    cards: int
    known: tuple[Faction, ...]
    hand: tuple[Faction, ...] | UnsetType = UNSET


class Standing(Struct, frozen=True):
    """Faction in play: its value, the pieces of each seat on its open cards, and the seat in control (null if tied)."""

    faction: Faction
    value: int
    pieces: tuple[int, int]
    controller: Seat | None


class Result(Struct, frozen=True):
    """Result of the match: how play ended and the factions scored so far; ranking and winners after the end."""

    ending: Ending
    factions: tuple[FactionResult, ...]
    ranking: tuple[int, int] | UnsetType = UNSET
    winners: tuple[Seat, ...] | UnsetType = UNSET
    decided_by: DecidedBy | UnsetType = UNSET


class View(messages.View, frozen=True):
    """Table as the viewer may see it.

    `turn` counts the turns of both seats from 1; `mover` has the current turn, `first` had the first.
    `kingdom` lists the open cards, `turned_over` the others. `pile` is the number of cards left in the pile.
    `laid` is the space of the card whose ability can be used now. `pile_order` lists the pile from the top; it is
    present only if the viewer may see everything.
    """

    phase: PhaseName
    turn: int
    first: Seat
    mover: Seat
    kingdom: tuple[CardView, ...]
    turned_over: tuple[TurnedView, ...]
    display: tuple[Faction, ...]
    pile: int
    seats: tuple[SeatView, ...]
    factions: tuple[Standing, ...]
    laid: Space | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    pile_order: tuple[Faction, ...] | UnsetType = UNSET


def view(state: State, viewer: messages.Viewer) -> View:
    """Build the view of a match for a viewer."""
    return View(
        phase=state.phase.NAME,
        turn=state.turn,
        first=state.first,
        mover=state.mover,
        kingdom=tuple(CardView(space, card.faction, card.pieces) for space, card in state.kingdom.cards.items()),
        turned_over=tuple(TurnedView(space, faction) for space, faction in state.kingdom.turned.items()),
        display=state.display,
        pile=len(state.pile),
        seats=tuple(_seat(state, seat, viewer) for seat in SEATS),
        factions=_standings(state),
        laid=state.phase.space if isinstance(state.phase, Using) else UNSET,
        result=_result(state),
        pile_order=state.pile if viewer.everything else UNSET,
    )


def _seat(state: State, seat: Seat, viewer: messages.Viewer) -> SeatView:
    score, hand = state.scores[seat], state.hands[seat]
    shown = in_order(hand) if viewer.knows(seat) else UNSET
    return SeatView(score, tile_of(score), state.supplies[seat], len(hand), in_order(state.known[seat]), shown)


def _standings(state: State) -> tuple[Standing, ...]:
    values = state.edition.values
    counts = pieces_by_faction(state.kingdom, state.factions)
    return tuple(
        Standing(faction, values[faction], pieces, controller_of(pieces)) for faction, pieces in counts.items()
    )


def _result(state: State) -> Result | UnsetType:
    match state.phase:
        case Scoring(ending, results):
            return Result(ending, results)
        case Finished(ending, results, ranking, winners, decided_by):
            return Result(ending, results, ranking, winners, decided_by)
        case _:
            return UNSET
