"""What the API answers with, and how a match is written for one viewer."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.basics import Hash, Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.messages import Decision, Outcome, View, Viewer
from domain.kernel.receipts import Receipt, Signer
from domain.kernel.records import Record, Shown, open_to, redacted, show
from domain.matches.settings import MatchSettings
from domain.matches.state import Abandoned, Finished, Match, Open, Playing, Started, viewer_of
from domain.matches.visibility import visible_version
from service.http.rendering.deadlines import Deadlines, deadlines
from service.http.rendering.undo import TakeBackAnswer, may_take_back_to, take_back_of

Phase = Literal["open", "playing", "finished", "abandoned"]


class SeatAnswer(Struct, frozen=True, omit_defaults=True):
    """A chair: whose it is (`player`, or the name of a `bot`), neither while it is free.

    `left` is the person who forfeited it, so that a bot plays on. `agrees` is true where its person agrees that the
    match be abandoned. `bank` is how many seconds are left in its bank `now`, where the match's clock has banks.
    """

    seat: Seat
    player: PlayerId | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    contribution: str | UnsetType = UNSET
    left: PlayerId | UnsetType = UNSET
    agrees: bool | UnsetType = UNSET
    bank: float | UnsetType = UNSET


class PendingAnswer(Struct, frozen=True):
    """Who must choose, and what; `due` is when its time has run out, where there is a clock."""

    seat: Seat
    decision: Decision
    due: Instant | UnsetType = UNSET


class MatchAnswer(Struct, frozen=True):
    """A match as the caller may see it.

    `view` is null before the start, `outcome` before the end; `you` is the caller's seat, if any. `take_back` is an
    open request to take an action back, `may_take_back_to` the version to which the caller may ask to go back now.
    `imported_from` is the key of the service where it was played, null for one that was played here: imported ones
    count for nothing. `expires_at` is when a match that has not started is given up; `now` the service's own time,
    wherever there is a deadline.
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
    """What an accepted request brought about, as the caller may see it, with a signed receipt."""

    version: Version
    events: list[Shown]
    receipt: Receipt


class EventsAnswer(Struct, frozen=True):
    """A page of a match's log; ask again with `after=next`."""

    events: list[Shown]
    next: Version


def phase_of(match: Match) -> Phase:
    """Name the stage of a match."""
    match match:
        case Open():
            return "open"
        case Playing():
            return "playing"
        case Finished():
            return "finished"
        case Abandoned():
            return "abandoned"
        case _:
            message = f"a match is in no stage called {type(match).__name__}"
            raise TypeError(message)


def match_answer(match: Match, player: PlayerId | None) -> MatchAnswer:
    """Write a match for a person, or for a passer-by."""
    terms, opened, times = match.terms, match.terms.opened, deadlines(match)
    return MatchAnswer(
        id=terms.id,
        game=opened.game,
        phase=phase_of(match),
        version=match.end.version,
        hash=match.end.hash,
        opened_at=terms.at,
        opener=opened.opener,
        options=terms.options,
        edition=opened.edition,
        edition_digest=opened.edition_digest,
        rules_version=opened.rules_version,
        arrangement=terms.arrangement,
        commitment=opened.commitment,
        seats=[_seat(match, times, Seat(number)) for number in range(len(match.occupants))],
        you=None if player is None else match.seat_of(player),
        pending=_pending(match, times),
        take_back=take_back_of(match),
        may_take_back_to=may_take_back_to(match, player),
        view=view_of(match, viewer_of(match, player)),
        outcome=match.result if isinstance(match, Finished) else None,
        imported_from=terms.imported_from,
        expires_at=times.expires_at or UNSET,
        now=times.now if times.any else UNSET,
    )


def _seat(match: Match, times: Deadlines, seat: Seat) -> SeatAnswer:
    occupant = match.occupants[seat]
    if occupant is None:
        return SeatAnswer(seat)
    return SeatAnswer(
        seat,
        occupant.player or UNSET,
        occupant.bot or UNSET,
        occupant.contribution,
        occupant.left or UNSET,
        agrees=True if isinstance(match, Playing) and seat in match.agreed else UNSET,
        bank=times.banks.get(seat, UNSET),
    )


def _pending(match: Match, times: Deadlines) -> list[PendingAnswer]:
    if not isinstance(match, Playing):
        return []
    waiting = match.terms.game.pending(match.state)
    return [PendingAnswer(seat, decision, times.due.get(seat, UNSET)) for seat, decision in waiting.items()]


def view_of(match: Match, viewer: Viewer) -> View | None:
    """Show the game to a viewer; none where it has not begun."""
    if not isinstance(match, Started | Abandoned) or match.state is None:
        return None
    shown: View = match.terms.game.view(match.state, viewer)
    return shown


def log_for(match: Match, records: Sequence[Record], viewer: Viewer) -> list[Shown]:
    """Show records to a viewer."""
    question = open_to(viewer)
    return [show(record, match.seed, question) for record in records]


def accepted_answer(match: Match, shown: tuple[Shown, ...], player: PlayerId | None, signer: Signer) -> AcceptedAnswer:
    """Answer a request that was accepted with its events, which are given in full, as far as who asked sees them."""
    question = open_to(viewer_of(match, player))
    until = visible_version(match, player, shown[-1].version)
    seen = [one for one in shown if one.version <= until]
    last = seen[-1]
    receipt = signer.receipt(last.match, last.version, last.hash)
    return AcceptedAnswer(last.version, [redacted(one, question) for one in seen], receipt)
