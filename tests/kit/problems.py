"""Assertion for problem responses of the service."""

import httpx

from tests.kit.clients import Json

_MEMBERS = {"type", "title", "status", "detail", "code"}
_OPTIONAL = {"rule", "match", "version", "scope"}


def is_refused(answer: httpx.Response, status: int, code: str) -> Json:
    """Assert that a response is a complete problem with this status and code; return its body."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json"), answer.text
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code), body
    assert _MEMBERS <= body.keys() <= _MEMBERS | _OPTIONAL, body
    assert body["type"] == f"urn:chronicle-of-12:problem:{code}"
    assert all(isinstance(body[name], str) and body[name] for name in ("title", "detail"))
    return body
