"""Events from setup to the choice of cards.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar

from domain.games.council_of_12.pieces import Character, Face
from domain.kernel import messages
from domain.kernel.basics import Seat

# Setup.


class FavorPlaced(messages.Event, frozen=True, tag="favor_placed"):
    """The Favor token was placed on its first space."""

    favor: int


class PetitionersShown(messages.Event, frozen=True, tag="petitioners_shown"):
    """Five Petitioners were turned face up. Each seat took the same characters into its hand."""

    characters: tuple[Character, ...]


class PetitionersShuffled(messages.Event, frozen=True, tag="petitioners_shuffled"):
    """The seven Petitioners were shuffled into a pile, in this order. A branch shuffles the remaining ones."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[Character, ...]


class DilemmasShuffled(messages.Event, frozen=True, tag="dilemmas_shuffled"):
    """The seven Dilemmas were shuffled into a pile on Claim the Throne. A branch shuffles the remaining ones."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[int, ...]


class DieRolled(messages.Event, frozen=True, tag="die_rolled"):
    """The die was rolled, at setup or as a consequence of a Dilemma."""

    face: Face


# A turn, up to the choice of cards.


class DilemmaTurnedUp(messages.Event, frozen=True, tag="dilemma_turned_up"):
    """The front of the next Dilemma was turned face up."""

    number: int


class PetitionerTurnedUp(messages.Event, frozen=True, tag="petitioner_turned_up"):
    """The next Petitioner was turned face up before its turn."""

    character: Character


class PetitionerRevealed(messages.Event, frozen=True, tag="petitioner_revealed"):
    """A turn began with this Petitioner and this Dilemma. `bells` says whether the bells may ring."""

    turn: int
    character: Character
    dilemma: int
    reached: tuple[bool, ...]
    bells: bool


class BellVoted(messages.Event, frozen=True, tag="bell_voted"):
    """A seat voted on the bells. The first no ends the vote."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    ring: bool


class BellsRung(messages.Event, frozen=True, tag="bells_rung"):
    """The bells rang. The Dilemma moves to the right."""


class TurnsAsked(messages.Event, frozen=True, tag="turns_asked"):
    """A vote on one turn or two turns opened for both seats."""

    RETRACTABLE: ClassVar[bool] = True


class TurnsVoted(messages.Event, frozen=True, tag="turns_voted"):
    """A seat voted for one turn or two turns. The first vote for one ends the vote."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    two: bool


class ChoiceOpened(messages.Event, frozen=True, tag="choice_opened"):
    """The choice of cards opened, for part `part` of `parts` of the turn."""

    RETRACTABLE: ClassVar[bool] = True

    part: int
    parts: int
    reached: tuple[bool, ...]


class HandRedrawn(messages.Event, frozen=True, tag="hand_redrawn"):
    """A seat left its last card on the discard pile and took back the cards played before."""

    seat: Seat
    left: Character | None


class SeatPassed(messages.Event, frozen=True, tag="seat_passed"):
    """A seat passed, because it has no card that it may play."""

    seat: Seat


class CardChosen(messages.Event, frozen=True, tag="card_chosen"):
    """A seat laid a card face down."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that chose the card."""
        return (self.seat,)


class CardLaidOpen(messages.Event, frozen=True, tag="card_laid_open"):
    """A seat used a reward to lay its card face up."""

    seat: Seat
    card: Character
    reward: int
