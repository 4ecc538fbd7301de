"""Refuses who asks too often, and tells everybody what they have left.

A legal action is never refused: only its being accepted shows that it was legal and its seat's turn. So what is asked
of `SPARED` routes is tried first, one at a time for who has nothing left, and counted afterwards unless the
route called `spare`.
"""

from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct
from psycopg import OperationalError

from service.access.rate_limits import Quota, QuotaStatus
from service.errors import ServiceError
from service.http.middleware.bearer_tokens import bearer
from service.http.middleware.client_address import address_of
from service.http.problems import problem_messages
from service.http.services import Services

_RULE: Final = "rate"
UNCOUNTED: Final = {_RULE: "uncounted"}
"""Route option: asked by the operator's own machines, as often as they like."""
SPARED: Final = {_RULE: "spared"}
"""Route option: not counted where the route says so when it has answered."""
_SPARED_MARK: Final = "spared"


class _Account(Struct, frozen=True):
    quota: Quota
    key: str
    spares: bool

    def spend(self) -> bool:
        return self.quota.spend(self.key)

    def standing(self) -> QuotaStatus:
        return self.quota.standing(self.key)


def spare(scope: Scope) -> None:
    """Say that this request is not to be counted."""
    scope["state"][_SPARED_MARK] = True


def limit_rates(app: ASGIApp) -> ASGIApp:
    """Wrap the routes."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        rule = scope["route_handler"].opt.get(_RULE)
        if rule == UNCOUNTED[_RULE]:
            await app(scope, receive, send)
            return
        service: Services = scope["litestar_app"].state["service"]
        account = await _account(service, scope)
        if account is None:
            await app(scope, receive, send)
        elif account.spares and rule == SPARED[_RULE]:
            await _try(app, scope, receive, send, account)
        elif account.spend():
            await app(scope, receive, _telling(send, account))
        else:
            await _refuse(send, account)

    return limited


async def _account(service: Services, scope: Scope) -> _Account | None:
    rates, caller = service.rates, None
    try:
        caller = await bearer(scope, service.tokens)
    except OperationalError:
        pass  # nobody is known just now; routes that must know say so
    except ServiceError:
        failures = _kept(rates.failures, address_of(scope))
        if failures is not None and not failures.spend():
            return failures
    if caller is not None:
        return _kept(rates.token, caller.token, spares=True)
    return _kept(rates.address, address_of(scope))


def _kept(quota: Quota | None, key: str, *, spares: bool = False) -> _Account | None:
    return None if quota is None else _Account(quota, key, spares)


async def _try(app: ASGIApp, scope: Scope, receive: Receive, send: Send, account: _Account) -> None:
    before = account.standing()
    if before.remaining:
        await app(scope, receive, _trying(send, account, scope, before))
        return
    async with account.quota.lane(account.key):
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        await app(scope, receive, keep)
        if not _is_spared(scope):
            await _refuse(send, account)
            return
        tell = _telling(send, account)
        for message in answer:
            await tell(message)


def _trying(send: Send, account: _Account, scope: Scope, before: QuotaStatus) -> Send:
    async def trying(message: Message) -> None:
        if message["type"] == "http.response.start":
            standing = before
            if not _is_spared(scope):
                account.spend()
                standing = account.standing()
            message["headers"] = [*message["headers"], *_told(account.quota, standing)]
        await send(message)

    return trying


def _telling(send: Send, account: _Account) -> Send:
    async def telling(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *_told(account.quota, account.standing())]
        await send(message)

    return telling


def _told(quota: Quota, standing: QuotaStatus) -> list[tuple[bytes, bytes]]:
    left = f'"{quota.name}";r={standing.remaining};t={standing.reset}'
    return [(b"ratelimit-policy", quota.policy), (b"ratelimit", left.encode())]


async def _refuse(send: Send, account: _Account) -> None:
    quota, standing = account.quota, account.standing()
    detail = f"Too many requests: {quota.words}."
    error = ServiceError("rate_limited", detail, retry_after=max(1, standing.reset))
    start, body = problem_messages(error)
    start["headers"] = [*start["headers"], *_told(quota, standing)]
    await send(start)
    await send(body)


def _is_spared(scope: Scope) -> bool:
    return _SPARED_MARK in scope["state"]
