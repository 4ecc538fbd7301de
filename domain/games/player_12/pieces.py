"""Nouns of the game: cards, dice, positions of the ball, teams and halves."""

from typing import Annotated, Final, Literal, NewType

from msgspec import Meta, Struct

from domain.kernel.basics import Seat

Team = NewType("Team", int)
"""0 for the even seats, 1 for the odd ones (rule 1.2)."""

Teams = tuple[int, int]
"""One number per team, team 0 first."""

Colour = Literal["green", "purple", "black"]
COLOURS: Final[tuple[Colour, ...]] = ("green", "purple", "black")
TRUMP: Final[Colour] = "black"

HIGHEST = 12
Number = Annotated[int, Meta(ge=1, le=HIGHEST)]


class Card(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Playing card. A plus ranks it between its number and the next one (rule 5.5)."""

    colour: Colour
    number: Number
    plus: bool = False

    def __str__(self) -> str:
        """Return the card as text: `green 6+`."""
        return f"{self.colour} {self.number}{'+' if self.plus else ''}"


Percent = Literal[25, 50, 70]
"""Chance to score: names one of the three dice, and the positions from which that die is rolled."""

MANDATORY: Final[Percent] = 70
"""Percentage of the position from which a shot is mandatory (rule 6.3)."""

Result = Literal["goal", "save", "corner", "post", "card", "penalty"]
FACES = 12

Spot = Literal["left", "centre", "right"]
SPOTS: Final[tuple[Spot, ...]] = ("left", "centre", "right")

Half = Literal[1, 2]
PLAYS = 10
"""Number of plays in a half, and of cards in a hand."""

Space = NewType("Space", int)
"""Position on the pitch: 0 is the 70 % position at team 0's goal, 3 the centre, 6 the 70 % position at team 1's."""

CENTRE = Space(3)
_LAST = 6
_PERCENTS: Final[tuple[Percent | None, ...]] = (70, 50, 25, None, 25, 50, 70)


def team_of(seat: Seat) -> Team:
    """Return the team of a seat."""
    return Team(seat % 2)


def opponent(team: Team) -> Team:
    """Return the other team."""
    return Team(1 - team)


def mates(team: Team, seats: int) -> tuple[Seat, ...]:
    """Return the seats of a team at a table of `seats` seats."""
    return tuple(Seat(seat) for seat in range(team, seats, 2))


def percent_at(space: Space) -> Percent | None:
    """Return the percentage of a position, or `None` at the centre."""
    return _PERCENTS[space]


def half_at(space: Space) -> Team | None:
    """Return the team in whose half a position is, or `None` at the centre."""
    if space == CENTRE:
        return None
    return Team(0) if space < CENTRE else Team(1)


def space_in(half: Team, percent: Percent) -> Space:
    """Return the position of a percentage in a team's half."""
    first = _PERCENTS.index(percent)
    return Space(first if half == 0 else _LAST - first)


def advanced(ball: Space, team: Team) -> Space:
    """Return the ball's position after `team` wins a play: one step forward, at most to the last (rules 3.3, 3.4)."""
    return Space(min(ball + 1, _LAST) if team == 0 else max(ball - 1, 0))
