"""Boards of the games of a catalogue, as projections and queries look them up."""

from collections.abc import Iterable

from domain.kernel.game import AnyGame
from domain.kernel.general_scoring import GENERAL
from domain.kernel.messages import Event
from domain.kernel.scoring import AnyBoard


class Boards:
    """Boards by game key. A stored match of a game that is not in the catalogue has the general board."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        """Use the boards of these games, for example of a `Catalogue`."""
        self._boards: dict[str, AnyBoard] = {game.key: game.board for game in games}

    def of(self, game: str) -> AnyBoard:
        """Return the board of a game."""
        return self._boards.get(game, GENERAL)

    @property
    def choices(self) -> tuple[type[Event], ...]:
        """The events of all games that show which pieces people chose."""
        return tuple(kind for board in self._boards.values() for kind in board.choices)
