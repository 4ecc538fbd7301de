"""Visible parts of a match for one requester. All responses, pages, replays and streams are built from these types.

`service.matches.visibility` creates them from loaded matches. They give no access to the full state of a game, to the
match's secret, or to events that are hidden from the requester.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from msgspec import Struct

from domain.kernel.basics import GameKey, Hash, Instant, MatchId, PlayerId, Seat, Version
from domain.kernel.game import AnyGame
from domain.kernel.messages import Action, Decision, Outcome, View, Viewer
from domain.kernel.records import Record, Shown, known_to_viewer, redacted, show
from domain.matches.deadlines import Deadlines, deadlines
from domain.matches.settings import MatchSettings
from domain.matches.state import (
    Abandoned,
    Finished,
    Match,
    Occupant,
    Phase,
    Playing,
    Started,
    Terms,
    UndoRequest,
    phase_of,
    viewer_of,
)
from domain.matches.undo import undo_target, who_must_agree
from domain.matches.visibility import Requester, may_see, visible_version


class VisibleLog(Struct, frozen=True):
    """Log of a match that one requester may read: events up to `version`, with the secrets that `viewer` knows."""

    match: MatchId
    game: GameKey
    phase: Phase
    version: Version
    viewer: Viewer
    _seed: bytes | None

    @property
    def is_over(self) -> bool:
        """Whether the match is finished or abandoned."""
        return self.phase in {"finished", "abandoned"}

    def show(self, records: Iterable[Record]) -> list[Shown]:
        """Show records up to `version`; parts that are hidden from the requester stay sealed."""
        question = known_to_viewer(self.viewer)
        return [show(record, self._seed, question) for record in records if record.version <= self.version]

    def redact(self, events: Iterable[Shown]) -> list[Shown]:
        """Seal the hidden parts of fully shown events, and drop events after `version`."""
        question = known_to_viewer(self.viewer)
        return [redacted(event, question) for event in events if event.version <= self.version]


def visible_log(match: Match, requester: Requester, newest: Version | None = None) -> VisibleLog | None:
    """Limit the log of a match to one requester; none if the match is hidden from the requester.

    The delay of spectators is counted from version `newest`, by default that of the match.
    """
    if not may_see(match, requester):
        return None
    return VisibleLog(
        match.terms.id,
        match.terms.game.key,
        phase_of(match),
        visible_version(match, requester.player, newest),
        viewer_of(match, requester.player),
        match.seed,
    )


class PublicTerms(Struct, frozen=True):
    """Terms of a match without its secret."""

    game: AnyGame
    seats: int
    opened_at: Instant
    opener: PlayerId
    options: dict[str, Any]
    edition: str
    edition_digest: Hash
    rules_version: int
    settings: MatchSettings
    commitment: Hash
    imported_from: str | None

    @classmethod
    def of(cls, terms: Terms) -> Self:
        """Take the public part of a match's terms."""
        opened = terms.opened
        return cls(
            game=terms.game,
            seats=opened.seats,
            opened_at=terms.at,
            opener=opened.opener,
            options=terms.options,
            edition=opened.edition,
            edition_digest=opened.edition_digest,
            rules_version=opened.rules_version,
            settings=terms.arrangement,
            commitment=opened.commitment,
            imported_from=terms.imported_from,
        )


class VisibleMatch(Struct, frozen=True):
    """Match from the view of one requester, at the newest version visible to the requester."""

    requester: Requester
    log: VisibleLog
    _match: Match

    @property
    def id(self) -> MatchId:
        """The match's id."""
        return self._match.terms.id

    @property
    def terms(self) -> PublicTerms:
        """The terms of the match."""
        return PublicTerms.of(self._match.terms)

    @property
    def version(self) -> Version:
        """The version of this state."""
        return self._match.end.version

    @property
    def hash(self) -> Hash:
        """The hash of the event with that version."""
        return self._match.end.hash

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        return phase_of(self._match)

    @property
    def occupants(self) -> tuple[Occupant | None, ...]:
        """The occupant of each seat, none for a free seat."""
        return self._match.occupants

    @property
    def seat(self) -> Seat | None:
        """The requester's seat, if any."""
        player = self.requester.player
        return None if player is None else self._match.seat_of(player)

    @property
    def has_bots(self) -> bool:
        """Whether a bot has a seat."""
        return any(each is not None and each.bot is not None for each in self.occupants)

    @property
    def agreed_to_abandon(self) -> frozenset[Seat]:
        """The seats that have voted to abandon the match."""
        return self._match.agreed if isinstance(self._match, Playing) else frozenset()

    @property
    def pending(self) -> Mapping[Seat, Decision]:
        """The decisions that seats must make now."""
        if not isinstance(self._match, Playing):
            return {}
        pending: Mapping[Seat, Decision] = self._match.terms.game.pending(self._match.state)
        return pending

    @property
    def legal_actions(self) -> list[Action]:
        """The actions that the requester may take now."""
        if self.seat is None or not isinstance(self._match, Playing):
            return []
        return list(self._match.terms.game.legal_actions(self._match.state, self.seat))

    @property
    def view(self) -> View | None:
        """The game as the requester sees it; none before the start."""
        return view_of(self._match, viewer_of(self._match, self.requester.player))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of a finished match."""
        return self._match.result if isinstance(self._match, Finished) else None

    @property
    def undo_request(self) -> UndoRequest | None:
        """The open request to undo an action, if any."""
        return self._match.asked if isinstance(self._match, Playing) else None

    @property
    def undo_waits_for(self) -> frozenset[Seat]:
        """The seats that have not answered the open request."""
        request = self.undo_request
        return frozenset() if request is None else who_must_agree(self._match, request.seat) - request.agreed

    @property
    def undo_target(self) -> Version | None:
        """The version to which the requester may ask to return now, if any."""
        return None if self.requester.player is None else undo_target(self._match, self.seat)

    def deadlines(self, at: Instant) -> Deadlines:
        """The deadlines of the match at a moment."""
        return deadlines(self._match, at)


def visible_match(match: Match, log: VisibleLog, requester: Requester) -> VisibleMatch:
    """Show a match at the last version of its visible log.

    Raises `ValueError` for a match at another version, which would bypass the delay.
    """
    if match.end.version != log.version:
        message = f"match {log.match} is at version {match.end.version}, but version {log.version} is visible"
        raise ValueError(message)
    return VisibleMatch(requester, log, match)


def view_of(match: Match, viewer: Viewer) -> View | None:
    """Show the game of a match to a viewer; none before the match started."""
    if not isinstance(match, Started | Abandoned) or match.state is None:
        return None
    view: View = match.terms.game.view(match.state, viewer)
    return view
