"""What happens when a Dilemma is settled, at the throne, and in talk.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar, Literal

from domain.games.council_of_12.pieces import Character, Ending, Face, Remark
from domain.kernel import messages
from domain.kernel.basics import Seat

Demand = Literal["discard", "recruit", "dismiss"]
"""What a Dilemma may ask each seat to do with a card of its choice."""

Loss = Literal["bells", "penalty", "throne"]
"""What Favor is lost to."""


# What follows a turn.


class FirstTurnMet(messages.Event, frozen=True, tag="first_turn_met"):
    """The first of two turns ended on an objective: `met` says on which."""

    met: tuple[bool, ...]


class DilemmaResolved(messages.Event, frozen=True, tag="dilemma_resolved"):
    """The die lies on the objective; `silent` ticks a box."""

    number: int
    silent: bool


class DilemmaFailed(messages.Event, frozen=True, tag="dilemma_failed"):
    """The objective was missed; `silent` ticks a box all the same."""

    number: int
    silent: bool


class RewardKept(messages.Event, frozen=True, tag="reward_kept"):
    """A resolved Dilemma's reward can be used from now on."""

    number: int


class FavorGained(messages.Event, frozen=True, tag="favor_gained"):
    """Favor rose to `favor`."""

    RETRACTABLE: ClassVar[bool] = True

    favor: int


class FavorLost(messages.Event, frozen=True, tag="favor_lost"):
    """Favor fell by `amount` to `favor`."""

    amount: int
    favor: int
    to: Loss


class DieMoved(messages.Event, frozen=True, tag="die_moved"):
    """A Dilemma turned the die."""

    face: Face


class PriceAsked(messages.Event, frozen=True, tag="price_asked"):
    """Seats are to pick a card, by the words at index `at` of the Dilemma's back."""

    demand: Demand
    seats: tuple[Seat, ...]
    at: int


class CardPut(messages.Event, frozen=True, tag="card_put"):
    """A seat put a card of its hand on its discard pile."""

    seat: Seat
    card: Character


class CardRecruited(messages.Event, frozen=True, tag="card_recruited"):
    """A seat took a card from aside."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Nobody else sees which card it was."""
        return (self.seat,)


class CardDismissed(messages.Event, frozen=True, tag="card_dismissed"):
    """A seat put a card of its hand aside."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Nobody else sees which card it was."""
        return (self.seat,)


class CardsTakenBack(messages.Event, frozen=True, tag="cards_taken_back"):
    """A seat took its discard pile into its hand."""

    seat: Seat


class PetitionerLeft(messages.Event, frozen=True, tag="petitioner_left"):
    """A seat put the Petitioner's character aside."""

    seat: Seat
    character: Character


class RewardsForfeited(messages.Event, frozen=True, tag="rewards_forfeited"):
    """All kept rewards are lost."""


class BellsBarred(messages.Event, frozen=True, tag="bells_barred"):
    """No bells in the next turn."""


class JoiningOffered(messages.Event, frozen=True, tag="joining_offered"):
    """Seats that have the Petitioner's character aside may take it."""

    seats: tuple[Seat, ...]
    character: Character


class CharacterJoined(messages.Event, frozen=True, tag="character_joined"):
    """A seat took the Petitioner's character into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class CharacterDeclined(messages.Event, frozen=True, tag="character_declined"):
    """A seat left the Petitioner's character aside for good."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class TurnEnded(messages.Event, frozen=True, tag="turn_ended"):
    """Everything that followed from the Dilemma is done."""


# The end.


class ClaimOpened(messages.Event, frozen=True, tag="claim_opened"):
    """The last round: cards are to be chosen that claim the throne."""

    turn: int


class ClaimsRevealed(messages.Event, frozen=True, tag="claims_revealed"):
    """All cards of the last round, by seat."""

    cards: tuple[Character | None, ...]


class SovereignAsked(messages.Event, frozen=True, tag="sovereign_asked"):
    """Characters were played equally often."""

    characters: tuple[Character, ...]


class SovereignVoted(messages.Event, frozen=True, tag="sovereign_voted"):
    """A seat voted for one of the tied characters."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class ThroneTaken(messages.Event, frozen=True, tag="throne_taken"):
    """A character takes the throne."""

    character: Character


class ThroneLeftVacant(messages.Event, frozen=True, tag="throne_left_vacant"):
    """Nobody takes the throne."""


class CouncilWon(messages.Event, frozen=True, tag="council_won"):
    """The Council wins."""


class CouncilLost(messages.Event, frozen=True, tag="council_lost"):
    """The Council loses."""

    ending: Ending


# Table talk.


class RemarkMade(messages.Event, frozen=True, tag="remark_made"):
    """A seat said something general."""

    seat: Seat
    remark: Remark
