"""Setup of a match: which tables are allowed, the state before the coin toss, and the first deal."""

from typing import Final

from domain.games.player_12 import events as e
from domain.games.player_12.actions import Options
from domain.games.player_12.continuation import proceed, toss_coin
from domain.games.player_12.edition import Edition
from domain.games.player_12.edition_checks import check_edition
from domain.games.player_12.evolve import evolve
from domain.games.player_12.state import Pitch, Settling, State
from domain.games.player_12.transition import Transition
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import Table
from domain.kernel.transition import Decided

SEATS: Final = (2, 4)


def check(table: Table[Options, Edition]) -> None:
    """Check a table: raises `Refused` (`unprocessable`) for a wrong number of seats or edition (rules 1.1 and 10.4)."""
    if table.seats not in SEATS:
        raise Refused("unprocessable", f"Player 12 is played with 2 or 4 seats, not {table.seats}.", rule="1.1")
    try:
        check_edition(table.edition)
    except ValueError as error:
        raise Refused("unprocessable", str(error)) from error


def begin(table: Table[Options, Edition]) -> State:
    """Return the state before the coin toss."""
    return Settling(Pitch(table.seats, table.edition, ((),) * table.seats))


def setup(state: State, draws: Draws) -> Decided[e.Event, State]:
    """Toss the coin, deal the first half and open its first play (rules 2.2 and 4.2)."""
    transition = Transition(evolve, state, draws)
    toss_coin(transition, "kick_off")
    proceed(transition)
    return transition.decided()
