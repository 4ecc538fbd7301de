"""Which scoreboard a game has."""

from collections.abc import Mapping
from typing import Final

from projections.scoreboards.board import AnyBoard
from projections.scoreboards.claim_kingdoms import CLAIM_KINGDOMS
from projections.scoreboards.council_of_12 import COUNCIL_OF_12
from projections.scoreboards.general import GENERAL
from projections.scoreboards.player_12 import PLAYER_12
from projections.scoreboards.queen_of_12 import QUEEN_OF_12

_BOARDS: Final[Mapping[str, AnyBoard]] = {
    "claim_kingdoms": CLAIM_KINGDOMS,
    "council_of_12": COUNCIL_OF_12,
    "player_12": PLAYER_12,
    "queen_of_12": QUEEN_OF_12,
}


CHOICES: Final = tuple(kind for board in _BOARDS.values() for kind in board.choices)
"""The events of all games that tell of what people have favourites among."""


def board_of(game: str) -> AnyBoard:
    """Tell how a game is counted: like most, unless it has a scoreboard of its own."""
    return _BOARDS.get(game, GENERAL)
