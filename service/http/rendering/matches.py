"""Rendering of matches, accepted commands and pages of events."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.basics import Hash, Instant, MatchId, PlayerId, Seat, Version, seats_of
from domain.kernel.messages import Decision, Outcome, View
from domain.kernel.receipts import Receipt, Signer
from domain.kernel.records import Shown
from domain.matches.deadlines import Deadlines
from domain.matches.settings import MatchSettings
from domain.matches.state import Phase
from domain.matches.visible import VisibleMatch
from service.clock import now
from service.http.rendering.undo import TakeBackAnswer, take_back_of


class SeatAnswer(Struct, frozen=True, omit_defaults=True):
    """Seat of a match, taken by a `player` or a `bot` (named), or free.

    `left` is the person who forfeited the seat; a bot plays on. `agrees` is true if the seat's person has voted to
    abandon the match. `bank` is the time left in the seat's bank at `now`, in seconds, if the clock has banks.
    """

    seat: Seat
    player: PlayerId | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    contribution: str | UnsetType = UNSET
    left: PlayerId | UnsetType = UNSET
    agrees: bool | UnsetType = UNSET
    bank: float | UnsetType = UNSET


class PendingAnswer(Struct, frozen=True):
    """Decision that a seat must make now; `due` is its deadline, if the match has a clock."""

    seat: Seat
    decision: Decision
    due: Instant | UnsetType = UNSET


class MatchAnswer(Struct, frozen=True):
    """Match as the caller may see it.

    `view` is null before the start, `outcome` before the end; `you` is the caller's seat, if any. `take_back` is an
    open request to undo an action, `may_take_back_to` the version that the caller may ask to return to now.
    `imported_from` is the key of the service where an imported match was played, null for matches of this service;
    imported matches count in no statistics. `expires_at` is the time at which a match that has not started is
    abandoned; `now`, the service's time, accompanies every deadline.
    """

    id: MatchId
    game: str
    phase: Phase
    version: Version
    hash: Hash
    opened_at: Instant
    opener: PlayerId
    options: dict[str, Any]
    edition: str
    edition_digest: Hash
    rules_version: int
    arrangement: MatchSettings
    commitment: Hash
    seats: list[SeatAnswer]
    you: Seat | None
    pending: list[PendingAnswer]
    take_back: TakeBackAnswer | None
    may_take_back_to: Version | None
    view: View | None
    outcome: Outcome | None
    imported_from: str | None
    expires_at: Instant | UnsetType = UNSET
    now: Instant | UnsetType = UNSET


class AcceptedAnswer(Struct, frozen=True):
    """Events of an accepted command, as the caller may see them, with a signed receipt."""

    version: Version
    events: list[Shown]
    receipt: Receipt


class EventsAnswer(Struct, frozen=True):
    """Page of a match's log; request the next one with `after=next`."""

    events: list[Shown]
    next: Version


def match_answer(match: VisibleMatch) -> MatchAnswer:
    """Render a match for its requester."""
    terms, times = match.terms, match.deadlines(now())
    return MatchAnswer(
        id=match.id,
        game=terms.game.key,
        phase=match.phase,
        version=match.version,
        hash=match.hash,
        opened_at=terms.opened_at,
        opener=terms.opener,
        options=terms.options,
        edition=terms.edition,
        edition_digest=terms.edition_digest,
        rules_version=terms.rules_version,
        arrangement=terms.settings,
        commitment=terms.commitment,
        seats=[_seat(match, times, seat) for seat in seats_of(len(match.occupants))],
        you=match.seat,
        pending=[PendingAnswer(seat, decision, times.due.get(seat, UNSET)) for seat, decision in match.pending.items()],
        take_back=take_back_of(match),
        may_take_back_to=match.undo_target,
        view=match.view,
        outcome=match.outcome,
        imported_from=terms.imported_from,
        expires_at=times.expires_at or UNSET,
        now=times.now if times.any else UNSET,
    )


def _seat(match: VisibleMatch, times: Deadlines, seat: Seat) -> SeatAnswer:
    occupant = match.occupants[seat]
    if occupant is None:
        return SeatAnswer(seat)
    return SeatAnswer(
        seat,
        occupant.player or UNSET,
        occupant.bot or UNSET,
        occupant.contribution,
        occupant.left or UNSET,
        agrees=True if seat in match.agreed_to_abandon else UNSET,
        bank=times.banks.get(seat, UNSET),
    )


def accepted_answer(events: list[Shown], signer: Signer) -> AcceptedAnswer:
    """Render an accepted command: its visible events, and a signed receipt for the last of them."""
    last = events[-1]
    return AcceptedAnswer(last.version, events, signer.receipt(last.match, last.version, last.hash))
