"""Folding of records into the state of a match, without decisions."""

from collections.abc import Sequence
from typing import Any, assert_never

import msgspec

from domain.catalogue import Catalogue, edition_digest, edition_of, table_for
from domain.kernel.basics import GENESIS, Instant, MatchId, Version, with_seat
from domain.kernel.chance import match_seed
from domain.kernel.game import AnyGame
from domain.kernel.records import Link, Record
from domain.matches.clocks import Timing, begun, settle
from domain.matches.events import (
    LIFECYCLE,
    AbandonmentVoted,
    ActionTakenBack,
    BranchBegun,
    LifecycleEvent,
    MatchAbandoned,
    MatchFinished,
    MatchOpened,
    MatchStarted,
    SeatForfeited,
    SeatTaken,
    SecretRevealed,
    TakeBackAnswered,
    TakeBackAsked,
    TimeRanOut,
)
from domain.matches.state import Abandoned, Finished, Match, Occupant, Open, Playing, Started, Terms
from domain.matches.undo_history import apply_decision, apply_game_events, apply_undo_event, drop_undo_request

_LIFECYCLE = frozenset(LIFECYCLE)


def genesis(match: MatchId) -> Link:
    """Start of the hash chain of a match."""
    return Link(match, Version(0), GENESIS)


def opened(catalogue: Catalogue, record: Record) -> Open:
    """Match after its first record. Raises `ValueError` for a wrong event or edition."""
    event = record.event
    if not isinstance(event, MatchOpened):
        message = f"match {record.match} does not begin with match_opened"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    game = catalogue.game(event.game)
    edition = edition_of(game, event.edition)
    if edition_digest(edition) != event.edition_digest:
        message = f"edition {event.edition!r} is not the one that match {record.match} was opened with"
        raise ValueError(message)
    table = table_for(game, event.seats, event.options, edition)
    end = Link(record.match, record.version, record.hash)
    source = None if record.imported is None else record.imported.key
    terms = Terms(record.match, record.at, event, game, table, imported_from=source)
    return Open(terms, (None,) * event.seats, end)


def fold(catalogue: Catalogue, match: Match | None, records: Sequence[Record]) -> Match | None:
    """Apply records to a match, none before its first record. Only the first record needs the catalogue."""
    if match is None:
        return fold_on(opened(catalogue, records[0]), records[1:]) if records else None
    return fold_on(match, records)


def fold_on(match: Match, records: Sequence[Record]) -> Match:
    """Apply further records to a match."""
    at = 0
    while at < len(records):
        if isinstance(match, Playing) and match.timing is None and (end := _game_ends(records, at)) > at:
            match, at = apply_game_events(match, records[at:end]), end
        else:
            match = evolve(match, records[at])
            at += 1
    return match


def fold_change(match: Match, records: Sequence[Record], state: object) -> Match:
    """Apply the records of one change, whose game events lead to `state`.

    The result equals that of `fold_on`, which handles changes without `state`.
    """
    if state is None:
        return fold_on(match, records)
    at = 0
    while at < len(records):
        if isinstance(match, Playing) and (end := _game_ends(records, at)) > at:
            timed = match if match.timing is None else _timed(match, match.timing, records[at])
            match, at = apply_decision(timed, records[at:end], state), end
        else:
            match = evolve(match, records[at])
            at += 1
    return match


def _game_ends(records: Sequence[Record], at: int) -> int:
    # The game's events between two of the match's own are folded at once, without a match in between.
    end = len(records)
    while at < end and type(records[at].event) not in _LIFECYCLE:
        at += 1
    return at


def evolve(match: Match, record: Record) -> Match:
    """Apply one record to a match."""
    event = record.event
    end = Link(record.match, record.version, record.hash)
    if isinstance(match, Playing) and match.timing is not None:
        match = _timed(match, match.timing, record)
    if isinstance(event, LifecycleEvent):
        return _lifecycle(match, event, end, record.at)
    if not isinstance(match, Playing):
        message = f"event {record.version} of match {record.match} belongs to no game under way"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    return apply_game_events(match, (record,))


def _timed(match: Playing, timing: Timing, record: Record) -> Playing:
    # Turns change only after the last event of an action. The next event is the first of another action, which
    # carries that action, or a lifecycle event.
    clock = match.terms.arrangement.clock
    if clock is not None and (record.action is not None or type(record.event) in _LIFECYCLE):
        timing = settle(clock, timing, match.waiting())
    return msgspec.structs.replace(match, timing=msgspec.structs.replace(timing, at=record.at))


def _lifecycle(match: Match, event: LifecycleEvent, end: Link, at: Instant) -> Match:  # noqa: PLR0911 -- one a kind
    match event:
        case SeatTaken():
            return msgspec.structs.replace(match, occupants=_seated(match, event), end=end)
        case MatchStarted():
            return _started(match, event, end, at)
        case SeatForfeited():
            return _forfeited(drop_undo_request(match), event, end)
        case AbandonmentVoted():
            return _voted(match, event, end)
        case TakeBackAsked() | TakeBackAnswered() | ActionTakenBack() | TimeRanOut():
            return apply_undo_event(match, event, end)
        case MatchFinished():
            return _finished(match, event, end)
        case MatchAbandoned():
            state = match.state if isinstance(match, Started) else None
            return Abandoned(match.terms, match.occupants, end, match.seed, state)
        case BranchBegun() | SecretRevealed():
            return msgspec.structs.replace(match, end=end)
        case MatchOpened():
            message = f"match {match.terms.id} was opened twice"
            raise ValueError(message)
        case _:
            assert_never(event)


def _started(match: Match, event: MatchStarted, end: Link, at: Instant) -> Playing:
    terms = msgspec.structs.replace(with_supplied_options(match.terms, event.supplied), started=end.version)
    timing = None if terms.arrangement.clock is None else begun(len(match.occupants), at)
    return Playing(terms, match.occupants, end, seed_for(match), terms.game.begin(terms.table), timing=timing)


def with_supplied_options(terms: Terms, supplied: dict[str, Any]) -> Terms:
    """Add supplied options to the terms. Raises `Refused` (`unprocessable`) if the game rejects them."""
    if not supplied:
        return terms
    options = terms.opened.options | supplied
    table = table_for(terms.game, terms.opened.seats, options, terms.table.edition)
    return msgspec.structs.replace(terms, table=table, supplied=supplied)


def _seated(match: Match, event: SeatTaken) -> tuple[Occupant | None, ...]:
    return with_seat(match.occupants, event.seat, Occupant(event.contribution, event.player, event.bot))


def _forfeited(match: Match, event: SeatForfeited, end: Link) -> Match:
    before = match.occupants[event.seat]
    if before is None or before.player is None or not isinstance(match, Playing):
        message = f"nobody sits in seat {event.seat} of match {match.terms.id} who could forfeit it"
        raise ValueError(message)
    after = Occupant(before.contribution, bot=event.bot, left=before.player)
    occupants, agreed = with_seat(match.occupants, event.seat, after), match.agreed - {event.seat}
    return msgspec.structs.replace(match, occupants=occupants, agreed=agreed, end=end)


def _voted(match: Match, event: AbandonmentVoted, end: Link) -> Match:
    if not isinstance(match, Playing):
        message = f"match {match.terms.id} is not being played and cannot be voted on"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    seat = {event.seat}
    return msgspec.structs.replace(match, agreed=match.agreed | seat if event.agrees else match.agreed - seat, end=end)


def seed_for(match: Match) -> bytes:
    """Match seed, derived from the secret and the contributions of all seats."""
    gifts = [b"" if seat is None else seat.contribution.encode() for seat in match.occupants]
    return match_seed(bytes.fromhex(match.terms.opened.secret), match.terms.id, gifts)


def _finished(match: Match, event: MatchFinished, end: Link) -> Finished:
    if not isinstance(match, Playing):
        message = f"match {match.terms.id} finished without having been played"
        raise ValueError(message)  # noqa: TRY004 -- the stored record is wrong, not a caller's type
    game: AnyGame = match.terms.game
    outcome = msgspec.convert(event.outcome, game.outcome_type)
    return Finished(match.terms, match.occupants, end, match.match_seed, match.state, outcome)
