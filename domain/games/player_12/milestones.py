"""Milestones of a match: the start of each play, and the key moments."""

from typing import Final

from domain.games.player_12.events import CoinTossed, GoalScored, HalfStarted, PenaltyKicked, PlayOpened
from domain.games.player_12.pieces import PLAYS, Half, mates
from domain.kernel.milestones import Mark, Milestones


def _number(half: Half, play: int) -> int:
    return PLAYS * (half - 1) + play


def _kick_off(event: HalfStarted, seats: int) -> Mark:
    return Mark("kick_off", mates(event.team, seats), f"Half {event.half} begins")


def _goal(event: GoalScored, seats: int) -> Mark:
    home, away = event.goals
    return Mark("goal", mates(event.team, seats), f"Goal: {home}-{away}")


def _penalty(event: PenaltyKicked, _: int) -> Mark:
    return Mark("penalty", (event.seat, event.keeper), f"Penalty {'scored' if event.scored else 'saved'}")


def _shootout(event: CoinTossed, seats: int) -> Mark | None:
    return Mark("shootout", mates(event.team, seats), "Shoot-out") if event.toss == "shootout" else None


MILESTONES: Final = Milestones(
    rounds={
        HalfStarted: lambda started: _number(started.half, 1),
        PlayOpened: lambda opened: _number(opened.half, opened.play),
    },
    marks={HalfStarted: _kick_off, GoalScored: _goal, PenaltyKicked: _penalty, CoinTossed: _shootout},
)
"""Rounds are the plays, 1 to 20 over both halves (rule 4.1); the first of a half includes its deal.

Key moments are kick-offs (4.2), goals (7.1), penalty kicks (8.3) and the shoot-out (9.2)."""
