"""Errors of the use cases: a stable code and a message. `service.http.problems` maps each code to a status."""

from typing import Literal

from domain.kernel.basics import Version
from domain.kernel.errors import Code, Refused

ServiceCode = Literal[
    "body_too_large",
    "forbidden",
    "internal",
    "malformed",
    "method_not_allowed",
    "not_found",
    "overloaded",
    "rate_limited",
    "registration_closed",
    "scope_missing",
    "token_elsewhere",
    "too_many_bot_matches",
    "too_many_matches",
    "too_many_streams",
    "too_many_tokens",
    "unauthenticated",
    "unavailable",
]


class ServiceError(Exception):
    """A request that the service rejects for a reason outside the rules of matches and games."""

    def __init__(
        self,
        code: Code | ServiceCode,
        detail: str,
        *,
        match: str | None = None,
        scope: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        """Reject a request with a stable code and a message. `retry_after` is in seconds."""
        super().__init__(detail)
        self.code: Code | ServiceCode = code
        self.detail = detail
        self.match = match
        self.scope = scope
        self.retry_after = retry_after


class MatchRefused(Exception):  # noqa: N818 -- carries a refusal, and is not an error of the program
    """A refused action or command, with the match and its version at the time."""

    def __init__(self, refused: Refused, match: str, version: Version) -> None:
        """Attach the match and version to a refusal."""
        super().__init__(refused.detail)
        self.refused = refused
        self.match = match
        self.version = version


def match_not_found(match: str) -> ServiceError:
    """Return the error for a match that does not exist or is invisible to the caller."""
    return ServiceError("not_found", f"There is no match {match}.")
