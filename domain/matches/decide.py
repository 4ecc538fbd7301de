"""Commands of a match: open, take a seat, act and abandon; and the recording of their changes."""

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
    """Request for a new match: game, number of seats, options, edition (none for the default) and settings."""

    game: str
    seats: int
    options: dict[str, Any]
    edition: str | None = None
    arrangement: MatchSettings = PLAIN


class SeatRequest(Struct, frozen=True):
    """Request of a person or a bot for a seat; none as `seat` means the first free seat."""

    seat: Seat | None
    contribution: str
    player: PlayerId | None = None
    bot: str | None = None


def open_match(catalogue: Catalogue, wanted: MatchRequest, opener: PlayerId, secret: bytes) -> MatchOpened:
    """Open a match. Raises `Refused`: `unknown_game`, `unknown_edition`, `unprocessable`."""
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
            raise Refused("unprocessable", f"Omit the option {name!r}; it is filled in when the match starts.")


def sit(
    match: Match,
    wanted: SeatRequest,
    chance: Callable[[bytes], Draws] = Draws,
    supplied: dict[str, Any] | None = None,
    begun: BranchBegun | None = None,
) -> Change:
    """Take a seat. The last free seat starts the match and sets up its game with `chance` of the match seed.

    The start needs two more inputs: `supplied`, the current values of the game's `SUPPLIED` options, and for a branch
    `begun`, the moves to replay instead of setup.
    Raises `Refused`: `match_not_open`, `unknown_seat`, `seat_taken`, `seat_reserved`, `already_seated`, `not_allowed`,
    `unknown_bot`, `unprocessable`.
    """
    if not isinstance(match, Open):
        raise Refused("match_not_open", "This match is not open: it has started or is over.")
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
        raise Refused("unprocessable", "A branch needs the moves of its source match; other matches have none.")
    if begun is not None:
        branched = replayed(game, table, begun, draws)
        return Change((taken, started, begun, *branched.events), branched.state)
    laid = game.setup(game.begin(table), draws)
    return Change((taken, started, *laid.events), laid.state)


def _start(match: Open, supplied: dict[str, Any]) -> MatchStarted:
    if not supplied.keys() <= set(match.terms.game.options.SUPPLIED):
        raise Refused("unprocessable", f"`supplied` contains options that {match.terms.game.title} does not fill in.")
    return MatchStarted(supplied)


def _may_sit(match: Open, wanted: SeatRequest) -> None:
    if (wanted.player is None) == (wanted.bot is None):
        raise Refused("unprocessable", "A seat needs either a person or a bot.")
    if wanted.bot is not None and wanted.bot not in match.terms.game.bots:
        known = ", ".join(match.terms.game.bots)
        raise Refused("unknown_bot", f"{match.terms.game.title} has no bot {wanted.bot!r}; its bots are: {known}.")
    if wanted.player is not None and match.seat_of(wanted.player) is not None:
        raise Refused("already_seated", "You already have a seat in this match.")
    if wanted.player is not None and not may_join(match, wanted.player):
        raise Refused("not_allowed", "A private match admits only its opener and the people in `invited`.")
    if len(wanted.contribution.encode()) > CONTRIBUTION_BYTES:
        raise Refused("unprocessable", f"`contribution` must have at most {CONTRIBUTION_BYTES} bytes in UTF-8.")


def _free_seat(match: Open, wanted: SeatRequest) -> Seat:
    if wanted.seat is None:
        return _first_seat(match, wanted.player)
    check_seat(match, wanted.seat)
    if match.occupants[wanted.seat] is not None:
        raise Refused("seat_taken", f"Seat {wanted.seat} is taken.")
    if match.terms.arrangement.kept_for(wanted.seat) not in {None, wanted.player}:
        raise Refused("seat_reserved", f"Seat {wanted.seat} is reserved for another person.")
    return wanted.seat


def _first_seat(match: Open, player: PlayerId | None) -> Seat:
    kept_for = match.terms.arrangement.kept_for
    free = [Seat(number) for number, occupant in enumerate(match.occupants) if occupant is None]
    open_to = [seat for seat in free if kept_for(seat) in {None, player}]
    if not open_to:
        raise Refused("seat_reserved", "All free seats are reserved for other people.")
    return next((seat for seat in open_to if kept_for(seat) is not None), open_to[0])


def check_seat(match: Match, seat: Seat) -> None:
    """Raise `Refused` (`unknown_seat`) for a seat that a match does not have."""
    if not 0 <= seat < len(match.occupants):
        raise Refused("unknown_seat", f"This match has seats 0 to {len(match.occupants) - 1}.")


def require_playing(match: Match) -> Playing:
    """Return the match if it is in play. Raises `Refused` (`match_not_playing`) otherwise."""
    if not isinstance(match, Playing):
        raise Refused("match_not_playing", "This match is not in play: it has not started or is over.")
    return match


def act(
    match: Match,
    seat: Seat,
    action: Action,
    decision: str | None = None,
    chance: Callable[[bytes], Draws] = Draws,
) -> Change:
    """Take an action of the game. The last action finishes the match and reveals its secret.

    `decision` is the id of the decision that the action answers (default: the current one).
    Raises `Refused`: `match_not_playing`, `unknown_seat`, `decision_closed`; `RuleBroken` with the rule.
    """
    playing = require_playing(match)
    check_seat(match, seat)
    game = match.terms.game
    if decision is not None:
        current = game.pending(playing.state).get(seat)
        if current is None or current.id != decision:
            raise Refused("decision_closed", f"Decision {decision!r} is not pending for seat {seat}.")
    return finish_if_over(playing, game.decide(playing.state, seat, action, chance(playing.match_seed)))


def finish_if_over(match: Playing, decided: Decided[Any, Any]) -> Change:
    """Change of a game's decision. Finishes the match if no decision is pending after it."""
    game, events, state = match.terms.game, decided.events, decided.state
    if game.pending(state):
        return Change(events, state)
    finished = MatchFinished(msgspec.to_builtins(game.outcome(state), str_keys=True))
    return Change((*events, finished, SecretRevealed(match.terms.opened.secret)), state)


def abandon(match: Match, by: PlayerId) -> Change:
    """Abandon a match and reveal its secret. Raises `Refused` (`match_not_playing`) if it is over."""
    if is_over(match):
        raise Refused("match_not_playing", "This match is already over.")
    return Change((MatchAbandoned(by), SecretRevealed(match.terms.opened.secret)))


def first_record(event: MatchOpened, match: MatchId, at: Instant, retry: Retry | None = None) -> Record:
    """Record the event that opens a match."""
    return link(genesis(match), at, event, None, Cause(retry=retry))


def advance(match: Match, at: Instant, change: Change, cause: Cause | None = None) -> tuple[Match, tuple[Record, ...]]:
    """Record a change at time `at` and apply it to the match. The first record carries the cause."""
    match, records, _ = advance_shown(match, at, change, cause)
    return match, records


def advance_shown(
    match: Match, at: Instant, change: Change, cause: Cause | None = None
) -> tuple[Match, tuple[Record, ...], tuple[Shown, ...]]:
    """Advance as `advance` does, and return the fully shown records as well."""
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
    """Return the retry key with the last version of the change that it caused."""
    return msgspec.structs.replace(key, last=Version(match.end.version + len(change.events)))
