"""What lies on the table: characters, the twelve-sided die, the Favor track, and the words for them."""

from typing import Final, Literal, get_args

Character = Literal[
    "alchemist",
    "automaton",
    "dame",
    "druidess",
    "golem",
    "inverseuse",
    "knight",
    "oracle",
    "parasite",
    "powerful_one",
    "sorcerer",
    "stoic",
]
"""One of the twelve Characters; every seat owns one card of each, and there is one Petitioner of each."""

Difficulty = Literal["easy", "medium", "difficult"]
"""How many bells a Dilemma shows."""

Month = Literal[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
Setup = Literal["standard", "custom"] | Month
"""How the two piles are built."""

Moment = Literal["bells", "choosing", "revealing", "checking", "claiming"]
"""When a reward may be used: the steps of a turn, and the last round."""

Remark = Literal["alone", "help", "first", "last", "cancel", "bells"]
"""All that a seat may say: I can do it alone; I need help; let me go first; let me go last;
somebody cancel my card; let us ring the bells."""

Ending = Literal["won", "favor_spent", "silence_broken", "wrong_sovereign", "bells_too_few", "no_successor"]
"""How a match ends: won, or the reason why it was lost."""

Line = Literal["dismissed", "content", "honoured", "showered", "secure", "boundless"]
"""How a reign is remembered, from the shortest to the longest."""

Face = int
"""A value of the die, 1 to 12."""

Objective = tuple[Face, ...]
"""The values of which one must be reached."""

CHARACTERS: Final[tuple[Character, ...]] = get_args(Character)
DIFFICULTIES: Final[tuple[Difficulty, ...]] = get_args(Difficulty)
MONTHS: Final[tuple[Month, ...]] = get_args(Month)
REMARKS: Final[tuple[Remark, ...]] = get_args(Remark)
FACES: Final = 12
OPPOSITE_SUM: Final = FACES + 1
NEIGHBOURS: Final = 5
PETITIONERS: Final = 7
DILEMMAS: Final = 7
HAND: Final = 5
FAVOR_CAP: Final = 5
MIX: Final[dict[Difficulty, int]] = {"easy": 4, "medium": 2, "difficult": 1}
"""How many Dilemmas of each difficulty a standard match takes (rule 1.9)."""

LINES: Final[tuple[tuple[int, Line], ...]] = (
    (110, "boundless"),
    (79, "secure"),
    (61, "showered"),
    (35, "honoured"),
    (24, "content"),
    (0, "dismissed"),
)
"""The shortest reign of each outcome line (rule 12.2), the longest first."""


def start_favor(seats: int) -> int:
    """Favor at the start of a match that no month says otherwise (rule 1.3)."""
    return 4 if seats == 4 else 3  # noqa: PLR2004 -- the one number the rule names
