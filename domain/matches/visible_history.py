"""Visible history of a match: its records and states from the first event on, for replays and audits."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.catalogue import Catalogue
from domain.kernel.basics import MatchId, Seat, Version
from domain.kernel.messages import View, Viewer
from domain.kernel.records import Record, Shown, known_to_viewer, show
from domain.matches.decide import check_seat
from domain.matches.evolve import fold, fold_on, opened
from domain.matches.milestones import KeyMoment, Round, key_moments, rounds
from domain.matches.state import Abandoned, Finished, Match
from domain.matches.visible import VisibleLog, view_of


class Ended(Struct, frozen=True):
    """Match that is over, with all its records: everything in it is public."""

    match: Finished | Abandoned
    records: Sequence[Record]


class Frame(Struct, frozen=True):
    """Step of a replay: an event, and the view after it (none before the match began)."""

    event: Shown
    view: View | None


class VisibleHistory(Struct, frozen=True):
    """Visible history of a match for one requester."""

    log: VisibleLog
    _catalogue: Catalogue
    _match: Match
    _records: Sequence[Record]

    @property
    def id(self) -> MatchId:
        """The match's id."""
        return self._match.terms.id

    @property
    def version(self) -> Version:
        """The newest visible version."""
        return self._match.end.version

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far."""
        return rounds(self._match.terms.game, self._records)

    @property
    def key_moments(self) -> list[KeyMoment]:
        """The key moments so far."""
        return key_moments(self._match.terms.game, self._match.terms.opened.seats, self._records)

    @property
    def ended(self) -> Ended | None:
        """The whole match if it is over."""
        return Ended(self._match, self._records) if isinstance(self._match, Finished | Abandoned) else None

    def viewer_at(self, seat: Seat | None) -> Viewer | None:
        """Return the viewer for a seat, or the requester's own; none if that seat's secrets are still hidden.

        Raises `Refused` (`unknown_seat`).
        """
        if seat is None:
            return self.log.viewer
        check_seat(self._match, seat)
        wanted = Viewer(frozenset((seat,)))
        return wanted if self.log.viewer in {wanted, Viewer(everything=True)} else None

    def frames(self, after: Version, until: Version, viewer: Viewer) -> Iterator[Frame]:
        """Yield the frames after version `after` up to version `until`."""
        question = known_to_viewer(viewer)
        state = fold(self._catalogue, None, self._records[:after])
        for record in self._records[after : max(after, until)]:
            state = fold(self._catalogue, state, (record,))
            view = None if state is None else view_of(state, viewer)
            yield Frame(show(record, self._match.seed, question), view)


def visible_history(catalogue: Catalogue, match: Match, records: Sequence[Record], log: VisibleLog) -> VisibleHistory:
    """Limit the records of a match to its visible log. `match` is the state after all `records`."""
    visible = records[: log.version]
    state = match if len(visible) == len(records) else fold_on(opened(catalogue, visible[0]), visible[1:])
    return VisibleHistory(log, catalogue, state, visible)
