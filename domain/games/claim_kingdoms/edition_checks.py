"""Checks of an edition: what every edition must satisfy, also one that an owner uploads."""

from typing import Final

from domain.games.claim_kingdoms.edition import Edition
from domain.games.claim_kingdoms.pieces import FACTIONS

_MIN_CARDS: Final = 3
_MAX_CARDS: Final = 21
"""Three boxes of the game: a match of this size still fits on a table and in memory."""
_MIN_PIECES: Final = 2


def check_edition(edition: Edition) -> None:
    """Check an edition; raises `ValueError` that names the value and the reason."""
    for faction in FACTIONS:
        if edition.values.get(faction, 0) < 1:
            _reject(f"controlling the {faction} must be worth at least 1 point")
    if edition.cards_per_faction < _MIN_CARDS:
        _reject(f"{edition.cards_per_faction} cards a faction are too few to lay the table: 3 at least")
    if edition.cards_per_faction > _MAX_CARDS:
        _reject(f"{edition.cards_per_faction} cards a faction are too many to play with: {_MAX_CARDS} at most")
    if edition.cards_per_faction % 2 == 0:
        _reject(f"{edition.cards_per_faction} cards a faction would leave one seat without its last turn: must be odd")
    if edition.pieces < _MIN_PIECES:
        _reject(f"{edition.pieces} pieces a seat are too few: one marks the score, one must be set")
    if missing := {"values", "cards_per_faction", "pieces"} - edition.sources.keys():
        _reject(f"no source is given for {', '.join(sorted(missing))}")


def _reject(message: str) -> None:
    raise ValueError(message)
