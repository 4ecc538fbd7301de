"""The component data of Claim Kingdoms: what each faction is worth, how many cards and pieces there are."""

from importlib import resources
from typing import Final

import msgspec

from domain.games.claim_kingdoms.pieces import Faction
from domain.kernel import messages


class Edition(messages.Edition, frozen=True):
    """Component data: points for controlling each of the ten factions, cards a faction, pieces a seat.

    One of a seat's `pieces` marks its score; the others are its supply.
    """

    values: dict[Faction, int]
    cards_per_faction: int
    pieces: int


def _load(key: str) -> Edition:
    text = resources.files(__package__).joinpath("editions", f"{key}.json").read_bytes()
    return msgspec.json.decode(text, type=Edition)


STANDARD: Final = "standard"

EDITIONS: Final = {STANDARD: _load(STANDARD)}
