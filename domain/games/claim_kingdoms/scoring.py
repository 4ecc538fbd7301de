"""Scoring: points of abilities, control of the factions, the victory, and the outcome."""

from typing import Final

from domain.games.claim_kingdoms.kingdom import Kingdom
from domain.games.claim_kingdoms.pieces import SEATS, Ending, Faction, Line, Space
from domain.games.claim_kingdoms.state import DecidedBy, FactionResult, Finished, State
from domain.kernel import messages
from domain.kernel.basics import Seat

GNOME_POINTS: Final = 1

TILES: Final = (100, 50)


class Outcome(messages.Outcome, frozen=True, kw_only=True):
    """Outcome of a match: the results of the factions, and the criterion that decided the victory."""

    ending: Ending
    factions: tuple[FactionResult, ...]
    supplies: tuple[int, int]
    decided_by: DecidedBy


def goblin_points(kingdom: Kingdom, seat: Seat) -> int:
    """Count the open Goblins with a piece of the seat."""
    return sum(card.faction == "goblins" and seat in card.pieces for card in kingdom.cards.values())


def dwarf_points(kingdom: Kingdom, space: Space) -> int:
    """Count the Dwarves in the row and the column through a space; the card on the space counts once."""
    lines = kingdom.run(space, "row") + kingdom.run(space, "column")[1:]
    return lines.count("dwarves")


def troll_points(kingdom: Kingdom, space: Space, line: Line) -> int:
    """Count the different factions of a line through a space; 0 if the line holds two or more Trolls."""
    run = kingdom.run(space, line)
    return 0 if run.count("trolls") > 1 else len(set(run))


def dragon_points(kingdom: Kingdom, space: Space) -> int:
    """Count the open cards around a space."""
    return kingdom.open_around(space)


def tile_of(score: int) -> int | None:
    """Side of the score tile: 100 or 50 once the score exceeds that number, otherwise None."""
    return next((side for side in TILES if score > side), None)


def pieces_by_faction(kingdom: Kingdom, factions: tuple[Faction, ...]) -> dict[Faction, tuple[int, int]]:
    """Count the pieces of each seat on the open cards of each faction."""
    counts = {faction: [0, 0] for faction in factions}
    for card in kingdom.cards.values():
        for seat in card.pieces:
            counts[card.faction][seat] += 1
    return {faction: (first, second) for faction, (first, second) in counts.items()}


def controller_of(pieces: tuple[int, int]) -> Seat | None:
    """Return the seat with more pieces; None if tied."""
    return _greater(pieces)


def faction_results(state: State) -> tuple[FactionResult, ...]:
    """Return the final scoring of each faction in play, in the order of the overview."""
    values = state.edition.values
    return tuple(
        FactionResult(faction, pieces, (seat := controller_of(pieces)), 0 if seat is None else values[faction])
        for faction, pieces in pieces_by_faction(state.kingdom, state.factions).items()
    )


def victory(scores: tuple[int, int], supplies: tuple[int, int]) -> tuple[tuple[Seat, ...], DecidedBy]:
    """Return the winners and the criterion: points, then pieces in supply, otherwise shared (rules 11.4 to 11.6)."""
    if (seat := _greater(scores)) is not None:
        return (seat,), "points"
    if (seat := _greater(supplies)) is not None:
        return (seat,), "supply"
    return SEATS, "shared"


def ranking_of(winners: tuple[Seat, ...]) -> tuple[int, int]:
    """Return the rank of each seat: 1 for a winner, otherwise 2."""
    first, second = (1 if seat in winners else 2 for seat in SEATS)
    return first, second


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished match; raises `ValueError` before the end."""
    if not isinstance(state.phase, Finished):
        message = "a match has no outcome before it is over"
        raise ValueError(message)  # noqa: TRY004 -- the argument has the right type, the match is not over
    return Outcome(
        ending=state.phase.ending,
        scores=state.scores,
        ranking=state.phase.ranking,
        winners=state.phase.winners,
        factions=state.phase.results,
        supplies=state.supplies,
        decided_by=state.phase.decided_by,
    )


def _greater(pair: tuple[int, int]) -> Seat | None:
    if pair[0] == pair[1]:
        return None
    return SEATS[0] if pair[0] > pair[1] else SEATS[1]
