"""Rate limiting: rejects requests over the rate limit and reports the remaining quota in every response.

Legal actions are exempt, but only the accepted action proves that it was legal. Routes with `WAIVABLE` therefore run
first, one at a time for a token without remaining quota, and are counted afterwards unless the route called `waive`.
"""

from typing import Final

from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct
from psycopg import OperationalError

from service.access.rate_limits import Quota, QuotaStatus
from service.errors import ServiceError
from service.http.middleware.bearer_tokens import authenticate
from service.http.middleware.client_address import address_of
from service.http.problems import problem_messages
from service.http.services import Services

_RULE: Final = "rate"
UNCOUNTED: Final = {_RULE: "uncounted"}
"""Route option: never counted, for the monitoring of the operator."""
WAIVABLE: Final = {_RULE: "waivable"}
"""Route option: not counted if the route calls `waive`."""
_WAIVED: Final = "rate_waived"


class _Account(Struct, frozen=True):
    """The quota that a request is charged to. Only tokens may be exempt (`may_waive`)."""

    quota: Quota
    key: str
    may_waive: bool

    def consume(self) -> bool:
        return self.quota.consume(self.key)

    def status(self) -> QuotaStatus:
        return self.quota.status(self.key)


def waive(scope: Scope) -> None:
    """Exempt this request of a `WAIVABLE` route from its quota."""
    scope["state"][_WAIVED] = True


def limit_rates(app: ASGIApp) -> ASGIApp:
    """Wrap the routes in the rate limits."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        rule = scope["route_handler"].opt.get(_RULE)
        if rule == UNCOUNTED[_RULE]:
            await app(scope, receive, send)
            return
        service: Services = scope["litestar_app"].state["service"]
        account = await _account(service, scope)
        if account is None:
            await app(scope, receive, send)
        elif account.may_waive and rule == WAIVABLE[_RULE]:
            await _run_first(app, scope, receive, send, account)
        elif account.consume():
            await app(scope, receive, _with_status(send, account))
        else:
            await _reject(send, account)

    return limited


async def _account(service: Services, scope: Scope) -> _Account | None:
    rates, caller = service.rate_limits, None
    try:
        caller = await authenticate(scope, service.tokens)
    except OperationalError:
        pass  # routes that need a caller report the unavailable database themselves
    except ServiceError:
        failures = _account_of(rates.failures, address_of(scope))
        if failures is not None and not failures.consume():
            return failures
    if caller is not None:
        return _account_of(rates.token, caller.token, may_waive=True)
    return _account_of(rates.address, address_of(scope))


def _account_of(quota: Quota | None, key: str, *, may_waive: bool = False) -> _Account | None:
    return None if quota is None else _Account(quota, key, may_waive)


async def _run_first(app: ASGIApp, scope: Scope, receive: Receive, send: Send, account: _Account) -> None:
    before = account.status()
    if before.remaining:
        await app(scope, receive, _counted_afterwards(send, account, scope, before))
        return
    async with account.quota.overflow_lock(account.key):
        response: list[Message] = []

        async def keep(message: Message) -> None:
            response.append(message)

        await app(scope, receive, keep)
        if not _is_waived(scope):
            await _reject(send, account)
            return
        send_with_status = _with_status(send, account)
        for message in response:
            await send_with_status(message)


def _counted_afterwards(send: Send, account: _Account, scope: Scope, before: QuotaStatus) -> Send:
    async def counting(message: Message) -> None:
        if message["type"] == "http.response.start":
            status = before
            if not _is_waived(scope):
                account.consume()
                status = account.status()
            message["headers"] = [*message["headers"], *_headers(account.quota, status)]
        await send(message)

    return counting


def _with_status(send: Send, account: _Account) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *_headers(account.quota, account.status())]
        await send(message)

    return sending


def _headers(quota: Quota, status: QuotaStatus) -> list[tuple[bytes, bytes]]:
    remaining = f'"{quota.name}";r={status.remaining};t={status.reset}'
    return [(b"ratelimit-policy", quota.policy), (b"ratelimit", remaining.encode())]


async def _reject(send: Send, account: _Account) -> None:
    quota, status = account.quota, account.status()
    detail = f"The limit is {quota.description}. Try again after the time in 'Retry-After'."
    error = ServiceError("rate_limited", detail, retry_after=max(1, status.reset))
    start, body = problem_messages(error)
    start["headers"] = [*start["headers"], *_headers(quota, status)]
    await send(start)
    await send(body)


def _is_waived(scope: Scope) -> bool:
    return _WAIVED in scope["state"]
