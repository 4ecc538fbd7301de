"""Component data: section 11 of the rules, and what every edition must satisfy."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.edition import Edition, Sheet
from domain.games.queen_of_12.edition_checks import check_edition
from domain.games.queen_of_12.pieces import BIT, FIELDS, LINES, fields_of

STANDARD = GAME.editions["standard"]
EDITIONS = list(GAME.editions.values())
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)


def both(sheet: Sheet) -> list[Any]:
    return [mark for rows in (sheet.left, sheet.right) for row in rows for mark in row]


@every_edition
def test_editions_are_sound_and_say_where_their_values_come_from(edition: Edition) -> None:
    check_edition(edition)
    fields = {name for name in edition.__struct_fields__ if name not in {"name", "sources"}}
    assert set(edition.sources) == fields
    assert edition.sources["sheets"] == "reconstructed"
    assert GAME.editions[edition.name] is edition


@pytest.mark.rule("10.7")
def test_the_golem_is_worth_six_and_in_the_other_edition_eight() -> None:
    one, other = (msgspec.to_builtins(GAME.editions[name]) for name in ("standard", "golem-8"))
    assert GAME.default_edition == "standard"
    assert (one["cards"]["golem"].pop("points"), other["cards"]["golem"].pop("points")) == (6, 8)
    assert (one.pop("name"), other.pop("name")) == ("standard", "golem-8")
    assert one == other


@pytest.mark.rule("11.1")
def test_each_side_has_two_areas_of_five_by_five_with_ten_lines_each() -> None:
    for sheet in STANDARD.sheets.values():
        assert [len(row) for row in (*sheet.left, *sheet.right)] == [5] * 10
    assert len(FIELDS) == 50
    assert Counter(name[0] for name in LINES) == {"L": 10, "R": 10}
    for name, line in LINES.items():
        crossed = fields_of(line)
        assert len(crossed) == 5
        assert {each[0] for each in crossed} == {name[0]}
    assert all(sum(bool(line & BIT[name]) for line in LINES.values()) == 2 for name in FIELDS)


@pytest.mark.rule("11.2", "11.3")
def test_numbers_stand_where_they_should_each_equally_often() -> None:
    sides = {"A": (range(1, 7), range(7, 13)), "B": (range(1, 13, 2), range(2, 13, 2))}
    for side, areas in sides.items():
        sheet = STANDARD.sheets["A" if side == "A" else "B"]
        for rows, numbers in zip((sheet.left, sheet.right), areas, strict=True):
            assert {mark for row in rows for mark in row if isinstance(mark, int)} == set(numbers)
        often = Counter(mark for mark in both(sheet) if isinstance(mark, int))
        assert len(often) == 12
        assert len(set(often.values())) == 1


@pytest.mark.rule("11.4")
def test_both_areas_have_fields_of_all_colours() -> None:
    for sheet in STANDARD.sheets.values():
        for rows in (sheet.left, sheet.right):
            assert {mark for row in rows for mark in row if isinstance(mark, str)} == {"red", "violet", "yellow"}


@pytest.mark.rule("11.5")
def test_side_a_has_what_the_printed_examples_show() -> None:
    left, right = STANDARD.sheets["A"].left, STANDARD.sheets["A"].right
    twos = [(r, c) for r in range(5) for c in range(5) if left[r][c] == 2]
    beside_a_three = [(r, c) for r, c in twos if any(left[row][c] == 3 for row in range(5))]
    assert any(r != row and c != column for r, c in twos for row, column in beside_a_three)
    assert left[2][2] == 6
    assert any("violet" in row for row in right)


def changed(**parts: Any) -> Edition:  # noqa: ANN401 -- fields as in JSON
    return msgspec.convert(msgspec.to_builtins(STANDARD) | parts, Edition)


def with_card(name: str, **face: Any) -> Edition:  # noqa: ANN401 -- likewise
    fields = msgspec.to_builtins(STANDARD)["cards"]
    return changed(cards=fields | {name: fields[name] | face})


def with_side_a(row: int, column: int, mark: Any) -> Edition:  # noqa: ANN401 -- likewise
    fields = msgspec.to_builtins(STANDARD)["sheets"]
    left = [list(each) for each in fields["A"]["left"]]
    left[row][column] = mark
    return changed(sheets=fields | {"A": fields["A"] | {"left": left}})


def without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}


PLAIN_DATA = msgspec.to_builtins(STANDARD)


@pytest.mark.parametrize(
    ("edition", "reason"),
    [
        (changed(cards=without(PLAIN_DATA["cards"], "rogue")), "rogue has no card"),
        (changed(rounds=0), "rounds must be"),
        (changed(rounds=25), "rounds must be"),
        (with_card("worker", effect={"type": "chooses_dice", "count": 0}), "worker must have a count of at least 1"),
        (with_card("rogue", points=None), "cards must include four without points"),
        (with_card("machine", effect={"type": "takes_values", "values": [3, 9]}), "knight has the number of machine"),
        (with_card("druid", effect={"type": "takes_colour", "colour": "violet"}), "druid has the number of warlock"),
        (with_card("rogue", number=7), "rogue has the number of worker"),
        (with_card("rogue", number=12), "rogue has an effect that does not match its number"),
        (with_card("mirror_image", number=9), "mirror_image has an effect that does not match its number"),
        (
            with_card("worker", effect={"type": "chooses_dice", "count": 2, "crosses_twice": True}),
            "worker may cross twice with one die only",
        ),
        (
            with_card("mountain_guardian", effect={"type": "takes_tray", "tray": "jungle"}),
            "mountain_guardian has the number of jungle_guardian",
        ),
        (changed(first_fan=["rogue"] * 6), "first_fan needs six different"),
        (changed(first_fan=[*PLAIN_DATA["first_fan"][:5], "knight"]), "knight is a START card"),
        (changed(first_fan_of_two=PLAIN_DATA["first_fan"]), "patient_one is in left_out_of_two"),
        (changed(dice=PLAIN_DATA["dice"] | {"R1": "yellow"}), "dice must be four red"),
        (changed(loads=PLAIN_DATA["loads"][:2]), "loads must be given for 2, 3 and 4"),
        (
            changed(loads=[*PLAIN_DATA["loads"][:2], {"seats": 4, "mountains": 5, "jungle": 5}]),
            "loads for 4 seats have more",
        ),
        (changed(line_points=[0, 2]), "line_points must have six values"),
        (changed(sheets={"A": PLAIN_DATA["sheets"]["A"]}), "sheet B is missing"),
        (changed(sheets=PLAIN_DATA["sheets"] | {"A": {"left": [], "right": []}}), "sheet A, left must be five rows"),
        (with_side_a(0, 0, 7), "sheet A, left must have the numbers"),
        (with_side_a(0, 0, "red"), "sheet A must have every number equally often"),
        (
            changed(sheets=PLAIN_DATA["sheets"] | {"A": PLAIN_DATA["sheets"]["B"]}),
            "sheet A, left must have the numbers",
        ),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_with_the_reason(edition: Edition, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_edition(edition)


def with_left(*rows: list[Any]) -> Edition:
    fields = PLAIN_DATA["sheets"]
    return changed(sheets=fields | {"A": fields["A"] | {"left": rows}})


def test_side_a_must_bear_out_the_printed_examples() -> None:
    first, second, third, fourth, fifth = (list(row) for row in PLAIN_DATA["sheets"]["A"]["left"])
    # given that the 6 in the middle changes places with a 5
    no_six = with_left(first, second, ["violet", 1, 5, 4, "red"], [6, "red", 3, "yellow", 1], fifth)
    with pytest.raises(ValueError, match="needs a 6 in the middle"):
        check_edition(no_six)
    # or that all twos stand in one row
    in_a_row = with_left([2, 2, 2, 5, "yellow"], [4, 6, "red", 3, 6], third, fourth, [3, 5, 4, 1, "violet"])
    with pytest.raises(ValueError, match="needs a 2 in the column of a 3"):
        check_edition(in_a_row)
    # or that a colour is missing
    no_yellow = [["red" if mark == "yellow" else mark for mark in row] for row in (first, second, third, fourth, fifth)]
    with pytest.raises(ValueError, match="sheet A, left needs fields of all three colours"):
        check_edition(with_left(*no_yellow))
