"""Continuation of a match: what follows an event without a choice, until a seat must choose or the match is over."""

from typing import assert_never

from domain.games.player_12 import events as e
from domain.games.player_12.legal import next_to_follow, shot_from
from domain.games.player_12.pieces import (
    CENTRE,
    FACES,
    MANDATORY,
    PLAYS,
    Percent,
    Space,
    Team,
    advanced,
    mates,
    opponent,
    space_in,
    team_of,
)
from domain.games.player_12.scoring import best_of, next_to_kick, shootout_ending, shootout_score, shootout_winner
from domain.games.player_12.state import Shootout
from domain.games.player_12.transition import Transition
from domain.kernel.basics import Seat, seats_of


def proceed(transition: Transition) -> None:
    """Apply what follows from the last event, until a seat must choose or the match is over."""
    followed = 0
    while followed < len(transition.events):
        followed = len(transition.events)
        _follow(transition, transition.events[-1])


def _follow(transition: Transition, event: e.Event) -> None:  # noqa: C901, PLR0912 -- one case an event
    match event:
        case e.CardLaid():
            _end_full_play(transition)
        case e.PlayWon():
            _after_play(transition, event)
        case e.ShotChosen():
            _shoot(transition, team_of(event.seat))
        case e.PlayedOn():
            _open_play(transition, (transition.pitch.plays[-1].winner,), transition.pitch.ball)
        case e.DieRolled():
            _after_roll(transition, event)
        case e.GoalScored():
            _restart(transition, opponent(event.team), CENTRE)
        case e.PenaltyKicked():
            _after_kick(transition, event)
        case e.CoinTossed():
            _after_toss(transition, event)
        case e.HalfStarted():
            _deal(transition, event)
        case e.HalfEnded():
            _after_half(transition, event)
        case e.HandDealt() | e.RestSetAside() | e.PlayOpened() | e.ShotOffered() | e.KickAwarded() | e.KeeperPlaced():
            return
        case e.MatchEnded():
            return
        case _:
            assert_never(event)


def _end_full_play(transition: Transition) -> None:
    pitch = transition.pitch
    if next_to_follow(pitch) is None:
        winner = best_of(pitch.table).seat
        transition.apply(e.PlayWon(pitch.half, pitch.play, winner, advanced(pitch.ball, team_of(winner))))


def _after_play(transition: Transition, event: e.PlayWon) -> None:
    team = team_of(event.winner)
    percent = shot_from(event.ball, team)
    if percent is None:
        _open_play(transition, (event.winner,), event.ball)
    elif percent == MANDATORY:
        _shoot(transition, team)
    else:
        transition.apply(e.ShotOffered(team, percent))


def _open_play(transition: Transition, leaders: tuple[Seat, ...], ball: Space) -> None:
    """Open the next play, or end the half after its last one (rule 4.1)."""
    pitch = transition.pitch
    if pitch.play < PLAYS:
        transition.apply(e.PlayOpened(pitch.half, pitch.play + 1, leaders, ball))
    else:
        transition.apply(e.HalfEnded(pitch.half, pitch.goals))


def _restart(transition: Transition, team: Team, ball: Space) -> None:
    _open_play(transition, mates(team, transition.pitch.seats), ball)


def _shoot(transition: Transition, team: Team) -> None:
    pitch = transition.pitch
    percent = shot_from(pitch.ball, team)
    if percent is not None:
        _roll(transition, team, "shot", percent, f"shot/{pitch.half}/{pitch.play}")


def _shoot_corner(transition: Transition, team: Team) -> None:
    pitch = transition.pitch
    corner = sum(isinstance(event, e.DieRolled) for event in transition.events)
    _roll(transition, team, "corner", 25, f"corner/{pitch.half}/{pitch.play}/{corner}")


def _roll(transition: Transition, team: Team, occasion: e.Occasion, percent: Percent, draw: str) -> None:
    face = transition.draws.below(draw, FACES)
    result = transition.pitch.edition.die(percent).faces[face]
    transition.apply(e.DieRolled(occasion, team, percent, face + 1, result))


def _after_roll(transition: Transition, event: e.DieRolled) -> None:
    team, other = event.team, opponent(event.team)
    match event.result:
        case "goal":
            _score(transition, team)
        case "save":
            _restart(transition, other, CENTRE)
        case "corner":
            _shoot_corner(transition, team)
        case "post":
            ball = space_in(other, 25) if event.occasion == "corner" else transition.pitch.ball
            _restart(transition, other, ball)
        case "card":
            _restart(transition, other, space_in(team, 25))
        case "penalty":
            transition.apply(e.KickAwarded(team))
        case _:
            assert_never(event.result)


def _score(transition: Transition, team: Team) -> None:
    home, away = transition.pitch.goals
    transition.apply(e.GoalScored(team, (home + (team == 0), away + (team == 1))))


def _after_kick(transition: Transition, event: e.PenaltyKicked) -> None:
    shootout = transition.pitch.shootout
    if shootout is not None:
        _continue_shootout(transition, shootout)
    elif event.scored:
        _score(transition, team_of(event.seat))
    else:
        _restart(transition, team_of(event.keeper), CENTRE)


def _continue_shootout(transition: Transition, shootout: Shootout) -> None:
    winner = shootout_winner(shootout)
    if winner is None:
        transition.apply(e.KickAwarded(next_to_kick(shootout)))
        return
    ending = shootout_ending(shootout)
    transition.apply(e.MatchEnded(ending, winner, transition.pitch.goals, shootout_score(shootout)))


def toss_coin(transition: Transition, toss: e.Toss) -> None:
    """Draw the team that kicks off, or that kicks first in the shoot-out (rules 4.2 and 9.3)."""
    transition.apply(e.CoinTossed(toss, Team(transition.draws.below(f"coin/{toss}", 2))))


def _after_toss(transition: Transition, event: e.CoinTossed) -> None:
    if event.toss == "kick_off":
        transition.apply(e.HalfStarted(1, event.team, CENTRE))
    else:
        _continue_shootout(transition, Shootout(event.team))


def _deal(transition: Transition, event: e.HalfStarted) -> None:
    pitch = transition.pitch
    order = transition.draws.shuffled(f"deal/{event.half}", pitch.edition.deck)
    for seat in seats_of(pitch.seats):
        transition.apply(e.HandDealt(seat, order[PLAYS * seat : PLAYS * (seat + 1)]))
    rest = order[PLAYS * pitch.seats :]
    transition.apply(e.RestSetAside(len(rest), rest))
    transition.apply(e.PlayOpened(event.half, 1, mates(event.team, pitch.seats), CENTRE))


def _after_half(transition: Transition, event: e.HalfEnded) -> None:
    home, away = event.goals
    if event.half == 1:
        transition.apply(e.HalfStarted(2, opponent(transition.pitch.kick_offs[0]), CENTRE))
    elif home == away:
        toss_coin(transition, "shootout")
    else:
        transition.apply(e.MatchEnded("full_time", Team(0) if home > away else Team(1), event.goals))
