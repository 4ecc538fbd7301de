"""Milestones of a match: the start of each turn, and the key moments."""

from typing import Final

from domain.games.claim_kingdoms.events import (
    CardTurnedOver,
    FactionScored,
    PiecesRemoved,
    PiecesSwapped,
    ThroneClaimed,
    TurnBegun,
)
from domain.kernel.milestones import Mark, Milestones


def _removal(event: PiecesRemoved, _: int) -> Mark:
    return Mark("removal", (event.seat, event.owner), f"Knights send back {len(event.spaces)}")


def _swap(event: PiecesSwapped, _: int) -> Mark:
    return Mark("swap", (event.seat, event.owner), "Undead change pieces")


def _turning(event: CardTurnedOver, _: int) -> Mark:
    space = event.space
    return Mark("turned_over", (event.seat,), f"Giants turn over ({space.x}, {space.y})")


def _control(event: FactionScored, _: int) -> Mark | None:
    if event.controller is None:
        return None
    return Mark("control", (event.controller,), f"{event.faction.title()}: {event.points} points")


def _throne(event: ThroneClaimed, _: int) -> Mark:
    one, other = event.scores
    return Mark("throne", event.winners, f"The throne is claimed, {one}-{other}")


MILESTONES: Final = Milestones(
    rounds={TurnBegun: lambda begun: begun.turn},
    marks={
        PiecesRemoved: _removal,
        PiecesSwapped: _swap,
        CardTurnedOver: _turning,
        FactionScored: _control,
        ThroneClaimed: _throne,
    },
)
"""Each turn is a round (rule 2.1). Moments: Knights (6.4), Undead (6.5), Giants (6.8), control (11.1), throne (11.4)"""
