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
_KEEPS: Final = tuple(PlaceKeeper(spot) for spot in SPOTS)
_KICKS: Final = tuple(Kick(spot) for spot in SPOTS)


def next_to_follow(pitch: Pitch) -> Seat | None:
    """The seat whose card is due in a play that is led; none once all have laid one (rule 5.1)."""
    if len(pitch.table) == pitch.seats:
        return None
    return Seat((pitch.table[-1].seat + 1) % pitch.seats)


def may_lay(hand: Sequence[Card], pitch: Pitch) -> tuple[Card, ...]:
    """The cards of a hand that may be laid: any to lead, else the led colour where the hand has it (5.2 to 5.4)."""
    if not pitch.table:
        return tuple(hand)
    led = pitch.table[0].card.colour
    return tuple([card for card in hand if card.colour == led]) or tuple(hand)


def shot_from(ball: Space, team: Team) -> Percent | None:
    """What a shot of the team that has just taken the ball there promises; none outside the other half (6.1, 6.4)."""
    return percent_at(ball) if half_at(ball) == opponent(team) else None


def deciders(state: State) -> tuple[Seat, ...]:
    """The seats that may act now: both mates where a team chooses, and the first answer counts (rule 1.3)."""
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
    """Who must choose, and what; nobody when the match is over."""
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
    """Name a penalty kick once for ever: by its play, or by its number in the shoot-out."""
    if pitch.shootout is None:
        return f"{pitch.half}/{pitch.play}"
    return f"shootout/{len(pitch.shootout.kicks) + 1}"


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """Everything that a seat may do now; `decide` accepts exactly this."""
    if seat not in deciders(state):
        return ()
    match state:
        case Leading() | Following():
            return tuple([LayCard(card) for card in may_lay(state.pitch.hands[seat], state.pitch)])
        case Choosing():
            return _SHOOT_OR_PLAY_ON
        case Keeping():
            return _KEEPS
        case Kicking():
            return _KICKS
        case Settling() | Finished():
            return ()
        case _:
            assert_never(state)
