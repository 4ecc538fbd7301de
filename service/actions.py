"""Reads the actions that clients post, each game's own union."""

from typing import Any

import msgspec

from domain.audit.verify import union_of
from domain.catalogue import Catalogue
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Action


class ActionReader:
    """Knows how the actions of each game are written."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read the actions of these games."""
        self._unions = {game.key: union_of(game) for game in catalogue}

    def read(self, game: AnyGame, written: dict[str, Any]) -> Action:
        """Read an action. Raises `Refused` (`unprocessable`) for what is none of this game's."""
        try:
            action: Action = msgspec.convert(written, self._unions[game.key])
        except msgspec.ValidationError as error:
            raise Refused("unprocessable", f"This is no action of {game.title}: {error}.") from None
        return action
