"""Wait quota: how many long polls and streams a client may keep open at the same time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from service.errors import ServiceError

_RETRY_SECONDS: Final = 1


class WaitQuota:
    """Counts the open requests of each client in this process."""

    def __init__(self, limit: int) -> None:
        """Allow each client at most `limit` open requests."""
        self._limit = limit
        self._open: Counter[str] = Counter()

    @contextmanager
    def slot(self, key: str) -> Iterator[None]:
        """Occupy a slot of a client while the block runs. Raises `ServiceError` (`too_many_streams`)."""
        if self._open[key] >= self._limit:
            detail = f"You have {self._limit} long polls and streams open, which is the limit. Close one and try again."
            raise ServiceError("too_many_streams", detail, retry_after=_RETRY_SECONDS)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]
