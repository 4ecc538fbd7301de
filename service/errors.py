"""Errors that use cases raise: a stable code and a sentence. `service.http.problems` maps each code to a status."""

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
        """Reject with a stable code and a sentence for people; `retry_after` is in seconds."""
        super().__init__(detail)
        self.code: Code | ServiceCode = code
        self.detail = detail
        self.match = match
        self.scope = scope
        self.retry_after = retry_after


class MatchRefused(Exception):  # noqa: N818 -- carries a refusal, and is not an error of the program
    """A refusal with the match and the version at which it was refused."""

    def __init__(self, refused: Refused, match: str, version: Version) -> None:
        """Attach where it was refused."""
        super().__init__(refused.detail)
        self.refused = refused
        self.match = match
        self.version = version


def no_match(match: str) -> ServiceError:
    """Say that there is no such match, or none that the caller may know of."""
    return ServiceError("not_found", f"There is no match {match}.")
