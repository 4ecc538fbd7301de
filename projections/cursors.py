"""Opaque cursors: the end of a page of a list, as text that clients send back unchanged."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TypeVar

import msgspec
from msgspec import Struct

CursorT = TypeVar("CursorT", bound=Struct)


class BadCursor(ValueError):  # noqa: N818 -- names what was met
    """The text is not a cursor of this list."""


def encode(place: Struct) -> str:
    """Write a cursor."""
    return urlsafe_b64encode(msgspec.json.encode(place)).rstrip(b"=").decode()


def decode(text: str, kind: type[CursorT]) -> CursorT:
    """Read a cursor of this kind; raises `BadCursor`."""
    try:
        place = msgspec.json.decode(urlsafe_b64decode(text + "=" * (-len(text) % 4)), type=kind)
    except (msgspec.DecodeError, ValueError):
        place = None
    if place is None or encode(place) != text:
        message = f"{text!r} is no cursor of this list"
        raise BadCursor(message)
    return place
