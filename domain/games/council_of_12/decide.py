"""What happens when a seat acts: the action itself, then everything that follows until a seat must choose."""

from typing import assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import AnyAction
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.legal import legal_actions
from domain.games.council_of_12.pieces import Character, Remark
from domain.games.council_of_12.refusals import refusal
from domain.games.council_of_12.reveals import apply_effect, play_second, reveal
from domain.games.council_of_12.rewards import use_reward
from domain.games.council_of_12.settling import after_reveals, check_objective, pay
from domain.games.council_of_12.setup import lay
from domain.games.council_of_12.state import Council
from domain.games.council_of_12.throne import after_vote, crown, reveal_claims
from domain.games.council_of_12.transition import CouncilTransition
from domain.games.council_of_12.turns import (
    after_bells,
    after_split_vote,
    all_chosen,
    all_revealed,
    begin_turn,
    ring_bells,
)
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided


def setup(state: Council, draws: Draws) -> Decided[e.CouncilEvent, Council]:
    """Lay the table and begin the first turn."""
    transition = CouncilTransition(evolve, state, draws)
    lay(transition)
    _follow(transition)
    return transition.decided()


def decide(state: Council, seat: Seat, action: AnyAction, draws: Draws) -> Decided[e.CouncilEvent, Council]:
    """Take an action; raises `RuleBroken` where it is not among the legal ones."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = CouncilTransition(evolve, state, draws)
    _take(transition, seat, action)
    _follow(transition)
    return transition.decided()


def _take(transition: CouncilTransition, seat: Seat, action: AnyAction) -> None:  # noqa: C901, PLR0912 -- one case an action
    match action:
        case a.VoteBells(ring=ring):
            transition.apply(e.BellVoted(seat, ring))
        case a.VoteTurns(two=two):
            transition.apply(e.TurnsVoted(seat, two))
        case a.ChooseCard(card=card):
            transition.apply(e.CardChosen(seat, card))
        case a.LayOpen(card=card, reward=reward):
            transition.apply(e.CardLaidOpen(seat, card, reward))
        case a.RevealCard():
            reveal(transition, seat)
        case a.TurnDie() | a.PickObjective():
            apply_effect(transition, seat, transition.state.phase_as(s.Applying).character, action)
        case a.PlaySecond(card=card):
            play_second(transition, seat, card)
        case a.UseReward():
            use_reward(transition, seat, action)
        case a.KeepRewards():
            transition.apply(e.RewardsKept(seat))
        case a.PutCard(card=card):
            transition.apply(e.CardPut(seat, card))
        case a.MoveCard(card=card):
            _move_card(transition, seat, card)
        case a.TakePetitioner(take=take):
            _answer_joining(transition, seat, take=take)
        case a.VoteSovereign(character=character):
            transition.apply(e.SovereignVoted(seat, character))
        case a.MakeRemark(remark=remark):
            _remark(transition, seat, remark)
        case _:
            assert_never(action)


def _move_card(transition: CouncilTransition, seat: Seat, card: Character) -> None:
    recruits = transition.state.phase_as(s.Paying).demand == "recruit"
    transition.apply(e.CardRecruited(seat, card) if recruits else e.CardDismissed(seat, card))


def _answer_joining(transition: CouncilTransition, seat: Seat, *, take: bool) -> None:
    character = transition.state.phase_as(s.Joining).character
    transition.apply(e.CharacterJoined(seat, character) if take else e.CharacterDeclined(seat, character))


def _remark(transition: CouncilTransition, seat: Seat, remark: Remark) -> None:
    transition.apply(e.RemarkMade(seat, remark))
    if transition.state.silent_month:
        transition.apply(e.CouncilLost("silence_broken"))


def _follow(transition: CouncilTransition) -> None:
    """Go on until a seat must choose or the match is over."""
    while _goes_on(transition):
        pass


def _goes_on(transition: CouncilTransition) -> bool:  # noqa: C901, PLR0911, PLR0912 -- one case a phase
    phase = transition.state.phase
    match phase:
        case s.Laying():
            begin_turn(transition)
        case s.Voting(yes=yes):
            if len(yes) < transition.state.setting.seats:
                return False
            ring_bells(transition)
        case s.Called():
            after_bells(transition)
        case s.Splitting():
            return after_split_vote(transition, phase)
        case s.Choosing():
            if not all_chosen(phase):
                return False
            transition.apply(e.RevealOpened())
        case s.Revealing():
            if not all_revealed(phase):
                return False
            after_reveals(transition)
        case s.Checking(kept=kept):
            if len(kept) < transition.state.setting.seats:
                return False
            check_objective(transition)
        case s.Paying(waiting=waiting):
            if waiting:
                return False
            pay(transition, phase)
        case s.Joining(waiting=waiting):
            if waiting:
                return False
            transition.apply(e.TurnEnded())
        case s.Claiming():
            if not all_chosen(phase):
                return False
            reveal_claims(transition, phase)
        case s.Claimed():
            crown(transition, phase)
        case s.Crowning():
            return after_vote(transition, phase)
        case s.Applying() | s.Seconding() | s.Finished():
            return False
        case _:
            assert_never(phase)
    return True
