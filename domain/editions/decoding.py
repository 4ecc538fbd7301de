"""Reads component data that somebody wrote, and says what is wrong with it."""

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
"""How long an edition may be in its canonical form."""
SOURCES: Final = 256
"""How many keys its `sources` may have."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LARGEST = 2**53 - 1
_DEPTH = 32
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")

Place = tuple[str | int, ...]


def read_edition(game: AnyGame, written: Mapping[str, Any]) -> Edition:
    """An edition of a game, which can be played with; its objects are in canonical order, however they were written.

    Raises `ValueError` that names the card or other part, by its path in the data, and what is wrong with it:
    the game's types, fields that it does not have, sizes, sources, and at last the game's own constraints.
    """
    _check_plain(written, ())
    edition = _typed(game, written)
    for place in _unread(written, edition):
        _fault(written, place, "there is no such field")
    _check_extent(edition)
    origins(edition)
    # Rules may go through a game's cards in their order, and a bundle's reader knows the canonical one only.
    ordered: Edition = msgspec.json.decode(canonical(edition), type=game.edition)
    game.check_edition(ordered)
    return ordered


def _check_extent(edition: Edition) -> None:
    if not _NAME.fullmatch(edition.name):
        _fault({}, ("name",), "has 1 to 40 lower-case letters, digits and hyphens, a hyphen not first")
    if len(edition.sources) > SOURCES:
        _fault({}, ("sources",), f"may have {SOURCES} keys, not {len(edition.sources)}")
    if (length := len(canonical(edition))) > BYTES:
        message = f"an edition has at most {BYTES} bytes, not {length}"
        raise ValueError(message)


def _check_plain(value: Any, place: Place) -> None:  # noqa: ANN401 -- any JSON
    """Keep to what has one canonical form everywhere: whole numbers that every reader can count to, ASCII keys."""
    if len(place) > _DEPTH:
        message = f"{place[0]}: is nested too deeply"
        raise ValueError(message)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > _LARGEST):
        _fault({}, place, "numbers are whole, and at most 2**53 - 1")
    for key, part in _parts(value):
        if isinstance(key, str) and not key.isascii():
            _fault({}, place, f"the key {key!r} is not ASCII")
        _check_plain(part, (*place, key))


def _parts(value: Any) -> Iterator[tuple[str | int, Any]]:  # noqa: ANN401 -- any JSON
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from enumerate(value)


def _typed(game: AnyGame, written: Mapping[str, Any]) -> Edition:
    try:
        edition: Edition = msgspec.convert(written, game.edition, str_keys=True)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        _fault(written, _place(game, written, str(error), where.removeprefix("`key` in ")), reason)
    return edition


def _place(game: AnyGame, written: Mapping[str, Any], error: str, where: str) -> Place:
    """Find the place of an error, in which the keys of objects are left out: `$.cards[...].number`."""
    place: Place = ()
    for field, index in _STEP.findall(where):
        if index == "...":
            key = next(
                key for key, _ in _parts(_at(written, place)) if _error_with(game, written, (*place, key)) == error
            )
            place, written = (*place, key), _only(written, (*place, key))
        else:
            place = (*place, field or int(index))
    return place


def _error_with(game: AnyGame, written: Mapping[str, Any], place: Place) -> str:
    try:
        msgspec.convert(_only(written, place), game.edition, str_keys=True)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _only(written: Any, place: Place) -> Any:  # noqa: ANN401 -- any JSON
    """The same data, of the last object on the way to a place nothing but the way."""
    first, *rest = place
    if not rest:
        return {first: written[first]}
    changed = _only(written[first], tuple(rest))
    if isinstance(written, Mapping):
        return {**written, first: changed}
    return [changed if number == first else part for number, part in enumerate(written)]


def _at(value: Any, place: Place) -> Any:  # noqa: ANN401 -- any JSON
    for step in place:
        value = value[step]
    return value


def _unread(written: Any, read: Any) -> Iterator[Place]:  # noqa: ANN401 -- any JSON, and what it was read as
    fields = _fields(read)
    for key, part in _parts(written):
        if key not in fields:
            yield (key,)
        else:
            yield from ((key, *rest) for rest in _unread(part, fields[key]))


def _fields(read: Any) -> Mapping[str | int, Any]:  # noqa: ANN401 -- any part of an edition
    if isinstance(read, Struct):
        names = (*read.__struct_fields__, read.__struct_config__.tag_field)
        return {name: getattr(read, name, None) for name in names if name is not None}
    return {str(key) if isinstance(read, Mapping) else key: part for key, part in _parts(read)}


def _fault(written: Any, place: Sequence[str | int], reason: str) -> NoReturn:  # noqa: ANN401 -- any JSON
    words: list[str] = []
    for step in place:
        words.append(str(step))
        written = dict(_parts(written)).get(step)
        if isinstance(step, int) and isinstance(written, Mapping) and isinstance(written.get("name"), str):
            words[-1] += f" ({written['name']})"
    message = f"{'/'.join(words)}: {reason}" if words else reason
    raise ValueError(message)
