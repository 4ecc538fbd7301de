"""Milestones of a match: the start of each turn, and the key moments."""

from typing import Final

from domain.games.council_of_12.events import (
    BellsRung,
    CardsCancelled,
    ClaimOpened,
    DilemmaFailed,
    DilemmaForfeited,
    DilemmaResolved,
    PetitionerRevealed,
    ThroneLeftVacant,
    ThroneTaken,
)
from domain.games.council_of_12.pieces import Character
from domain.kernel.milestones import Mark, Milestones


def _name(character: Character) -> str:
    return character.replace("_", " ").title()


def _bells(_: BellsRung, __: int) -> Mark:
    return Mark("bells", (), "The bells ring")


def _negation(event: CardsCancelled, _: int) -> Mark:
    return Mark("negation", (), f"{_name(event.character)} cancelled")


def _forfeit(event: DilemmaForfeited, _: int) -> Mark:
    return Mark("own_character", (event.seat,), "The Petitioner's own character played")


def _resolved(event: DilemmaResolved, _: int) -> Mark:
    return Mark("resolved", (), f"Dilemma {event.number} resolved")


def _failed(event: DilemmaFailed, _: int) -> Mark:
    return Mark("failed", (), f"Dilemma {event.number} failed")


def _throne(event: ThroneTaken, _: int) -> Mark:
    return Mark("throne", (), f"{_name(event.character)} takes the throne")


def _vacancy(_: ThroneLeftVacant, __: int) -> Mark:
    return Mark("throne", (), "The throne stays vacant")


MILESTONES: Final = Milestones(
    rounds={PetitionerRevealed: lambda revealed: revealed.turn, ClaimOpened: lambda opened: opened.turn},
    marks={
        BellsRung: _bells,
        CardsCancelled: _negation,
        DilemmaForfeited: _forfeit,
        DilemmaResolved: _resolved,
        DilemmaFailed: _failed,
        ThroneTaken: _throne,
        ThroneLeftVacant: _vacancy,
    },
)
"""Rounds are the turns: each begins with its Petitioner (rule 2.1), the last with the claim (10.1).

Key moments are the bells (2.3), cancelled cards (4.2), forfeited, resolved and failed Dilemmas, and the throne
(10.5, 10.6).
"""
