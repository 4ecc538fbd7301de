"""Provenance of the values of an edition: its `sources` as a table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.messages import Edition, Source

Path = tuple[str, ...]
_Candidate = tuple[Path, Path]
"""Key of `sources`, and its parts that a path has not matched yet."""


class Origin(Struct, frozen=True):
    """Source of the values of a part of an edition; `part` is its path, for example `cards/golem/points`."""

    part: str
    source: Source


def origins(edition: Edition) -> list[Origin]:
    """Sources of all values of an edition, with as few lines as possible.

    A key of `sources` matches a field, or named parts within it at any depth: `cards/points` matches the points of
    every card, `cards/golem/points` only the golem's. The longest matching key applies.
    Raises `ValueError` for a value without a source, and for a key that matches no value.
    """
    plain = msgspec.to_builtins(edition, str_keys=True)
    keys: list[Path] = [tuple(key.split("/")) for key in edition.sources]
    matched: set[Path] = set()
    lines: list[Origin] = []
    for field, value in plain.items():
        if field not in {"name", "sources"}:
            candidates = [(key, key[1:]) for key in keys if key[0] == field]
            found = [(path, _key(path, near, matched)) for path, near in _leaves((field,), value, candidates)]
            lines += _fewest((field,), [(path, edition.sources["/".join(key)]) for path, key in found])
    for key in keys:
        if key not in matched:
            message = f"sources: {'/'.join(key)} matches no value"
            raise ValueError(message)
    return lines


def _leaves(path: Path, value: Any, candidates: Sequence[_Candidate]) -> Iterator[tuple[Path, Sequence[_Candidate]]]:  # noqa: ANN401 -- any JSON
    parts = list(_parts(value))
    if not parts or all(not rest for _, rest in candidates):
        yield path, candidates
        return
    for name, part in parts:
        yield from _leaves(
            (*path, name), part, [(key, rest[1:] if rest[:1] == (name,) else rest) for key, rest in candidates]
        )


def _parts(value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 -- any JSON
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from ((str(place), part) for place, part in enumerate(value))


def _key(path: Path, candidates: Sequence[_Candidate], matched: set[Path]) -> Path:
    complete = [key for key, rest in candidates if not rest]
    if not complete:
        message = f"{'/'.join(path)}: has no source"
        raise ValueError(message)
    key = max(complete, key=len)
    matched.add(key)
    return key


def _fewest(path: Path, leaves: Sequence[tuple[Path, Source]]) -> list[Origin]:
    if len({source for _, source in leaves}) == 1:
        return [Origin("/".join(path), leaves[0][1])]
    below: dict[Path, list[tuple[Path, Source]]] = {}
    for leaf, source in leaves:
        below.setdefault(leaf[: len(path) + 1], []).append((leaf, source))
    return [line for part, group in below.items() for line in _fewest(part, group)]
