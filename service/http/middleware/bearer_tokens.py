"""Bearer tokens: authenticates the caller of a request, once per request."""

import asyncio
from typing import Final

import psycopg
from litestar.types import Scope

from service.access.tokens import Caller, Tokens
from service.errors import ServiceError

_STATE_KEY: Final = "caller"
_CHECK_SECONDS: Final = 1.0

_Outcome = Caller | ServiceError | psycopg.OperationalError | None


async def authenticate(scope: Scope, tokens: Tokens) -> Caller | None:
    """Return the caller of a request, or None for a request without a token.

    Raises `ServiceError` (`unauthenticated`) for an invalid token, and psycopg's `OperationalError` while the database
    is unavailable. The request keeps the outcome, errors included, so that a second call does not wait again.
    """
    if _STATE_KEY not in scope["state"]:
        scope["state"][_STATE_KEY] = await _outcome(scope, tokens)
    outcome: _Outcome = scope["state"][_STATE_KEY]
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def has_token(scope: Scope) -> bool:
    """Whether the request has an `Authorization` header, valid or not."""
    return _header(scope) is not None


async def token_invalidated(scope: Scope, tokens: Tokens) -> None:
    """Wait until the token of a request is revoked or expires. Never returns for a request without a token."""
    while has_token(scope):
        await asyncio.sleep(_CHECK_SECONDS)
        if isinstance(await _outcome(scope, tokens), ServiceError):  # an unavailable database proves nothing
            return
    await asyncio.Event().wait()


async def _outcome(scope: Scope, tokens: Tokens) -> _Outcome:
    header = _header(scope)
    if header is None:
        return None
    scheme, _, token = header.decode("latin-1").partition(" ")
    if scheme.lower() != "bearer" or not token:
        return ServiceError("unauthenticated", "Send the token as 'Authorization: Bearer <token>'.")
    try:
        return await tokens.authenticate(token)
    except (ServiceError, psycopg.OperationalError) as error:
        return error


def _header(scope: Scope) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == b"authorization"), None)
