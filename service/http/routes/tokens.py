"""Routes of tokens: create one for an application or a seat, list them, revoke them."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, NoReturn
from uuid import UUID

from litestar import Router, delete, get, post
from litestar.params import JSONBody, Parameter
from msgspec import Meta, Struct

from domain.kernel.basics import Instant, MatchId, Seat
from domain.matches.visibility import Requester
from service.access.scopes import SEAT_SCOPES, Scope, ordered
from service.access.token_rows import NewToken, SeatScope, StoredToken
from service.access.tokens import Caller
from service.errors import ServiceError
from service.http.authentication import AnyRequest, required_caller, service_of
from service.http.security import needs
from service.http.services import Services

_NAME_LENGTH = 80
_MAX_LIFETIME = timedelta(days=3660)


class TokenBody(Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be created. `name` describes its use, 1 to 80 characters.

    `scopes` must be a subset of the caller's and defaults to all of them. `expires` must be within ten years and no
    later than the expiry of the caller's token, which is also the default. With `match` and `seat`, which must be the
    caller's, the token is valid for that seat only and holds at most `read` and `play`: an application can pass it to
    a browser.
    """

    name: str
    scopes: list[Scope] | None = None
    expires: Annotated[datetime, Meta(tz=True)] | None = None
    match: UUID | None = None
    seat: int | None = None


class TokenLine(Struct, frozen=True):
    """A token without its secret. `used` is the last day of use; `current` marks the token of this request."""

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
    """A new token. `token` is the secret, which is returned only once."""

    id: str
    name: str
    scopes: list[Scope]
    match: MatchId | None
    seat: Seat | None
    since: Instant
    expires: datetime | None
    token: str


class TokensAnswer(Struct, frozen=True):
    """The tokens of a player that have not expired, the oldest first."""

    tokens: list[TokenLine]


@post(
    "/", security=needs("profile"), summary="Create a token for an application or a seat; return its secret, only once"
)
async def make_token(data: JSONBody[TokenBody], request: AnyRequest) -> TokenAnswer:
    """Create a token for an application or for one seat. It cannot exceed the token of the request."""
    service, caller = service_of(request), await required_caller(request)
    seat_scope = await _seat_scope(service, caller, data)
    new = NewToken(_name(data.name), caller.role, _scopes(data, caller), _expiry(data, caller), seat_scope)
    row, token = await service.tokens.issue(caller.player, new)
    return TokenAnswer(row.id, row.name, row.scopes, row.match, row.seat, row.since, row.expires, token)


@get("/", security=needs("profile"), summary="List the caller's tokens, without their secrets")
async def list_tokens(request: AnyRequest) -> TokensAnswer:
    """List the caller's tokens, without their secrets."""
    service, caller = service_of(request), await required_caller(request)
    return TokensAnswer([_line(row, caller) for row in await service.tokens.list_active(caller.player)])


@delete("/{token:str}", security=needs("profile"), summary="Revoke a token by its id")
async def revoke_token(
    token: Annotated[str, Parameter(description="Id of the token, not the secret")], request: AnyRequest
) -> None:
    """Revoke a token of the caller. An admin may revoke any token."""
    service, caller = service_of(request), await required_caller(request)
    await service.tokens.revoke(token, caller)


def _line(row: StoredToken, caller: Caller) -> TokenLine:
    return TokenLine(
        row.id,
        row.name,
        row.scopes,
        row.match,
        row.seat,
        row.since,
        row.expires,
        row.used,
        row.id == caller.token,
    )


def _name(name: str) -> str:
    if not 1 <= len(name) <= _NAME_LENGTH or not name.isprintable():
        _refuse(f"A token name must have 1 to {_NAME_LENGTH} printable characters.")
    return name


def _scopes(body: TokenBody, caller: Caller) -> frozenset[Scope]:
    allowed = caller.scopes if body.match is None else caller.scopes & SEAT_SCOPES
    scopes = allowed if body.scopes is None else frozenset(body.scopes)
    if not scopes or not scopes <= allowed:
        _refuse(f"The scopes must be a non-empty subset of: {', '.join(ordered(allowed))}.")
    return scopes


def _expiry(body: TokenBody, caller: Caller) -> datetime | None:
    latest = None if caller.expires is None else datetime.fromtimestamp(caller.expires, UTC)
    if body.expires is None:
        return latest
    if not datetime.now(UTC) < body.expires < datetime.now(UTC) + _MAX_LIFETIME:
        _refuse("The expiry time must be in the future and within ten years.")
    if latest is not None and body.expires > latest:
        _refuse(f"The expiry time must not be later than that of your token, {latest.isoformat()}.")
    return body.expires.astimezone(UTC)


async def _seat_scope(service: Services, caller: Caller, body: TokenBody) -> SeatScope | None:
    if body.match is None and body.seat is None:
        return None
    if body.match is None or body.seat is None:
        _refuse("A token for one seat requires both 'match' and 'seat'.")
    match = MatchId(str(body.match))
    seat = (await service.commands.seated(match, Requester(caller.player))).seat
    if seat != body.seat:
        raise ServiceError(
            "not_seated", f"You do not have seat {body.seat} in this match. Your seat is {seat}.", match=match
        )
    return SeatScope(match, seat)


def _refuse(detail: str) -> NoReturn:
    raise ServiceError("unprocessable", detail)


router = Router("/v1/tokens", route_handlers=[make_token, list_tokens, revoke_token], tags=["tokens"])
