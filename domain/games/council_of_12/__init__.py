"""Council of 12: a cooperative game. Two to four seats turn one die with hidden cards, and win or lose together."""

from importlib import resources
from typing import Final, get_args

from domain.games.council_of_12.actions import Action, Decision, Options
from domain.games.council_of_12.bots import BOTS
from domain.games.council_of_12.chronicle import CAMPAIGN
from domain.games.council_of_12.decide import decide
from domain.games.council_of_12.drawing import draw
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS, Edition
from domain.games.council_of_12.edition_checks import check_edition
from domain.games.council_of_12.events import Event
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.milestones import MILESTONES
from domain.games.council_of_12.scoreboard import BOARD
from domain.games.council_of_12.scoring import Outcome, outcome
from domain.games.council_of_12.setup import begin, check, reshuffle, setup
from domain.games.council_of_12.state import PHASES, State
from domain.games.council_of_12.view import View, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[Options, Edition, Action, Event, State, View]] = Game(
    key=GameKey("council_of_12"),
    title="Council of 12",
    summary="Two to four seats sit in one Council: seven Dilemmas, one die, hidden cards and few words.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=(2, 3, 4),
    phases=PHASES,
    options=Options,
    edition=Edition,
    check_edition=check_edition,
    editions=EDITIONS,
    default_edition=DEFAULT_EDITION,
    actions=get_args(Action),
    events=get_args(Event),
    decisions=get_args(Decision),
    view_type=View,
    outcome_type=Outcome,
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
    bots=BOTS,
    draw=draw,
    milestones=MILESTONES,
    board=BOARD,
    campaign=CAMPAIGN,
)
