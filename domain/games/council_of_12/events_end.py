"""Events of a settled Dilemma, of the throne, and of table talk.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar, Literal

from domain.games.council_of_12.pieces import Character, Ending, Face, Remark
from domain.kernel import messages
from domain.kernel.basics import Seat

Demand = Literal["discard", "recruit", "dismiss"]
"""Demand of a Dilemma: what each seat does with a card of its choice."""

Loss = Literal["bells", "penalty", "throne"]
"""Reason for which Favor is lost."""


# The end of a turn.


class FirstTurnMet(messages.Event, frozen=True, tag="first_turn_met"):
    """The first of two turns ended with the die on an objective. `met` says on which."""

    met: tuple[bool, ...]


class DilemmaResolved(messages.Event, frozen=True, tag="dilemma_resolved"):
    """The Dilemma was resolved: the die shows the objective. If `silent`, a box is ticked."""

    number: int
    silent: bool


class DilemmaFailed(messages.Event, frozen=True, tag="dilemma_failed"):
    """The Dilemma failed: the objective was missed. If `silent`, a box is ticked."""

    number: int
    silent: bool


class RewardKept(messages.Event, frozen=True, tag="reward_kept"):
    """The Council kept the reward of a resolved Dilemma."""

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
    """A consequence of the Dilemma turned the die."""

    face: Face


class PriceAsked(messages.Event, frozen=True, tag="price_asked"):
    """Seats must choose a card. `at` is the index of the demand on the back of the Dilemma."""

    demand: Demand
    seats: tuple[Seat, ...]
    at: int


class CardPut(messages.Event, frozen=True, tag="card_put"):
    """A seat moved a card from its hand to its discard pile."""

    seat: Seat
    card: Character


class CardRecruited(messages.Event, frozen=True, tag="card_recruited"):
    """A seat took a set-aside card into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that moved the card."""
        return (self.seat,)


class CardDismissed(messages.Event, frozen=True, tag="card_dismissed"):
    """A seat set a card of its hand aside."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that moved the card."""
        return (self.seat,)


class CardsTakenBack(messages.Event, frozen=True, tag="cards_taken_back"):
    """A seat took its discard pile into its hand."""

    seat: Seat


class PetitionerLeft(messages.Event, frozen=True, tag="petitioner_left"):
    """A seat set the Petitioner's character aside."""

    seat: Seat
    character: Character


class RewardsForfeited(messages.Event, frozen=True, tag="rewards_forfeited"):
    """The Council lost all kept rewards."""


class BellsBarred(messages.Event, frozen=True, tag="bells_barred"):
    """The bells may not ring in the next turn."""


class JoiningOffered(messages.Event, frozen=True, tag="joining_offered"):
    """The seats that have the Petitioner's character set aside may take it."""

    seats: tuple[Seat, ...]
    character: Character


class CharacterJoined(messages.Event, frozen=True, tag="character_joined"):
    """A seat took the Petitioner's character into its hand."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class CharacterDeclined(messages.Event, frozen=True, tag="character_declined"):
    """A seat declined the Petitioner's character."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class TurnEnded(messages.Event, frozen=True, tag="turn_ended"):
    """The turn ended: all consequences of the Dilemma are applied."""


# The end.


class ClaimOpened(messages.Event, frozen=True, tag="claim_opened"):
    """The last round began: each seat chooses a card that claims the throne."""

    turn: int


class ClaimsRevealed(messages.Event, frozen=True, tag="claims_revealed"):
    """All cards of the last round were revealed, by seat."""

    cards: tuple[Character | None, ...]


class SovereignAsked(messages.Event, frozen=True, tag="sovereign_asked"):
    """The claims are tied. The seats vote between these characters."""

    characters: tuple[Character, ...]


class SovereignVoted(messages.Event, frozen=True, tag="sovereign_voted"):
    """A seat voted for one of the tied characters."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    character: Character


class ThroneTaken(messages.Event, frozen=True, tag="throne_taken"):
    """A character took the throne."""

    character: Character


class ThroneLeftVacant(messages.Event, frozen=True, tag="throne_left_vacant"):
    """The throne stays vacant."""


class CouncilWon(messages.Event, frozen=True, tag="council_won"):
    """The Council won the match."""


class CouncilLost(messages.Event, frozen=True, tag="council_lost"):
    """The Council lost the match, for the reason in `ending`."""

    ending: Ending


# Table talk.


class RemarkMade(messages.Event, frozen=True, tag="remark_made"):
    """A seat made a remark."""

    seat: Seat
    remark: Remark
