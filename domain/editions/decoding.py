"""Decoding of component data into an edition, with errors that name the faulty part."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

import msgspec
from msgspec import Struct

from domain.editions.sources import origins
from domain.kernel.canonical import canonical
from domain.kernel.game import AnyGame
from domain.kernel.messages import Edition

BYTES: Final = 64 * 1024
"""Maximum size of an edition in canonical form."""
SOURCES: Final = 256
"""Maximum number of keys in `sources`."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LARGEST = 2**53 - 1
_DEPTH = 32
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")

Place = tuple[str | int, ...]


def read_edition(game: AnyGame, data: Mapping[str, Any]) -> Edition:
    """Decode JSON data into a playable edition of a game; its objects are in canonical order.

    Raises `ValueError` with the path of the faulty part (for example a card) and the reason. Checks the game's
    types, unknown fields, sizes, sources, and finally the game's own constraints.
    """
    _check_plain(data, ())
    edition = _typed(game, data)
    for place in _unknown_fields(data, edition):
        _fault(data, place, "unknown field")
    _check_extent(edition)
    origins(edition)
    # Rules may iterate over the cards, and a bundle preserves only the canonical order.
    ordered: Edition = msgspec.json.decode(canonical(edition), type=game.edition)
    game.check_edition(ordered)
    return ordered


def _check_extent(edition: Edition) -> None:
    if not _NAME.fullmatch(edition.name):
        _fault({}, ("name",), "must be 1 to 40 lower-case letters, digits and hyphens, and not begin with a hyphen")
    if len(edition.sources) > SOURCES:
        _fault({}, ("sources",), f"must have at most {SOURCES} keys, not {len(edition.sources)}")
    if (length := len(canonical(edition))) > BYTES:
        message = f"an edition must have at most {BYTES} bytes, not {length}"
        raise ValueError(message)


def _check_plain(value: Any, place: Place) -> None:  # noqa: ANN401 -- any JSON
    """Reject values without a unique canonical form: fractions, integers of 2**53 or more, non-ASCII keys."""
    if len(place) > _DEPTH:
        message = f"{place[0]}: is nested too deeply"
        raise ValueError(message)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > _LARGEST):
        _fault({}, place, "must be an integer of at most 2**53 - 1")
    for key, part in _parts(value):
        if isinstance(key, str) and not key.isascii():
            _fault({}, place, f"the key {key!r} is not ASCII")
        _check_plain(part, (*place, key))


def _parts(value: Any) -> Iterator[tuple[str | int, Any]]:  # noqa: ANN401 -- any JSON
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from enumerate(value)


def _typed(game: AnyGame, data: Mapping[str, Any]) -> Edition:
    try:
        edition: Edition = msgspec.convert(data, game.edition, str_keys=True)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        _fault(data, _place(game, data, str(error), where.removeprefix("`key` in ")), reason)
    return edition


def _place(game: AnyGame, data: Mapping[str, Any], error: str, where: str) -> Place:
    """Full path of an error; msgspec omits the keys of mappings (`$.cards[...].number`)."""
    place: Place = ()
    for field, index in _STEP.findall(where):
        if index == "...":
            key = next(key for key, _ in _parts(_at(data, place)) if _error_with(game, data, (*place, key)) == error)
            place, data = (*place, key), _only(data, (*place, key))
        else:
            place = (*place, field or int(index))
    return place


def _error_with(game: AnyGame, data: Mapping[str, Any], place: Place) -> str:
    try:
        msgspec.convert(_only(data, place), game.edition, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _only(data: Any, place: Place) -> Any:  # noqa: ANN401 -- any JSON
    """The same data, with the innermost mapping on a path reduced to the key on that path."""
    first, *rest = place
    if not rest:
        return {first: data[first]}
    changed = _only(data[first], tuple(rest))
    if isinstance(data, Mapping):
        return {**data, first: changed}
    return [changed if number == first else part for number, part in enumerate(data)]


def _at(value: Any, place: Place) -> Any:  # noqa: ANN401 -- any JSON
    for step in place:
        value = value[step]
    return value


def _unknown_fields(data: Any, decoded: Any) -> Iterator[Place]:  # noqa: ANN401 -- any JSON, and its decoded form
    fields = _fields(decoded)
    for key, part in _parts(data):
        if key not in fields:
            yield (key,)
        else:
            yield from ((key, *rest) for rest in _unknown_fields(part, fields[key]))


def _fields(read: Any) -> Mapping[str | int, Any]:  # noqa: ANN401 -- any part of an edition
    if isinstance(read, Struct):
        names = (*read.__struct_fields__, read.__struct_config__.tag_field)
        return {name: getattr(read, name, None) for name in names if name is not None}
    return {str(key) if isinstance(read, Mapping) else key: part for key, part in _parts(read)}


def _fault(data: Any, place: Sequence[str | int], reason: str) -> NoReturn:  # noqa: ANN401 -- any JSON
    names: list[str] = []
    for step in place:
        names.append(str(step))
        data = dict(_parts(data)).get(step)
        if isinstance(step, int) and isinstance(data, Mapping) and isinstance(data.get("name"), str):
            names[-1] += f" ({data['name']})"
    message = f"{'/'.join(names)}: {reason}" if names else reason
    raise ValueError(message)
