"""Errors as RFC 9457 problems: one table from code to status, one place that makes the response."""

from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.plugins.problem_details import ProblemDetailsConfig, ProblemDetailsException, ProblemDetailsPlugin
from litestar.types import ExceptionHandlersMap, HTTPResponseBodyEvent, HTTPResponseStartEvent
from msgspec import Struct
from psycopg import OperationalError

from domain.kernel.basics import Version
from domain.kernel.errors import Code, Refused
from service.access.scopes import Scope
from service.errors import MatchRefused, ServiceCode, ServiceError
from service.store.errors import Overloaded, StoreUnavailable

STATUS: dict[Code | ServiceCode, tuple[int, str]] = {
    "already_seated": (409, "You are seated already"),
    "already_voted": (409, "This vote stands already"),
    "body_too_large": (413, "The request is too large"),
    "decision_closed": (409, "This decision is not open"),
    "edition_name_taken": (409, "Another edition has this name"),
    "edition_unfit": (422, "The edition cannot be played"),
    "forbidden": (403, "Not for you"),
    "internal": (500, "The service failed"),
    "key_reused": (422, "The idempotency key was used for another request"),
    "malformed": (400, "The request cannot be read"),
    "match_not_open": (409, "The match takes no more players"),
    "match_not_over": (409, "The match is not over"),
    "match_not_playing": (409, "The match is not being played"),
    "method_not_allowed": (405, "Not this method"),
    "not_allowed": (403, "Not for you"),
    "not_found": (404, "Not found"),
    "not_seated": (403, "You have no seat in this match"),
    "obstacle_settled": (409, "The greatest obstacle stands"),
    "overloaded": (503, "Too much to do just now"),
    "rate_limited": (429, "Too many requests"),
    "registration_closed": (403, "Registration is closed"),
    "rule_broken": (422, "The rules do not allow this"),
    "scope_missing": (403, "Your token is not for this"),
    "seat_reserved": (409, "The seat is kept for somebody"),
    "seat_taken": (409, "The seat is taken"),
    "take_back_barred": (409, "This cannot be taken back"),
    "take_back_closed": (409, "No such request is open"),
    "take_back_open": (409, "A request to take back is open"),
    "token_elsewhere": (403, "Your token is for another seat"),
    "too_many_bot_matches": (409, "Too many matches with bots"),
    "too_many_matches": (409, "Too many matches that wait"),
    "too_many_streams": (429, "You wait in too many requests"),
    "too_many_tokens": (409, "You have too many tokens"),
    "unauthenticated": (401, "Who are you?"),
    "unavailable": (503, "The database cannot be reached"),
    "unknown_bot": (422, "No such bot"),
    "unknown_chronicle": (422, "No such chronicle"),
    "unknown_edition": (422, "No such edition"),
    "unknown_game": (422, "No such game"),
    "unknown_reign": (404, "No such reign"),
    "unknown_seat": (422, "No such seat"),
    "unprocessable": (422, "The request does not fit"),
    "version_mismatch": (412, "The match has moved on"),
}
_BY_STATUS: dict[int, ServiceCode] = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}
_RETRY_SECONDS = 1
PROBLEM_MEDIA_TYPE = "application/problem+json"

log = structlog.get_logger()


class Problem(Struct, frozen=True, omit_defaults=True):
    """RFC 9457: what went wrong, with a stable `code`.

    `rule` is the one that a refused action broke, `scope` what the caller's token does not hold.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | None = None
    match: str | None = None
    version: Version | None = None
    scope: Scope | None = None


def problem(code: Code | ServiceCode, detail: str, **more: Any) -> Problem:  # noqa: ANN401 -- the optional fields
    """Write a problem by its code."""
    status, title = STATUS[code]
    return Problem(f"urn:chronicle-of-12:problem:{code}", title, status, detail, code, **more)


def _extra(found: Problem) -> dict[str, Any]:
    optional = {"rule": found.rule, "match": found.match, "version": found.version, "scope": found.scope}
    return {"code": found.code, **{name: value for name, value in optional.items() if value is not None}}


def _headers(found: Problem, retry_after: int | None) -> dict[str, str]:
    headers: dict[str, str] = {}
    if retry_after is None and found.code in {"overloaded", "unavailable"}:
        retry_after = _RETRY_SECONDS
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    if found.code == "unauthenticated":
        headers["WWW-Authenticate"] = "Bearer"
    if found.scope is not None:
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{found.scope}"'
    return headers


def _exception(found: Problem, retry_after: int | None = None) -> ProblemDetailsException:
    return ProblemDetailsException(
        detail=found.detail,
        status_code=found.status,
        title=found.title,
        type_=found.type,
        extra=_extra(found),
        headers=_headers(found, retry_after),
    )


def written(error: ServiceError) -> tuple[HTTPResponseStartEvent, HTTPResponseBodyEvent]:
    """Write a problem as an answer, for where no route is asked."""
    found = problem(error.code, error.detail, match=error.match, scope=error.scope)
    headers = {"Content-Type": PROBLEM_MEDIA_TYPE, **_headers(found, error.retry_after)}
    fields = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    body = msgspec.json.encode(found)
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": found.status,
        "headers": [*fields, (b"content-length", b"%d" % len(body))],
    }
    return start, {"type": "http.response.body", "body": body, "more_body": False}


def _refused(error: Refused) -> ProblemDetailsException:
    return _exception(problem(error.code, error.detail, rule=error.rule))


def _match_refused(error: MatchRefused) -> ProblemDetailsException:
    inner = error.refused
    return _exception(problem(inner.code, inner.detail, rule=inner.rule, match=error.match, version=error.version))


def _service_problem(error: ServiceError) -> ProblemDetailsException:
    found = problem(error.code, error.detail, match=error.match, scope=error.scope)
    return _exception(found, error.retry_after)


def _overloaded(_: Overloaded) -> ProblemDetailsException:
    return _exception(problem("overloaded", "Too many actions wait to be recorded. Nothing was changed; try again."))


def _unavailable(_: StoreUnavailable | OperationalError) -> ProblemDetailsException:
    detail = "The database cannot be reached. Repeat the request with its Idempotency-Key to learn what became of it."
    return _exception(problem("unavailable", detail))


def _http(error: HTTPException) -> ProblemDetailsException:
    code = _BY_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")  # noqa: PLR2004
    detail = str(error.detail)
    if isinstance(error.extra, list):  # Litestar's list of the fields that did not fit
        detail = "; ".join(_field(part) for part in error.extra) or detail
    return _exception(problem(code, detail))


def _field(part: dict[str, str]) -> str:
    if part.get("message") == "'data'":  # what Litestar finds missing, by the name that a route gives it
        return "This needs a body in JSON."
    return f"{part.get('key', 'body')}: {part.get('message')}"


def _internal(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("request failed", method=request.method, path=request.scope["path"], exc_info=error)
    found = problem("internal", "Something went wrong on our side. It was noted; nothing you sent was kept in part.")
    return _exception(found).to_response(request)


def plugin() -> ProblemDetailsPlugin:
    """Make Litestar's plugin that turns our errors into problems."""
    return ProblemDetailsPlugin(
        ProblemDetailsConfig(
            exception_to_problem_detail_map={
                Refused: _refused,
                MatchRefused: _match_refused,
                ServiceError: _service_problem,
                Overloaded: _overloaded,
                StoreUnavailable: _unavailable,
                OperationalError: _unavailable,
                HTTPException: _http,
            }
        )
    )


UNEXPECTED: ExceptionHandlersMap = {Exception: _internal}
