"""How many long polls and streams one caller keeps open at a time."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from service.errors import ServiceError

_RETRY_SECONDS: Final = 1


class WaitQuota:
    """Counts what each caller keeps open in this process."""

    def __init__(self, bound: int) -> None:
        """Let nobody keep more than `bound` open."""
        self._bound = bound
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, caller: str) -> Iterator[None]:
        """Keep one open while the block runs. Raises `ServiceError` (`too_many_streams`)."""
        if self._taken[caller] >= self._bound:
            detail = f"You wait for news in {self._bound} requests already, which is as many as may be open at a time."
            raise ServiceError("too_many_streams", detail, retry_after=_RETRY_SECONDS)
        self._taken[caller] += 1
        try:
            yield
        finally:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]
