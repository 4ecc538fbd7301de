"""Tokens: a person makes one for each app, sees which there are, and takes them back."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, NoReturn
from uuid import UUID

from litestar import Router, delete, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Meta, Struct

from domain.kernel.basics import Instant, MatchId, Seat
from domain.matches.visibility import Requester
from service.access.scopes import IN_A_SEAT, Scope, in_order
from service.access.token_rows import NewToken, SeatScope, StoredToken
from service.access.tokens import Caller
from service.errors import ServiceError
from service.http.authentication import AnyRequest, service_of, somebody
from service.http.security import needs
from service.http.services import Services

_NAME_LENGTH = 80
_LONGEST = timedelta(days=3660)


class TokenBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made: what it is for, in 1 to 80 characters, and how much it may do.

    `scopes` are some of the caller's, all of them where not given. It `expires` within ten years, never where not
    given, and no later than the caller's token. With `match` and `seat`, which must be the caller's, it is good for
    that seat only: it sees and plays, and an app may hand it to a browser.
    """

    name: str
    scopes: list[Scope] | None = None
    expires: Annotated[datetime, Meta(tz=True)] | None = None
    match: UUID | None = None
    seat: int | None = None


class TokenLine(Struct, frozen=True):
    """A token without its secret: `used` is the last day it was, `current` whether this request came with it."""

    id: str
    name: str
    scopes: list[Scope]
    match: MatchId | None
    seat: Seat | None
    since: Instant
    expires: datetime | None
    used: date | None
    current: bool


class TokenAnswer(Struct, frozen=True):
    """A new token, which is told this once only."""

    id: str
    name: str
    scopes: list[Scope]
    match: MatchId | None
    seat: Seat | None
    since: Instant
    expires: datetime | None
    token: str


class TokensAnswer(Struct, frozen=True):
    """The tokens of a person that can be used, the first made first."""

    tokens: list[TokenLine]


@post("/", security=needs("profile"), summary="Make a token for an app, or for one seat; it is told once only")
async def make_token(data: JSONBody[TokenBody], request: AnyRequest) -> TokenAnswer:
    """Make a token that may do no more than the one it is made with."""
    service, caller = service_of(request), await somebody(request)
    chair = await _chair(service, caller, data)
    wanted = NewToken(_name(data.name), caller.role, _scopes(data, caller), _expiry(data, caller), chair)
    kept, token = await service.tokens.mint(caller.player, wanted)
    return TokenAnswer(kept.id, kept.name, kept.scopes, kept.match, kept.seat, kept.since, kept.expires, token)


@get("/", security=needs("profile"), summary="The caller's tokens, without their secrets")
async def list_tokens(request: AnyRequest) -> TokensAnswer:
    """List tokens."""
    service, caller = service_of(request), await somebody(request)
    return TokensAnswer([_line(kept, caller) for kept in await service.tokens.of(caller.player)])


@delete("/{token:str}", security=needs("profile"), summary="Revoke a token by its id: it is of no use from now on")
async def revoke_token(
    token: Annotated[str, Parameter(description="The id, not the secret")], request: AnyRequest
) -> None:
    """Revoke a token of the caller's; an admin may revoke anybody's."""
    service, caller = service_of(request), await somebody(request)
    await service.tokens.revoke(token, caller)


def _line(kept: StoredToken, caller: Caller) -> TokenLine:
    return TokenLine(
        kept.id,
        kept.name,
        kept.scopes,
        kept.match,
        kept.seat,
        kept.since,
        kept.expires,
        kept.used,
        kept.id == caller.token,
    )


def _name(name: str) -> str:
    if not 1 <= len(name) <= _NAME_LENGTH or not name.isprintable():
        _refuse(f"A token's name has 1 to {_NAME_LENGTH} characters, all of which can be printed.")
    return name


def _scopes(body: TokenBody, caller: Caller) -> frozenset[Scope]:
    allowed = caller.scopes if body.match is None else caller.scopes & IN_A_SEAT
    wanted = allowed if body.scopes is None else frozenset(body.scopes)
    if not wanted or not wanted <= allowed:
        _refuse(f"Such a token may have some of these scopes: {', '.join(in_order(allowed))}.")
    return wanted


def _expiry(body: TokenBody, caller: Caller) -> datetime | None:
    longest = None if caller.expires is None else datetime.fromtimestamp(caller.expires, UTC)
    if body.expires is None:
        return longest
    if not datetime.now(UTC) < body.expires < datetime.now(UTC) + _LONGEST:
        _refuse("A token expires later than now, within ten years.")
    if longest is not None and body.expires > longest:
        _refuse(f"This token may make none that outlives it: it expires at {longest.isoformat()}.")
    return body.expires.astimezone(UTC)


async def _chair(service: Services, caller: Caller, body: TokenBody) -> SeatScope | None:
    if body.match is None and body.seat is None:
        return None
    if body.match is None or body.seat is None:
        _refuse("A token for one seat names both its match and its seat.")
    match = MatchId(str(body.match))
    seat = (await service.commands.seated(match, Requester(caller.player))).seat
    if seat != body.seat:
        raise ServiceError("not_seated", f"Your seat in this match is {seat}.", match=match)
    return SeatScope(match, seat)


def _refuse(detail: str) -> NoReturn:
    raise ServiceError("unprocessable", detail)


router = Router("/v1/tokens", route_handlers=[make_token, list_tokens, revoke_token], tags=["tokens"])
