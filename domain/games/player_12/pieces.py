"""The cards, the dice, the pitch and the teams of Player 12."""

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta, Struct

from domain.kernel.basics import Seat

Team = NewType("Team", int)
"""0 for the even seats, 1 for the odd ones (rule 1.2)."""

Teams = tuple[int, int]
"""One figure for each team, team 0 first."""

Colour = Literal["green", "purple", "black"]
COLOURS: Final[tuple[Colour, ...]] = ("green", "purple", "black")
TRUMP: Final[Colour] = "black"

HIGHEST = 12
Number = Annotated[int, Meta(ge=1, le=HIGHEST)]


class Card(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A playing card; one with a plus stands between its number and the next (rule 5.5)."""

    colour: Colour
    number: Number
    plus: bool = False

    def __str__(self) -> str:
        """Read as `green 6+`."""
        return f"{self.colour} {self.number}{'+' if self.plus else ''}"


Percent = Literal[25, 50, 70]
"""Which die: the positions of the pitch and the three dice go by the same figures."""

MANDATORY: Final[Percent] = 70
"""The position from which a shot must be taken (rule 6.3)."""

Result = Literal["goal", "save", "corner", "post", "card", "penalty"]
FACES = 12

Spot = Literal["left", "centre", "right"]
SPOTS: Final[tuple[Spot, ...]] = ("left", "centre", "right")

Half = Literal[1, 2]
PLAYS = 10
"""Plays in a half, and cards in a hand."""

Space = NewType("Space", int)
"""Where the ball stands: 0 the 70 % position before team 0's goal, 3 the centre, 6 that before team 1's goal."""

CENTRE = Space(3)
_LAST = 6
_PERCENTS: Final[tuple[Percent | None, ...]] = (70, 50, 25, None, 25, 50, 70)


def team_of(seat: Seat) -> Team:
    """The team that a seat plays for."""
    return Team(seat % 2)


def opponent(team: Team) -> Team:
    """The other team."""
    return Team(1 - team)


def mates(team: Team, seats: int) -> tuple[Seat, ...]:
    """The seats of a team at a table of `seats`."""
    return tuple(Seat(seat) for seat in range(team, seats, 2))


def percent_at(space: Space) -> Percent | None:
    """What a position promises a shot; none at the centre."""
    return _PERCENTS[space]


def half_at(space: Space) -> Team | None:
    """The team in whose half a position lies; none at the centre."""
    if space == CENTRE:
        return None
    return Team(0) if space < CENTRE else Team(1)


def space_in(half: Team, percent: Percent) -> Space:
    """The position of a percentage in a team's half."""
    first = _PERCENTS.index(percent)
    return Space(first if half == 0 else _LAST - first)


def advanced(ball: Space, team: Team) -> Space:
    """Where the ball goes when `team` wins a play: one position on, never past the last (rules 3.3 and 3.4)."""
    return Space(min(ball + 1, _LAST) if team == 0 else max(ball - 1, 0))
