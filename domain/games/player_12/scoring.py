"""Scoring: the values of cards, the winner of a play and of the shoot-out, and the outcome."""

from collections.abc import Sequence
from typing import Final

from domain.games.player_12.events import Ending
from domain.games.player_12.pieces import TRUMP, Card, Colour, Team, Teams, mates, opponent, team_of
from domain.games.player_12.state import Finished, Laid, Shootout, State
from domain.kernel import messages
from domain.kernel.basics import Seat

KICKS: Final = 3
"""Number of kicks per team in a shoot-out before sudden death (rule 9.3)."""


class Outcome(messages.Outcome, frozen=True, kw_only=True, omit_defaults=True):
    """Outcome of a match.

    `scores` gives each seat its team's goals. `teams` lists the seats of both teams; `goals` and `penalties` have one
    number per team, in the same order. `penalties` is the score of the shoot-out, if there was one.
    """

    ending: Ending
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    goals: Teams
    penalties: Teams | None = None


def strength(card: Card, led: Colour) -> int:
    """Return the value of a card in a play: black, the led colour, then the rest; n < n+ < n+1 (rules 5.5, 5.6)."""
    colour = 2 if card.colour == TRUMP else 1 if card.colour == led else 0
    return 100 * colour + 2 * card.number + card.plus


def best_of(laid: Sequence[Laid]) -> Laid:
    """Return the best of the cards laid so far. `laid` starts with the lead and is not empty."""
    led = laid[0].card.colour
    return max(laid, key=lambda entry: strength(entry.card, led))


def shootout_score(shootout: Shootout) -> Teams:
    """Return the number of scored kicks per team."""
    scored = [team_of(kick.kicker) for kick in shootout.kicks if kick.scored]
    return scored.count(Team(0)), scored.count(Team(1))


def next_to_kick(shootout: Shootout) -> Team:
    """Return the team that kicks next: the teams alternate (rule 9.3)."""
    return shootout.first if len(shootout.kicks) % 2 == 0 else opponent(shootout.first)


def shootout_winner(shootout: Shootout) -> Team | None:
    """Return the team that the other can no longer catch, or `None`.

    The other team's remaining kicks count: those of the first three, and in sudden death those of the current pair.
    """
    taken = len(shootout.kicks)
    each = max(KICKS, (taken + 1) // 2)
    left = {shootout.first: each - (taken + 1) // 2, opponent(shootout.first): each - taken // 2}
    score = shootout_score(shootout)
    for team in (Team(0), Team(1)):
        if score[team] > score[opponent(team)] + left[opponent(team)]:
            return team
    return None


def shootout_ending(shootout: Shootout) -> Ending:
    """Return the ending of a match that this shoot-out decided."""
    return "penalties" if len(shootout.kicks) <= 2 * KICKS else "sudden_death"


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished match; raises `ValueError` for any other."""
    if not isinstance(state, Finished):
        message = "the match is not over"
        raise ValueError(message)  # noqa: TRY004 -- the value is in the wrong phase, not of the wrong type
    pitch, winners = state.pitch, mates(state.winner, state.pitch.seats)
    seats = range(pitch.seats)
    return Outcome(
        ending=state.ending,
        scores=tuple(pitch.goals[seat % 2] for seat in seats),
        ranking=tuple(1 if seat in winners else 1 + len(winners) for seat in seats),
        winners=winners,
        teams=(mates(Team(0), pitch.seats), mates(Team(1), pitch.seats)),
        goals=pitch.goals,
        penalties=None if pitch.shootout is None else shootout_score(pitch.shootout),
    )
