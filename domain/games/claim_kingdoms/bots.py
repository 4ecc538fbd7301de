"""How computer seats play Claim Kingdoms."""

from typing import Final

from domain.games.claim_kingdoms.actions import ClaimAction
from domain.games.claim_kingdoms.view import ClaimView
from domain.kernel.game import Bot, play_at_random

BOTS: Final[dict[str, Bot[ClaimAction, ClaimView]]] = {"random": play_at_random}
