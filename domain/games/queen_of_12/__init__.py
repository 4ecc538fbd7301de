"""Queen of 12: two to four seats play cards for dice and cross the fields of a sheet. `RULES.md` has the rules."""

from importlib import resources
from typing import Final, get_args

from domain.games.queen_of_12.actions import Action, Decision, Options
from domain.games.queen_of_12.bots import BOTS
from domain.games.queen_of_12.decide import decide
from domain.games.queen_of_12.drawing import draw
from domain.games.queen_of_12.edition import DEFAULT, EDITIONS, Edition
from domain.games.queen_of_12.edition_checks import check_edition
from domain.games.queen_of_12.events import Event
from domain.games.queen_of_12.evolve import evolve
from domain.games.queen_of_12.legal import legal_actions, pending
from domain.games.queen_of_12.milestones import MILESTONES
from domain.games.queen_of_12.scoreboard import BOARD
from domain.games.queen_of_12.scoring import Outcome, outcome
from domain.games.queen_of_12.setup import begin, check, setup
from domain.games.queen_of_12.state import State
from domain.games.queen_of_12.view import Phase, View, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[Options, Edition, Action, Event, State, View]] = Game(
    key=GameKey("queen_of_12"),
    title="Queen of 12",
    summary="Play characters for dice, cross off lands on your sheet, and fill rows and columns in twelve rounds.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=(2, 3, 4),
    phases=get_args(Phase),
    options=Options,
    edition=Edition,
    editions=EDITIONS,
    default_edition=DEFAULT,
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
    draw=draw,
    bots=BOTS,
    milestones=MILESTONES,
    board=BOARD,
)
