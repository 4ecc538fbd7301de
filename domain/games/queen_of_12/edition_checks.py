"""Checks of an edition: what every edition must satisfy, also one that an owner uploads."""

import itertools
from collections import Counter
from typing import Final, get_args

from domain.games.queen_of_12.edition import (
    FAN_SIZE,
    CardEffect,
    ChoosesDice,
    CopiesDice,
    CrossesNumber,
    Edition,
    Rows,
    Sheet,
    TakesBack,
    TakesColour,
    TakesTray,
    TakesValues,
)
from domain.games.queen_of_12.pieces import AREAS, COLOURS, SIZE, Area, Character, Colour, Side

DICE: Final[dict[Colour, int]] = {"red": 4, "violet": 3, "yellow": 2}
MAX_ROUNDS: Final = 24


def check_edition(edition: Edition) -> None:
    """Check an edition; raises `ValueError` that names the part and the reason."""
    _check_cards(edition)
    _check_fans(edition)
    _check_dice(edition)
    for side, numbers in NUMBERS.items():
        _require(side in edition.sheets, f"sheet {side}", "is missing")
        _check_side(side, edition.sheets[side], numbers)
    _check_examples(edition.sheets["A"])
    _require(1 <= edition.rounds <= MAX_ROUNDS, "rounds", f"must be 1 to {MAX_ROUNDS}")
    _require(len(edition.line_points) == SIZE + 1, "line_points", "must have six values, for 0 to 5 crosses")


def _require(condition: bool, part: str, reason: str) -> None:
    if not condition:
        message = f"{part} {reason}"
        raise ValueError(message)


def _check_cards(edition: Edition) -> None:
    for name in get_args(Character):
        _require(name in edition.cards, name, "has no card")
    _require(len(edition.start) == 4, "cards", "must include four without points (START cards)")  # noqa: PLR2004 -- as printed
    highest = max(face.number for face in edition.cards.values())
    for name, face in edition.cards.items():
        late = isinstance(face.effect, CopiesDice | CrossesNumber | TakesBack)
        some = not isinstance(face.effect, ChoosesDice) or face.effect.count >= 1
        _require(some, name, "must have a count of at least 1")
        once = not isinstance(face.effect, ChoosesDice) or not face.effect.crosses_twice or face.effect.count == 1
        _require(once, name, "may cross twice with one die only")
        _require(
            late == (face.number == highest),
            name,
            f"has an effect that does not match its number: effects without dice have {highest}",
        )
    for (one, face), (other, second) in itertools.combinations(edition.cards.items(), 2):
        clash = face.number == second.number != highest and not _apart(face.effect, second.effect)
        _require(not clash, one, f"has the number of {other} and might touch the same dice")


def _apart(one: CardEffect, other: CardEffect) -> bool:
    match one, other:
        case TakesValues(values), TakesValues(others):
            return not set(values) & set(others)
        case TakesColour(colour), TakesColour(other_colour):
            return colour != other_colour
        case TakesTray(tray), TakesTray(other_tray):
            return tray != other_tray
        case _:
            return False


def _check_fans(edition: Edition) -> None:
    for part, fan in (("first_fan", edition.first_fan), ("first_fan_of_two", edition.first_fan_of_two)):
        _require(len(fan) == FAN_SIZE == len(set(fan)), part, "needs six different characters")
        for card in fan:
            _require(card not in edition.start, card, f"is a START card and must not be in {part}")
    for card in edition.left_out_of_two:
        _require(
            card not in edition.first_fan_of_two, card, "is in left_out_of_two and must not be in first_fan_of_two"
        )


def _check_dice(edition: Edition) -> None:
    _require(Counter(edition.dice.values()) == DICE, "dice", "must be four red, three violet and two yellow")
    _require(tuple(load.seats for load in edition.loads) == (2, 3, 4), "loads", "must be given for 2, 3 and 4 seats")
    for load in edition.loads:
        enough = load.mountains + load.jungle <= len(edition.dice)
        _require(enough, f"loads for {load.seats} seats", "have more dice than the edition")


NUMBERS: Final[dict[Side, dict[Area, frozenset[int]]]] = {
    "A": {"left": frozenset(range(1, 7)), "right": frozenset(range(7, 13))},
    "B": {"left": frozenset(range(1, 13, 2)), "right": frozenset(range(2, 13, 2))},
}
"""Numbers of each area of a side; no other numbers are allowed."""


def marks(sheet: Sheet, area: Area) -> Rows:
    """Return the rows of one area."""
    return sheet.left if area == "left" else sheet.right


def _check_side(side: Side, sheet: Sheet, numbers: dict[Area, frozenset[int]]) -> None:
    counts: Counter[int] = Counter()
    for area in AREAS:
        name, rows = f"sheet {side}, {area}", marks(sheet, area)
        _require([len(row) for row in rows] == [SIZE] * SIZE, name, "must be five rows of five fields")
        printed = Counter(mark for row in rows for mark in row)
        _require(all(printed[colour] for colour in COLOURS), name, "needs fields of all three colours")
        values = Counter({mark: count for mark, count in printed.items() if isinstance(mark, int)})
        _require(frozenset(values) == numbers[area], name, f"must have the numbers {sorted(numbers[area])}")
        counts += values
    _require(len(set(counts.values())) == 1, f"sheet {side}", "must have every number equally often")


def _check_examples(sheet: Sheet) -> None:
    places = [(row, column, mark) for row, line in enumerate(sheet.left) for column, mark in enumerate(line)]
    twos = [(row, column) for row, column, mark in places if mark == 2]  # noqa: PLR2004 -- the value of the example
    threes = {column for _, column, mark in places if mark == 3}  # noqa: PLR2004 -- the value of the example
    apart = any(r != row and c != column for r, c in twos for row, column in twos if column in threes)
    _require(apart, "sheet A, left", "needs a 2 in the column of a 3 and another 2 in neither its row nor its column")
    _require(sheet.left[SIZE // 2][SIZE // 2] == 6, "sheet A, left", "needs a 6 in the middle")  # noqa: PLR2004 -- likewise
