"""State after an event: `evolve` copies the data of the event and applies no rules."""

from typing import assert_never

from msgspec.structs import replace

from domain.games.player_12 import events as e
from domain.games.player_12.state import (
    Choosing,
    Finished,
    Following,
    Keeping,
    Kicking,
    Laid,
    Leading,
    PenaltyKick,
    Pitch,
    Roll,
    Settling,
    Shootout,
    State,
    WonPlay,
)
from domain.kernel.basics import with_seat


def evolve(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    match event:
        case e.CardLaid() | e.PlayWon() | e.PlayOpened():
            return _after_play_event(state.pitch, event)
        case e.ShotOffered() | e.ShotChosen() | e.PlayedOn() | e.DieRolled() | e.GoalScored():
            return _after_shot_event(state.pitch, event)
        case e.KickAwarded() | e.KeeperPlaced() | e.PenaltyKicked():
            return _after_kick_event(state.pitch, event)
        case e.CoinTossed() | e.HalfStarted() | e.HandDealt() | e.RestSetAside():
            return _after_deal_event(state.pitch, event)
        case e.HalfEnded() | e.MatchEnded():
            return _after_end_event(state.pitch, event)
        case _:
            assert_never(event)


def _after_play_event(pitch: Pitch, event: e.PlayEvent) -> State:
    match event:
        case e.CardLaid():
            hand = tuple(card for card in pitch.hands[event.seat] if card != event.card)
            table = (*pitch.table, Laid(event.seat, event.card))
            return Following(replace(pitch, hands=with_seat(pitch.hands, event.seat, hand), table=table))
        case e.PlayWon():
            plays = (*pitch.plays, WonPlay(pitch.table, event.winner))
            return Settling(replace(pitch, table=(), plays=plays, ball=event.ball))
        case e.PlayOpened():
            return Leading(replace(pitch, play=event.play, ball=event.ball), event.leaders)
        case _:
            assert_never(event)


def _after_shot_event(pitch: Pitch, event: e.ShotEvent) -> State:
    match event:
        case e.ShotOffered():
            return Choosing(pitch, event.team, event.percent)
        case e.ShotChosen() | e.PlayedOn():
            return Settling(pitch)
        case e.DieRolled():
            roll = Roll(event.occasion, event.team, event.die, event.face, event.result)
            return Settling(replace(pitch, roll=roll))
        case e.GoalScored():
            return Settling(replace(pitch, goals=event.goals))
        case _:
            assert_never(event)


def _after_kick_event(pitch: Pitch, event: e.KickEvent) -> State:
    match event:
        case e.KickAwarded():
            return Keeping(pitch, event.team)
        case e.KeeperPlaced():
            return Kicking(pitch, event.seat, event.spot)
        case e.PenaltyKicked():
            kick = PenaltyKick(event.seat, event.spot, event.keeper, event.keeper_spot, event.scored)
            return Settling(replace(pitch, kick=kick, shootout=_with_kick(pitch.shootout, kick)))
        case _:
            assert_never(event)


def _with_kick(shootout: Shootout | None, kick: PenaltyKick) -> Shootout | None:
    return None if shootout is None else Shootout(shootout.first, (*shootout.kicks, kick))


def _after_deal_event(pitch: Pitch, event: e.DealEvent) -> State:
    match event:
        case e.CoinTossed(toss="kick_off"):
            return Settling(pitch)
        case e.CoinTossed():
            return Settling(replace(pitch, shootout=Shootout(event.team)))
        case e.HalfStarted():
            return Settling(_cleared(pitch, event))
        case e.HandDealt():
            return Settling(replace(pitch, hands=with_seat(pitch.hands, event.to, event.cards)))
        case e.RestSetAside():
            return Settling(replace(pitch, rest=event.cards))
        case _:
            assert_never(event)


def _cleared(pitch: Pitch, event: e.HalfStarted) -> Pitch:
    return replace(
        pitch,
        hands=((),) * pitch.seats,
        plays=(),
        rest=(),
        kick_offs=(*pitch.kick_offs, event.team),
        half=event.half,
        play=1,
        ball=event.ball,
    )


def _after_end_event(pitch: Pitch, event: e.EndEvent) -> State:
    match event:
        case e.HalfEnded():
            return Settling(pitch)
        case e.MatchEnded():
            return Finished(pitch, event.ending, event.winner)
        case _:
            assert_never(event)
