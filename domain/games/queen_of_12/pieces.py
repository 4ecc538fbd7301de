"""Nouns of the game: characters, dice, trays, and the fields and lines of a sheet."""

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta, Struct

Character = Literal[
    "alchemist",
    "druid",
    "golem",
    "jungle_guardian",
    "knight",
    "machine",
    "mirror_image",
    "mountain_guardian",
    "parasite",
    "patient_one",
    "princess",
    "rogue",
    "warlock",
    "worker",
]
"""Character of a card. Every seat owns one card of each character."""

Colour = Literal["red", "violet", "yellow"]
Tray = Literal["mountains", "jungle"]
Side = Literal["A", "B"]
Area = Literal["left", "right"]
Kind = Literal["number", "colour"]
"""Requirement of a field: a number or a colour."""

DieId = Literal["R1", "R2", "R3", "R4", "V1", "V2", "V3", "Y1", "Y2"]
"""One of the nine dice: initial of its colour and a number."""

FieldName = NewType("FieldName", str)
FieldId = Annotated[
    FieldName,
    Meta(pattern="^[LR][1-5][1-5]$", description="area (L left, R right of the river), row, column: `L23`"),
]
LineName = NewType("LineName", str)
LineId = Annotated[
    LineName,
    Meta(pattern="^[LR]-(row|column)-[1-5]$", description="area, direction and number of a line: `R-column-3`"),
]

Value = Annotated[int, Meta(ge=1, le=12)]
"""Value of a die, and the number in a number field."""

Mark = Value | Colour
"""Mark printed in a field."""

SIZE: Final = 5
AREAS: Final[tuple[Area, ...]] = ("left", "right")
COLOURS: Final[tuple[Colour, ...]] = ("red", "violet", "yellow")
_INITIAL: Final[dict[Area, str]] = {"left": "L", "right": "R"}
_STEPS: Final = range(1, SIZE + 1)

FIELDS: Final = tuple(
    FieldName(f"{_INITIAL[area]}{row}{column}") for area in AREAS for row in _STEPS for column in _STEPS
)
"""All fields of a side: the left area row by row, then the right area."""

BIT: Final[dict[FieldName, int]] = {name: 1 << place for place, name in enumerate(FIELDS)}
"""Bit of each field. A set of fields is one integer."""


ALL_FIELDS: Final = (1 << len(FIELDS)) - 1
"""Bits of a sheet with all fields crossed."""


def bits_of(fields: tuple[FieldName, ...]) -> int:
    """Return the bits of the fields."""
    return sum(BIT[name] for name in fields)


def fields_of(bits: int) -> tuple[FieldName, ...]:
    """Return the fields of the bits, in the order of `FIELDS`."""
    return tuple(name for name in FIELDS if BIT[name] & bits)


def _line(area: Area, row: int | None, column: int | None) -> int:
    initial = _INITIAL[area]
    rows = _STEPS if row is None else (row,)
    columns = _STEPS if column is None else (column,)
    return bits_of(tuple(FieldName(f"{initial}{r}{c}") for r in rows for c in columns))


LINES: Final[dict[LineName, int]] = {
    LineName(f"{_INITIAL[area]}-{direction}-{number}"): _line(
        area, *((number, None) if direction == "row" else (None, number))
    )
    for area in AREAS
    for direction in ("row", "column")
    for number in _STEPS
}
"""Twenty lines of a side with their fields as bits: ten of the left area, then ten of the right area."""

LINES_OF: Final[dict[Area, tuple[int, ...]]] = {
    area: tuple(bits for name, bits in LINES.items() if name[0] == _INITIAL[area]) for area in AREAS
}


class Die(Struct, frozen=True, gc=False):
    """Die as rolled this round: id, colour, tray and value."""

    id: DieId
    colour: Colour
    tray: Tray
    value: Value
