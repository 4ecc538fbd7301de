"""Verification of a branch against the bundle of its source match."""

from collections.abc import Sequence

from domain.audit.verify import Failure, Proof, restore
from domain.catalogue import Catalogue
from domain.kernel.basics import GameKey
from domain.kernel.errors import Refused
from domain.kernel.messages import Event
from domain.kernel.receipts import Receipt
from domain.kernel.records import Record
from domain.matches.branch import BranchStart, branch_start
from domain.matches.decide import MatchRequest
from domain.matches.events import MatchOpened, MatchStarted
from domain.matches.rematches import branch
from domain.matches.settings import MatchSettings, Moment


def verify_branch(
    lines: Sequence[bytes],
    source: Sequence[bytes],
    catalogue: Catalogue,
    *,
    trusted_key: str | None = None,
    receipts: Sequence[Receipt] = (),
) -> Proof:
    """Verify a branch, its source match, and that the branch continues it. Raises `Failure` for either bundle."""
    proved = restore(lines, catalogue, trusted_key=trusted_key, receipts=receipts)
    origin = restore(source, catalogue, trusted_key=trusted_key)
    moment = proved.proof.branch_of
    if moment is None or moment.match != origin.proof.match:
        raise Failure("source", f"match {proved.proof.match} is not a branch of match {origin.proof.match}")
    games = catalogue.with_edition(GameKey(origin.proof.game), origin.edition)
    try:
        same = branch(games, origin.records, moment.version)
    except Refused as refused:
        raise Failure("source", f"version {moment.version} cannot be branched: {refused.detail}") from None
    if _terms(proved.records[0].event, moment) != same:
        raise Failure("source", f"the terms of the branch differ from match {moment.match} at version {moment.version}")
    _check_before(proved.records, branch_start(games, origin.records, moment.version), moment)
    return proved.proof


def _terms(opened: Event, moment: Moment) -> MatchRequest | None:
    if not isinstance(opened, MatchOpened):
        return None
    arrangement = MatchSettings(branch_of=moment)
    return MatchRequest(opened.game, opened.seats, opened.options, opened.edition_digest, arrangement)


def _check_before(records: Sequence[Record], known: BranchStart, moment: Moment) -> None:
    started = next((record for record in records if isinstance(record.event, MatchStarted)), None)
    if started is None:  # abandoned before the start
        return
    begun = records[started.version]
    if (started.event, begun.event) != (MatchStarted(known.supplied), known.begun):
        detail = f"the copied moves are not those that led to version {moment.version} of match {moment.match}"
        raise Failure("source", detail, begun.version)
