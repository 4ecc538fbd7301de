"""What happens while cards are revealed and rewards are used.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar

from domain.games.council_of_12.pieces import Character, Face, Objective
from domain.kernel import messages
from domain.kernel.basics import Seat

# Revealing.


class RevealOpened(messages.Event, frozen=True, tag="reveal_opened"):
    """Everybody has chosen; cards are revealed one after another."""

    RETRACTABLE: ClassVar[bool] = True


class CardRevealed(messages.Event, frozen=True, tag="card_revealed"):
    """A seat revealed its card, which goes to its discard pile."""

    seat: Seat
    card: Character


class CardsCancelled(messages.Event, frozen=True, tag="cards_cancelled"):
    """A character was played more than once: the cards just revealed have no effect."""

    character: Character


class EffectAwaited(messages.Event, frozen=True, tag="effect_awaited"):
    """The seat that revealed has a choice to make."""

    seat: Seat
    character: Character


class DieTurned(messages.Event, frozen=True, tag="die_turned"):
    """A seat turned the die, over these faces."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    faces: tuple[Face, ...]
    reached: tuple[bool, ...]


class ObjectiveReplaced(messages.Event, frozen=True, tag="objective_replaced"):
    """A seat replaced an objective."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    objective: int
    values: Objective
    reached: tuple[bool, ...]


class DieRerolled(messages.Event, frozen=True, tag="die_rerolled"):
    """A seat rolled the die, by the Oracle or a reward."""

    seat: Seat
    face: Face
    reached: tuple[bool, ...]


class SecondAwaited(messages.Event, frozen=True, tag="second_awaited"):
    """The Oracle's seat is to play a second card."""

    seat: Seat


class SecondPlayed(messages.Event, frozen=True, tag="second_played"):
    """The Oracle's second card."""

    seat: Seat
    card: Character


class DilemmaForfeited(messages.Event, frozen=True, tag="dilemma_forfeited"):
    """The Petitioner's own character was played: the Dilemma is lost."""

    seat: Seat


class CardWasted(messages.Event, frozen=True, tag="card_wasted"):
    """A card that was never revealed goes to its seat's discard pile."""

    seat: Seat
    card: Character


# Rewards.


class RewardsOffered(messages.Event, frozen=True, tag="rewards_offered"):
    """Before the objective is checked, rewards may be used."""

    RETRACTABLE: ClassVar[bool] = True


class RewardsKept(messages.Event, frozen=True, tag="rewards_kept"):
    """A seat wants to use no further reward."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class RewardUsed(messages.Event, frozen=True, tag="reward_used"):
    """A seat used up the reward of a Dilemma; what it does follows."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    number: int


class PenaltySpared(messages.Event, frozen=True, tag="penalty_spared"):
    """The penalty of the Dilemma will cost no Favor."""

    RETRACTABLE: ClassVar[bool] = True


class BellsFreed(messages.Event, frozen=True, tag="bells_freed"):
    """Ringing in this turn will cost no Favor."""

    RETRACTABLE: ClassVar[bool] = True


class PetitionerAdmitted(messages.Event, frozen=True, tag="petitioner_admitted"):
    """The Petitioner's own character may be played in this turn."""

    RETRACTABLE: ClassVar[bool] = True
