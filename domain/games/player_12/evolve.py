"""How the state follows from events: copies what they carry and decides nothing."""

from typing import assert_never

from msgspec.structs import replace

from domain.games.player_12 import events as ev
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
    PlayerState,
    Roll,
    Settling,
    Shootout,
    WonPlay,
)
from domain.kernel.basics import with_seat


def evolve(state: PlayerState, event: ev.PlayerEvent) -> PlayerState:
    """Take a match through one more event."""
    match event:
        case ev.CardLaid() | ev.PlayWon() | ev.PlayOpened():
            return _play(state.pitch, event)
        case ev.ShotOffered() | ev.ShotChosen() | ev.PlayedOn() | ev.DieRolled() | ev.GoalScored():
            return _shot(state.pitch, event)
        case ev.KickAwarded() | ev.KeeperPlaced() | ev.PenaltyKicked():
            return _kick(state.pitch, event)
        case ev.CoinTossed() | ev.HalfStarted() | ev.HandDealt() | ev.RestSetAside():
            return _deal(state.pitch, event)
        case ev.HalfEnded() | ev.MatchEnded():
            return _end(state.pitch, event)
        case _:
            assert_never(event)


def _play(pitch: Pitch, event: ev.PlayEvent) -> PlayerState:
    match event:
        case ev.CardLaid():
            hand = tuple(card for card in pitch.hands[event.seat] if card != event.card)
            table = (*pitch.table, Laid(event.seat, event.card))
            return Following(replace(pitch, hands=with_seat(pitch.hands, event.seat, hand), table=table))
        case ev.PlayWon():
            plays = (*pitch.plays, WonPlay(pitch.table, event.winner))
            return Settling(replace(pitch, table=(), plays=plays, ball=event.ball))
        case ev.PlayOpened():
            return Leading(replace(pitch, play=event.play, ball=event.ball), event.leaders)
        case _:
            assert_never(event)


def _shot(pitch: Pitch, event: ev.ShotEvent) -> PlayerState:
    match event:
        case ev.ShotOffered():
            return Choosing(pitch, event.team, event.percent)
        case ev.ShotChosen() | ev.PlayedOn():
            return Settling(pitch)
        case ev.DieRolled():
            roll = Roll(event.occasion, event.team, event.die, event.face, event.result)
            return Settling(replace(pitch, roll=roll))
        case ev.GoalScored():
            return Settling(replace(pitch, goals=event.goals))
        case _:
            assert_never(event)


def _kick(pitch: Pitch, event: ev.KickEvent) -> PlayerState:
    match event:
        case ev.KickAwarded():
            return Keeping(pitch, event.team)
        case ev.KeeperPlaced():
            return Kicking(pitch, event.seat, event.spot)
        case ev.PenaltyKicked():
            kick = PenaltyKick(event.seat, event.spot, event.keeper, event.keeper_spot, event.scored)
            return Settling(replace(pitch, kick=kick, shootout=_with_kick(pitch.shootout, kick)))
        case _:
            assert_never(event)


def _with_kick(shootout: Shootout | None, kick: PenaltyKick) -> Shootout | None:
    return None if shootout is None else Shootout(shootout.first, (*shootout.kicks, kick))


def _deal(pitch: Pitch, event: ev.DealEvent) -> PlayerState:
    match event:
        case ev.CoinTossed(toss="kick_off"):
            return Settling(pitch)
        case ev.CoinTossed():
            return Settling(replace(pitch, shootout=Shootout(event.team)))
        case ev.HalfStarted():
            return Settling(_cleared(pitch, event))
        case ev.HandDealt():
            return Settling(replace(pitch, hands=with_seat(pitch.hands, event.to, event.cards)))
        case ev.RestSetAside():
            return Settling(replace(pitch, rest=event.cards))
        case _:
            assert_never(event)


def _cleared(pitch: Pitch, event: ev.HalfStarted) -> Pitch:
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


def _end(pitch: Pitch, event: ev.EndEvent) -> PlayerState:
    match event:
        case ev.HalfEnded():
            return Settling(pitch)
        case ev.MatchEnded():
            return Finished(pitch, event.ending, event.winner)
        case _:
            assert_never(event)
