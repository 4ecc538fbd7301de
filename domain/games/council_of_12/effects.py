"""Effects of cards: of characters, of penalties and successes of Dilemmas, and of rewards.

Each kind is a tagged struct, so an edition needs no code. The tags are part of the edition format.
"""

from msgspec import Struct

from domain.games.council_of_12.pieces import Face, Moment, Objective


class Effect(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of all effects."""


# Effects that turn the die.


class TurnToNeighbour(Effect, frozen=True, tag="turn_to_neighbour"):
    """Turn the die to an adjacent face, `times` times."""

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


# Other effects of characters.


class ReplaceObjective(Effect, frozen=True, tag="replace_objective"):
    """The objective, or one of two, becomes `values`."""

    values: Objective


class MatchObjective(Effect, frozen=True, tag="match_objective"):
    """Turn the die to a face of an objective, if this is the first card revealed in the turn."""


class RollAndPlayAgain(Effect, frozen=True, tag="roll_and_play_again"):
    """Roll the die, then play a second card from the hand."""


CharacterEffect = DieEffect | ReplaceObjective | MatchObjective | RollAndPlayAgain


# Consequences of a resolved or failed Dilemma. Each seat chooses its own cards.


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
    """The die changes by a number, stopping at 1 and 12."""

    by: int


class FlipDie(Effect, frozen=True, tag="flip_die"):
    """The die is turned to the opposite face."""


class RollDie(Effect, frozen=True, tag="roll_die"):
    """The die is rolled."""


class DiscardCard(Effect, frozen=True, tag="discard_card"):
    """Each seat moves a card from its hand to its discard pile."""


class TakeBackCards(Effect, frozen=True, tag="take_back_cards"):
    """Each seat takes its discard pile back into its hand."""


class RecruitCard(Effect, frozen=True, tag="recruit_card"):
    """Each seat takes one of its set-aside cards into its hand."""


class DismissCard(Effect, frozen=True, tag="dismiss_card"):
    """Each seat sets a card of its hand aside."""


class PetitionerLeaves(Effect, frozen=True, tag="petitioner_leaves"):
    """Each seat with the Petitioner's character in its hand or discard pile sets it aside."""


class ForfeitRewards(Effect, frozen=True, tag="forfeit_rewards"):
    """The Council loses all kept rewards."""


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


# Uses of a kept reward, in addition to `gain_favor`, `roll_die` and `take_back_cards`.


class OpenCard(Effect, frozen=True, tag="open_card"):
    """A seat lays its chosen card face up."""


class TurnDie(Effect, frozen=True, tag="turn_die"):
    """The seat that uses the reward turns the die."""

    effect: DieEffect


class SetObjective(Effect, frozen=True, tag="set_objective"):
    """The objective, or one of two, becomes `values`."""

    values: Objective


class SparePenalty(Effect, frozen=True, tag="spare_penalty"):
    """The penalty of the current Dilemma costs no Favor."""


class FreeBells(Effect, frozen=True, tag="free_bells"):
    """Ringing the bells in this turn costs no Favor."""


class LookAhead(Effect, frozen=True, tag="look_ahead"):
    """The front of the next Dilemma and the next Petitioner are turned face up."""


class AdmitPetitioner(Effect, frozen=True, tag="admit_petitioner"):
    """The Petitioner's own character may be played in this turn, like any other."""


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
    """Reward of a resolved Dilemma, which the Council keeps and may use once, at one of the moments in `when`."""

    use: RewardUse
    when: tuple[Moment, ...]
