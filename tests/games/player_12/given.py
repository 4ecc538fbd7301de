"""Builders for the tests of Player 12: cards by name, a pitch in any condition, dice that are known beforehand."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.player_12 import GAME
from domain.games.player_12 import events as e
from domain.games.player_12.actions import Action, LayCard, Options
from domain.games.player_12.edition import PERCENTS, STANDARD, Die, Edition
from domain.games.player_12.pieces import (
    CENTRE,
    FACES,
    Card,
    Half,
    Percent,
    Result,
    Space,
    Spot,
    Team,
    mates,
    space_in,
    team_of,
)
from domain.games.player_12.state import (
    Choosing,
    Following,
    Keeping,
    Kicking,
    Laid,
    Leading,
    PenaltyKick,
    Pitch,
    Shootout,
    State,
)
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import RuleBroken
from domain.kernel.game import Table

HOME, AWAY = Team(0), Team(1)
S0, S1, S2, S3 = Seat(0), Seat(1), Seat(2), Seat(3)

HOME_70, HOME_50, HOME_25 = Space(0), Space(1), Space(2)
AWAY_25, AWAY_50, AWAY_70 = Space(4), Space(5), Space(6)

_COLOURS = {"g": "green", "p": "purple", "b": "black"}


def card(name: str) -> Card:
    """Make `g6+` the green 6+."""
    colour: Any = _COLOURS[name[0]]
    return Card(colour, int(name[1:].rstrip("+")), name.endswith("+"))


def cards(names: str) -> tuple[Card, ...]:
    return tuple(card(name) for name in names.split())


def lay(name: str) -> LayCard:
    return LayCard(card(name))


def table(seats: int, edition: Edition = STANDARD) -> Table[Options, Edition]:
    return Table(seats, Options(), edition)


def loaded(**results: Result) -> Edition:
    """Load dice: `p70="post"` makes every face of the 70 per cent die a post."""
    faces: dict[Percent, tuple[Result, ...]] = {
        percent: (results[f"p{percent}"],) * FACES if f"p{percent}" in results else STANDARD.die(percent).faces
        for percent in PERCENTS
    }
    dice = (Die(25, faces[25]), Die(50, faces[50]), Die(70, faces[70]))
    return replace(STANDARD, name="loaded", dice=dice)


def draws() -> Draws:
    return Draws(bytes(32))


def draws_with(**wanted: int) -> Draws:
    """Chance of which some draws are known: `shot_1_3=4` lets the shot of play 3 fall on face 4, counted from 1."""
    names = {name.replace("_", "/"): face - 1 for name, face in wanted.items()}
    seeds = (number.to_bytes(32, "big") for number in count())
    return Draws(next(seed for seed in seeds if _fits(Draws(seed), names)))


def coin_for(toss: e.Toss, team: Team) -> Draws:
    seeds = (number.to_bytes(32, "big") for number in count())
    return Draws(next(seed for seed in seeds if Draws(seed).below(f"coin/{toss}", 2) == team))


def _fits(chance: Draws, names: dict[str, int]) -> bool:
    return all(chance.below(name, FACES) == face for name, face in names.items())


def pitch(*hands: str, **conditions: object) -> Pitch:
    """Lay a pitch of as many seats as hands are given, whose names are like `g6+ b1`."""
    fresh = Pitch(len(hands), STANDARD, tuple(cards(hand) for hand in hands), kick_offs=(HOME,))
    return replace(fresh, **conditions)


def laid(first: Seat, names: str, seats: int) -> tuple[Laid, ...]:
    return tuple(Laid(Seat((first + n) % seats), one) for n, one in enumerate(cards(names)))


def leading(on: Pitch, *leaders: Seat) -> Leading:
    return Leading(on, leaders)


def following(on: Pitch, first: Seat, names: str) -> Following:
    return Following(replace(on, table=laid(first, names, on.seats)))


def about_to_win(seat: Seat, *, on: Space = CENTRE, **conditions: object) -> Following:
    """Give a play of two seats in which `seat` is about to lay the winning g9 on the other's g5."""
    hands = ("g9", "") if seat == S0 else ("", "g9")
    return following(pitch(*hands, ball=on, **conditions), Seat(1 - seat), "g5")


def choosing(team: Team, percent: Percent, **conditions: object) -> Choosing:
    """Give a match of two seats in which `team` has taken the ball to a position and may shoot."""
    on = pitch("g1", "g2", ball=space_in(Team(1 - team), percent), **conditions)
    won = e.PlayWon(on.half, on.play, Seat(team), on.ball)
    settled = GAME.evolve(Following(replace(on, table=laid(Seat(team), "g9 g5", 2))), won)
    return Choosing(settled.pitch, team, percent)


def keeping(kicking: Team, on: Pitch) -> Keeping:
    return Keeping(on, kicking)


def kicking(keeper: Seat, on: Pitch, spot: Spot = "left") -> Kicking:
    return Kicking(on, keeper, spot)


def kicks(first: Team, record: str) -> Shootout:
    """Give a shoot-out so far: `x` a goal, `-` a miss, in turn from the first team."""
    teams = (first, Team(1 - first))
    taken = [
        PenaltyKick(Seat(teams[n % 2]), "left", Seat(teams[1 - n % 2]), "right" if mark == "x" else "left", mark == "x")
        for n, mark in enumerate(record)
    ]
    return Shootout(first, tuple(taken))


def when(state: State, seat: Seat, action: Action, chance: Draws | None = None) -> list[e.Event]:
    return list(GAME.decide(state, seat, action, chance or draws()).events)


def after(state: State, events: Sequence[e.Event]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def opened(play: int, team: Team, ball: Space, *, half: Half = 1, seats: int = 2) -> e.PlayOpened:
    """Expect a restart: `team` leads from `ball`."""
    return e.PlayOpened(half, play, mates(team, seats), ball)


def refused(state: State, seat: Seat, action: Action) -> str | None:
    """Try an action that must be refused and say by which rule."""
    with pytest.raises(RuleBroken) as broken:
        GAME.decide(state, seat, action, draws())
    assert action not in GAME.legal_actions(state, seat)
    return broken.value.rule


def choosers(state: State) -> dict[Seat, str]:
    """Say which seats must choose, with the ids of their decisions."""
    return {seat: decision.id for seat, decision in GAME.pending(state).items()}


def team(seat: int) -> Team:
    return team_of(Seat(seat))
