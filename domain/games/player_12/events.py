"""What happens in Player 12.

THE TAGS AND FIELD NAMES ARE THE STORAGE FORMAT. Stored matches hold them for ever: never rename, remove or
re-type one; give a changed event a new `REVISION` and an upcaster instead.
"""

from typing import ClassVar, Literal

from domain.games.player_12.pieces import Card, Half, Percent, Result, Space, Spot, Team, Teams
from domain.kernel import messages
from domain.kernel.basics import Seat

Toss = Literal["kick_off", "shootout"]
Occasion = Literal["shot", "corner"]
Ending = Literal["full_time", "penalties", "sudden_death"]


class CoinTossed(messages.Event, frozen=True, tag="coin_tossed"):
    """The coin named the team that kicks off, or that kicks first in the shoot-out."""

    toss: Toss
    team: Team


class HalfStarted(messages.Event, frozen=True, tag="half_started"):
    """All cards are gathered, the ball is at the centre, and `team` has the kick-off."""

    half: Half
    team: Team
    ball: Space


class HandDealt(messages.Event, frozen=True, tag="hand_dealt"):
    """A hand of ten cards, seen by its own seat alone."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    to: Seat
    cards: tuple[Card, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Only its own seat."""
        return (self.to,)


class RestSetAside(messages.Event, frozen=True, tag="rest_set_aside"):
    """The `count` cards that nobody was dealt, seen by nobody until the match is over."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    count: int
    cards: tuple[Card, ...]


class PlayOpened(messages.Event, frozen=True, tag="play_opened"):
    """A play may begin: whichever of `leaders` lays a card first leads it, with the ball on `ball`."""

    RETRACTABLE: ClassVar[bool] = True

    half: Half
    play: int
    leaders: tuple[Seat, ...]
    ball: Space


class CardLaid(messages.Event, frozen=True, tag="card_laid"):
    """A seat laid a card; the first of a play leads."""

    seat: Seat
    card: Card


class PlayWon(messages.Event, frozen=True, tag="play_won"):
    """The best card won the play and took the ball to `ball`."""

    half: Half
    play: int
    winner: Seat
    ball: Space


class ShotOffered(messages.Event, frozen=True, tag="shot_offered"):
    """The team that has just won a play may shoot from the `percent` position."""

    team: Team
    percent: Percent


class ShotChosen(messages.Event, frozen=True, tag="shot_chosen"):
    """A seat decided for its team to shoot."""

    seat: Seat


class PlayedOn(messages.Event, frozen=True, tag="played_on"):
    """A seat decided for its team not to shoot."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class DieRolled(messages.Event, frozen=True, tag="die_rolled"):
    """The die of a shot, or of the corner that it brought, fell on a face (1 to 12) for the shooting `team`."""

    occasion: Occasion
    team: Team
    die: Percent
    face: int
    result: Result


class GoalScored(messages.Event, frozen=True, tag="goal_scored"):
    """A team scored; `goals` is the new score."""

    team: Team
    goals: Teams


class KickAwarded(messages.Event, frozen=True, tag="kick_awarded"):
    """A team has a penalty kick; the other one is to place its keeper."""

    team: Team


class KeeperPlaced(messages.Event, frozen=True, tag="keeper_placed"):
    """A seat placed the keeper where nobody else can see it."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("spot",)
    seat: Seat
    spot: Spot

    def known_to(self) -> tuple[Seat, ...]:
        """Only the seat that placed it: not even its mate."""
        return (self.seat,)


class PenaltyKicked(messages.Event, frozen=True, tag="penalty_kicked"):
    """A seat kicked to `spot`, and where the keeper stood was revealed."""

    seat: Seat
    spot: Spot
    keeper: Seat
    keeper_spot: Spot
    scored: bool


class HalfEnded(messages.Event, frozen=True, tag="half_ended"):
    """Ten plays are over; `goals` is the score."""

    half: Half
    goals: Teams


class MatchEnded(messages.Event, frozen=True, tag="match_ended"):
    """The match is decided; `kicks` is the score of the shoot-out if there was one."""

    ending: Ending
    winner: Team
    goals: Teams
    kicks: Teams | None = None


PlayEvent = PlayOpened | CardLaid | PlayWon
DealEvent = CoinTossed | HalfStarted | HandDealt | RestSetAside
ShotEvent = ShotOffered | ShotChosen | PlayedOn | DieRolled | GoalScored
KickEvent = KickAwarded | KeeperPlaced | PenaltyKicked
EndEvent = HalfEnded | MatchEnded
Event = PlayEvent | DealEvent | ShotEvent | KickEvent | EndEvent
