"""Checks of an edition: what every edition must satisfy, also one that an owner uploads."""

from typing import Final

from domain.games.council_of_12.edition import Dilemma, Edition
from domain.games.council_of_12.effects import (
    AddToDie,
    CharacterEffect,
    Consequence,
    GainFavor,
    LoseFavor,
    ReplaceObjective,
    RewardUse,
    SetDie,
    SetObjective,
    TurnDie,
    TurnToNeighbour,
)
from domain.games.council_of_12.pieces import (
    CHARACTERS,
    DIFFICULTIES,
    DILEMMAS,
    FACES,
    FAVOR_CAP,
    MIX,
    MONTHS,
    NEIGHBOURS,
    OPPOSITE_SUM,
    PETITIONERS,
    Month,
)

LEAST_CROWNS_OF_ONE: Final = 3
"""The Powerful One, another face-up Petitioner, and a replacement when the Powerful One is sovereign."""
MOST_TIMES: Final = 3
"""Limit of turns by one effect; more would give over a thousand paths of the die."""


def check_edition(edition: Edition) -> None:
    """Check an edition; raises `ValueError` that names the card and the reason if it cannot be played."""
    _check_die(edition)
    _check_characters(edition)
    for place, card in enumerate(edition.dilemmas, start=1):
        _check_dilemma(card, place)
    _check_mix(edition)
    for month in MONTHS:
        _check_month(edition, month)
    _require(edition.throne.favor_for_each_further_character >= 0, "throne: it must not give Favor")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise ValueError(reason)


def _check_die(edition: Edition) -> None:
    _require(len(edition.neighbours) == FACES, f"neighbours: a die must have {FACES} faces")
    for face, around in enumerate(edition.neighbours, start=1):
        far = {face, OPPOSITE_SUM - face}
        fits = len(set(around)) == len(around) == NEIGHBOURS and _are_faces(around) and far.isdisjoint(around)
        _require(fits, f"face {face}: it needs {NEIGHBOURS} different neighbours, without itself and its opposite")
        mutual = all(face in edition.neighbours[other - 1] for other in around)
        _require(mutual, f"face {face}: a neighbour does not list it as a neighbour")


def _are_faces(values: tuple[int, ...]) -> bool:
    return all(1 <= value <= FACES for value in values)


def _check_characters(edition: Edition) -> None:
    for character in CHARACTERS:
        _require(character in edition.characters, f"{character}: the card is missing")
        _require(edition.characters[character].crown in {1, 2, 3}, f"{character}: a crown must be 1, 2 or 3")
        _check_effect(edition.characters[character].effect, character)
    crowns = [card.crown for card in edition.characters.values()]
    _require(edition.characters["powerful_one"].crown == 1, "powerful_one: the crown must be 1")
    _require(LEAST_CROWNS_OF_ONE <= crowns.count(1) < len(CHARACTERS), "crowns: at least three must be 1, but not all")


def _check_effect(effect: CharacterEffect | RewardUse, label: str) -> None:
    match effect:
        case ReplaceObjective(values=values) | SetObjective(values=values):
            _require(bool(values) and _are_faces(values), f"{label}: an objective must consist of faces of the die")
        case AddToDie(amounts=amounts):
            _require(bool(amounts), f"{label}: `amounts` must not be empty")
        case TurnToNeighbour(times=times):
            _require(1 <= times <= MOST_TIMES, f"{label}: `times` must be 1 to {MOST_TIMES}")
        case TurnDie(effect=turned):
            _check_effect(turned, label)
        case _:
            pass


def _check_dilemma(card: Dilemma, place: int) -> None:
    label = f"dilemma {card.number}"
    _require(card.number == place, f"{label}: numbers must run from 1 without gaps")
    _require(len(card.objectives) in {1, 2}, f"{label}: it must have one or two objectives")
    for objective in card.objectives:
        ascending = bool(objective) and list(objective) == sorted(set(objective))
        _require(
            ascending and _are_faces(objective),
            f"{label}: an objective must consist of different faces in ascending order",
        )
    _require(card.value >= 1, f"{label}: its value must be at least 1")
    for consequence in (*card.penalty, *card.success):
        _check_amounts(consequence, label)
    if card.reward is not None:
        _require(bool(card.reward.when), f"{label}: its reward has no moment at which it can be used")
        _check_effect(card.reward.use, label)


def _check_amounts(consequence: Consequence, label: str) -> None:
    match consequence:
        case GainFavor(amount=amount) | LoseFavor(amount=amount):
            _require(1 <= amount <= FAVOR_CAP, f"{label}: Favor must change by 1 to {FAVOR_CAP}")
        case SetDie(face=face):
            _require(_are_faces((face,)), f"{label}: the die has no face {face}")
        case _:
            pass


def _check_mix(edition: Edition) -> None:
    ranks = [DIFFICULTIES.index(card.difficulty) for card in edition.dilemmas]
    for card, rank, before in zip(edition.dilemmas[1:], ranks[1:], ranks[:-1], strict=True):
        _require(rank >= before, f"dilemma {card.number}: it must not be easier than the one before")
    for difficulty, count in MIX.items():
        enough = ranks.count(DIFFICULTIES.index(difficulty)) >= count
        _require(enough, f"dilemmas: at least {count} must be {difficulty}")


def _check_month(edition: Edition, month: Month) -> None:
    scenario = edition.months.get(month)
    if scenario is None:
        message = f"{month}: the scenario is missing"
        raise ValueError(message)
    _require(
        len(set(scenario.petitioners)) == len(scenario.petitioners) == PETITIONERS,
        f"{month}: it must have {PETITIONERS} different Petitioners",
    )
    _require(
        len(set(scenario.dilemmas)) == len(scenario.dilemmas) == DILEMMAS,
        f"{month}: it must have {DILEMMAS} different Dilemmas",
    )
    known = all(1 <= number <= len(edition.dilemmas) for number in scenario.dilemmas)
    _require(known, f"{month}: it names a Dilemma that the edition does not have")
