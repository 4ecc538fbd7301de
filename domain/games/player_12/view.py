"""What one viewer may know of a match, built up from nothing."""

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
    Phase,
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
    """A seat: its team, how many cards it holds, and which for those who may know."""

    seat: Seat
    team: Team
    cards: int
    hand: tuple[Card, ...] | None = None


class BallView(Struct, frozen=True, omit_defaults=True):
    """Where the ball lies: `space` 0 to 6 from team 0's goal to team 1's; off the centre, whose half and which die."""

    space: Space
    half: Team | None = None
    percent: Percent | None = None


class PenaltyView(Struct, frozen=True, omit_defaults=True):
    """A penalty kick under way: who kicks, who placed the keeper, and where for those who may know."""

    team: Team
    keeper: Seat | None = None
    spot: Spot | None = None


class ShootoutView(Struct, frozen=True):
    """The shoot-out: the team that kicks first, all kicks in turn, the kicks that each team scored."""

    first: Team
    kicks: tuple[PenaltyKick, ...]
    score: Teams


class View(messages.View, frozen=True, omit_defaults=True, kw_only=True):
    """The table as one viewer sees it; what there is not, or what he may not know, is absent.

    `table` holds the cards of the play under way from the lead on, `plays` those of the half that are over, `leaders`
    the seats of which any may lead, `rest` the number of cards that nobody holds and `rest_cards` which, after
    the end. `shot` is the percentage offered to the team `choosing`, `roll` and `kick` are
    the last die and the last penalty, `kick_offs` the team that started each half so far.
    """

    phase: Phase
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
    """Show the match to a viewer: the hands of his seats, the keeper that they placed, everything after the end."""
    shown = _pitch(state.PHASE, state.pitch, viewer)
    match state:
        case Leading():
            return replace(shown, leaders=state.leaders)
        case Choosing():
            return replace(shown, choosing=state.team, shot=state.percent)
        case Keeping():
            return replace(shown, penalty=PenaltyView(state.kicking))
        case Kicking():
            return replace(shown, penalty=_kept(state, viewer))
        case Finished():
            return replace(shown, ending=state.ending, winner=state.winner)
        case Settling() | Following():
            return shown
        case _:
            assert_never(state)


def _pitch(phase: Phase, pitch: Pitch, viewer: Viewer) -> View:
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


def _kept(state: Kicking, viewer: Viewer) -> PenaltyView:
    spot = state.spot if viewer.knows(state.keeper) else None
    return PenaltyView(opponent(team_of(state.keeper)), state.keeper, spot)


def _shootout(shootout: Shootout) -> ShootoutView:
    return ShootoutView(shootout.first, shootout.kicks, shootout_score(shootout))
