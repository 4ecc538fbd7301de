"""All projections of a catalogue of games, by name."""

from collections.abc import Iterable, Mapping

from domain.kernel.game import AnyGame
from projections import player_records, ratings, scoreboard
from projections.boards import Boards
from projections.chronicles import CHRONICLES
from projections.match_list import MATCH_LIST
from projections.projection import Projection
from projections.unfinished_matches import UNFINISHED_MATCHES


def projections_of(games: Iterable[AnyGame]) -> Mapping[str, Projection]:
    """Create the projections of these games, for example of a `Catalogue`. Their boards define how matches count."""
    boards = Boards(games)
    projections = (
        MATCH_LIST,
        scoreboard.projection(boards),
        player_records.projection(boards),
        ratings.projection(boards),
        CHRONICLES,
        UNFINISHED_MATCHES,
    )
    return {projection.name: projection for projection in projections}
