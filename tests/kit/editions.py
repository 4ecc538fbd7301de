"""Owners' component data for tests: a built-in edition with another name and changes."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel.game import AnyGame

Json = dict[str, Any]
Path = tuple[str | int, ...]


def written(game: AnyGame, name: str = "my-own", **fields: Any) -> Json:  # noqa: ANN401 -- any JSON
    """Default edition of a game as JSON data, with another name and changed fields."""
    data: Json = msgspec.json.decode(msgspec.json.encode(game.editions[game.default_edition]))
    return {**data, "name": name, **fields}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:  # noqa: ANN401 -- any JSON
    """Paths of all values within JSON data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


def put(value: Any, path: Path, new: Any) -> None:  # noqa: ANN401 -- any JSON
    """Set the value at a path."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new
