"""Matches that leave as audit bundles and come in as such: proved, marked, and never mixed with those played here."""

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
    """A match cannot be taken out or brought in; the text says why."""


class BundleTransfer:
    """Exports and imports on one log, beside a service or without one."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        """Use the log of this store, and these games."""
        self._catalogue = catalogue
        self._histories = MatchEventStore(store, catalogue)
        self._editions = Editions(store, catalogue)

    async def lines(self, match: MatchId, signer: Signer) -> Iterator[bytes]:
        """Give the bundle of a match, line by line. Raises `TransferError` unless it is there and over."""
        records = await self._histories.whole(match)
        found = await self._editions.match_of(records)
        if found is None:
            raise TransferError(f"There is no match {match}.")
        if not isinstance(found, Finished | Abandoned):
            raise TransferError(f"Match {match} is not over: its bundle would open every seal.")
        return bundle(found, records, signer)

    async def bring_in(self, lines: Sequence[bytes], trusted_key: str) -> Proof:
        """Store the match of a bundle, marked as imported, after it was proved.

        Its id, events and signatures stay as they are. Raises the audit's `Failure`, and `TransferError` where the
        match is here already or cannot be kept here; nothing of it is stored then.
        """
        restored = restore(lines, self._catalogue, trusted_key=trusted_key)
        _check(restored.records)
        match = MatchId(restored.proof.match)
        if await self._histories.whole(match):
            raise TransferError(f"Match {match} is here already.")
        await self._publish(restored)
        try:
            await self._histories.append(GameKey(restored.proof.game), restored.records)
        except VersionConflict:
            raise TransferError(f"Match {match} is here already, or something else has its id.") from None
        return restored.proof

    async def _publish(self, restored: Restored) -> None:
        # A match is folded with its edition, which must be found by its digest ever after.
        if restored.proof.owners_edition is None:
            return
        written = msgspec.to_builtins(restored.edition, str_keys=True)
        try:
            await self._editions.publish(restored.proof.game, written, restored.opener)
        except Refused as refused:
            raise TransferError(f"The match needs its owner's edition, which is refused: {refused.detail}") from None


def _check(records: Sequence[Record]) -> None:
    # The audit compares people and times as texts; read models keep them as what they are.
    try:
        for record in records:
            datetime.fromisoformat(record.at)
            for person in _people(record):
                UUID(person)
    except ValueError as error:
        raise TransferError(f"It names a person or a time in a way that cannot be kept here: {error}.") from None


def _people(record: Record) -> list[PlayerId]:
    match record.event:
        case MatchOpened(opener=person) | MatchAbandoned(by=str(person)) | SeatTaken(player=str(person)):
            return [person]
        case _:
            return []
