"""Reads the actions that clients post, each game's own union."""

from typing import Any

import msgspec

from domain.catalogue import Catalogue
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Action, tag_of


class ActionDecoder:
    """Knows how the actions of each game are written."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Read the actions of these games."""
        # By tag rather than as a union: msgspec would look the union's members up anew for each action.
        self._kinds = {game.key: {tag_of(kind): kind for kind in game.actions} for game in catalogue}

    def read(self, game: AnyGame, written: dict[str, Any]) -> Action:
        """Read an action. Raises `Refused` (`unprocessable`) for what is none of this game's."""
        kinds = self._kinds[game.key]
        kind = kinds.get(str(written.get("type")))
        if kind is None:
            known = ", ".join(kinds)
            raise Refused("unprocessable", f"An action of {game.title} has one of these as its type: {known}.")
        try:
            return msgspec.convert(written, kind)
        except msgspec.ValidationError as error:
            raise Refused("unprocessable", f"This is no action of {game.title}: {error}.") from None
