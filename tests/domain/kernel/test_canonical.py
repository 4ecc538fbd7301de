"""Canonical JSON is RFC 8785 for every value that is ever hashed."""

import json

import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from domain.kernel.canonical import canonical, digest

KEYS = st.text(st.characters(codec="ascii"), max_size=8)
LEAVES = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=12)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)


@given(VALUES)
def test_is_what_the_reference_library_writes(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)  # type: ignore[arg-type] # JSON values, as drawn


@given(VALUES)
def test_can_be_read_back(value: object) -> None:
    assert json.loads(canonical(value)) == value


def test_a_struct_is_written_as_the_object_of_its_fields() -> None:
    class Pair(Struct):
        right: int
        left: tuple[int, ...]

    assert canonical(Pair(2, (1, 3))) == b'{"left":[1,3],"right":2}'


def test_a_digest_does_not_depend_on_the_order_of_fields() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1, "b": 2}) != digest({"a": 2, "b": 1})
