"""What follows from an action: the rules of play, ball, shots and penalties, until a seat must choose again."""

from collections.abc import Sequence
from typing import assert_never

from domain.games.player_12 import events as ev
from domain.games.player_12.actions import Kick, LayCard, PlaceKeeper, PlayerAction, PlayerOptions, PlayOn, Shoot
from domain.games.player_12.edition import PlayerEdition
from domain.games.player_12.evolve import evolve
from domain.games.player_12.legal import legal_actions, next_to_follow, refusal, shot_from
from domain.games.player_12.pieces import (
    CENTRE,
    FACES,
    MANDATORY,
    PLAYS,
    Half,
    Percent,
    Result,
    Space,
    Spot,
    Team,
    advanced,
    mates,
    opponent,
    space_in,
    team_of,
)
from domain.games.player_12.scoring import best_of, next_to_kick, shootout_ending, shootout_score, shootout_winner
from domain.games.player_12.state import Choosing, Kicking, Pitch, PlayerState, Settling, Shootout
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.game import Table


class Course:
    """What an action brings about so far, and where the match then stands."""

    __slots__ = ("draws", "events", "state")

    def __init__(self, state: PlayerState, draws: Draws) -> None:
        """Begin with nothing having happened."""
        self.state = state
        self.draws = draws
        self.events: list[ev.PlayerEvent] = []

    @property
    def pitch(self) -> Pitch:
        """The pitch as it is now."""
        return self.state.pitch

    def happen(self, event: ev.PlayerEvent) -> None:
        """Add what happens next."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def begin(table: Table[PlayerOptions, PlayerEdition]) -> PlayerState:
    """Give the state before the coin is tossed."""
    return Settling(Pitch(table.seats, table.edition, ((),) * table.seats))


def setup(state: PlayerState, draws: Draws) -> Sequence[ev.PlayerEvent]:
    """Toss the coin, deal the first half and open its first play (rules 2.2 and 4.2)."""
    course = Course(state, draws)
    team = _toss(course, "kick_off")
    _start_half(course, 1, team)
    return course.events


def decide(state: PlayerState, seat: Seat, action: PlayerAction, draws: Draws) -> Sequence[ev.PlayerEvent]:
    """Take an action and all that follows from it; raises `RuleBroken` where it is not legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    course = Course(state, draws)
    match state, action:
        case _, LayCard():
            course.happen(ev.CardLaid(seat, action.card))
            if next_to_follow(course.pitch) is None:
                _end_play(course)
        case Choosing(), Shoot():
            course.happen(ev.ShotChosen(seat))
            _shoot(course, state.team, state.percent)
        case _, PlayOn():
            course.happen(ev.PlayedOn(seat))
            _go_on(course, (course.pitch.plays[-1].winner,), course.pitch.ball)
        case _, PlaceKeeper():
            course.happen(ev.KeeperPlaced(seat, action.spot))
        case Kicking(), Kick():
            _kick(course, seat, action.spot, state)
        case _:  # no such pair is among the legal ones
            raise refusal(state, seat, action)
    return course.events


def _toss(course: Course, toss: ev.Toss) -> Team:
    team = Team(course.draws.below(f"coin/{toss}", 2))
    course.happen(ev.CoinTossed(toss, team))
    return team


def _start_half(course: Course, half: Half, team: Team) -> None:
    course.happen(ev.HalfStarted(half, team, CENTRE))
    pitch = course.pitch
    order = course.draws.shuffled(f"deal/{half}", pitch.edition.deck)
    for seat in seats_of(pitch.seats):
        course.happen(ev.HandDealt(seat, order[PLAYS * seat : PLAYS * (seat + 1)]))
    rest = order[PLAYS * pitch.seats :]
    course.happen(ev.RestSetAside(len(rest), rest))
    course.happen(ev.PlayOpened(half, 1, mates(team, pitch.seats), CENTRE))


def _end_play(course: Course) -> None:
    pitch = course.pitch
    winner = best_of(pitch.table).seat
    team = team_of(winner)
    ball = advanced(pitch.ball, team)
    course.happen(ev.PlayWon(pitch.half, pitch.play, winner, ball))
    percent = shot_from(ball, team)
    if percent is None:
        _go_on(course, (winner,), ball)
    elif percent == MANDATORY:
        _shoot(course, team, percent)
    else:
        course.happen(ev.ShotOffered(team, percent))


def _go_on(course: Course, leaders: tuple[Seat, ...], ball: Space) -> None:
    pitch = course.pitch
    if pitch.play < PLAYS:
        course.happen(ev.PlayOpened(pitch.half, pitch.play + 1, leaders, ball))
    else:
        _end_half(course)


def _restart(course: Course, team: Team, ball: Space) -> None:
    _go_on(course, mates(team, course.pitch.seats), ball)


def _shoot(course: Course, team: Team, percent: Percent) -> None:
    pitch = course.pitch
    result = _roll(course, team, "shot", percent, f"shot/{pitch.half}/{pitch.play}")
    _apply(course, team, result, corners=0)


def _corner(course: Course, team: Team, corners: int) -> None:
    pitch = course.pitch
    result = _roll(course, team, "corner", 25, f"corner/{pitch.half}/{pitch.play}/{corners}")
    _apply(course, team, result, corners)


def _roll(course: Course, team: Team, occasion: ev.Occasion, percent: Percent, name: str) -> Result:
    face = course.draws.below(name, FACES)
    result = course.pitch.edition.die(percent).faces[face]
    course.happen(ev.DieRolled(occasion, team, percent, face + 1, result))
    return result


def _apply(course: Course, team: Team, result: Result, corners: int) -> None:
    other = opponent(team)
    match result:
        case "goal":
            _score(course, team)
        case "save":
            _restart(course, other, CENTRE)
        case "corner":
            _corner(course, team, corners + 1)
        case "post":
            _restart(course, other, space_in(other, 25) if corners else course.pitch.ball)
        case "card":
            _restart(course, other, space_in(team, 25))
        case "penalty":
            course.happen(ev.KickAwarded(team))
        case _:
            assert_never(result)


def _score(course: Course, team: Team) -> None:
    home, away = course.pitch.goals
    course.happen(ev.GoalScored(team, (home + (team == 0), away + (team == 1))))
    _restart(course, opponent(team), CENTRE)


def _kick(course: Course, seat: Seat, spot: Spot, kept: Kicking) -> None:
    scored = spot != kept.spot
    course.happen(ev.PenaltyKicked(seat, spot, kept.keeper, kept.spot, scored))
    shootout = course.pitch.shootout
    if shootout is not None:
        _go_on_kicking(course, shootout)
    elif scored:
        _score(course, team_of(seat))
    else:
        _restart(course, team_of(kept.keeper), CENTRE)


def _end_half(course: Course) -> None:
    pitch = course.pitch
    course.happen(ev.HalfEnded(pitch.half, pitch.goals))
    home, away = pitch.goals
    if pitch.half == 1:
        _start_half(course, 2, opponent(pitch.kick_offs[0]))
    elif home == away:
        _go_on_kicking(course, Shootout(_toss(course, "shootout")))
    else:
        course.happen(ev.MatchEnded("full_time", Team(0) if home > away else Team(1), pitch.goals))


def _go_on_kicking(course: Course, shootout: Shootout) -> None:
    winner = shootout_winner(shootout)
    if winner is None:
        course.happen(ev.KickAwarded(next_to_kick(shootout)))
        return
    ending = shootout_ending(shootout)
    course.happen(ev.MatchEnded(ending, winner, course.pitch.goals, shootout_score(shootout)))
