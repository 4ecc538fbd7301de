"""Component data: the die, the characters with their Petitioners, the Dilemmas, the months, the throne.

`editions/*.json` hold it, with the source of every part; the rules read nothing else.
"""

from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from domain.games.council_of_12.effects import CharacterEffect, Consequence, Reward
from domain.games.council_of_12.pieces import Character, Difficulty, Face, Month, Objective
from domain.kernel import messages


class CharacterCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A character: its effect, the crown (1 to 3) of its Petitioner, and whether that one then joins the hands."""

    name: str
    crown: int
    effect: CharacterEffect
    joins: bool = True


class Dilemma(Struct, frozen=True, forbid_unknown_fields=True):
    """A Dilemma: on its front number, bells and one or two objectives, on its back what follows and its value."""

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
    """A month: its seven Petitioners and Dilemmas, and what it asks for beside Favor (section 13).

    `favor` is the start, `favorless` successes give none, `bells` must be rung at least so often,
    `successor` must not be missing, `sovereign` must take the throne, `silent` forbids remarks.
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
    """The back of Claim the Throne: Favor lost for each different character beyond the first."""

    favor_for_each_further_character: int


class Edition(messages.Edition, frozen=True):
    """All components; `neighbours[face - 1]` are the adjacent faces, `dilemmas[number - 1]` the cards."""

    neighbours: tuple[tuple[Face, ...], ...]
    characters: dict[Character, CharacterCard]
    dilemmas: tuple[Dilemma, ...]
    months: dict[Month, Scenario]
    throne: Throne

    def dilemma(self, number: int) -> Dilemma:
        """The Dilemma of that number."""
        return self.dilemmas[number - 1]


def _load(name: str) -> Edition:
    file = resources.files("domain.games.council_of_12") / "editions" / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Edition)


DEFAULT_EDITION: Final = "reconstructed-2"
EDITIONS: Final = {name: _load(name) for name in (DEFAULT_EDITION, "reconstructed")}
"""The editions by name; the older one stays as it is, since matches were played with it."""
