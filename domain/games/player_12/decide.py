"""What follows from an action: the rules of play, ball, shots and penalties, until a seat must choose again."""

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
from domain.games.player_12.transition import PlayerTransition
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.game import Table
from domain.kernel.transition import Decided


def begin(table: Table[PlayerOptions, PlayerEdition]) -> PlayerState:
    """Give the state before the coin is tossed."""
    return Settling(Pitch(table.seats, table.edition, ((),) * table.seats))


def setup(state: PlayerState, draws: Draws) -> Decided[ev.PlayerEvent, PlayerState]:
    """Toss the coin, deal the first half and open its first play (rules 2.2 and 4.2)."""
    transition = PlayerTransition(evolve, state, draws)
    team = _toss(transition, "kick_off")
    _start_half(transition, 1, team)
    return transition.decided()


def decide(state: PlayerState, seat: Seat, action: PlayerAction, draws: Draws) -> Decided[ev.PlayerEvent, PlayerState]:
    """Take an action and all that follows from it; raises `RuleBroken` where it is not legal."""
    if action not in legal_actions(state, seat):
        raise refusal(state, seat, action)
    transition = PlayerTransition(evolve, state, draws)
    match state, action:
        case _, LayCard():
            transition.apply(ev.CardLaid(seat, action.card))
            if next_to_follow(transition.pitch) is None:
                _end_play(transition)
        case Choosing(), Shoot():
            transition.apply(ev.ShotChosen(seat))
            _shoot(transition, state.team, state.percent)
        case _, PlayOn():
            transition.apply(ev.PlayedOn(seat))
            _go_on(transition, (transition.pitch.plays[-1].winner,), transition.pitch.ball)
        case _, PlaceKeeper():
            transition.apply(ev.KeeperPlaced(seat, action.spot))
        case Kicking(), Kick():
            _kick(transition, seat, action.spot, state)
        case _:  # no such pair is among the legal ones
            raise refusal(state, seat, action)
    return transition.decided()


def _toss(transition: PlayerTransition, toss: ev.Toss) -> Team:
    team = Team(transition.draws.below(f"coin/{toss}", 2))
    transition.apply(ev.CoinTossed(toss, team))
    return team


def _start_half(transition: PlayerTransition, half: Half, team: Team) -> None:
    transition.apply(ev.HalfStarted(half, team, CENTRE))
    pitch = transition.pitch
    order = transition.draws.shuffled(f"deal/{half}", pitch.edition.deck)
    for seat in seats_of(pitch.seats):
        transition.apply(ev.HandDealt(seat, order[PLAYS * seat : PLAYS * (seat + 1)]))
    rest = order[PLAYS * pitch.seats :]
    transition.apply(ev.RestSetAside(len(rest), rest))
    transition.apply(ev.PlayOpened(half, 1, mates(team, pitch.seats), CENTRE))


def _end_play(transition: PlayerTransition) -> None:
    pitch = transition.pitch
    winner = best_of(pitch.table).seat
    team = team_of(winner)
    ball = advanced(pitch.ball, team)
    transition.apply(ev.PlayWon(pitch.half, pitch.play, winner, ball))
    percent = shot_from(ball, team)
    if percent is None:
        _go_on(transition, (winner,), ball)
    elif percent == MANDATORY:
        _shoot(transition, team, percent)
    else:
        transition.apply(ev.ShotOffered(team, percent))


def _go_on(transition: PlayerTransition, leaders: tuple[Seat, ...], ball: Space) -> None:
    pitch = transition.pitch
    if pitch.play < PLAYS:
        transition.apply(ev.PlayOpened(pitch.half, pitch.play + 1, leaders, ball))
    else:
        _end_half(transition)


def _restart(transition: PlayerTransition, team: Team, ball: Space) -> None:
    _go_on(transition, mates(team, transition.pitch.seats), ball)


def _shoot(transition: PlayerTransition, team: Team, percent: Percent) -> None:
    pitch = transition.pitch
    result = _roll(transition, team, "shot", percent, f"shot/{pitch.half}/{pitch.play}")
    _apply(transition, team, result, corners=0)


def _corner(transition: PlayerTransition, team: Team, corners: int) -> None:
    pitch = transition.pitch
    result = _roll(transition, team, "corner", 25, f"corner/{pitch.half}/{pitch.play}/{corners}")
    _apply(transition, team, result, corners)


def _roll(transition: PlayerTransition, team: Team, occasion: ev.Occasion, percent: Percent, name: str) -> Result:
    face = transition.draws.below(name, FACES)
    result = transition.pitch.edition.die(percent).faces[face]
    transition.apply(ev.DieRolled(occasion, team, percent, face + 1, result))
    return result


def _apply(transition: PlayerTransition, team: Team, result: Result, corners: int) -> None:
    other = opponent(team)
    match result:
        case "goal":
            _score(transition, team)
        case "save":
            _restart(transition, other, CENTRE)
        case "corner":
            _corner(transition, team, corners + 1)
        case "post":
            _restart(transition, other, space_in(other, 25) if corners else transition.pitch.ball)
        case "card":
            _restart(transition, other, space_in(team, 25))
        case "penalty":
            transition.apply(ev.KickAwarded(team))
        case _:
            assert_never(result)


def _score(transition: PlayerTransition, team: Team) -> None:
    home, away = transition.pitch.goals
    transition.apply(ev.GoalScored(team, (home + (team == 0), away + (team == 1))))
    _restart(transition, opponent(team), CENTRE)


def _kick(transition: PlayerTransition, seat: Seat, spot: Spot, kept: Kicking) -> None:
    scored = spot != kept.spot
    transition.apply(ev.PenaltyKicked(seat, spot, kept.keeper, kept.spot, scored))
    shootout = transition.pitch.shootout
    if shootout is not None:
        _go_on_kicking(transition, shootout)
    elif scored:
        _score(transition, team_of(seat))
    else:
        _restart(transition, team_of(kept.keeper), CENTRE)


def _end_half(transition: PlayerTransition) -> None:
    pitch = transition.pitch
    transition.apply(ev.HalfEnded(pitch.half, pitch.goals))
    home, away = pitch.goals
    if pitch.half == 1:
        _start_half(transition, 2, opponent(pitch.kick_offs[0]))
    elif home == away:
        _go_on_kicking(transition, Shootout(_toss(transition, "shootout")))
    else:
        transition.apply(ev.MatchEnded("full_time", Team(0) if home > away else Team(1), pitch.goals))


def _go_on_kicking(transition: PlayerTransition, shootout: Shootout) -> None:
    winner = shootout_winner(shootout)
    if winner is None:
        transition.apply(ev.KickAwarded(next_to_kick(shootout)))
        return
    ending = shootout_ending(shootout)
    transition.apply(ev.MatchEnded(ending, winner, transition.pitch.goals, shootout_score(shootout)))
