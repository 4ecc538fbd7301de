"""How a computer seat plays."""

from typing import Final

from domain.games.queen_of_12.actions import Action
from domain.games.queen_of_12.view import View
from domain.kernel.game import Bot, play_at_random

BOTS: Final[dict[str, Bot[Action, View]]] = {"random": play_at_random}
