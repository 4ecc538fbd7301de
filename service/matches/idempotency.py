"""Idempotency: requests that were accepted before under the same `Idempotency-Key`."""

from collections.abc import Sequence

from msgspec import Struct

from domain.kernel.basics import Hash, Version
from domain.kernel.errors import Refused
from domain.kernel.records import Record, Retry


class AcceptedRequest(Struct, frozen=True):
    """Request that was accepted before: the digest of its body, and the versions of its first and last event."""

    body: Hash
    first: Version
    last: Version


class AcceptedRequests:
    """Accepted requests of one match, by the digest of sender and key. The records of the match hold them."""

    __slots__ = ("_by_key",)

    def __init__(self) -> None:
        """Begin with none."""
        self._by_key: dict[Hash, AcceptedRequest] = {}

    def add(self, records: Sequence[Record]) -> None:
        """Remember the requests that led to these records."""
        for record in records:
            retry = record.retry
            if retry is not None:
                self._by_key[retry.key] = AcceptedRequest(retry.body, record.version, retry.last)

    def find(self, retry: Retry | None) -> AcceptedRequest | None:
        """Find the accepted request that this one repeats. Raises `Refused` (`key_reused`) if its body differs."""
        found = None if retry is None else self._by_key.get(retry.key)
        if found is not None and retry is not None and found.body != retry.body:
            raise Refused("key_reused", "This Idempotency-Key was used for another request.")
        return found
