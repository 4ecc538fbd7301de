"""What happens in a match.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT. Renaming one breaks every match that holds
it: a new shape is a new `REVISION` with an upcaster.

`reached` says for each objective whether one of its values has lain on the die in this turn.
"""

from typing import ClassVar, Literal

from domain.games.council_of_12.pieces import Character, Ending, Face, Objective, Remark
from domain.kernel.basics import Seat
from domain.kernel.messages import Event

Demand = Literal["discard", "recruit", "dismiss"]
"""What a Dilemma may ask each seat to do with a card of its choice."""

Loss = Literal["bells", "penalty", "throne"]
"""What Favor is lost to."""


class CouncilEvent(Event, frozen=True):
    """Any event of this game."""


# Setup.


class FavorPlaced(CouncilEvent, frozen=True, tag="favor_placed"):
    """The Favor token lies on its first space."""

    favor: int


class PetitionersShown(CouncilEvent, frozen=True, tag="petitioners_shown"):
    """Five Petitioners lie face up; every seat takes the same characters into its hand."""

    characters: tuple[Character, ...]


class PetitionersShuffled(CouncilEvent, frozen=True, tag="petitioners_shuffled"):
    """The seven Petitioners form the pile, in this order."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[Character, ...]


class DilemmasShuffled(CouncilEvent, frozen=True, tag="dilemmas_shuffled"):
    """The seven Dilemmas form the pile, in this order, above Claim the Throne."""

    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[int, ...]


class DieRolled(CouncilEvent, frozen=True, tag="die_rolled"):
    """The die is rolled, at the start or because a Dilemma says so."""

    face: Face


# A turn, up to the choice of cards.


class DilemmaTurnedUp(CouncilEvent, frozen=True, tag="dilemma_turned_up"):
    """The front of the pile's next Dilemma lies open."""

    number: int


class PetitionerTurnedUp(CouncilEvent, frozen=True, tag="petitioner_turned_up"):
    """The next Petitioner is known ahead of its turn."""

    character: Character


class PetitionerRevealed(CouncilEvent, frozen=True, tag="petitioner_revealed"):
    """A turn begins: who asks, over which Dilemma, and whether bells may be rung."""

    turn: int
    character: Character
    dilemma: int
    reached: tuple[bool, ...]
    bells: bool


class BellVoted(CouncilEvent, frozen=True, tag="bell_voted"):
    """A seat voted over the bells; the first no ends the vote."""

    seat: Seat
    ring: bool


class BellsRung(CouncilEvent, frozen=True, tag="bells_rung"):
    """The bells ring: the Dilemma lies to the right."""


class TurnsAsked(CouncilEvent, frozen=True, tag="turns_asked"):
    """Both seats are asked whether they take one turn or two."""


class TurnsVoted(CouncilEvent, frozen=True, tag="turns_voted"):
    """A seat voted for one turn or two; the first vote for one ends it."""

    seat: Seat
    two: bool


class ChoiceOpened(CouncilEvent, frozen=True, tag="choice_opened"):
    """Cards are to be chosen, for part `part` of `parts` of the turn."""

    part: int
    parts: int
    reached: tuple[bool, ...]


class HandRedrawn(CouncilEvent, frozen=True, tag="hand_redrawn"):
    """A seat left its last card on the table and took back those played before."""

    seat: Seat
    left: Character | None


class SeatPassed(CouncilEvent, frozen=True, tag="seat_passed"):
    """A seat has no card that it may play."""

    seat: Seat


class CardChosen(CouncilEvent, frozen=True, tag="card_chosen"):
    """A seat laid a card face down."""

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Only the seat itself knows its card before the reveal."""
        return (self.seat,)


class CardLaidOpen(CouncilEvent, frozen=True, tag="card_laid_open"):
    """A seat used a reward and laid its card face up."""

    seat: Seat
    card: Character
    reward: int


# Revealing.


class RevealOpened(CouncilEvent, frozen=True, tag="reveal_opened"):
    """Everybody has chosen; cards are revealed one after another."""


class CardRevealed(CouncilEvent, frozen=True, tag="card_revealed"):
    """A seat revealed its card, which goes to its discard pile."""

    seat: Seat
    card: Character


class CardsCancelled(CouncilEvent, frozen=True, tag="cards_cancelled"):
    """A character was played more than once: the cards just revealed have no effect."""

    character: Character


class EffectAwaited(CouncilEvent, frozen=True, tag="effect_awaited"):
    """The seat that revealed has a choice to make."""

    seat: Seat
    character: Character


class DieTurned(CouncilEvent, frozen=True, tag="die_turned"):
    """A seat turned the die, over these faces."""

    seat: Seat
    faces: tuple[Face, ...]
    reached: tuple[bool, ...]


class ObjectiveReplaced(CouncilEvent, frozen=True, tag="objective_replaced"):
    """A seat replaced an objective."""

    seat: Seat
    objective: int
    values: Objective
    reached: tuple[bool, ...]


class DieRerolled(CouncilEvent, frozen=True, tag="die_rerolled"):
    """A seat rolled the die, by the Oracle or a reward."""

    seat: Seat
    face: Face
    reached: tuple[bool, ...]


class SecondAwaited(CouncilEvent, frozen=True, tag="second_awaited"):
    """The Oracle's seat is to play a second card."""

    seat: Seat


class SecondPlayed(CouncilEvent, frozen=True, tag="second_played"):
    """The Oracle's second card."""

    seat: Seat
    card: Character


class DilemmaForfeited(CouncilEvent, frozen=True, tag="dilemma_forfeited"):
    """The Petitioner's own character was played: the Dilemma is lost."""

    seat: Seat


class CardWasted(CouncilEvent, frozen=True, tag="card_wasted"):
    """A card that was never revealed goes to its seat's discard pile."""

    seat: Seat
    card: Character


# Rewards.


class RewardsOffered(CouncilEvent, frozen=True, tag="rewards_offered"):
    """Before the objective is checked, rewards may be used."""


class RewardsKept(CouncilEvent, frozen=True, tag="rewards_kept"):
    """A seat wants to use no further reward."""

    seat: Seat


class RewardUsed(CouncilEvent, frozen=True, tag="reward_used"):
    """A seat used up the reward of a Dilemma; what it does follows."""

    seat: Seat
    number: int


class PenaltySpared(CouncilEvent, frozen=True, tag="penalty_spared"):
    """The penalty of the Dilemma will cost no Favor."""


class BellsFreed(CouncilEvent, frozen=True, tag="bells_freed"):
    """Ringing in this turn will cost no Favor."""


class PetitionerAdmitted(CouncilEvent, frozen=True, tag="petitioner_admitted"):
    """The Petitioner's own character may be played in this turn."""


# What follows a turn.


class FirstTurnMet(CouncilEvent, frozen=True, tag="first_turn_met"):
    """The first of two turns ended on an objective: `met` says on which."""

    met: tuple[bool, ...]


class DilemmaResolved(CouncilEvent, frozen=True, tag="dilemma_resolved"):
    """The die lies on the objective; `silent` ticks a box."""

    number: int
    silent: bool


class DilemmaFailed(CouncilEvent, frozen=True, tag="dilemma_failed"):
    """The objective was missed; `silent` ticks a box all the same."""

    number: int
    silent: bool


class RewardKept(CouncilEvent, frozen=True, tag="reward_kept"):
    """A resolved Dilemma's reward can be used from now on."""

    number: int


class FavorGained(CouncilEvent, frozen=True, tag="favor_gained"):
    """Favor rose to `favor`."""

    favor: int


class FavorLost(CouncilEvent, frozen=True, tag="favor_lost"):
    """Favor fell by `amount` to `favor`."""

    amount: int
    favor: int
    to: Loss


class DieMoved(CouncilEvent, frozen=True, tag="die_moved"):
    """A Dilemma turned the die."""

    face: Face


class PriceAsked(CouncilEvent, frozen=True, tag="price_asked"):
    """Seats are to pick a card, by the words at index `at` of the Dilemma's back."""

    demand: Demand
    seats: tuple[Seat, ...]
    at: int


class CardPut(CouncilEvent, frozen=True, tag="card_put"):
    """A seat put a card of its hand on its discard pile."""

    seat: Seat
    card: Character


class CardRecruited(CouncilEvent, frozen=True, tag="card_recruited"):
    """A seat took a card from aside."""

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Nobody else sees which card it was."""
        return (self.seat,)


class CardDismissed(CouncilEvent, frozen=True, tag="card_dismissed"):
    """A seat put a card of its hand aside."""

    SECRET: ClassVar[tuple[str, ...]] = ("card",)
    seat: Seat
    card: Character

    def known_to(self) -> tuple[Seat, ...]:
        """Nobody else sees which card it was."""
        return (self.seat,)


class CardsTakenBack(CouncilEvent, frozen=True, tag="cards_taken_back"):
    """A seat took its discard pile into its hand."""

    seat: Seat


class PetitionerLeft(CouncilEvent, frozen=True, tag="petitioner_left"):
    """A seat put the Petitioner's character aside."""

    seat: Seat
    character: Character


class RewardsForfeited(CouncilEvent, frozen=True, tag="rewards_forfeited"):
    """All kept rewards are lost."""


class BellsBarred(CouncilEvent, frozen=True, tag="bells_barred"):
    """No bells in the next turn."""


class JoiningOffered(CouncilEvent, frozen=True, tag="joining_offered"):
    """Seats that have the Petitioner's character aside may take it."""

    seats: tuple[Seat, ...]
    character: Character


class CharacterJoined(CouncilEvent, frozen=True, tag="character_joined"):
    """A seat took the Petitioner's character into its hand."""

    seat: Seat
    character: Character


class CharacterDeclined(CouncilEvent, frozen=True, tag="character_declined"):
    """A seat left the Petitioner's character aside for good."""

    seat: Seat
    character: Character


class TurnEnded(CouncilEvent, frozen=True, tag="turn_ended"):
    """Everything that followed from the Dilemma is done."""


# The end.


class ClaimOpened(CouncilEvent, frozen=True, tag="claim_opened"):
    """The last round: cards are to be chosen that claim the throne."""

    turn: int


class ClaimsRevealed(CouncilEvent, frozen=True, tag="claims_revealed"):
    """All cards of the last round, by seat."""

    cards: tuple[Character | None, ...]


class SovereignAsked(CouncilEvent, frozen=True, tag="sovereign_asked"):
    """Characters were played equally often."""

    characters: tuple[Character, ...]


class SovereignVoted(CouncilEvent, frozen=True, tag="sovereign_voted"):
    """A seat voted for one of the tied characters."""

    seat: Seat
    character: Character


class ThroneTaken(CouncilEvent, frozen=True, tag="throne_taken"):
    """A character takes the throne."""

    character: Character


class ThroneLeftVacant(CouncilEvent, frozen=True, tag="throne_left_vacant"):
    """Nobody takes the throne."""


class CouncilWon(CouncilEvent, frozen=True, tag="council_won"):
    """The Council wins."""


class CouncilLost(CouncilEvent, frozen=True, tag="council_lost"):
    """The Council loses."""

    ending: Ending


# Table talk.


class RemarkMade(CouncilEvent, frozen=True, tag="remark_made"):
    """A seat said something general."""

    seat: Seat
    remark: Remark


EVENTS: tuple[type[CouncilEvent], ...] = tuple(CouncilEvent.__subclasses__())
"""All events, in the order above."""
