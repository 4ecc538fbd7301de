"""The pieces of Queen of 12: characters, dice, trays, and the fields and lines of a sheet."""

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
"""A card; every seat owns one of each."""

Colour = Literal["red", "violet", "yellow"]
Tray = Literal["mountains", "jungle"]
Side = Literal["A", "B"]
Area = Literal["left", "right"]
Kind = Literal["number", "colour"]
"""What a field asks of a die."""

DieId = Literal["R1", "R2", "R3", "R4", "V1", "V2", "V3", "Y1", "Y2"]
"""One of the nine dice: the initial of its colour and a number."""

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
"""What a die shows, and what a number field asks for."""

Mark = Value | Colour
"""What is printed in a field."""

SIZE: Final = 5
AREAS: Final[tuple[Area, ...]] = ("left", "right")
COLOURS: Final[tuple[Colour, ...]] = ("red", "violet", "yellow")
_INITIAL: Final[dict[Area, str]] = {"left": "L", "right": "R"}
_STEPS: Final = range(1, SIZE + 1)

FIELDS: Final = tuple(
    FieldName(f"{_INITIAL[area]}{row}{column}") for area in AREAS for row in _STEPS for column in _STEPS
)
"""All fields of a side: the left area row by row, then the right one."""

BIT: Final[dict[FieldName, int]] = {name: 1 << place for place, name in enumerate(FIELDS)}
"""Each field's bit: crossed fields are held as one integer."""


ALL_FIELDS: Final = (1 << len(FIELDS)) - 1
"""The bits of a sheet that is full."""


def bits_of(fields: tuple[FieldName, ...]) -> int:
    """Put fields together in one integer."""
    return sum(BIT[name] for name in fields)


def fields_of(bits: int) -> tuple[FieldName, ...]:
    """Give the fields of such an integer, in the order of `FIELDS`."""
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
"""The twenty lines of a side with their fields: ten in each area, those of the left area first."""

LINES_OF: Final[dict[Area, tuple[int, ...]]] = {
    area: tuple(bits for name, bits in LINES.items() if name[0] == _INITIAL[area]) for area in AREAS
}


class Die(Struct, frozen=True, gc=False):
    """A die as it was rolled this round: which one, its colour, the tray it fell into and what it shows."""

    id: DieId
    colour: Colour
    tray: Tray
    value: Value
