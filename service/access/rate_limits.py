"""Rate limits of tokens and addresses, counted by this process in fixed windows."""

import asyncio
import math
import time
from typing import Final
from weakref import WeakValueDictionary

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from msgspec import Struct

from service.settings import OFF, Settings


class QuotaStatus(Struct, frozen=True):
    """The remaining requests of a quota, and the seconds until it is reset."""

    remaining: int
    reset: int


class Quota:
    """A number of requests per window, for each key. `policy` is a header of draft-ietf-httpapi-ratelimit-headers."""

    def __init__(self, name: str, item: RateLimitItem, limiter: FixedWindowRateLimiter) -> None:
        """Count requests under a name."""
        self.name = name
        self.policy: Final = f'"{name}";q={item.amount};w={item.get_expiry()}'.encode()
        self.description: Final = f"{item.amount} requests for each {name} in {item.get_expiry()} seconds"
        self._item = item
        self._limiter = limiter
        self._overflow_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def consume(self, key: str) -> bool:
        """Count a request. Returns whether it was within the quota."""
        return self._limiter.hit(self._item, self.name, key)

    def status(self, key: str) -> QuotaStatus:
        """Return the status of a key."""
        stats = self._limiter.get_window_stats(self._item, self.name, key)
        return QuotaStatus(stats.remaining, max(0, math.ceil(stats.reset_time - time.time())))

    def overflow_lock(self, key: str) -> asyncio.Lock:
        """Return the lock under which the requests of a key beyond its quota run one at a time."""
        return self._overflow_locks.setdefault(key, asyncio.Lock())


class Rates:
    """The quotas of a service: of tokens, of addresses without a token, and of addresses with invalid tokens."""

    def __init__(self, settings: Settings) -> None:
        """Create the quotas that the settings do not switch off."""
        limiter = FixedWindowRateLimiter(MemoryStorage())
        rates = {"token": settings.caller_rate, "address": settings.address_rate, "failures": settings.failure_rate}
        quotas = {name: Quota(name, parse(rate), limiter) for name, rate in rates.items() if rate != OFF}
        self.token = quotas.get("token")
        self.address = quotas.get("address")
        self.failures = quotas.get("failures")
