"""Who wins a play, the shoot-out and the match."""

from collections.abc import Sequence
from typing import Final

from domain.games.player_12.events import Ending
from domain.games.player_12.pieces import TRUMP, Card, Colour, Team, Teams, mates, opponent, team_of
from domain.games.player_12.state import Finished, Laid, Shootout, State
from domain.kernel import messages
from domain.kernel.basics import Seat

KICKS: Final = 3
"""Kicks of each team in a shoot-out before sudden death (rule 9.3)."""


class Outcome(messages.Outcome, frozen=True, kw_only=True, omit_defaults=True):
    """How a match ended: the seats of both teams, their goals, and their score in the shoot-out if there was one.

    `scores` gives each seat its team's goals; goals and `penalties` stand in the order of `teams`, a match of
    2-2 and 4-3 on penalties say.
    """

    ending: Ending
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    goals: Teams
    penalties: Teams | None = None


def strength(card: Card, led: Colour) -> int:
    """What a card is worth in a play: black over the led colour over the rest, n then n+ then n+1 (rules 5.5, 5.6)."""
    colour = 2 if card.colour == TRUMP else 1 if card.colour == led else 0
    return 100 * colour + 2 * card.number + card.plus


def best_of(laid: Sequence[Laid]) -> Laid:
    """The card that wins a play, or would if it ended now; `laid` starts with the lead."""
    led = laid[0].card.colour
    return max(laid, key=lambda one: strength(one.card, led))


def shootout_score(shootout: Shootout) -> Teams:
    """The kicks that each team scored."""
    scored = [team_of(kick.kicker) for kick in shootout.kicks if kick.scored]
    return scored.count(Team(0)), scored.count(Team(1))


def next_to_kick(shootout: Shootout) -> Team:
    """The team whose kick is due: in turn from the one that the coin named (rule 9.3)."""
    return shootout.first if len(shootout.kicks) % 2 == 0 else opponent(shootout.first)


def shootout_winner(shootout: Shootout) -> Team | None:
    """The team that leads by more than the other can still score, in three kicks each or else in the pair under way."""
    taken = len(shootout.kicks)
    each = max(KICKS, (taken + 1) // 2)
    left = {shootout.first: each - (taken + 1) // 2, opponent(shootout.first): each - taken // 2}
    score = shootout_score(shootout)
    for team in (Team(0), Team(1)):
        if score[team] > score[opponent(team)] + left[opponent(team)]:
            return team
    return None


def shootout_ending(shootout: Shootout) -> Ending:
    """The word for a match that this shoot-out decided."""
    return "penalties" if len(shootout.kicks) <= 2 * KICKS else "sudden_death"


def outcome(state: State) -> Outcome:
    """Say how a finished match ended; raises `ValueError` for one that is not."""
    if not isinstance(state, Finished):
        message = "the match is not over"
        raise ValueError(message)  # noqa: TRY004 -- the match is in the wrong phase
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
