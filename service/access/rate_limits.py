"""How often a token or an address may ask, counted by this process in fixed windows."""

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
    """What is left of a quota, and in how many seconds all of it is there again."""

    remaining: int
    reset: int


class Quota:
    """How many requests each of many may make in a window, as draft-ietf-httpapi-ratelimit-headers tells clients."""

    def __init__(self, name: str, item: RateLimitItem, limiter: FixedWindowRateLimiter) -> None:
        """Count under a name."""
        self.name = name
        self.policy: Final = f'"{name}";q={item.amount};w={item.get_expiry()}'.encode()
        self.words: Final = f"{item.amount} in {item.get_expiry()} seconds for each {name}"
        self._item = item
        self._limiter = limiter
        self._lanes: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def spend(self, key: str) -> bool:
        """Count a request, and say whether it was still within the quota."""
        return self._limiter.hit(self._item, self.name, key)

    def standing(self, key: str) -> QuotaStatus:
        """What is left."""
        stats = self._limiter.get_window_stats(self._item, self.name, key)
        return QuotaStatus(stats.remaining, max(0, math.ceil(stats.reset_time - time.time())))

    def lane(self, key: str) -> asyncio.Lock:
        """Where what is asked beyond the quota waits for each other, so that it holds nobody else up."""
        return self._lanes.setdefault(key, asyncio.Lock())


class Rates:
    """The quotas of a service: of a token, of an address without one, of an address with wrong ones."""

    def __init__(self, settings: Settings) -> None:
        """Begin to count."""
        limiter = FixedWindowRateLimiter(MemoryStorage())
        rates = {"token": settings.caller_rate, "address": settings.address_rate, "failures": settings.failure_rate}
        quotas = {name: Quota(name, parse(rate), limiter) for name, rate in rates.items() if rate != OFF}
        self.token = quotas.get("token")
        self.address = quotas.get("address")
        self.failures = quotas.get("failures")
