"""Branches: the versions from which a match can be continued, and the moves that a branch copies and replays.

A branch copies actions and match seeds, not events. An audit therefore derives its events from its bundle alone.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import Seat, Version, seats_of
from domain.kernel.canonical import canonical
from domain.kernel.chance import SECRET_BYTES, Draws
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame, AnyTable
from domain.kernel.messages import Action, Event, either
from domain.kernel.records import Record
from domain.kernel.transition import Decided
from domain.matches.events import LIFECYCLE, ActionTakenBack, BranchBegun, MatchStarted, Move, ReplaySegment, TimeRanOut
from domain.matches.evolve import fold
from domain.matches.state import Match, Playing
from domain.matches.timeout_action import timeout_action


class BranchStart(Struct, frozen=True):
    """Start of a branch: the copied moves, and the supplied options of its source match."""

    begun: BranchBegun
    supplied: dict[str, Any]


def branch_start(games: Catalogue, records: Sequence[Record], version: Version) -> BranchStart:
    """Start of a branch at a version. Raises `ValueError` if the match was not in play then."""
    match: Match | None = None
    inherited: Sequence[ReplaySegment] = ()
    moves: dict[Version, Move] = {}
    for record in records[:version]:
        if isinstance(record.event, BranchBegun):
            inherited = record.event.played
        elif isinstance(record.event, ActionTakenBack):
            to = record.event.to
            moves = {version: move for version, move in moves.items() if version <= to}
        elif isinstance(record.event, TimeRanOut):
            moves.update(_timeout_move(match, record.event, record.version))
        elif record.action is not None and record.seat is not None:
            moves[record.version] = Move(record.seat, msgspec.json.decode(canonical(record.action)))
        match = fold(games, match, (record,))
    if not isinstance(match, Playing):
        message = f"the match was not in play at version {version}"
        raise ValueError(message)  # noqa: TRY004 -- the stored moment is wrong, not a caller's type
    played = (*inherited, ReplaySegment(match.match_seed.hex(), tuple(moves.values())))
    return BranchStart(BranchBegun(records[version - 1].hash, played), match.terms.supplied)


def _timeout_move(match: Match | None, event: TimeRanOut, version: Version) -> dict[Version, Move]:
    # The log has no action for a timeout, so the action is derived again.
    clock = None if match is None else match.terms.arrangement.clock
    if not isinstance(match, Playing) or clock is None or clock.overdue != "play":
        return {}
    action = timeout_action(match, event.seat, event.decision, Draws(match.match_seed)).action
    return {version: Move(event.seat, msgspec.json.decode(canonical(action)))}


def moment_at(games: Catalogue, records: Sequence[Record], version: int) -> Version:
    """Newest version up to `version` with a pending decision, not within the events of an action.

    Raises `Refused` (`unprocessable`) if there is none.
    """
    match: Match | None = None
    newest = Version(0)
    for number, record in enumerate(records[:version], 1):
        match = fold(games, match, (record,))
        if match is not None and _is_moment(match, records, number):
            newest = Version(number)
    if not newest:
        raise Refused("unprocessable", f"No decision was pending up to version {version}; choose a later version.")
    return newest


def _is_moment(match: Match, records: Sequence[Record], version: int) -> bool:
    if not isinstance(match, Playing) or isinstance(records[version - 1].event, MatchStarted | BranchBegun):
        return False
    follows = records[version]
    return (follows.action is not None or isinstance(follows.event, LIFECYCLE)) and bool(
        match.terms.game.pending(match.state)
    )


def replayed(game: AnyGame, table: AnyTable, begun: BranchBegun, fresh: Draws) -> Decided[Any, Any]:
    """Replay the copied moves of a branch, then shuffle hidden information again with the `fresh` draws.

    Raises `Refused` (`unprocessable`, or a code of the game) and `DrawRepeatedError`.
    """
    if not begun.played:
        raise Refused("unprocessable", "A branch needs at least one segment of moves.")
    state = game.begin(table)
    events: list[Event] = []
    for number, segment in enumerate(begun.played):
        draws = Draws(_seed(segment))
        decided = game.reshuffle(state, draws) if number else game.setup(state, draws)
        events += decided.events
        for move in segment.moves:
            decided = game.decide(decided.state, _seat(move, table), _action(game, move), draws)
            events += decided.events
        state = decided.state
    if not game.pending(state):
        raise Refused("unprocessable", "A branch must start at a version with a pending decision.")
    laid = game.reshuffle(state, fresh)
    return Decided((*events, *laid.events), laid.state)


def _seed(segment: ReplaySegment) -> bytes:
    try:
        seed = bytes.fromhex(segment.seed)
    except ValueError:
        seed = b""
    if len(seed) != SECRET_BYTES or seed.hex() != segment.seed:
        raise Refused("unprocessable", "A match seed must be 32 bytes in lower-case hexadecimal.")
    return seed


def _seat(move: Move, table: AnyTable) -> Seat:
    if move.seat not in seats_of(table.seats):
        raise Refused("unknown_seat", f"This match has seats 0 to {table.seats - 1}.")
    return move.seat


def _action(game: AnyGame, move: Move) -> Action:
    try:
        action: Action = msgspec.convert(move.action, either(game.actions))
    except msgspec.ValidationError as error:
        raise Refused("unprocessable", f"Invalid action of {game.title}: {error}.") from None
    if canonical(action) != canonical(move.action):
        raise Refused("unprocessable", "An action must be in canonical form.")
    return action
