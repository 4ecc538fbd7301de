"""Component data of an edition: its deck and dice, and the game's own editions."""

from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from domain.games.player_12.pieces import Card, Percent, Result
from domain.kernel import messages

PERCENTS: Final[tuple[Percent, ...]] = (25, 50, 70)


class Die(Struct, frozen=True, forbid_unknown_fields=True):
    """Twelve-sided die. `faces` starts with face 1."""

    percent: Percent
    faces: tuple[Result, ...]


class Edition(messages.Edition, frozen=True):
    """Component data: all cards of the deck, and the dice for 25, 50 and 70 per cent, in this order."""

    deck: tuple[Card, ...]
    dice: tuple[Die, Die, Die]

    def die(self, percent: Percent) -> Die:
        """Return the die of a percentage."""
        return self.dice[PERCENTS.index(percent)]


def _load(name: str) -> Edition:
    text = resources.files(__package__).joinpath("editions", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=Edition)


STANDARD: Final = _load("standard")
EDITIONS: Final = {edition.name: edition for edition in (STANDARD, _load("penalties-5"))}
