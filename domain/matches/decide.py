"""What may happen to a match: opening, sitting down, acting, abandoning."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from domain.catalogue import Catalogue, edition_digest, edition_of, table_for
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.chance import CONTRIBUTION_BYTES, Draws, commitment
from domain.kernel.errors import Refused
from domain.kernel.messages import Action, Options
from domain.kernel.records import Cause, Link, Record, Retry, Shown, link, link_shown
from domain.kernel.transition import Decided
from domain.matches.branch import replayed
from domain.matches.change import Change
from domain.matches.events import (
    BranchBegun,
    MatchAbandoned,
    MatchFinished,
    MatchOpened,
    MatchStarted,
    SeatTaken,
    SecretRevealed,
)
from domain.matches.evolve import fold_change, fold_on, genesis, seed_for, with_supplied_options
from domain.matches.settings import PLAIN, MatchSettings, check_settings
from domain.matches.state import Match, Occupant, Open, Playing, is_over
from domain.matches.visibility import may_join


class MatchRequest(Struct, frozen=True):
    """What somebody wants to play: game, number of seats, options, edition (the game's default for none), and how."""

    game: str
    seats: int
    options: dict[str, Any]
    edition: str | None = None
    arrangement: MatchSettings = PLAIN


class SeatRequest(Struct, frozen=True):
    """Who wants to sit down where: a person or a bot, in the first free seat where none is named."""

    seat: Seat | None
    contribution: str
    player: PlayerId | None = None
    bot: str | None = None


def open_match(catalogue: Catalogue, wanted: MatchRequest, opener: PlayerId, secret: bytes) -> MatchOpened:
    """Lay a table. Raises `Refused`: `unknown_game`, `unknown_edition`, `unprocessable`."""
    game = catalogue.game(wanted.game)
    edition = edition_of(game, wanted.edition)
    table = table_for(game, wanted.seats, wanted.options, edition)
    _check_chosen(table.options)
    check_settings(wanted.arrangement, wanted.seats)
    return MatchOpened(
        game=game.key,
        rules_version=game.rules_version,
        seats=wanted.seats,
        options=msgspec.to_builtins(table.options, str_keys=True),
        edition=edition.name,
        edition_digest=edition_digest(edition),
        opener=opener,
        commitment=commitment(secret),
        secret=secret.hex(),
        arrangement=None if wanted.arrangement == PLAIN else wanted.arrangement,
    )


def _check_chosen(options: Options) -> None:
    default = type(options)()
    for name in options.SUPPLIED:
        if getattr(options, name) != getattr(default, name):
            raise Refused("unprocessable", f"The option {name!r} is filled in when the match starts.")


def sit(
    match: Match,
    wanted: SeatRequest,
    chance: Callable[[bytes], Draws] = Draws,
    supplied: dict[str, Any] | None = None,
    begun: BranchBegun | None = None,
) -> Change:
    """Take a seat; the last one starts the match and lays its table, with `chance` made of the match seed.

    `supplied` are the game's `SUPPLIED` options as they stand outside the match, `begun` what was played before a
    branch, which then happens again instead of setup; only the last seat needs them.
    Raises `Refused`: `match_not_open`, `unknown_seat`, `seat_taken`, `seat_reserved`, `already_seated`, `not_allowed`,
    `unknown_bot`, `unprocessable`.
    """
    if not isinstance(match, Open):
        raise Refused("match_not_open", "All seats of this match are taken, or it is over.")
    _may_sit(match, wanted)
    seat = _free_seat(match, wanted)
    taken = SeatTaken(seat, wanted.contribution, wanted.player, wanted.bot)
    occupants = list(match.occupants)
    occupants[seat] = Occupant(wanted.contribution, wanted.player, wanted.bot)
    if None in occupants:
        return Change((taken,))
    full = msgspec.structs.replace(match, occupants=tuple(occupants))
    started = _start(match, supplied or {})
    game, table, draws = (
        match.terms.game,
        with_supplied_options(match.terms, started.supplied).table,
        chance(seed_for(full)),
    )
    if match.terms.arrangement.is_practice != (begun is not None):
        raise Refused("unprocessable", "A branch begins with what was played before it, and nothing else does.")
    if begun is not None:
        branched = replayed(game, table, begun, draws)
        return Change((taken, started, begun, *branched.events), branched.state)
    laid = game.setup(game.begin(table), draws)
    return Change((taken, started, *laid.events), laid.state)


def _start(match: Open, supplied: dict[str, Any]) -> MatchStarted:
    if not supplied.keys() <= set(match.terms.game.options.SUPPLIED):
        raise Refused("unprocessable", f"{match.terms.game.title} is supplied with no such options.")
    return MatchStarted(supplied)


def _may_sit(match: Open, wanted: SeatRequest) -> None:
    if (wanted.player is None) == (wanted.bot is None):
        raise Refused("unprocessable", "A seat is taken by a person or by a bot.")
    if wanted.bot is not None and wanted.bot not in match.terms.game.bots:
        known = ", ".join(match.terms.game.bots)
        raise Refused("unknown_bot", f"{match.terms.game.title} has no bot {wanted.bot!r}; there are {known}.")
    if wanted.player is not None and match.seat_of(wanted.player) is not None:
        raise Refused("already_seated", "You have a seat in this match already.")
    if wanted.player is not None and not may_join(match, wanted.player):
        raise Refused("not_allowed", "Only its opener and those who are invited sit down in a private match.")
    if len(wanted.contribution.encode()) > CONTRIBUTION_BYTES:
        raise Refused("unprocessable", f"A contribution has at most {CONTRIBUTION_BYTES} bytes in UTF-8.")


def _free_seat(match: Open, wanted: SeatRequest) -> Seat:
    if wanted.seat is None:
        return _first_seat(match, wanted.player)
    check_seat(match, wanted.seat)
    if match.occupants[wanted.seat] is not None:
        raise Refused("seat_taken", f"Seat {wanted.seat} is taken.")
    if match.terms.arrangement.kept_for(wanted.seat) not in {None, wanted.player}:
        raise Refused("seat_reserved", f"Seat {wanted.seat} is kept for somebody.")
    return wanted.seat


def _first_seat(match: Open, player: PlayerId | None) -> Seat:
    kept_for = match.terms.arrangement.kept_for
    free = [Seat(number) for number, occupant in enumerate(match.occupants) if occupant is None]
    open_to = [seat for seat in free if kept_for(seat) in {None, player}]
    if not open_to:
        raise Refused("seat_reserved", "All free seats are kept for others.")
    return next((seat for seat in open_to if kept_for(seat) is not None), open_to[0])


def check_seat(match: Match, seat: Seat) -> None:
    """Raise `Refused` (`unknown_seat`) for a seat that a match does not have."""
    if not 0 <= seat < len(match.occupants):
        raise Refused("unknown_seat", f"This match has seats 0 to {len(match.occupants) - 1}.")


def require_playing(match: Match) -> Playing:
    """Give a match that is being played. Raises `Refused` (`match_not_playing`) for any other."""
    if not isinstance(match, Playing):
        raise Refused("match_not_playing", "This match is not being played.")
    return match


def act(
    match: Match,
    seat: Seat,
    action: Action,
    decision: str | None = None,
    chance: Callable[[bytes], Draws] = Draws,
) -> Change:
    """Take an action of the game; the last one finishes the match and reveals its secret.

    `decision` is the id of the decision that the caller means to answer, if it says one.
    Raises `Refused`: `match_not_playing`, `unknown_seat`, `decision_closed`; `RuleBroken` with the rule.
    """
    playing = require_playing(match)
    check_seat(match, seat)
    game = match.terms.game
    if decision is not None:
        current = game.pending(playing.state).get(seat)
        if current is None or current.id != decision:
            raise Refused("decision_closed", f"Decision {decision!r} is not open for seat {seat} (any more).")
    return finish_if_over(playing, game.decide(playing.state, seat, action, chance(playing.match_seed)))


def finish_if_over(match: Playing, decided: Decided[Any, Any]) -> Change:
    """Take over a decision of the game; where nobody must choose after it, it finishes the match."""
    game, events, state = match.terms.game, decided.events, decided.state
    if game.pending(state):
        return Change(events, state)
    finished = MatchFinished(msgspec.to_builtins(game.outcome(state), str_keys=True))
    return Change((*events, finished, SecretRevealed(match.terms.opened.secret)), state)


def abandon(match: Match, by: PlayerId) -> Change:
    """Give a match up and reveal its secret. Raises `Refused`: `match_not_playing` where it is over."""
    if is_over(match):
        raise Refused("match_not_playing", "This match is over.")
    return Change((MatchAbandoned(by), SecretRevealed(match.terms.opened.secret)))


def first_record(event: MatchOpened, match: MatchId, at: Instant, retry: Retry | None = None) -> Record:
    """Record the event that opens a match."""
    return link(genesis(match), at, event, None, Cause(retry=retry))


def advance(match: Match, at: Instant, change: Change, cause: Cause | None = None) -> tuple[Match, tuple[Record, ...]]:
    """Record what was decided, all at one time, and take the match through it; the cause goes with the first event."""
    match, records, _ = advance_shown(match, at, change, cause)
    return match, records


def advance_shown(
    match: Match, at: Instant, change: Change, cause: Cause | None = None
) -> tuple[Match, tuple[Record, ...], tuple[Shown, ...]]:
    """Advance as `advance` does, and give the records fully shown as well."""
    records: list[Record] = []
    full: list[Shown] = []
    end, seed = match.end, match.seed
    for event in change.events:
        if isinstance(event, MatchStarted):
            seed = seed_for(fold_on(match, records))
        record, shown = link_shown(end, at, event, seed, None if records else cause)
        records.append(record)
        full.append(shown)
        end = Link(record.match, record.version, record.hash)
    return fold_change(match, records, change.state), tuple(records), tuple(full)


def with_last_version(match: Match, key: Retry, change: Change) -> Retry:
    """Note in a request's mark the version to which its change leads."""
    return msgspec.structs.replace(key, last=Version(match.end.version + len(change.events)))
