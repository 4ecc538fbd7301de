"""Opaque cursors: where a page of a list ended, as text that clients send back and do not read."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TypeVar

import msgspec
from msgspec import Struct

CursorT = TypeVar("CursorT", bound=Struct)


class BadCursor(ValueError):  # noqa: N818 -- names what was met
    """A text that is no cursor of this list."""


def written(place: Struct) -> str:
    """Write the place where a page ended."""
    return urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()


def read(text: str, kind: type[CursorT]) -> CursorT:
    """Read a cursor of this kind; raises `BadCursor`."""
    try:
        place = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=kind)
    except (msgspec.DecodeError, ValueError):
        place = None
    if place is None or written(place) != text:
        message = f"{text!r} is no cursor of this list"
        raise BadCursor(message)
    return place
