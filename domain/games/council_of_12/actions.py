"""Actions of a seat, the decisions they answer, and the options of a match.

An action with `loses` loses the match or the Dilemma. Send it exactly as the legal actions list it.
"""

from typing import ClassVar, Literal

from domain.games.council_of_12.pieces import Character, Face, Remark, Setup
from domain.kernel import messages


class Options(messages.Options, frozen=True):
    """Options of a match: how the piles are built, and the chronicle to which the reign is added.

    `petitioners` and `dilemmas` (seven of each) are for setup `custom` only. The service sets `sovereign`, the
    character on the chronicle's throne at setup.
    """

    SUPPLIED: ClassVar[tuple[str, ...]] = ("sovereign",)
    setup: Setup = "standard"
    petitioners: tuple[Character, ...] = ()
    dilemmas: tuple[int, ...] = ()
    chronicle: str | None = None
    sovereign: Character | None = None


class VoteBells(messages.Action, frozen=True, tag="vote_bells"):
    """Vote for or against ringing the bells. `loses` marks a vote that could lose the match."""

    ring: bool
    loses: bool = False


class VoteTurns(messages.Action, frozen=True, tag="vote_turns"):
    """Vote for two turns or one turn for a Dilemma with two objectives."""

    two: bool


class ChooseCard(messages.Action, frozen=True, tag="choose_card"):
    """Lay a card face down."""

    SEALED: ClassVar[bool] = True
    card: Character


class LayOpen(messages.Action, frozen=True, tag="lay_open"):
    """Use a kept reward to lay the card face up."""

    card: Character
    reward: int


class RevealCard(messages.Action, frozen=True, tag="reveal_card"):
    """Reveal your chosen card."""


class TurnDie(messages.Action, frozen=True, tag="turn_die"):
    """Apply the revealed card to the die, which shows `faces` one after another and stays on the last."""

    faces: tuple[Face, ...]


class PickObjective(messages.Action, frozen=True, tag="pick_objective"):
    """Apply the revealed card to the first (0) or second (1) objective."""

    objective: int


class PlaySecond(messages.Action, frozen=True, tag="play_second"):
    """Play the Oracle's second card. `loses` marks a card that loses the Dilemma."""

    card: Character
    loses: bool = False


class UseReward(messages.Action, frozen=True, tag="use_reward"):
    """Use the kept reward of Dilemma `number`, with the faces of the die or the objective if the reward needs them."""

    number: int
    faces: tuple[Face, ...] = ()
    objective: int | None = None


class KeepRewards(messages.Action, frozen=True, tag="keep_rewards"):
    """Use no further reward before the objective is checked."""


class PutCard(messages.Action, frozen=True, tag="put_card"):
    """Move a card from your hand to your discard pile, as the Dilemma demands."""

    card: Character


class MoveCard(messages.Action, frozen=True, tag="move_card"):
    """Take a set-aside card or set one aside, as the Dilemma demands."""

    SEALED: ClassVar[bool] = True
    card: Character


class TakePetitioner(messages.Action, frozen=True, tag="take_petitioner"):
    """Take the Petitioner's character into your hand, or leave it aside."""

    take: bool


class VoteSovereign(messages.Action, frozen=True, tag="vote_sovereign"):
    """Vote for one of the tied characters to take the throne."""

    character: Character


class MakeRemark(messages.Action, frozen=True, tag="make_remark"):
    """Make a general remark. `loses` marks a remark that loses the match."""

    remark: Remark
    loses: bool = False


class DecideBells(messages.Decision, frozen=True, tag="vote_bells"):
    """Vote whether to ring the royal bells."""


class DecideTurns(messages.Decision, frozen=True, tag="vote_turns"):
    """Vote for one turn or two turns for a Dilemma with two objectives."""


class DecideCard(messages.Decision, frozen=True, tag="choose_card"):
    """Choose a card to lay; in the last round, the card that claims the throne."""


class DecideReveal(messages.Decision, frozen=True, tag="reveal_card"):
    """Reveal your card. The first seat to answer reveals first."""


class DecideEffect(messages.Decision, frozen=True, tag="apply_effect"):
    """Choose how to apply the revealed card."""

    character: Character


class DecideSecond(messages.Decision, frozen=True, tag="play_second"):
    """Choose the Oracle's second card."""


class DecideRewards(messages.Decision, frozen=True, tag="use_rewards"):
    """Choose whether to use rewards before the objective is checked."""


class DecidePrice(messages.Decision, frozen=True, tag="pay_price"):
    """Choose the card that the Dilemma demands or gives."""

    demand: Literal["discard", "recruit", "dismiss"]


class DecideJoining(messages.Decision, frozen=True, tag="take_petitioner"):
    """Choose whether to take the Petitioner's character."""

    character: Character


class DecideSovereign(messages.Decision, frozen=True, tag="vote_sovereign"):
    """Vote for one of the characters that claimed the throne equally often."""

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
"""Any action of the game."""

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
"""Any decision of the game."""
