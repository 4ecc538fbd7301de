"""Roman numerals for the appearances of members."""

from typing import Final

_LETTERS: Final = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


def roman(number: int) -> str:
    """Roman numeral of a number from 1; every thousand is one M."""
    numeral = ""
    for value, letters in _LETTERS:
        times, number = divmod(number, value)
        numeral += letters * times
    return numeral
