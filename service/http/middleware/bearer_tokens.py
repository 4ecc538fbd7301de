"""Reads the token that comes with a request, once for all who ask."""

import asyncio
from typing import Final

import psycopg
from litestar.types import Scope

from service.access.tokens import Caller, Tokens
from service.errors import ServiceError

_KNOWN: Final = "caller"
_LOOK_SECONDS: Final = 1.0


async def bearer(scope: Scope, tokens: Tokens) -> Caller | None:
    """Know who comes, or nobody where no token came.

    Raises `ServiceError` (`unauthenticated`) for a wrong one, psycopg's `OperationalError` where nobody can be known
    now: whoever asks again for the same request need not wait for the database once more.
    """
    if _KNOWN not in scope["state"]:
        scope["state"][_KNOWN] = await _looked_up(scope, tokens)
    known: Caller | ServiceError | psycopg.OperationalError | None = scope["state"][_KNOWN]
    if isinstance(known, Exception):
        raise known
    return known


def brings_token(scope: Scope) -> bool:
    """Whether a token came, a right or a wrong one."""
    return _header(scope) is not None


async def lapsed(scope: Scope, tokens: Tokens) -> None:
    """Return once the token that came is of no use any more: never, where none came."""
    while brings_token(scope):
        await asyncio.sleep(_LOOK_SECONDS)
        if isinstance(await _looked_up(scope, tokens), ServiceError):  # while the database is away, nothing is known
            return
    await asyncio.Event().wait()


async def _looked_up(scope: Scope, tokens: Tokens) -> Caller | ServiceError | psycopg.OperationalError | None:
    header = _header(scope)
    if header is None:
        return None
    scheme, _, token = header.decode("latin-1").partition(" ")
    if scheme.lower() != "bearer" or not token:
        return ServiceError("unauthenticated", "Send the token as 'Authorization: Bearer <token>'.")
    try:
        return await tokens.caller(token)
    except (ServiceError, psycopg.OperationalError) as error:
        return error


def _header(scope: Scope) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == b"authorization"), None)
