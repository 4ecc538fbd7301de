import pytest
from msgspec import Struct

from projections.cursors import BadCursor, decode, encode


class Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    number: int


def test_a_cursor_decodes_to_the_encoded_place() -> None:
    assert decode(encode(Place(12)), Place) == Place(12)


@pytest.mark.parametrize(
    "text", ["", "?", "WzFd=", "WzFd?", "bnVsbA", "WzEsMl0", "eyJudW1iZXIiOiAxfQ", "WyIxIl0", "\u00e4"]
)
def test_an_invalid_cursor_is_refused(text: str) -> None:
    with pytest.raises(BadCursor):
        decode(text, Place)
