"""How Queen of 12 is counted: like most games, its two sides of the sheet also apart."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from domain.games.queen_of_12.events import CardsRevealed
from domain.kernel.basics import Seat
from projections.scoreboards.general import GENERAL


def revealed(event: CardsRevealed) -> Iterator[tuple[Seat, str]]:
    """The characters that seats played."""
    for number, cards in enumerate(event.cards):
        for card in cards:
            yield Seat(number), card


QUEEN_OF_12: Final = replace(
    GENERAL, divisions={"side": "sheet"}, favourites="characters", choices={CardsRevealed: revealed}
)
