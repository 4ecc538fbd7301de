"""Player 12: a football game for two teams. Won plays move the ball to the goal; dice decide the shots."""

from importlib import resources
from typing import Final, get_args

from domain.games.player_12.actions import Action, Decision, Options
from domain.games.player_12.bots import BOTS
from domain.games.player_12.decide import decide
from domain.games.player_12.drawing import draw
from domain.games.player_12.edition import EDITIONS, STANDARD, Edition
from domain.games.player_12.edition_checks import check_edition
from domain.games.player_12.events import Event
from domain.games.player_12.evolve import evolve
from domain.games.player_12.legal import legal_actions, pending
from domain.games.player_12.milestones import MILESTONES
from domain.games.player_12.scoreboard import BOARD
from domain.games.player_12.scoring import Outcome, outcome
from domain.games.player_12.setup import SEATS, begin, check, setup
from domain.games.player_12.state import PHASES, State
from domain.games.player_12.view import View, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[Options, Edition, Action, Event, State, View]] = Game(
    key=GameKey("player_12"),
    title="Player 12",
    summary="Win plays with cards, carry the ball to the other goal, and shoot before you lose it.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=SEATS,
    phases=PHASES,
    options=Options,
    edition=Edition,
    editions=EDITIONS,
    default_edition=STANDARD.name,
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
    bots=BOTS,
    draw=draw,
    milestones=MILESTONES,
    board=BOARD,
)
