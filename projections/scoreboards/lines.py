"""Lines of a scoreboard: their kinds, their keys and their tallies."""

from typing import Final, Literal

import msgspec

from domain.kernel.scoring import AnyBoard, Tally

Kind = Literal["person", "pair", "bot"]
"""The holder of a line."""

BETWEEN: Final = "+"
"""Separates the two player ids in the key of a pair."""


def decode_tally(board: AnyBoard, stored: str) -> Tally:
    """Read a stored tally, which is JSON."""
    tally: Tally = msgspec.json.decode(stored, type=board.tally)
    return tally
