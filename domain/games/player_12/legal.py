"""Legality: which seats must choose what, and which actions are legal."""

from collections.abc import Mapping, Sequence
from typing import Final, assert_never

from domain.games.player_12.actions import (
    Action,
    Decision,
    Follow,
    Kick,
    LayCard,
    Lead,
    PlaceKeeper,
    PlayOn,
    Shoot,
    ShootOrPlayOn,
    WhereToKeep,
    WhereToKick,
)
from domain.games.player_12.pieces import (
    SPOTS,
    Card,
    Percent,
    Space,
    Team,
    half_at,
    mates,
    opponent,
    percent_at,
    team_of,
)
from domain.games.player_12.state import (
    Choosing,
    Finished,
    Following,
    Keeping,
    Kicking,
    Leading,
    Pitch,
    Settling,
    State,
)
from domain.kernel.basics import Seat

_SHOOT_OR_PLAY_ON: Final = (Shoot(), PlayOn())
_PLACEMENTS: Final = tuple(PlaceKeeper(spot) for spot in SPOTS)
_KICKS: Final = tuple(Kick(spot) for spot in SPOTS)


def next_to_follow(pitch: Pitch) -> Seat | None:
    """Return the seat that follows next, or `None` once all seats have laid a card (rule 5.1)."""
    if len(pitch.table) == pitch.seats:
        return None
    return Seat((pitch.table[-1].seat + 1) % pitch.seats)


def may_lay(hand: Sequence[Card], pitch: Pitch) -> tuple[Card, ...]:
    """Return the cards of a hand that may be laid: any card to lead or without the led colour (rules 5.2 to 5.4)."""
    if not pitch.table:
        return tuple(hand)
    led = pitch.table[0].card.colour
    return tuple([card for card in hand if card.colour == led]) or tuple(hand)


def shot_from(ball: Space, team: Team) -> Percent | None:
    """Return the percentage of a shot by `team` from `ball`, or `None` outside the other half (rules 6.1, 6.4)."""
    return percent_at(ball) if half_at(ball) == opponent(team) else None


def deciders(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act now: all seats of a team that chooses; the first answer counts (rule 1.3)."""
    match state:
        case Following():
            seat = next_to_follow(state.pitch)
            return () if seat is None else (seat,)
        case Leading():
            return state.leaders
        case Choosing():
            return mates(state.team, state.pitch.seats)
        case Keeping():
            return mates(opponent(state.kicking), state.pitch.seats)
        case Kicking():
            return mates(opponent(team_of(state.keeper)), state.pitch.seats)
        case Settling() | Finished():
            return ()
        case _:
            assert_never(state)


def pending(state: State) -> Mapping[Seat, Decision]:
    """Return the decision of each seat that must choose; empty when the match is over."""
    seats = deciders(state)
    return dict.fromkeys(seats, _decision(state)) if seats else {}


def _decision(state: State) -> Decision:
    pitch = state.pitch
    occasion = f"{pitch.half}/{pitch.play}"
    match state:
        case Following():
            return Follow(f"follow/{occasion}", pitch.table[0].card.colour)
        case Choosing():
            return ShootOrPlayOn(f"shoot_or_play_on/{occasion}", state.percent)
        case Keeping():
            return WhereToKeep(f"where_to_keep/{kick_occasion(pitch)}")
        case Kicking():
            return WhereToKick(f"where_to_kick/{kick_occasion(pitch)}")
        case _:
            return Lead(f"lead/{occasion}")


def kick_occasion(pitch: Pitch) -> str:
    """Return the unique name of a penalty kick: its play, or its number in the shoot-out."""
    if pitch.shootout is None:
        return f"{pitch.half}/{pitch.play}"
    return f"shootout/{len(pitch.shootout.kicks) + 1}"


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Return all actions that a seat may take now; `decide` accepts exactly these."""
    if seat not in deciders(state):
        return ()
    match state:
        case Leading() | Following():
            return tuple([LayCard(card) for card in may_lay(state.pitch.hands[seat], state.pitch)])
        case Choosing():
            return _SHOOT_OR_PLAY_ON
        case Keeping():
            return _PLACEMENTS
        case Kicking():
            return _KICKS
        case Settling() | Finished():
            return ()
        case _:
            assert_never(state)
