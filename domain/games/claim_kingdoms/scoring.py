"""What things are worth: the abilities that bring points, control of the factions, and the outcome."""

from typing import Final

from domain.games.claim_kingdoms.kingdom import Kingdom
from domain.games.claim_kingdoms.pieces import SEATS, Ending, Faction, Line, Space
from domain.games.claim_kingdoms.state import DecidedBy, FactionResult, Finished, State
from domain.kernel import messages
from domain.kernel.basics import Seat

GNOME_POINTS: Final = 1

TILES: Final = (100, 50)


class Outcome(messages.Outcome, frozen=True, kw_only=True):
    """How a match ended, faction by faction, and what decided the victory."""

    ending: Ending
    factions: tuple[FactionResult, ...]
    supplies: tuple[int, int]
    decided_by: DecidedBy


def goblin_points(kingdom: Kingdom, seat: Seat) -> int:
    """One point for every open Goblin with a piece of the seat."""
    return sum(card.faction == "goblins" and seat in card.pieces for card in kingdom.cards.values())


def dwarf_points(kingdom: Kingdom, space: Space) -> int:
    """One point for every Dwarf of the row run and the column run, the one on the space itself counted once."""
    lines = kingdom.run(space, "row") + kingdom.run(space, "column")[1:]
    return lines.count("dwarves")


def troll_points(kingdom: Kingdom, space: Space, line: Line) -> int:
    """One point for every different faction of the run; none where two or more Trolls lie in it."""
    run = kingdom.run(space, line)
    return 0 if run.count("trolls") > 1 else len(set(run))


def dragon_points(kingdom: Kingdom, space: Space) -> int:
    """One point for every open card around the space."""
    return kingdom.open_around(space)


def tile_of(score: int) -> int | None:
    """Which side of its tile a seat shows: 100 or 50 once its score is past that, none before."""
    return next((side for side in TILES if score > side), None)


def pieces_by_faction(kingdom: Kingdom, factions: tuple[Faction, ...]) -> dict[Faction, tuple[int, int]]:
    """How many pieces each seat has on the open cards of each faction."""
    counts = {faction: [0, 0] for faction in factions}
    for card in kingdom.cards.values():
        for seat in card.pieces:
            counts[card.faction][seat] += 1
    return {faction: (first, second) for faction, (first, second) in counts.items()}


def controller_of(pieces: tuple[int, int]) -> Seat | None:
    """Who has more pieces; nobody if tied."""
    return _greater(pieces)


def faction_results(state: State) -> tuple[FactionResult, ...]:
    """What the final scoring of each faction in play gives, in the order of the overview."""
    values = state.edition.values
    return tuple(
        FactionResult(faction, pieces, (seat := controller_of(pieces)), 0 if seat is None else values[faction])
        for faction, pieces in pieces_by_faction(state.kingdom, state.factions).items()
    )


def victory(scores: tuple[int, int], supplies: tuple[int, int]) -> tuple[tuple[Seat, ...], DecidedBy]:
    """Who wins, and by what: more points, else more pieces in supply, else both share it."""
    if (seat := _greater(scores)) is not None:
        return (seat,), "points"
    if (seat := _greater(supplies)) is not None:
        return (seat,), "supply"
    return SEATS, "shared"


def ranking_of(winners: tuple[Seat, ...]) -> tuple[int, int]:
    """Each seat's rank: 1 for a winner, 2 for who is beaten."""
    first, second = (1 if seat in winners else 2 for seat in SEATS)
    return first, second


def outcome(state: State) -> Outcome:
    """How the match ended; raises ValueError while it goes on."""
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
