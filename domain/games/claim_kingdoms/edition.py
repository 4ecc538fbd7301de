"""Component data of an edition: faction values, numbers of cards and pieces, and the game's own editions."""

from importlib import resources
from typing import Final

import msgspec

from domain.games.claim_kingdoms.pieces import Faction
from domain.kernel import messages


class Edition(messages.Edition, frozen=True):
    """Component data of Claim Kingdoms.

    `values` are the points for the control of each faction. `cards_per_faction` and `pieces` (per seat) are numbers of
    components. One of the `pieces` marks the score; the others are the supply.
    """

    values: dict[Faction, int]
    cards_per_faction: int
    pieces: int


def _load(key: str) -> Edition:
    text = resources.files(__package__).joinpath("editions", f"{key}.json").read_bytes()
    return msgspec.json.decode(text, type=Edition)


STANDARD: Final = "standard"

EDITIONS: Final = {STANDARD: _load(STANDARD)}
