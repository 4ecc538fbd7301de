"""Player 12: win plays, carry the ball to the other goal and shoot before the last card."""

from typing import Final

from domain.games.player_12 import events as ev
from domain.games.player_12.actions import (
    Follow,
    Kick,
    LayCard,
    Lead,
    PlaceKeeper,
    PlayerOptions,
    PlayOn,
    Shoot,
    ShootOrPlayOn,
    WhereToKeep,
    WhereToKick,
)
from domain.games.player_12.bots import sensible
from domain.games.player_12.decide import begin, decide, setup
from domain.games.player_12.edition import EDITIONS, STANDARD, PlayerEdition
from domain.games.player_12.evolve import evolve
from domain.games.player_12.legal import SEATS, check, legal_actions, pending
from domain.games.player_12.scoring import PlayerOutcome, outcome
from domain.games.player_12.view import PlayerView, view
from domain.kernel.basics import GameKey
from domain.kernel.game import Game, play_at_random

GAME: Final = Game(
    key=GameKey("player_12"),
    title="Player 12",
    summary="Win plays with cards, carry the ball to the other goal, and shoot before the odds turn.",
    rules_version=1,
    seats=SEATS,
    phases=("settling", "leading", "following", "choosing", "keeping", "kicking", "finished"),
    options=PlayerOptions,
    edition=PlayerEdition,
    editions=EDITIONS,
    default_edition=STANDARD.name,
    actions=(LayCard, Shoot, PlayOn, PlaceKeeper, Kick),
    events=(
        ev.CoinTossed,
        ev.HalfStarted,
        ev.HandDealt,
        ev.RestSetAside,
        ev.PlayOpened,
        ev.CardLaid,
        ev.PlayWon,
        ev.ShotOffered,
        ev.ShotChosen,
        ev.PlayedOn,
        ev.DieRolled,
        ev.GoalScored,
        ev.KickAwarded,
        ev.KeeperPlaced,
        ev.PenaltyKicked,
        ev.HalfEnded,
        ev.MatchEnded,
    ),
    decisions=(Lead, Follow, ShootOrPlayOn, WhereToKeep, WhereToKick),
    view_type=PlayerView,
    outcome_type=PlayerOutcome,
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
)
