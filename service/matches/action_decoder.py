"""Decoder of the actions that clients post."""

from typing import Any

import msgspec

from domain.catalogue import Catalogue
from domain.kernel.errors import Refused
from domain.kernel.game import AnyGame
from domain.kernel.messages import Action, tag_of


class ActionDecoder:
    """Decodes the actions of each game of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Support the actions of these games."""
        # Decoding by tag is faster: msgspec analyses the members of a union again for each action.
        self._kinds = {game.key: {tag_of(kind): kind for kind in game.actions} for game in catalogue}

    def decode(self, game: AnyGame, data: dict[str, Any]) -> Action:
        """Decode an action of a game. Raises `Refused` (`unprocessable`)."""
        kinds = self._kinds[game.key]
        kind = kinds.get(str(data.get("type")))
        if kind is None:
            known = ", ".join(kinds)
            raise Refused("unprocessable", f"The type of an action of {game.title} must be one of: {known}.")
        try:
            return msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            raise Refused("unprocessable", f"Invalid action of {game.title}: {error}.") from None
