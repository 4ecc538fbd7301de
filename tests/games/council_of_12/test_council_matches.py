"""Whole matches, played by bots: what holds in every one of them, and that the better bot is better."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.games.council_of_12 import GAME
from domain.games.council_of_12 import events as e
from domain.games.council_of_12.actions import MakeRemark, Options, UseReward
from domain.games.council_of_12.evolve import CHANGES, evolve
from domain.games.council_of_12.legal import legal_actions
from domain.games.council_of_12.pieces import CHARACTERS, MONTHS, Setup
from domain.games.council_of_12.scoring import Outcome, outcome
from domain.games.council_of_12.state import Finished, State
from domain.games.council_of_12.view import laid_cards, view
from domain.kernel import messages
from domain.kernel.basics import Seat, seats_of
from domain.kernel.game import AnyGame, BotContext, Table
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from domain.kernel.playout import Step, playout, state_after_setup, steps
from tests.games.council_of_12.given import EDITION, council, draws

COUNCIL: AnyGame = GAME
SETUPS: tuple[Setup, ...] = ("standard", *MONTHS)


def match(seed: int, seats: int, bot: str = "random", setup: Setup = "standard") -> tuple[State, Iterator[Step]]:
    """The laid table of a match, and its steps."""
    chance = draws(seed)
    state = state_after_setup(COUNCIL, Table(seats, Options(setup=setup), EDITION), chance)
    assert isinstance(state, State)
    return state, steps(COUNCIL, state, chance, [COUNCIL.bots[bot]] * seats, random.Random(seed))


def states(seed: int, seats: int, bot: str = "random", setup: Setup = "standard") -> Iterator[State]:
    state, played = match(seed, seats, bot, setup)
    yield state
    for step in played:
        assert isinstance(step.after, State)
        yield step.after


def cards_of(state: State, seat: int) -> list[str]:
    holding, laid = state.holdings[seat], laid_cards(state.phase)
    card = laid[seat] if laid else None
    return sorted((*holding.hand, *holding.discard, *holding.aside, *([card] if card else [])))


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("bot", ["random", "sensible"])
def test_every_seat_keeps_its_twelve_cards_and_favor_stays_on_its_track(setup: Setup, bot: str) -> None:
    for seats in (2, 3, 4):
        for state in states(1, seats, bot, setup):
            assert all(cards_of(state, seat) == sorted(CHARACTERS) for seat in range(seats))
            assert 0 <= state.favor <= 5
            assert 1 <= state.die <= 12
            assert len(state.settled) == len(state.boxes) <= 7
            assert set(state.seen) | set(state.petitioners) == set(state.company)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_survive_json_and_give_the_same_state(seats: int) -> None:
    codec = msgspec.json.Decoder(e.Event)
    for seed in range(6):
        state, played = match(seed, seats)
        again = state
        for step in played:
            for event in step.events:
                again = evolve(again, codec.decode(msgspec.json.encode(event)))
            assert again == step.after


def test_every_event_is_known_to_evolve() -> None:
    assert set(GAME.events) == set(CHANGES)


def test_an_event_out_of_place_is_a_fault() -> None:
    with pytest.raises(TypeError, match="Voting"):
        evolve(council(), e.BellVoted(Seat(0), ring=True))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_does_not_change_with_what_others_hide(seats: int) -> None:
    eyes = Viewer(frozenset({Seat(0)}))
    for seed in range(6):
        for state in states(seed, seats, "sensible"):
            if isinstance(state.phase, Finished):
                continue
            own, *others = state.holdings
            # The others' hands and cards aside trade places as far as sizes allow; the piles turn around.
            turned = [
                replace(other, hand=(other.hand + other.aside)[::-1][: len(other.hand)], aside=other.aside)
                for other in others
            ]
            hidden = replace(
                state,
                holdings=(own, *turned),
                petitioners=state.petitioners[::-1],
                dilemmas=state.dilemmas[::-1],
                company=state.company[::-1],
                deck=state.deck[::-1],
            )
            assert view(hidden, eyes) == view(state, eyes)
            assert legal_actions(hidden, Seat(0)) == legal_actions(state, Seat(0))


def test_everything_is_shown_when_the_match_is_over() -> None:
    *_, last = states(3, 3, "sensible")
    shown = view(last, OMNISCIENT)
    assert shown.petitioners.order == last.company
    assert shown.dilemmas.order == last.deck
    assert all(seat.hand is not UNSET for seat in shown.seats)
    assert all(seat.hand is UNSET for seat in view(last, SPECTATOR).seats)


def test_the_first_event_of_an_action_belongs_to_its_seat_and_seals_its_secret() -> None:
    for seed in range(12):
        _, played = match(seed, 2 + seed % 3, "random", SETUPS[seed % 13])
        for step in played:
            first = step.events[0]
            assert getattr(first, "seat", None) == step.seat
            if step.action.SEALED:
                assert first.SECRET
                assert first.known_to() == (step.seat,)


def test_decisions_are_numbered_apart() -> None:
    for seed in range(6):
        state, played = match(seed, 3, "sensible")
        answered: set[tuple[Seat, str]] = set()
        for step in played:
            before = GAME.pending(state)[step.seat].id
            assert isinstance(step.after, State)
            state = step.after
            if not isinstance(step.action, MakeRemark | UseReward):
                assert (step.seat, before) not in answered
                answered.add((step.seat, before))


def won(seats: int, bot: str, matches: int, setup: Setup = "standard") -> int:
    table = Table(seats, Options(setup=setup), EDITION)
    bots = [COUNCIL.bots[bot]] * seats
    outcomes = (playout(COUNCIL, table, bytes([n]) * 32, bots, random.Random(n)) for n in range(matches))
    return sum(bool(end.winners) for end in outcomes)


@pytest.mark.broad
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sensible_bot_wins_often_and_the_random_one_hardly_ever(seats: int) -> None:
    assert won(seats, "sensible", 30) >= 12
    assert won(seats, "random", 30) <= 3


def test_the_sensible_bot_decides_by_its_view_alone() -> None:
    state, played = match(5, 3, "sensible")
    for step in played:
        assert _chosen(state, step.seat) == _chosen(_hidden_elsewhere(state, step.seat), step.seat)
        assert isinstance(step.after, State)
        state = step.after


def _chosen(state: State, seat: Seat) -> messages.Action:
    eyes = Viewer(frozenset({seat}))
    chair = BotContext(seat, legal_actions(state, seat), lambda: view(state, eyes), random.Random(1))
    return GAME.bots["sensible"](chair)


def _hidden_elsewhere(state: State, seat: Seat) -> State:
    others = tuple(
        holding if other == seat else replace(holding, hand=holding.aside[: len(holding.hand)] or holding.hand)
        for other, holding in zip(seats_of(len(state.holdings)), state.holdings, strict=True)
    )
    return replace(state, holdings=others)


def test_one_seed_gives_one_match() -> None:
    def play() -> Outcome:
        *_, last = states(11, 4, "sensible")
        return outcome(last)

    assert play() == play()
