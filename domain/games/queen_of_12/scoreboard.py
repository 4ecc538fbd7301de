"""Scoreboard of Queen of 12: the general one, divided by the side of the sheet."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from domain.games.queen_of_12.events import CardsRevealed
from domain.kernel.basics import Seat
from domain.kernel.general_scoring import GENERAL


def choices(event: CardsRevealed) -> Iterator[tuple[Seat, str]]:
    """List the characters that seats played."""
    for number, cards in enumerate(event.cards):
        for card in cards:
            yield Seat(number), card


BOARD: Final = replace(GENERAL, divisions={"side": "sheet"}, favourites="characters", choices={CardsRevealed: choices})
