"""Nouns of the game: characters, Dilemmas, the twelve-sided die, Favor, remarks and endings."""

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
"""One of the twelve Characters. Each seat owns one card of each, and there is one Petitioner of each."""

Difficulty = Literal["easy", "medium", "difficult"]
"""Difficulty of a Dilemma: the number of bells on its card."""

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
"""Way in which the two piles are built."""

Moment = Literal["bells", "choosing", "revealing", "checking", "claiming"]
"""Moment at which a reward may be used: a step of a turn, or the last round."""

Remark = Literal["alone", "help", "first", "last", "cancel", "bells"]
"""Remark of a seat: "I can do it alone", "I need help", "let me go first", "let me go last",
"somebody cancel my card", "let us ring the bells". Nothing else may be said."""

Ending = Literal["won", "favor_spent", "silence_broken", "wrong_sovereign", "bells_too_few", "no_successor"]
"""Ending of a match: `won`, or the reason for the loss."""

Line = Literal["dismissed", "content", "honoured", "showered", "secure", "boundless"]
"""Outcome line of a reign, from the shortest reign to the longest."""

Face = int
"""Face of the die, 1 to 12."""

Objective = tuple[Face, ...]
"""Faces of which the die must show one."""

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
"""Number of Dilemmas per difficulty in a standard match (rule 1.9)."""

LINES: Final[tuple[tuple[int, Line], ...]] = (
    (110, "boundless"),
    (79, "secure"),
    (61, "showered"),
    (35, "honoured"),
    (24, "content"),
    (0, "dismissed"),
)
"""Minimum duration in years of each outcome line (rule 12.2), the longest first."""


def start_favor(seats: int) -> int:
    """Return the Favor at the start of a match, unless its month sets another (rule 1.3)."""
    return 4 if seats == 4 else 3  # noqa: PLR2004 -- the number that the rule names
