"""What happens from setup to the choice of cards.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar

from domain.games.council_of_12.pieces import Character, Face
from domain.kernel import messages
from domain.kernel.basics import Seat

# Setup.


class FavorPlaced(messages.Event, frozen=True, tag="favor_placed"):
    """The Favor token lies on its first space."""

    favor: int


class PetitionersShown(messages.Event, frozen=True, tag="petitioners_shown"):
    """Five Petitioners lie face up; every seat takes the same characters into its hand."""

    characters: tuple[Character, ...]


class PetitionersShuffled(messages.Event, frozen=True, tag="petitioners_shuffled"):
    """The seven Petitioners form the pile, in this order; where a branch begins, those that are left."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[Character, ...]


class DilemmasShuffled(messages.Event, frozen=True, tag="dilemmas_shuffled"):
    """The seven Dilemmas form the pile, in this order, above Claim the Throne; in a branch, those that are left."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[int, ...]


class DieRolled(messages.Event, frozen=True, tag="die_rolled"):
    """The die is rolled, at the start or because a Dilemma says so."""

    face: Face


# A turn, up to the choice of cards.


class DilemmaTurnedUp(messages.Event, frozen=True, tag="dilemma_turned_up"):
    """The front of the pile's next Dilemma lies open."""

    number: int


class PetitionerTurnedUp(messages.Event, frozen=True, tag="petitioner_turned_up"):
    """The next Petitioner is known ahead of its turn."""

    character: Character


class PetitionerRevealed(messages.Event, frozen=True, tag="petitioner_revealed"):
    """A turn begins: who asks, over which Dilemma, and whether bells may be rung."""

    turn: int
    character: Character
    dilemma: int
    reached: tuple[bool, ...]
    bells: bool


class BellVoted(messages.Event, frozen=True, tag="bell_voted"):
    """A seat voted over the bells; the first no ends the vote."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    ring: bool


class BellsRung(messages.Event, frozen=True, tag="bells_rung"):
    """The bells ring: the Dilemma lies to the right."""


class TurnsAsked(messages.Event, frozen=True, tag="turns_asked"):
    """Both seats are asked whether they take one turn or two."""

    RETRACTABLE: ClassVar[bool] = True


class TurnsVoted(messages.Event, frozen=True, tag="turns_voted"):
    """A seat voted for one turn or two; the first vote for one ends it."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    two: bool


class ChoiceOpened(messages.Event, frozen=True, tag="choice_opened"):
    """Cards are to be chosen, for part `part` of `parts` of the turn."""

    RETRACTABLE: ClassVar[bool] = True

    part: int
    parts: int
    reached: tuple[bool, ...]


class HandRedrawn(messages.Event, frozen=True, tag="hand_redrawn"):
    """A seat left its last card on the table and took back those played before."""

    seat: Seat
    left: Character | None


class SeatPassed(messages.Event, frozen=True, tag="seat_passed"):
    """A seat has no card that it may play."""

    seat: Seat


class CardChosen(messages.Event, frozen=True, tag="card_chosen"):
    """A seat laid a card face down."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Only the seat itself knows its card before the reveal."""
        return (self.seat,)


class CardLaidOpen(messages.Event, frozen=True, tag="card_laid_open"):
    """A seat used a reward and laid its card face up."""

    seat: Seat
    card: Character
    reward: int
