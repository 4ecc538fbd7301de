"""Errors as RFC 9457 problem details: the only place where an error becomes a response."""

from typing import Any, Final

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
from service.http.problem_kinds import STATUS
from service.store.errors import Overloaded, StoreUnavailable

_CODE_OF_STATUS: Final[dict[int, ServiceCode]] = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}
_RETRY_SECONDS: Final = 1
PROBLEM_MEDIA_TYPE: Final = "application/problem+json"

log = structlog.get_logger()


class Problem(Struct, frozen=True, omit_defaults=True):
    """Problem details (RFC 9457) with a stable `code`.

    `rule` is the number of the rule that an action violates. `scope` is the scope that the caller's token lacks.
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
    """Create a problem from its code."""
    status, title = STATUS[code]
    return Problem(f"urn:chronicle-of-12:problem:{code}", title, status, detail, code, **more)


def _extension_members(body: Problem) -> dict[str, Any]:
    optional = {"rule": body.rule, "match": body.match, "version": body.version, "scope": body.scope}
    return {"code": body.code, **{name: value for name, value in optional.items() if value is not None}}


def _headers(body: Problem, retry_after: int | None) -> dict[str, str]:
    headers: dict[str, str] = {}
    if retry_after is None and body.code in {"overloaded", "unavailable"}:
        retry_after = _RETRY_SECONDS
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    if body.code == "unauthenticated":
        headers["WWW-Authenticate"] = "Bearer"
    if body.scope is not None:
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{body.scope}"'
    return headers


def _exception(body: Problem, retry_after: int | None = None) -> ProblemDetailsException:
    return ProblemDetailsException(
        detail=body.detail,
        status_code=body.status,
        title=body.title,
        type_=body.type,
        extra=_extension_members(body),
        headers=_headers(body, retry_after),
    )


def problem_messages(error: ServiceError) -> tuple[HTTPResponseStartEvent, HTTPResponseBodyEvent]:
    """Create the ASGI messages of a problem, for middleware that rejects a request."""
    body = problem(error.code, error.detail, match=error.match, scope=error.scope)
    headers = {"Content-Type": PROBLEM_MEDIA_TYPE, **_headers(body, error.retry_after)}
    fields = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    encoded = msgspec.json.encode(body)
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": body.status,
        "headers": [*fields, (b"content-length", b"%d" % len(encoded))],
    }
    return start, {"type": "http.response.body", "body": encoded, "more_body": False}


def _refused(error: Refused) -> ProblemDetailsException:
    return _exception(problem(error.code, error.detail, rule=error.rule))


def _match_refused(error: MatchRefused) -> ProblemDetailsException:
    inner = error.refused
    return _exception(problem(inner.code, inner.detail, rule=inner.rule, match=error.match, version=error.version))


def _service_error(error: ServiceError) -> ProblemDetailsException:
    body = problem(error.code, error.detail, match=error.match, scope=error.scope)
    return _exception(body, error.retry_after)


def _overloaded(_: Overloaded) -> ProblemDetailsException:
    return _exception(problem("overloaded", "Too many actions wait to be recorded. Nothing was changed; retry later."))


def _unavailable(_: StoreUnavailable | OperationalError) -> ProblemDetailsException:
    detail = "The database did not answer, so the outcome is unknown. Retry with the same Idempotency-Key to learn it."
    return _exception(problem("unavailable", detail))


def _http_exception(error: HTTPException) -> ProblemDetailsException:
    code = _CODE_OF_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")  # noqa: PLR2004
    detail = str(error.detail)
    if isinstance(error.extra, list):  # Litestar's list of invalid parameters
        detail = "; ".join(_parameter_detail(part) for part in error.extra) or detail
    return _exception(problem(code, detail))


def _parameter_detail(part: dict[str, str]) -> str:
    if part.get("message") == "'data'":  # the name of the body parameter in Litestar's message for a missing body
        return "A JSON body is required."
    return f"{part.get('key', 'body')}: {part.get('message')}"


def _internal(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    log.error("request failed", method=request.method, path=request.scope["path"], exc_info=error)
    detail = "An unexpected error occurred and was logged. The request took effect completely or not at all."
    return _exception(problem("internal", detail)).to_response(request)


def plugin() -> ProblemDetailsPlugin:
    """Create Litestar's plugin that converts the service's exceptions into problems."""
    return ProblemDetailsPlugin(
        ProblemDetailsConfig(
            exception_to_problem_detail_map={
                Refused: _refused,
                MatchRefused: _match_refused,
                ServiceError: _service_error,
                Overloaded: _overloaded,
                StoreUnavailable: _unavailable,
                OperationalError: _unavailable,
                HTTPException: _http_exception,
            }
        )
    )


UNEXPECTED: ExceptionHandlersMap = {Exception: _internal}
"""The handler of all other exceptions."""
