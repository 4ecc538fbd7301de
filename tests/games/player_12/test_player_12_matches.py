"""Whole matches of Player 12: pieces, draws and decisions over many of them, and how its bots fare."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from domain.games.player_12 import GAME, scoring
from domain.games.player_12.edition import STANDARD, Edition
from domain.games.player_12.events import Event, MatchEnded, PlayOpened, PlayWon
from domain.games.player_12.state import State
from domain.kernel.basics import Seat, seats_of
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame
from domain.kernel.playout import Step, fold, playout, state_after_setup, steps
from tests.games.player_12.given import after, table
from tests.games.player_12.test_player_12_edition import OTHER

ANY: AnyGame = GAME
RANDOM, SENSIBLE = ANY.bots["random"], ANY.bots["sensible"]
MATCHES = 60
EVERY_SEATS = pytest.mark.parametrize("seats", [2, 4])


def _match(seats: int, number: int, edition: Edition = STANDARD) -> tuple[State, list[Step]]:
    chance = Draws(number.to_bytes(32, "big"))
    start = state_after_setup(ANY, table(seats, edition), chance)
    assert isinstance(start, State)
    return start, list(steps(ANY, start, chance, [RANDOM] * seats, random.Random(number)))


def _matches(seats: int, edition: Edition = STANDARD) -> Iterator[tuple[State, list[Step]]]:
    return (_match(seats, number, edition) for number in range(MATCHES))


def _states(start: State, played: list[Step]) -> Iterator[State]:
    yield start
    for step in played:
        assert isinstance(step.after, State)
        yield step.after


@EVERY_SEATS
@pytest.mark.parametrize("edition", [STANDARD, OTHER])
@pytest.mark.rule("10.4", "2.2")
def test_every_card_is_somewhere_at_every_moment(seats: int, edition: Edition) -> None:
    for start, played in _matches(seats, edition):
        for state in _states(start, played):
            pitch = state.pitch
            won = [laid.card for play in pitch.plays for laid in play.cards]
            table_ = [laid.card for laid in pitch.table]
            hands = [card for hand in pitch.hands for card in hand]
            assert Counter((*hands, *table_, *won, *pitch.rest)) == Counter(edition.deck)


@EVERY_SEATS
@pytest.mark.rule("4.1")
def test_a_match_has_twenty_plays_of_which_each_is_opened_and_won_once(seats: int) -> None:
    for start, played in _matches(seats):
        events: list[Event] = [event for step in played for event in step.events]  # type: ignore[misc] # its own
        won = [(event.half, event.play) for event in events if isinstance(event, PlayWon)]
        opened = [(event.half, event.play) for event in events if isinstance(event, PlayOpened)]
        every = [(half, play) for half in (1, 2) for play in range(1, 11)]
        assert won == every
        assert opened == every[1:]
        assert after(start, events) == played[-1].after


@EVERY_SEATS
def test_no_seat_meets_a_decision_twice(seats: int) -> None:
    for start, played in _matches(seats):
        met: list[tuple[Seat, str]] = []
        before: set[tuple[Seat, str]] = set()
        for state in _states(start, played):
            due = {(seat, decision.id) for seat, decision in GAME.pending(state).items()}
            met.extend(due - before)
            before = due
        assert len(met) == len(set(met))


@EVERY_SEATS
def test_the_goals_of_the_end_are_those_that_were_scored(seats: int) -> None:
    endings = Counter[str]()
    for _, played in _matches(seats):
        last = played[-1].events[-1]
        assert isinstance(last, MatchEnded)
        assert isinstance(played[-1].after, State)
        outcome = scoring.outcome(played[-1].after)
        assert (outcome.ending, outcome.goals, outcome.penalties) == (last.ending, last.goals, last.kicks)
        assert msgspec.convert(msgspec.to_builtins(outcome), GAME.outcome_type) == outcome
        assert (last.goals[0] == last.goals[1]) == (last.ending != "full_time")
        endings[last.ending] += 1
    assert set(endings) == {"full_time", "penalties", "sudden_death"}


@EVERY_SEATS
def test_events_survive_encoding_and_replay_to_the_same_state(seats: int) -> None:
    for start, played in list(_matches(seats))[:10]:
        events = [event for step in played for event in step.events]
        stored = msgspec.json.decode(msgspec.json.encode(events), type=list[Event])
        assert fold(ANY.evolve, start, stored) == played[-1].after


@pytest.mark.broad
@EVERY_SEATS
def test_the_sensible_bot_beats_chance(seats: int) -> None:
    won = sum(_sensible_wins(seats, number) for number in range(200))
    assert won > 125


def _sensible_wins(seats: int, number: int) -> bool:
    side = number % 2
    bots = [SENSIBLE if seat % 2 == side else RANDOM for seat in seats_of(seats)]
    outcome = playout(ANY, table(seats), number.to_bytes(32, "big"), bots, random.Random(number))
    return side in outcome.winners
