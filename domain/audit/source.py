"""Proves that a branch goes on from where the other match really stood, with the bundles of both."""

from collections.abc import Sequence

from domain.audit.verify import Failure, Proof, Proved, replay
from domain.catalogue import Catalogue
from domain.kernel.errors import Refused
from domain.kernel.receipts import Receipt
from domain.matches.again import branch
from domain.matches.arrangement import Arrangement, Moment
from domain.matches.branch import before
from domain.matches.decide import Opening
from domain.matches.events import BranchBegun
from domain.matches.state import Match


def verify_branch(
    lines: Sequence[bytes],
    source: Sequence[bytes],
    catalogue: Catalogue,
    *,
    trusted_key: str | None = None,
    receipts: Sequence[Receipt] = (),
) -> Proof:
    """Prove a branch and the match that it goes on from, and that it does so; raises `Failure` (of either)."""
    proved = replay(lines, catalogue, trusted_key=trusted_key, receipts=receipts)
    origin = replay(source, catalogue, trusted_key=trusted_key)
    moment = proved.match.terms.arrangement.branch_of
    if moment is None or moment.match != origin.match.terms.id:
        raise Failure("source", f"match {proved.proof.match} does not go on from match {origin.proof.match}")
    try:
        same = branch(origin.games, origin.records, moment.version)
    except Refused as refused:
        raise Failure("source", f"nothing goes on from version {moment.version}: {refused.detail}") from None
    if _terms(proved.match, moment) != same:
        raise Failure("source", f"version {moment.version} of match {moment.match} is another table")
    _check_before(proved, origin, moment)
    return proved.proof


def _terms(match: Match, moment: Moment) -> Opening:
    opened = match.terms.opened
    return Opening(opened.game, opened.seats, opened.options, opened.edition_digest, Arrangement(branch_of=moment))


def _check_before(proved: Proved, origin: Proved, moment: Moment) -> None:
    begun = next((record for record in proved.records if isinstance(record.event, BranchBegun)), None)
    if begun is None:  # it was given up before it started
        return
    played = before(origin.games, origin.records, moment.version)
    if (begun.event, proved.match.terms.supplied) != (played.begun, played.supplied):
        detail = f"what was played before is not what led to version {moment.version} of match {moment.match}"
        raise Failure("source", detail, begun.version)
