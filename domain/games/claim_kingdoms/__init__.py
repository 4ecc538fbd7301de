"""Claim Kingdoms: a duel for the throne, one card and one piece at a time. `RULES.md` has the rules."""

from importlib import resources
from typing import Final, get_args

from domain.games.claim_kingdoms.actions import Action, Decision, Options
from domain.games.claim_kingdoms.bots import BOTS
from domain.games.claim_kingdoms.decide import decide
from domain.games.claim_kingdoms.drawing import draw
from domain.games.claim_kingdoms.edition import EDITIONS, STANDARD, Edition
from domain.games.claim_kingdoms.edition_checks import check_edition
from domain.games.claim_kingdoms.events import Event
from domain.games.claim_kingdoms.evolve import evolve
from domain.games.claim_kingdoms.legal import legal_actions, pending
from domain.games.claim_kingdoms.milestones import MILESTONES
from domain.games.claim_kingdoms.scoreboard import BOARD
from domain.games.claim_kingdoms.scoring import Outcome, outcome
from domain.games.claim_kingdoms.setup import begin, check, reshuffle, setup
from domain.games.claim_kingdoms.state import PhaseName, State
from domain.games.claim_kingdoms.view import View, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[Options, Edition, Action, Event, State, View]] = Game(
    key=GameKey("claim_kingdoms"),
    title="Claim Kingdoms",
    summary="Two seats grow one kingdom card by card and fight for the control of its seven factions.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=(2,),
    phases=get_args(PhaseName),
    options=Options,
    edition=Edition,
    editions=EDITIONS,
    default_edition=STANDARD,
    actions=get_args(Action),
    events=get_args(Event),
    decisions=get_args(Decision),
    view_type=View,
    outcome_type=Outcome,
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
