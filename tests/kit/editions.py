"""Component data as an owner writes it: that of a built-in edition, under another name, with changes."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.kernel.game import AnyGame

Json = dict[str, Any]
Path = tuple[str | int, ...]


def written(game: AnyGame, name: str = "my-own", **fields: Any) -> Json:  # noqa: ANN401 -- any JSON
    """The default edition of a game as its owner would send it."""
    told: Json = msgspec.json.decode(msgspec.json.encode(game.editions[game.default_edition]))
    return {**told, "name": name, **fields}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:  # noqa: ANN401 -- any JSON
    """Every place within data."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


def put(value: Any, path: Path, new: Any) -> None:  # noqa: ANN401 -- any JSON
    """Put something in a place."""
    for step in path[:-1]:
        value = value[step]
    value[path[-1]] = new
