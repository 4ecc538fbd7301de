"""Errors as RFC 9457 problems: one table from code to status, one place that makes the response."""

from typing import Any, Literal

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.plugins.problem_details import ProblemDetailsConfig, ProblemDetailsException, ProblemDetailsPlugin
from litestar.types import ExceptionHandlersMap
from msgspec import Struct
from psycopg import OperationalError

from domain.kernel.basics import Version
from domain.kernel.errors import Code, Refused
from service.store.errors import Overloaded, StoreUnavailable

ServiceCode = Literal[
    "body_too_large",
    "forbidden",
    "internal",
    "malformed",
    "match_not_over",
    "method_not_allowed",
    "not_found",
    "overloaded",
    "registration_closed",
    "unauthenticated",
    "unavailable",
]

STATUS: dict[Code | ServiceCode, tuple[int, str]] = {
    "already_seated": (409, "You are seated already"),
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
    "registration_closed": (403, "Registration is closed"),
    "rule_broken": (422, "The rules do not allow this"),
    "seat_taken": (409, "The seat is taken"),
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
_RETRY_SECONDS = "1"

log = structlog.get_logger()


class Problem(Struct, frozen=True, omit_defaults=True):
    """RFC 9457: what went wrong, with a stable `code`, and the `rule` that a refused action broke."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str | None = None
    match: str | None = None
    version: Version | None = None


class ServiceProblem(Exception):  # noqa: N818 -- RFC 9457 calls it a problem
    """Something that a caller asked for and the service does not give."""

    def __init__(self, code: Code | ServiceCode, detail: str, *, match: str | None = None) -> None:
        """Name the problem's code and what a person should read."""
        super().__init__(detail)
        self.code: Code | ServiceCode = code
        self.detail = detail
        self.match = match


class MatchRefused(Exception):  # noqa: N818 -- carries a refusal, and is not an error of the program
    """A refusal with the match and the version at which it was refused."""

    def __init__(self, refused: Refused, match: str, version: Version) -> None:
        """Attach where it was refused."""
        super().__init__(refused.detail)
        self.refused = refused
        self.match = match
        self.version = version


def no_match(match: str) -> ServiceProblem:
    """Say that there is no such match, or none that the caller may know of."""
    return ServiceProblem("not_found", f"There is no match {match}.")


def problem(code: Code | ServiceCode, detail: str, **more: Any) -> Problem:  # noqa: ANN401 -- the optional fields
    """Write a problem by its code."""
    status, title = STATUS[code]
    return Problem(f"urn:chronicle-of-12:problem:{code}", title, status, detail, code, **more)


def _extra(found: Problem) -> dict[str, Any]:
    optional = {"rule": found.rule, "match": found.match, "version": found.version}
    return {"code": found.code, **{name: value for name, value in optional.items() if value is not None}}


def _exception(found: Problem) -> ProblemDetailsException:
    headers: dict[str, str] = {}
    if found.code in {"overloaded", "unavailable"}:
        headers["Retry-After"] = _RETRY_SECONDS
    if found.code == "unauthenticated":
        headers["WWW-Authenticate"] = "Bearer"
    return ProblemDetailsException(
        detail=found.detail,
        status_code=found.status,
        title=found.title,
        type_=found.type,
        extra=_extra(found),
        headers=headers,
    )


def _refused(error: Refused) -> ProblemDetailsException:
    return _exception(problem(error.code, error.detail, rule=error.rule))


def _match_refused(error: MatchRefused) -> ProblemDetailsException:
    inner = error.refused
    return _exception(problem(inner.code, inner.detail, rule=inner.rule, match=error.match, version=error.version))


def _service_problem(error: ServiceProblem) -> ProblemDetailsException:
    return _exception(problem(error.code, error.detail, match=error.match))


def _overloaded(_: Overloaded) -> ProblemDetailsException:
    return _exception(problem("overloaded", "Too many actions wait to be recorded. Nothing was changed; try again."))


def _unavailable(_: StoreUnavailable | OperationalError) -> ProblemDetailsException:
    detail = "The database cannot be reached. Repeat the request with its Idempotency-Key to learn what became of it."
    return _exception(problem("unavailable", detail))


def _http(error: HTTPException) -> ProblemDetailsException:
    code = _BY_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")  # noqa: PLR2004
    detail = str(error.detail)
    if isinstance(error.extra, list):  # Litestar's list of the fields that did not fit
        detail = "; ".join(f"{part.get('key', 'body')}: {part.get('message')}" for part in error.extra) or detail
    return _exception(problem(code, detail))


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
                ServiceProblem: _service_problem,
                Overloaded: _overloaded,
                StoreUnavailable: _unavailable,
                OperationalError: _unavailable,
                HTTPException: _http,
            }
        )
    )


UNEXPECTED: ExceptionHandlersMap = {Exception: _internal}
PROBLEM_MEDIA_TYPE = "application/problem+json"

__all__ = ["PROBLEM_MEDIA_TYPE", "UNEXPECTED", "MatchRefused", "MediaType", "Problem", "ServiceProblem", "plugin"]
