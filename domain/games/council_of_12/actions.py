"""What a seat may ask for, what it is asked, and what the opener of a match may choose."""

from typing import ClassVar, Literal

from domain.games.council_of_12.pieces import Character, Face, Remark, Setup
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """How the piles are built, and the chronicle that the reign is written into.

    `petitioners` and `dilemmas` (seven of each) belong to setup `custom`. `sovereign` is the
    character on the chronicle's throne at setup: the service fills it in, no opener does.
    """

    SUPPLIED: ClassVar[tuple[str, ...]] = ("sovereign",)
    setup: Setup = "standard"
    petitioners: tuple[Character, ...] = ()
    dilemmas: tuple[int, ...] = ()
    chronicle: str | None = None
    sovereign: Character | None = None


class VoteBells(messages.Action, frozen=True, tag="vote_bells"):
    """Say whether the bells should ring."""

    ring: bool
    loses: bool = False


class VoteTurns(messages.Action, frozen=True, tag="vote_turns"):
    """Say whether a Dilemma with two objectives is played in two turns."""

    two: bool


class ChooseCard(messages.Action, frozen=True, tag="choose_card"):
    """Lay a card face down."""

    SEALED: ClassVar[bool] = True
    card: Character


class LayOpen(messages.Action, frozen=True, tag="lay_open"):
    """Use a kept reward to lay the card face up instead."""

    card: Character
    reward: int


class RevealCard(messages.Action, frozen=True, tag="reveal_card"):
    """Reveal the chosen card next."""


class TurnDie(messages.Action, frozen=True, tag="turn_die"):
    """Apply the revealed card: the faces that the die shows one after another, the last one stays."""

    faces: tuple[Face, ...]


class PickObjective(messages.Action, frozen=True, tag="pick_objective"):
    """Apply the revealed card to the first (0) or second (1) objective."""

    objective: int


class PlaySecond(messages.Action, frozen=True, tag="play_second"):
    """Play the Oracle's second card."""

    card: Character
    loses: bool = False


class UseReward(messages.Action, frozen=True, tag="use_reward"):
    """Use the reward of a Dilemma, with the faces or the objective where it asks for them."""

    number: int
    faces: tuple[Face, ...] = ()
    objective: int | None = None


class KeepRewards(messages.Action, frozen=True, tag="keep_rewards"):
    """Use no further reward before the objective is checked."""


class PutCard(messages.Action, frozen=True, tag="put_card"):
    """Put a card of the hand on the discard pile, as a Dilemma demands."""

    card: Character


class MoveCard(messages.Action, frozen=True, tag="move_card"):
    """Take a card from aside or put one there, as a Dilemma demands."""

    SEALED: ClassVar[bool] = True
    card: Character


class TakePetitioner(messages.Action, frozen=True, tag="take_petitioner"):
    """Take the Petitioner's character into the hand, or leave it aside."""

    take: bool


class VoteSovereign(messages.Action, frozen=True, tag="vote_sovereign"):
    """Say which of the tied characters should take the throne."""

    character: Character


class MakeRemark(messages.Action, frozen=True, tag="make_remark"):
    """Say something general to the table."""

    remark: Remark
    loses: bool = False


class DecideBells(messages.Decision, frozen=True, tag="vote_bells"):
    """Ring the royal bells, or not."""


class DecideTurns(messages.Decision, frozen=True, tag="vote_turns"):
    """One turn or two for two objectives."""


class DecideCard(messages.Decision, frozen=True, tag="choose_card"):
    """Choose a card, in the last round the one that claims the throne."""


class DecideReveal(messages.Decision, frozen=True, tag="reveal_card"):
    """Reveal the card, whoever comes first."""


class DecideEffect(messages.Decision, frozen=True, tag="apply_effect"):
    """Apply the card that was revealed."""

    character: Character


class DecideSecond(messages.Decision, frozen=True, tag="play_second"):
    """Play the Oracle's second card."""


class DecideRewards(messages.Decision, frozen=True, tag="use_rewards"):
    """Use rewards before the objective is checked, or none."""


class DecidePrice(messages.Decision, frozen=True, tag="pay_price"):
    """Pick the card that a Dilemma demands or gives."""

    demand: Literal["discard", "recruit", "dismiss"]


class DecideJoining(messages.Decision, frozen=True, tag="take_petitioner"):
    """Take the Petitioner's character, or leave it."""

    character: Character


class DecideSovereign(messages.Decision, frozen=True, tag="vote_sovereign"):
    """Choose between characters that claimed the throne equally often."""

    characters: tuple[Character, ...]


Action = (
    VoteBells
    | VoteTurns
    | ChooseCard
    | LayOpen
    | RevealCard
    | TurnDie
    | PickObjective
    | PlaySecond
    | UseReward
    | KeepRewards
    | PutCard
    | MoveCard
    | TakePetitioner
    | VoteSovereign
    | MakeRemark
)
"""The union that decide matches over."""

Decision = (
    DecideBells
    | DecideTurns
    | DecideCard
    | DecideReveal
    | DecideEffect
    | DecideSecond
    | DecideRewards
    | DecidePrice
    | DecideJoining
    | DecideSovereign
)
