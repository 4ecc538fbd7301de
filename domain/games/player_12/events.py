"""Events of a match.

THE TAGS AND FIELD NAMES ARE THE STORAGE FORMAT. Never rename, remove or retype one: stored matches contain them.
Give a changed event a new `REVISION` and an upcaster instead.
"""

from typing import ClassVar, Literal

from domain.games.player_12.pieces import Card, Half, Percent, Result, Space, Spot, Team, Teams
from domain.kernel import messages
from domain.kernel.basics import Seat

Toss = Literal["kick_off", "shootout"]
Occasion = Literal["shot", "corner"]
Ending = Literal["full_time", "penalties", "sudden_death"]


class CoinTossed(messages.Event, frozen=True, tag="coin_tossed"):
    """The coin selected the team that kicks off, or that kicks first in the shoot-out."""

    toss: Toss
    team: Team


class HalfStarted(messages.Event, frozen=True, tag="half_started"):
    """A half started: all cards are collected, the ball is on `ball`, and `team` has the kick-off."""

    half: Half
    team: Team
    ball: Space


class HandDealt(messages.Event, frozen=True, tag="hand_dealt"):
    """A seat received ten cards, which only that seat can see."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    to: Seat
    cards: tuple[Card, ...]

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that received the cards."""
        return (self.to,)


class RestSetAside(messages.Event, frozen=True, tag="rest_set_aside"):
    """The undealt cards were set aside: `count` cards, hidden from everyone until the match is over."""

    SECRET: ClassVar[tuple[str, ...]] = ("cards",)
    count: int
    cards: tuple[Card, ...]


class PlayOpened(messages.Event, frozen=True, tag="play_opened"):
    """A play opened with the ball on `ball`: the first of `leaders` to lay a card leads it."""

    RETRACTABLE: ClassVar[bool] = True

    half: Half
    play: int
    leaders: tuple[Seat, ...]
    ball: Space


class CardLaid(messages.Event, frozen=True, tag="card_laid"):
    """A seat laid a card. The first card of a play leads it."""

    seat: Seat
    card: Card


class PlayWon(messages.Event, frozen=True, tag="play_won"):
    """The best card won the play and moved the ball to `ball`."""

    half: Half
    play: int
    winner: Seat
    ball: Space


class ShotOffered(messages.Event, frozen=True, tag="shot_offered"):
    """The team that won the play may shoot from the `percent` position."""

    team: Team
    percent: Percent


class ShotChosen(messages.Event, frozen=True, tag="shot_chosen"):
    """A seat chose the shot for its team."""

    seat: Seat


class PlayedOn(messages.Event, frozen=True, tag="played_on"):
    """A seat declined the shot for its team."""

    RETRACTABLE: ClassVar[bool] = True

    seat: Seat


class DieRolled(messages.Event, frozen=True, tag="die_rolled"):
    """A die was rolled for the shot or corner of `team`; `face` is 1 to 12."""

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
    """A team was awarded a penalty kick. The other team places its keeper next."""

    team: Team


class KeeperPlaced(messages.Event, frozen=True, tag="keeper_placed"):
    """A seat placed the keeper on a spot that is hidden from all other seats."""

    RETRACTABLE: ClassVar[bool] = True

    SECRET: ClassVar[tuple[str, ...]] = ("spot",)
    seat: Seat
    spot: Spot

    def known_to(self) -> tuple[Seat, ...]:
        """Return the seat that placed the keeper; its teammate does not know the spot."""
        return (self.seat,)


class PenaltyKicked(messages.Event, frozen=True, tag="penalty_kicked"):
    """A seat kicked to `spot`, and the keeper's spot was revealed."""

    seat: Seat
    spot: Spot
    keeper: Seat
    keeper_spot: Spot
    scored: bool


class HalfEnded(messages.Event, frozen=True, tag="half_ended"):
    """A half ended after ten plays; `goals` is the score."""

    half: Half
    goals: Teams


class MatchEnded(messages.Event, frozen=True, tag="match_ended"):
    """The match ended. `kicks` is the score of the shoot-out, if there was one."""

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
