"""How Queen of 12 is counted: like most games, its two sides of the sheet also apart."""

from dataclasses import replace
from typing import Final

from projections.scoreboards.general import GENERAL

QUEEN_OF_12: Final = replace(GENERAL, divisions={"side": "sheet"})
