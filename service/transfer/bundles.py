"""Export and import of matches as audit bundles. Imported matches are verified and marked as imported."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

import msgspec

from domain.audit.bundle import bundle
from domain.audit.verify import Proof, Restored, restore
from domain.catalogue import Catalogue
from domain.kernel.basics import GameKey, MatchId, PlayerId
from domain.kernel.errors import Refused
from domain.kernel.receipts import Signer
from domain.kernel.records import Record
from domain.matches.events import MatchAbandoned, MatchOpened, SeatTaken
from domain.matches.state import Abandoned, Finished
from service.matches.editions import Editions
from service.matches.event_store import MatchEventStore
from service.store.errors import VersionConflict
from service.store.store import Store


class TransferError(Exception):
    """A match that cannot be exported or imported. The message states the reason."""


class BundleTransfer:
    """Exports and imports matches of one log, with or without a running service."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Use the log of `store` and the games of `catalogue`."""
        self._catalogue = catalogue
        self._event_store = MatchEventStore(store, catalogue)
        self._editions = Editions(store, catalogue)

    async def export_lines(self, match: MatchId, signer: Signer) -> Iterator[bytes]:
        """Return the lines of a match's bundle. Raises `TransferError` unless the match exists and is over."""
        records = await self._event_store.load(match)
        found = await self._editions.fold_match(records)
        if found is None:
            raise TransferError(f"There is no match {match}.")
        if not isinstance(found, Finished | Abandoned):
            raise TransferError(f"Match {match} is not over: its bundle would reveal sealed events.")
        return bundle(found, records, signer)

    async def import_bundle(self, lines: Sequence[bytes], trusted_key: str) -> Proof:
        """Verify a bundle and store its match, marked as imported, with unchanged id, events and signatures.

        Raises the audit's `Failure`, or `TransferError` if the match exists already or contains invalid ids or
        times. Nothing is stored then.
        """
        restored = restore(lines, self._catalogue, trusted_key=trusted_key)
        _check_values(restored.records)
        match = MatchId(restored.proof.match)
        if await self._event_store.load(match):
            raise TransferError(f"Match {match} exists already.")
        await self._publish(restored)
        try:
            await self._event_store.append(GameKey(restored.proof.game), restored.records)
        except VersionConflict:
            raise TransferError(f"Match {match} exists already, or another stream has its id.") from None
        return restored.proof

    async def _publish(self, restored: Restored) -> None:
        # Loading the match requires its edition, found by digest.
        if restored.proof.owners_edition is None:
            return
        data = msgspec.to_builtins(restored.edition, str_keys=True)
        try:
            await self._editions.publish(restored.proof.game, data, restored.opener)
        except Refused as refused:
            raise TransferError(f"The published edition of the match was rejected: {refused.detail}") from None


def _check_values(records: Sequence[Record]) -> None:
    # The audit compares player ids and times as text. Projections store them as UUIDs and timestamps.
    try:
        for record in records:
            datetime.fromisoformat(record.at)
            for player in _players(record):
                UUID(player)
    except ValueError as error:
        raise TransferError(f"The bundle contains an invalid player id or time: {error}.") from None


def _players(record: Record) -> list[PlayerId]:
    match record.event:
        case MatchOpened(opener=player) | MatchAbandoned(by=str(player)) | SeatTaken(player=str(player)):
            return [player]
        case _:
            return []
