"""What one viewer may know of a match, built up from nothing."""

from msgspec import UNSET, Struct, UnsetType

from domain.games.claim_kingdoms.pieces import SEATS, Ending, Faction, Space, in_order
from domain.games.claim_kingdoms.scoring import controller_of, pieces_by_faction, tile_of
from domain.games.claim_kingdoms.state import DecidedBy, FactionResult, Finished, PhaseName, Scoring, State, Using
from domain.kernel import messages
from domain.kernel.basics import Seat


class CardView(Struct, frozen=True):
    """An open card: where it lies and which seats have a piece on it."""

    space: Space
    faction: Faction
    pieces: tuple[Seat, ...]


class TurnedView(Struct, frozen=True):
    """A turned-over card: where it lies and what it was."""

    space: Space
    faction: Faction


class SeatView(Struct, frozen=True):
    """One seat: its score with the tile's side (50, 100) once past it, its supply, how many cards it holds.

    `known` are those cards of the hand that everybody saw it take; `hand` is there for who may see it all.
    """

    score: int
    tile: int | None
    supply: int
    cards: int
    known: tuple[Faction, ...]
    hand: tuple[Faction, ...] | UnsetType = UNSET


class Standing(Struct, frozen=True):
    """A faction in play: its value, the pieces of each seat on its open cards, who would control it now."""

    faction: Faction
    value: int
    pieces: tuple[int, int]
    controller: Seat | None


class Result(Struct, frozen=True):
    """How play ended and what the factions scored so far; ranking and winners once the throne is claimed."""

    ending: Ending
    factions: tuple[FactionResult, ...]
    ranking: tuple[int, int] | UnsetType = UNSET
    winners: tuple[Seat, ...] | UnsetType = UNSET
    decided_by: DecidedBy | UnsetType = UNSET


class View(messages.View, frozen=True):
    """The table as a viewer sees it.

    `turn` counts the turns of both seats from 1; `mover` has the present one, `first` had the first.
    `kingdom` lists open cards, `turned_over` the others. `pile` is how many cards are left in it. `laid` is
    the card whose ability is due; `pile_order` is there, from the top, when everything is open.
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
    """The match as this viewer may know it."""
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
