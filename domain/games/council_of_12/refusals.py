"""Refusal of an illegal action: the most specific rule that it breaks."""

from typing import Final

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import effects
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import Action
from domain.games.council_of_12.legal import awaited, forfeits, ringing_loses
from domain.games.council_of_12.pieces import Character
from domain.games.council_of_12.state import State
from domain.kernel.basics import Seat
from domain.kernel.errors import RuleBroken

Reason = tuple[str, str]
"""Number of the broken rule, and the detail of the refusal."""

_STEP: Final[dict[type[Action], tuple[tuple[type[s.Phase], ...], Reason]]] = {
    a.VoteBells: ((s.Voting,), ("2.6", "There is no vote on the bells now.")),
    a.VoteTurns: ((s.Splitting,), ("6.4", "There is no vote on one turn or two now.")),
    a.ChooseCard: ((s.Choosing, s.Claiming), ("3.1", "Cards are not being chosen now.")),
    a.LayOpen: ((s.Choosing, s.Claiming), ("8.3", "A card may be laid face up only while cards are chosen.")),
    a.RevealCard: ((s.Revealing,), ("4.1", "Cards are not being revealed now.")),
    a.TurnDie: ((s.Applying,), ("4.3", "No revealed character has to be applied now.")),
    a.PickObjective: ((s.Applying,), ("4.3", "No revealed character has to be applied now.")),
    a.PlaySecond: ((s.Seconding,), ("5.8", "No second card may be played now.")),
    a.KeepRewards: ((s.Checking,), ("8.5", "Rewards cannot be declined now.")),
    a.PutCard: ((s.Paying,), ("7.7", "No Dilemma demands a card now.")),
    a.MoveCard: ((s.Paying,), ("7.7", "No Dilemma demands or gives a card now.")),
    a.TakePetitioner: ((s.Joining,), ("9.1", "No character may join a hand now.")),
    a.VoteSovereign: ((s.Crowning,), ("10.6", "There is no vote on the throne now.")),
}
"""Phases that allow an action, and the refusal in any other phase."""

_DIE_RULES: Final[dict[Character, str]] = {
    "alchemist": "5.1",
    "automaton": "5.2",
    "knight": "5.3",
    "dame": "5.4",
    "druidess": "5.5",
    "golem": "5.6",
    "inverseuse": "5.7",
    "oracle": "5.8",
    "sorcerer": "5.12",
    "powerful_one": "5.13",
    "stoic": "5.14",
    "parasite": "5.15",
}


def refusal(state: State, seat: Seat, action: Action) -> RuleBroken:
    """Return the error for an illegal action, with the most specific rule that it breaks."""
    return RuleBroken(*_reason(state, seat, action))


def _reason(state: State, seat: Seat, action: Action) -> Reason:
    if state.over:
        return "2.1", "The match is over."
    if isinstance(action, a.MakeRemark):
        return _remark_reason(state, seat)
    if isinstance(action, a.UseReward):
        return _reward_reason(state, seat, action.number)
    phases, reason = _STEP[type(action)]
    if isinstance(state.phase, s.Applying | s.Seconding) and seat != state.phase.seat:
        return "4.4", "The card revealed last must be applied first."
    return _reason_in_step(state, seat, action) if isinstance(state.phase, phases) else reason


def _remark_reason(state: State, seat: Seat) -> Reason:
    if any(speaker == seat for speaker, _ in state.said):
        return "11.2", "This seat has already made a remark in this step."
    if seat not in awaited(state):
        return "11.1", "A seat may make a remark only while it has a decision."
    return "11.5", "`loses` must say whether the remark loses the match, as in the legal actions."


def _reward_reason(state: State, seat: Seat, number: int) -> Reason:
    if number not in state.rewards:
        return "8.1", "The Council does not have this reward."
    if seat not in awaited(state):
        return "8.1", "A seat may use a reward only while it has a decision."
    return "8.2", "This reward cannot be used in this way now."


def _reason_in_step(state: State, seat: Seat, action: Action) -> Reason:  # noqa: PLR0911 -- one answer an action
    holding = state.holdings[seat]
    match action:
        case a.VoteBells():
            return _bells_reason(state, seat)
        case a.ChooseCard(card=card) | a.LayOpen(card=card):
            return _choice_reason(state, seat, card, action)
        case a.RevealCard():
            return _reveal_reason(state, seat)
        case a.TurnDie() | a.PickObjective():
            character = state.phase.character if isinstance(state.phase, s.Applying) else "stoic"
            return _DIE_RULES[character], "The character cannot be applied in this way."
        case a.PlaySecond(card=card) if card in holding.hand:
            return "5.11", "`loses` must say whether the card loses the Dilemma, as in the legal actions."
        case a.PlaySecond():
            return "5.8", "The second card must be in the seat's hand."
        case a.PutCard() | a.MoveCard():
            return "7.7", "The Dilemma does not demand this from this seat."
        case _:
            return _STEP[type(action)][1][
                0
            ], "This seat has no decision now, or its decision does not allow this action."


def _reveal_reason(state: State, seat: Seat) -> Reason:
    if isinstance(state.phase, s.Revealing) and state.phase.hidden[seat] is not None:
        return "11.3", "This seat asked to go last, and other seats must still reveal."
    return "4.1", "This seat has no card left to reveal."


def _bells_reason(state: State, seat: Seat) -> Reason:
    if isinstance(state.phase, s.Voting) and seat in state.phase.yes:
        return "2.2", "This seat has already voted; a vote is final."
    if ringing_loses(state):
        return "2.4", "`loses` must be true: ringing the bells at Favor 1 loses the match."
    return "2.4", "`loses` must be false: this vote does not lose the match."


def _choice_reason(state: State, seat: Seat, card: Character, action: Action) -> Reason:
    phase = state.phase
    if isinstance(phase, s.Choosing | s.Claiming) and phase.chosen[seat] is not None:
        return "3.1", "This seat has already laid its card; a choice is final."
    if isinstance(phase, s.Choosing | s.Claiming) and seat in phase.out:
        return "3.4", "This seat has no card that it may play in this turn."
    if forfeits(state, card):
        return "3.2", "The Petitioner's own character cannot be chosen."
    if isinstance(action, a.LayOpen) and card in state.holdings[seat].hand:
        return _open_reason(state, action.reward)
    return "3.1", "The seat does not hold this card."


def _open_reason(state: State, number: int) -> Reason:
    reward = state.setting.edition.dilemma(number).reward if number in state.rewards else None
    if reward is None:
        return "8.1", "The Council does not have this reward."
    if not isinstance(reward.use, effects.OpenCard):
        return "8.3", "This reward does not allow a card to be laid face up."
    return "8.2", "This reward cannot be used now."
