"""The component data of Claim Kingdoms: what each faction is worth, how many cards and pieces there are."""

from importlib import resources
from typing import Final

import msgspec

from domain.games.claim_kingdoms.pieces import FACTIONS, Faction
from domain.kernel.messages import Edition

_FEWEST_CARDS = 3
_MOST_CARDS = 21
"""Three boxes of the game: what a table and a server can hold."""
_FEWEST_PIECES = 2


class ClaimEdition(Edition, frozen=True):
    """Component data: points for controlling each of the ten factions, cards a faction, pieces a seat.

    One of a seat's `pieces` marks its score; the others are its supply.
    """

    values: dict[Faction, int]
    cards_per_faction: int
    pieces: int


def check_edition(edition: ClaimEdition) -> None:
    """Raise ValueError, naming what is wrong, unless a match can be played with this edition."""
    for faction in FACTIONS:
        if edition.values.get(faction, 0) < 1:
            _reject(f"controlling the {faction} must be worth at least 1 point")
    if edition.cards_per_faction < _FEWEST_CARDS:
        _reject(f"{edition.cards_per_faction} cards a faction are too few to lay the table: 3 at least")
    if edition.cards_per_faction > _MOST_CARDS:
        _reject(f"{edition.cards_per_faction} cards a faction are too many to play with: {_MOST_CARDS} at most")
    if edition.cards_per_faction % 2 == 0:
        _reject(f"{edition.cards_per_faction} cards a faction would leave one seat without its last turn: must be odd")
    if edition.pieces < _FEWEST_PIECES:
        _reject(f"{edition.pieces} pieces a seat are too few: one marks the score, one must be set")
    if missing := {"values", "cards_per_faction", "pieces"} - edition.sources.keys():
        _reject(f"no source is given for {', '.join(sorted(missing))}")


def _reject(message: str) -> None:
    raise ValueError(message)


def _load(key: str) -> ClaimEdition:
    text = resources.files(__package__).joinpath("editions", f"{key}.json").read_bytes()
    edition = msgspec.json.decode(text, type=ClaimEdition)
    check_edition(edition)
    return edition


STANDARD: Final = "standard"

EDITIONS: Final = {STANDARD: _load(STANDARD)}
