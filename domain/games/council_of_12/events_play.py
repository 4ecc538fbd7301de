"""Events of the reveal and of rewards.

THE TAGS AND FIELD NAMES BELOW ARE THE STORAGE FORMAT: see `events.py`.
"""

from typing import ClassVar

from domain.games.council_of_12.pieces import Character, Face, Objective
from domain.kernel import messages
from domain.kernel.basics import Seat

# Revealing.


class RevealOpened(messages.Event, frozen=True, tag="reveal_opened"):
    """All seats have chosen. The cards are revealed one after another."""

    RETRACTABLE: ClassVar[bool] = True


class CardRevealed(messages.Event, frozen=True, tag="card_revealed"):
    """A seat revealed its card, which moved to its discard pile."""

    seat: Seat
    card: Character


class CardsCancelled(messages.Event, frozen=True, tag="cards_cancelled"):
    """A character was played more than once, so the cards just revealed have no effect."""

    character: Character


class EffectAwaited(messages.Event, frozen=True, tag="effect_awaited"):
    """A seat must choose how to apply its revealed card."""

    seat: Seat
    character: Character


class DieTurned(messages.Event, frozen=True, tag="die_turned"):
    """A seat turned the die over these faces. It stays on the last."""

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
    """A seat rolled the die, through the Oracle or a reward."""

    seat: Seat
    face: Face
    reached: tuple[bool, ...]


class SecondAwaited(messages.Event, frozen=True, tag="second_awaited"):
    """The seat that revealed the Oracle must play a second card."""

    seat: Seat


class SecondPlayed(messages.Event, frozen=True, tag="second_played"):
    """A seat played the Oracle's second card."""

    seat: Seat
    card: Character


class DilemmaForfeited(messages.Event, frozen=True, tag="dilemma_forfeited"):
    """A seat played the Petitioner's own character, so the Dilemma fails."""

    seat: Seat


class CardWasted(messages.Event, frozen=True, tag="card_wasted"):
    """An unrevealed card moved to its seat's discard pile."""

    seat: Seat
    card: Character


# Rewards.


class RewardsOffered(messages.Event, frozen=True, tag="rewards_offered"):
    """Rewards may be used before the objective is checked."""

    RETRACTABLE: ClassVar[bool] = True


class RewardsKept(messages.Event, frozen=True, tag="rewards_kept"):
    """A seat declined to use further rewards."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class RewardUsed(messages.Event, frozen=True, tag="reward_used"):
    """A seat used the reward of a Dilemma. The next events carry its effect."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat
    number: int


class PenaltySpared(messages.Event, frozen=True, tag="penalty_spared"):
    """The penalty of the Dilemma will cost no Favor."""

    RETRACTABLE: ClassVar[bool] = True


class BellsFreed(messages.Event, frozen=True, tag="bells_freed"):
    """Ringing the bells in this turn will cost no Favor."""

    RETRACTABLE: ClassVar[bool] = True


class PetitionerAdmitted(messages.Event, frozen=True, tag="petitioner_admitted"):
    """The Petitioner's own character may be played in this turn."""

    RETRACTABLE: ClassVar[bool] = True
