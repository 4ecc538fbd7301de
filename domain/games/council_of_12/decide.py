"""Decision on an action: it is refused, or applied with everything that follows from it."""

from typing import assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import Action
from domain.games.council_of_12.continuation import proceed
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.legal import legal_actions
from domain.games.council_of_12.pieces import Character, Remark
from domain.games.council_of_12.refusals import refusal
from domain.games.council_of_12.reveals import apply_effect, play_second, reveal
from domain.games.council_of_12.rewards import use_reward
from domain.games.council_of_12.state import State
from domain.games.council_of_12.transition import Transition
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.transition import Decided


def decide(state: State, seat: Seat, action: Action, draws: Draws) -> Decided[e.Event, State]:
    """Apply an action and what follows from it; raises `RuleBroken` unless the action is legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = Transition(evolve, state, draws)
    _apply(transition, seat, action)
    proceed(transition)
    return transition.decided()


def _apply(transition: Transition, seat: Seat, action: Action) -> None:  # noqa: C901, PLR0912 -- one case an action
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


def _move_card(transition: Transition, seat: Seat, card: Character) -> None:
    recruits = transition.state.phase_as(s.Paying).demand == "recruit"
    transition.apply(e.CardRecruited(seat, card) if recruits else e.CardDismissed(seat, card))


def _answer_joining(transition: Transition, seat: Seat, *, take: bool) -> None:
    character = transition.state.phase_as(s.Joining).character
    transition.apply(e.CharacterJoined(seat, character) if take else e.CharacterDeclined(seat, character))


def _remark(transition: Transition, seat: Seat, remark: Remark) -> None:
    transition.apply(e.RemarkMade(seat, remark))
    if transition.state.silent_month:
        transition.apply(e.CouncilLost("silence_broken"))
