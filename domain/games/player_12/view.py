"""View of a match: contains only what its viewer may know."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from domain.games.player_12.events import Ending
from domain.games.player_12.pieces import (
    Card,
    Half,
    Percent,
    Space,
    Spot,
    Team,
    Teams,
    half_at,
    opponent,
    percent_at,
    team_of,
)
from domain.games.player_12.scoring import shootout_score
from domain.games.player_12.state import (
    Choosing,
    Finished,
    Following,
    Keeping,
    Kicking,
    Laid,
    Leading,
    PenaltyKick,
    PhaseName,
    Pitch,
    Roll,
    Settling,
    Shootout,
    State,
    WonPlay,
)
from domain.kernel import messages
from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Viewer


class SeatView(Struct, frozen=True, omit_defaults=True):
    """Seat with its team and number of cards. `hand` is absent for viewers who may not see it."""

    seat: Seat
    team: Team
    cards: int
    hand: tuple[Card, ...] | None = None


class BallView(Struct, frozen=True, omit_defaults=True):
    """Position of the ball: `space` is 0 to 6 from team 0's goal to team 1's.

    `half` is the team in whose half the ball is, `percent` the die of a shot; both are absent at the centre.
    """

    space: Space
    half: Team | None = None
    percent: Percent | None = None


class PenaltyView(Struct, frozen=True, omit_defaults=True):
    """Current penalty kick of `team`, and the seat that placed the keeper, once placed.

    `spot` is absent for viewers who may not see it.
    """

    team: Team
    keeper: Seat | None = None
    spot: Spot | None = None


class ShootoutView(Struct, frozen=True):
    """Shoot-out: the team that kicks first, all kicks in order, and the number of scored kicks per team."""

    first: Team
    kicks: tuple[PenaltyKick, ...]
    score: Teams


class View(messages.View, frozen=True, omit_defaults=True, kw_only=True):
    """View of the match for one viewer. A field without a value, or hidden from the viewer, is absent.

    `table` holds the cards of the current play, the lead first; `plays` the finished plays of this half; `leaders`
    the seats that may lead. `rest` is the number of undealt cards; `rest_cards` lists them after the end.
    `shot` is the percentage offered to the team `choosing`. `roll` and `kick` are the latest roll and penalty kick,
    `kick_offs` the team that started each half so far.
    """

    phase: PhaseName
    half: Half
    play: int
    ball: BallView
    goals: Teams
    kick_offs: tuple[Team, ...] = ()
    seats: tuple[SeatView, ...]
    table: tuple[Laid, ...] = ()
    plays: tuple[WonPlay, ...] = ()
    leaders: tuple[Seat, ...] = ()
    rest: int
    rest_cards: tuple[Card, ...] | None = None
    choosing: Team | None = None
    shot: Percent | None = None
    roll: Roll | None = None
    penalty: PenaltyView | None = None
    kick: PenaltyKick | None = None
    shootout: ShootoutView | None = None
    ending: Ending | None = None
    winner: Team | None = None


def view(state: State, viewer: Viewer) -> View:
    """Return the view of a viewer: the hands of their seats, and the keeper they placed; everything after the end."""
    shown = _pitch(state.PHASE, state.pitch, viewer)
    match state:
        case Leading():
            return replace(shown, leaders=state.leaders)
        case Choosing():
            return replace(shown, choosing=state.team, shot=state.percent)
        case Keeping():
            return replace(shown, penalty=PenaltyView(state.kicking))
        case Kicking():
            return replace(shown, penalty=_penalty(state, viewer))
        case Finished():
            return replace(shown, ending=state.ending, winner=state.winner)
        case Settling() | Following():
            return shown
        case _:
            assert_never(state)


def _pitch(phase: PhaseName, pitch: Pitch, viewer: Viewer) -> View:
    return View(
        phase=phase,
        half=pitch.half,
        play=pitch.play,
        ball=BallView(pitch.ball, half_at(pitch.ball), percent_at(pitch.ball)),
        goals=pitch.goals,
        kick_offs=pitch.kick_offs,
        seats=tuple([_seat(pitch, seat, viewer) for seat in seats_of(pitch.seats)]),
        table=pitch.table,
        plays=pitch.plays,
        rest=len(pitch.rest),
        rest_cards=pitch.rest if viewer.everything else None,
        roll=pitch.roll,
        kick=pitch.kick,
        shootout=None if pitch.shootout is None else _shootout(pitch.shootout),
    )


def _seat(pitch: Pitch, seat: Seat, viewer: Viewer) -> SeatView:
    hand = pitch.hands[seat]
    return SeatView(seat, team_of(seat), len(hand), hand if viewer.knows(seat) else None)


def _penalty(state: Kicking, viewer: Viewer) -> PenaltyView:
    spot = state.spot if viewer.knows(state.keeper) else None
    return PenaltyView(opponent(team_of(state.keeper)), state.keeper, spot)


def _shootout(shootout: Shootout) -> ShootoutView:
    return ShootoutView(shootout.first, shootout.kicks, shootout_score(shootout))
