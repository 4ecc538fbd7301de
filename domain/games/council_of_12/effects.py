"""What cards can say: effects of characters, penalties and successes of Dilemmas, uses of rewards.

Each kind is a tagged struct, so an edition is written without code. The tags are part of the
edition format.
"""

from msgspec import Struct

from domain.games.council_of_12.pieces import Face, Moment, Objective


class Effect(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """One thing that a card says."""


# What turns the die.


class TurnToNeighbour(Effect, frozen=True, tag="turn_to_neighbour"):
    """Turn the die to an adjacent face, `times` times over."""

    times: int = 1


class AddToDie(Effect, frozen=True, tag="add_to_die"):
    """Change the die by one of `amounts`, stopping at 1 and 12."""

    amounts: tuple[int, ...]


class DoubleOrHalve(Effect, frozen=True, tag="double_or_halve"):
    """Double the die, stopping at 12, or halve it, rounding down; 1 only doubles, 12 only halves."""


class Flip(Effect, frozen=True, tag="flip"):
    """Turn the die to the opposite face."""


class Stay(Effect, frozen=True, tag="stay"):
    """Leave the die as it is."""


DieEffect = TurnToNeighbour | AddToDie | DoubleOrHalve | Flip | Stay


# What else a character does.


class ReplaceObjective(Effect, frozen=True, tag="replace_objective"):
    """The objective, or one of two, becomes `values`."""

    values: Objective


class MatchObjective(Effect, frozen=True, tag="match_objective"):
    """Turn the die to a value of an objective, if this is the first card revealed in the turn."""


class RollAndPlayAgain(Effect, frozen=True, tag="roll_and_play_again"):
    """Roll the die, then play a second card from the hand."""


CharacterEffect = DieEffect | ReplaceObjective | MatchObjective | RollAndPlayAgain


# What a resolved or failed Dilemma brings about; cards that a seat picks are its own choice.


class GainFavor(Effect, frozen=True, tag="gain_favor"):
    """The Council gains Favor."""

    amount: int


class LoseFavor(Effect, frozen=True, tag="lose_favor"):
    """The Council loses Favor."""

    amount: int


class SetDie(Effect, frozen=True, tag="set_die"):
    """The die is turned to a face."""

    face: Face


class ShiftDie(Effect, frozen=True, tag="shift_die"):
    """The die changes by a figure, stopping at 1 and 12."""

    by: int


class FlipDie(Effect, frozen=True, tag="flip_die"):
    """The die is turned to the opposite face."""


class RollDie(Effect, frozen=True, tag="roll_die"):
    """The die is rolled."""


class DiscardCard(Effect, frozen=True, tag="discard_card"):
    """Each seat puts a card of its hand on its discard pile."""


class TakeBackCards(Effect, frozen=True, tag="take_back_cards"):
    """Each seat takes its discard pile back into its hand."""


class RecruitCard(Effect, frozen=True, tag="recruit_card"):
    """Each seat takes one of its cards that lie aside into its hand."""


class DismissCard(Effect, frozen=True, tag="dismiss_card"):
    """Each seat puts a card of its hand aside."""


class PetitionerLeaves(Effect, frozen=True, tag="petitioner_leaves"):
    """Each seat that holds the Petitioner's character, in hand or discard pile, puts it aside."""


class ForfeitRewards(Effect, frozen=True, tag="forfeit_rewards"):
    """All rewards that were kept are lost."""


class BarBells(Effect, frozen=True, tag="bar_bells"):
    """The bells may not be rung in the next turn."""


Consequence = (
    GainFavor
    | LoseFavor
    | SetDie
    | ShiftDie
    | FlipDie
    | RollDie
    | DiscardCard
    | TakeBackCards
    | RecruitCard
    | DismissCard
    | PetitionerLeaves
    | ForfeitRewards
    | BarBells
)


# What a kept reward can be used for, beside `gain_favor`, `roll_die` and `take_back_cards`.


class OpenCard(Effect, frozen=True, tag="open_card"):
    """A seat lays its card face up when it chooses it."""


class TurnDie(Effect, frozen=True, tag="turn_die"):
    """The seat that uses it turns the die."""

    effect: DieEffect


class SetObjective(Effect, frozen=True, tag="set_objective"):
    """The objective, or one of two, becomes `values`."""

    values: Objective


class SparePenalty(Effect, frozen=True, tag="spare_penalty"):
    """If this Dilemma fails, its penalty costs no Favor."""


class FreeBells(Effect, frozen=True, tag="free_bells"):
    """Ringing the bells in this turn costs no Favor."""


class LookAhead(Effect, frozen=True, tag="look_ahead"):
    """The next Dilemma's front and the next Petitioner are turned up for all."""


class AdmitPetitioner(Effect, frozen=True, tag="admit_petitioner"):
    """In this turn the Petitioner's own character may be played like any other."""


RewardUse = (
    OpenCard
    | TurnDie
    | SetObjective
    | SparePenalty
    | FreeBells
    | LookAhead
    | AdmitPetitioner
    | GainFavor
    | RollDie
    | TakeBackCards
)


class Reward(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be kept from a resolved Dilemma and used once, at one of the moments its text allows."""

    use: RewardUse
    when: tuple[Moment, ...]
