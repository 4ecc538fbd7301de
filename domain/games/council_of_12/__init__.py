"""Council of 12: two to four seats rule together, play cards onto one die, and win or lose as one."""

from importlib import resources
from typing import Final, get_args

from domain.games.council_of_12.actions import AnyAction, CouncilDecision, CouncilOptions
from domain.games.council_of_12.bots import BOTS
from domain.games.council_of_12.chronicle import CAMPAIGN
from domain.games.council_of_12.decide import decide, setup
from domain.games.council_of_12.drawing import draw
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS, CouncilEdition, check_edition
from domain.games.council_of_12.events import AnyEvent, CouncilEvent
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.milestones import MILESTONES
from domain.games.council_of_12.scoreboard import BOARD
from domain.games.council_of_12.scoring import CouncilOutcome, outcome
from domain.games.council_of_12.setup import begin, check, reshuffle
from domain.games.council_of_12.state import Council
from domain.games.council_of_12.view import PHASES, CouncilView, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game

GAME: Final[Game[CouncilOptions, CouncilEdition, AnyAction, CouncilEvent, Council, CouncilView]] = Game(
    key=GameKey("council_of_12"),
    title="Council of 12",
    summary="Two to four seats sit in one Council: seven Dilemmas, one die, hidden cards and few words.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=(2, 3, 4),
    phases=PHASES,
    options=CouncilOptions,
    edition=CouncilEdition,
    check_edition=check_edition,
    editions=EDITIONS,
    default_edition=DEFAULT_EDITION,
    actions=get_args(AnyAction),
    events=get_args(AnyEvent),
    decisions=tuple(CouncilDecision.__subclasses__()),
    view_type=CouncilView,
    outcome_type=CouncilOutcome,
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
