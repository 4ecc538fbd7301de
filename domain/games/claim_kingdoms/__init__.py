"""Claim Kingdoms: a duel for the throne, one card and one piece at a time."""

from importlib import resources
from typing import Final

from domain.games.claim_kingdoms.actions import ACTIONS, DECISIONS, ClaimAction, ClaimOptions
from domain.games.claim_kingdoms.bots import BOTS
from domain.games.claim_kingdoms.decide import decide
from domain.games.claim_kingdoms.drawing import draw
from domain.games.claim_kingdoms.edition import EDITIONS, STANDARD, ClaimEdition, check_edition
from domain.games.claim_kingdoms.events import EVENTS, ClaimEvent
from domain.games.claim_kingdoms.evolve import evolve
from domain.games.claim_kingdoms.legal import legal_actions, pending
from domain.games.claim_kingdoms.milestones import MILESTONES
from domain.games.claim_kingdoms.scoreboard import BOARD
from domain.games.claim_kingdoms.scoring import ClaimOutcome, outcome
from domain.games.claim_kingdoms.setup import check, reshuffle, setup
from domain.games.claim_kingdoms.state import PHASES, State, begin
from domain.games.claim_kingdoms.view import ClaimView, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[ClaimOptions, ClaimEdition, ClaimAction, ClaimEvent, State, ClaimView]] = Game(
    key=GameKey("claim_kingdoms"),
    title="Claim Kingdoms",
    summary="Two seats grow one kingdom card by card and fight for the control of its seven factions.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=(2,),
    phases=PHASES,
    options=ClaimOptions,
    edition=ClaimEdition,
    editions=EDITIONS,
    default_edition=STANDARD,
    actions=ACTIONS,
    events=EVENTS,
    decisions=DECISIONS,
    view_type=ClaimView,
    outcome_type=ClaimOutcome,
    check_edition=check_edition,
    check=check,
    begin=begin,
    setup=setup,
    decide=decide,
    evolve=evolve,
    pending=pending,
    legal_actions=legal_actions,
    view=view,
    outcome=outcome,
    reshuffle=reshuffle,
    draw=draw,
    bots=BOTS,
    milestones=MILESTONES,
    board=BOARD,
)
