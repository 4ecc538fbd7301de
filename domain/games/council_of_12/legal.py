"""Legality: which seats must choose what, and which actions are legal."""

from collections.abc import Iterable, Mapping
from typing import Final, assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.actions import Action, Decision
from domain.games.council_of_12.dice import paths
from domain.games.council_of_12.effects import MatchObjective, ReplaceObjective, RollAndPlayAgain
from domain.games.council_of_12.legal_rewards import laying_open, reward_actions
from domain.games.council_of_12.pieces import REMARKS, Character
from domain.games.council_of_12.state import State
from domain.kernel.basics import Seat, seats_of

EffectAction = a.TurnDie | a.PickObjective
"""Way to apply a revealed character."""
_TABLES: Final = tuple(seats_of(count) for count in range(5))
_REMARKS: Final = {loses: tuple(a.MakeRemark(remark, loses) for remark in REMARKS) for loses in (False, True)}


def pending(state: State) -> Mapping[Seat, Decision]:
    """Return the decision of each seat that must choose; empty when the match is over."""
    decision = _decision(state)
    if decision is None:
        return {}
    if isinstance(decision, a.DecideReveal):
        return {seat: _reveal_of(state, seat, decision) for seat in awaited(state)}
    return dict.fromkeys(awaited(state), decision)


def _reveal_of(state: State, seat: Seat, decision: a.DecideReveal) -> Decision:
    """Return a decision with an id of its own for a seat that asked to go last, because it had the same one before."""
    return a.DecideReveal(f"{decision.id}/last") if goes_last(state, seat) else decision


def awaited(state: State) -> tuple[Seat, ...]:  # noqa: PLR0911 -- one answer for each kind of phase
    """Return the seats that must choose, in seat order; in the reveal by rule 11.3."""
    phase, seats = state.phase, _TABLES[state.setting.seats]
    match phase:
        case s.Voting(yes=done) | s.Splitting(two=done) | s.Checking(kept=done):
            return tuple(seat for seat in seats if seat not in done)
        case s.Choosing() | s.Claiming():
            return tuple(seat for seat in seats if may_choose(phase, seat))
        case s.Revealing():
            return _next_to_reveal(state, phase)
        case s.Applying(seat=seat) | s.Seconding(seat=seat):
            return (seat,)
        case s.Paying(waiting=waiting) | s.Joining(waiting=waiting):
            return waiting
        case s.Crowning(votes=votes):
            voted = [seat for seat, _ in votes]
            return tuple(seat for seat in seats if seat not in voted)
        case s.Laying() | s.Called() | s.Claimed() | s.Finished():
            return ()
        case _:
            assert_never(phase)


def may_choose(phase: s.Choosing | s.Claiming, seat: Seat) -> bool:
    """Return whether a seat must still lay a card."""
    return phase.chosen[seat] is None and seat not in phase.out


def _next_to_reveal(state: State, phase: s.Revealing) -> tuple[Seat, ...]:
    hidden = tuple(seat for seat in _TABLES[state.setting.seats] if phase.hidden[seat] is not None)
    return tuple(seat for seat in hidden if not goes_last(state, seat)) or hidden


def goes_last(state: State, seat: Seat) -> bool:
    """Return whether a seat asked to go last in this step."""
    return (seat, "last") in state.said


def _decision(state: State) -> Decision | None:  # noqa: C901, PLR0911 -- one answer for each phase
    phase, turn = state.phase, state.turn
    part = f"{turn.number}/{turn.part}"
    match phase:
        case s.Voting():
            return a.DecideBells(f"vote_bells/{turn.number}")
        case s.Splitting():
            return a.DecideTurns(f"vote_turns/{turn.number}")
        case s.Choosing() | s.Claiming():
            return a.DecideCard(f"choose_card/{part}")
        case s.Revealing():
            return a.DecideReveal(f"reveal_card/{part}/{len(turn.played)}")
        case s.Applying():
            return a.DecideEffect(f"apply_effect/{part}/{phase.character}", phase.character)
        case s.Seconding():
            return a.DecideSecond(f"play_second/{part}/{len(turn.played)}")
        case s.Checking():
            return a.DecideRewards(f"use_rewards/{part}")
        case s.Paying():
            return a.DecidePrice(f"pay_price/{turn.number}/{phase.at}", phase.demand)
        case s.Joining():
            return a.DecideJoining(f"take_petitioner/{turn.number}", phase.character)
        case s.Crowning():
            return a.DecideSovereign("vote_sovereign", phase.characters)
        case s.Laying() | s.Called() | s.Claimed() | s.Finished():
            return None
        case _:
            assert_never(phase)


def legal_actions(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return all actions that a seat may take now; `decide` accepts exactly these."""
    if seat not in awaited(state):
        return ()
    return (*_answers(state, seat), *reward_actions(state), *_remarks(state, seat))


def _answers(state: State, seat: Seat) -> Iterable[Action]:  # noqa: C901, PLR0911 -- one answer for each phase
    phase, holding = state.phase, state.holdings[seat]
    match phase:
        case s.Voting():
            return (a.VoteBells(ring=True, loses=ringing_loses(state)), a.VoteBells(ring=False))
        case s.Splitting():
            return (a.VoteTurns(two=True), a.VoteTurns(two=False))
        case s.Choosing() | s.Claiming():
            cards = playable(state, seat)
            return (*map(a.ChooseCard, cards), *laying_open(state, cards))
        case s.Revealing():
            return (a.RevealCard(),)
        case s.Applying(character=character):
            return effect_actions(state, character)
        case s.Seconding():
            return (a.PlaySecond(card, loses=forfeits(state, card)) for card in holding.hand)
        case s.Checking():
            return (a.KeepRewards(),)
        case s.Paying(demand=demand):
            return _payments(holding, demand)
        case s.Joining():
            return (a.TakePetitioner(take=True), a.TakePetitioner(take=False))
        case s.Crowning(characters=characters):
            return map(a.VoteSovereign, characters)
        case s.Laying() | s.Called() | s.Claimed() | s.Finished():
            return ()
        case _:
            assert_never(phase)


def _payments(holding: s.Holding, demand: str) -> Iterable[Action]:
    if demand == "discard":
        return map(a.PutCard, holding.hand)
    return map(a.MoveCard, holding.aside if demand == "recruit" else holding.hand)


def _remarks(state: State, seat: Seat) -> Iterable[Action]:
    has_spoken = any(speaker == seat for speaker, _ in state.said)
    return () if has_spoken else _REMARKS[state.silent_month]


def ringing_loses(state: State) -> bool:
    """Return whether ringing the bells now takes the last Favor (rule 2.4)."""
    return state.favor == 1 and not state.turn.bells_free


def forfeits(state: State, card: Character) -> bool:
    """Return whether playing a card now loses the Dilemma (rule 4.6)."""
    return card == state.turn.petitioner and not state.turn.admitted


def playable(state: State, seat: Seat) -> tuple[Character, ...]:
    """Return the cards of a hand that may be chosen (rule 3.2)."""
    return tuple(card for card in state.holdings[seat].hand if not forfeits(state, card))


def must_redraw(state: State, seat: Seat) -> bool:
    """Return whether a seat must take its played cards back before it chooses (rule 3.3)."""
    holding = state.holdings[seat]
    return (len(holding.hand) == 1 or not playable(state, seat)) and bool(holding.hand or holding.discard)


def effect_actions(state: State, character: Character) -> tuple[EffectAction, ...]:
    """Return the ways to apply a revealed character; none if it has no effect or requires a second card."""
    effect = state.setting.edition.characters[character].effect
    objectives = state.turn.objectives
    match effect:
        case RollAndPlayAgain():
            return ()
        case ReplaceObjective():
            return tuple(map(a.PickObjective, range(len(objectives))))
        case MatchObjective():
            first = state.turn.played == (character,)
            return tuple(a.TurnDie((face,)) for face in sorted({*sum(objectives, ())})) if first else ()
        case _:
            return tuple(map(a.TurnDie, paths(effect, state.die, state.setting.edition.neighbours)))


def resolves(state: State) -> bool:
    """Return whether the current die resolves the Dilemma at the end of its last part (section 6, rule 7.1)."""
    turn = state.turn
    on = tuple(state.die in objective for objective in turn.objectives)
    if turn.forfeited:
        return False
    if len(on) == 1:
        return on[0]
    earlier = turn.met if turn.part > 1 else turn.reached
    return (earlier[0] and on[1]) or (earlier[1] and on[0])
