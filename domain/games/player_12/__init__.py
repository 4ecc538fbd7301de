"""Player 12: win plays with cards, carry the ball to the other goal and shoot. `RULES.md` has the rules."""

from importlib import resources
from typing import Final, get_args

from domain.games.player_12.actions import PlayerAction, PlayerDecision, PlayerOptions
from domain.games.player_12.bots import sensible
from domain.games.player_12.decide import begin, decide, setup
from domain.games.player_12.drawing import draw
from domain.games.player_12.edition import EDITIONS, STANDARD, PlayerEdition, check_edition
from domain.games.player_12.events import PlayerEvent
from domain.games.player_12.evolve import evolve
from domain.games.player_12.legal import SEATS, check, legal_actions, pending
from domain.games.player_12.milestones import MILESTONES
from domain.games.player_12.scoreboard import BOARD
from domain.games.player_12.scoring import PlayerOutcome, outcome
from domain.games.player_12.state import Phase, PlayerState
from domain.games.player_12.view import PlayerView, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game, play_at_random

GAME: Final[Game[PlayerOptions, PlayerEdition, PlayerAction, PlayerEvent, PlayerState, PlayerView]] = Game(
    key=GameKey("player_12"),
    title="Player 12",
    summary="Win plays with cards, carry the ball to the other goal, and shoot before you lose it.",
    rules_version=1,
    rules=resources.files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    seats=SEATS,
    phases=get_args(Phase),
    options=PlayerOptions,
    edition=PlayerEdition,
    editions=EDITIONS,
    default_edition=STANDARD.name,
    actions=get_args(PlayerAction),
    events=get_args(PlayerEvent),
    decisions=get_args(PlayerDecision),
    view_type=PlayerView,
    outcome_type=PlayerOutcome,
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
    bots={"random": play_at_random, "sensible": sensible},
    draw=draw,
    milestones=MILESTONES,
    board=BOARD,
)
