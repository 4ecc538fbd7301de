"""The read models, by name."""

from collections.abc import Mapping
from typing import Final

from projections.chronicles import CHRONICLES
from projections.match_list import MATCH_LIST
from projections.player_records import PLAYER_RECORDS
from projections.projection import Projection
from projections.ratings import RATINGS
from projections.scoreboard import SCOREBOARD
from projections.unfinished_matches import UNFINISHED_MATCHES

PROJECTIONS: Final[Mapping[str, Projection]] = {
    projection.name: projection
    for projection in (MATCH_LIST, SCOREBOARD, PLAYER_RECORDS, RATINGS, CHRONICLES, UNFINISHED_MATCHES)
}
