"""Where each value of an edition comes from: its `sources` as a table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.messages import Edition, Source

Path = tuple[str, ...]
_Asked = tuple[Path, Path]
"""A key of `sources`, and the parts of it that the way to a value has not met yet."""


class Origin(Struct, frozen=True):
    """Where the values of a part of an edition come from; the part is named by its path, `cards/golem/points` say."""

    part: str
    source: Source


def origins(edition: Edition) -> list[Origin]:
    """As few lines as say of every value where it comes from.

    A key of `sources` tells of a field or of the parts within it that it names, whatever stands between:
    `cards/points` of the points of every card, `cards/golem/points` rather of the golem's; the longest key counts.
    Raises `ValueError` for a value without a source, and for a key that tells of no value.
    """
    plain = msgspec.to_builtins(edition, str_keys=True)
    keys: list[Path] = [tuple(key.split("/")) for key in edition.sources]
    told: set[Path] = set()
    lines: list[Origin] = []
    for field, value in plain.items():
        if field not in {"name", "sources"}:
            asked = [(key, key[1:]) for key in keys if key[0] == field]
            found = [(path, _key(path, near, told)) for path, near in _leaves((field,), value, asked)]
            lines += _fewest((field,), [(path, edition.sources["/".join(key)]) for path, key in found])
    for key in keys:
        if key not in told:
            message = f"sources: {'/'.join(key)} tells of no value"
            raise ValueError(message)
    return lines


def _leaves(path: Path, value: Any, asked: Sequence[_Asked]) -> Iterator[tuple[Path, Sequence[_Asked]]]:  # noqa: ANN401 -- any JSON
    parts = list(_parts(value))
    if not parts or all(not rest for _, rest in asked):
        yield path, asked
        return
    for name, part in parts:
        yield from _leaves(
            (*path, name), part, [(key, rest[1:] if rest[:1] == (name,) else rest) for key, rest in asked]
        )


def _parts(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 -- any JSON
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from ((str(place), part) for place, part in enumerate(value))


def _key(path: Path, asked: Sequence[_Asked], told: set[Path]) -> Path:
    met = [key for key, rest in asked if not rest]
    if not met:
        message = f"{'/'.join(path)}: sources do not say where it comes from"
        raise ValueError(message)
    key = max(met, key=len)
    told.add(key)
    return key


def _fewest(path: Path, leaves: Sequence[tuple[Path, Source]]) -> list[Origin]:
    if len({source for _, source in leaves}) == 1:
        return [Origin("/".join(path), leaves[0][1])]
    below: dict[Path, list[tuple[Path, Source]]] = {}
    for leaf, source in leaves:
        below.setdefault(leaf[: len(path) + 1], []).append((leaf, source))
    return [line for part, group in below.items() for line in _fewest(part, group)]
