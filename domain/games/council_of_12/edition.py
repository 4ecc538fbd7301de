"""Component data of an edition: die, characters with their Petitioners, Dilemmas, months and throne.

`editions/*.json` contain the game's own editions, with the source of each part.
"""

from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from domain.games.council_of_12.effects import CharacterEffect, Consequence, Reward
from domain.games.council_of_12.pieces import Character, Difficulty, Face, Month, Objective
from domain.kernel import messages


class CharacterCard(Struct, frozen=True, forbid_unknown_fields=True):
    """Character: its effect, the crown (1 to 3) of its Petitioner, and whether it may join the hands afterwards."""

    name: str
    crown: int
    effect: CharacterEffect
    joins: bool = True


class Dilemma(Struct, frozen=True, forbid_unknown_fields=True):
    """Dilemma: number, difficulty and one or two objectives on its front, consequences and value on its back."""

    number: int
    name: str
    text: str
    difficulty: Difficulty
    objectives: tuple[Objective, ...]
    penalty: tuple[Consequence, ...]
    success: tuple[Consequence, ...]
    value: int
    reward: Reward | None = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """Scenario of a month: its seven Petitioners and Dilemmas, and its special rules (section 13).

    `favor` is the Favor at the start. In a `favorless` month, successes give no Favor. `bells` is the number of times
    that the bells must ring at least. `successor` requires a new sovereign, `sovereign` a certain one. In a `silent`
    month, a remark loses the match.
    """

    petitioners: tuple[Character, ...]
    dilemmas: tuple[int, ...]
    favor: int | None = None
    favorless: bool = False
    bells: int = 0
    successor: bool = False
    sovereign: Character | None = None
    silent: bool = False


class Throne(Struct, frozen=True, forbid_unknown_fields=True):
    """Back of Claim the Throne: the Favor lost for each different character beyond the first."""

    favor_for_each_further_character: int


class Edition(messages.Edition, frozen=True):
    """Component data. `neighbours[face - 1]` are the adjacent faces; `dilemmas` are sorted by number, from 1."""

    neighbours: tuple[tuple[Face, ...], ...]
    characters: dict[Character, CharacterCard]
    dilemmas: tuple[Dilemma, ...]
    months: dict[Month, Scenario]
    throne: Throne

    def dilemma(self, number: int) -> Dilemma:
        """Return the Dilemma with a number."""
        return self.dilemmas[number - 1]


def _load(name: str) -> Edition:
    file = resources.files("domain.games.council_of_12") / "editions" / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Edition)


DEFAULT_EDITION: Final = "reconstructed-2"
EDITIONS: Final = {name: _load(name) for name in (DEFAULT_EDITION, "reconstructed")}
"""Editions by name. The older one never changes, because matches were played with it."""
