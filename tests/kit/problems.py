"""What every refusal of the service looks like."""

import httpx

from tests.kit.clients import Json

_MEMBERS = {"type", "title", "status", "detail", "code"}
_MORE = {"rule", "match", "version", "scope"}


def is_refused(answer: httpx.Response, status: int, code: str) -> Json:
    """Check that an answer is this problem, whole and typed; gives its body."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json"), answer.text
    body = answer.json()
    assert (body["status"], body["code"]) == (status, code), body
    assert _MEMBERS <= body.keys() <= _MEMBERS | _MORE, body
    assert body["type"] == f"urn:chronicle-of-12:problem:{code}"
    assert all(isinstance(body[name], str) and body[name] for name in ("title", "detail"))
    return body
