"""Whole matches between bots, and invariants after every event."""

import random
from collections import Counter
from functools import cache, reduce

import msgspec
import pytest
from msgspec import Struct

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import Action, Options
from domain.games.claim_kingdoms.events import Event
from domain.games.claim_kingdoms.pieces import SEATS, Space, beside
from domain.games.claim_kingdoms.state import Setup, State
from domain.games.claim_kingdoms.view import View
from domain.kernel.basics import Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import RuleBroken
from domain.kernel.game import AnyGame, BotContext
from domain.kernel.messages import Viewer
from domain.kernel.playout import playout
from tests.games.claim_kingdoms.given import table

pytestmark = pytest.mark.broad

SEEDS = range(50)

EVENT_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Match(Struct):
    """Whole match: its events, the state after each, and each choice with its state."""

    events: list[Event]
    states: list[State]
    choices: list[tuple[State, Action]]

    def append(self, event: Event) -> None:
        self.events.append(event)
        self.states.append(GAME.evolve(self.states[-1], event))


@cache
def match(seed: int) -> Match:
    """Play a match of two random bots; every sixth match has chosen options."""
    rng, draws = random.Random(seed), Draws(seed.to_bytes(32, "big"))
    options = Options(("goblins", "trolls", "undead", "doppelgangers", "seers", "giants", "knights"), 1)
    played = Match([], [GAME.begin(table(options if seed % 6 == 0 else None))], [])
    new = GAME.setup(played.states[0], draws).events
    while new:
        for event in new:
            played.append(event)
        state, new = played.states[-1], ()
        for seat in GAME.pending(state):
            action = GAME.bots["random"](chair(state, seat, rng))
            played.choices.append((state, action))
            new = GAME.decide(state, seat, action, draws).events
    return played


def chair(state: State, seat: Seat, rng: random.Random) -> BotContext[Action, View]:
    return BotContext(seat, GAME.legal_actions(state, seat), lambda: GAME.view(state, Viewer(frozenset((seat,)))), rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_ends_with_an_outcome_that_adds_up(seed: int) -> None:
    state = match(seed).states[-1]

    outcome = GAME.outcome(state)

    assert GAME.pending(state) == {}
    assert set(outcome.winners) == {seat for seat in SEATS if outcome.ranking[seat] == 1}
    assert outcome.scores == state.scores


@pytest.mark.parametrize("seed", SEEDS)
def test_stored_events_replay_to_the_same_state(seed: int) -> None:
    played = match(seed)

    stored = [msgspec.json.encode(event) for event in played.events]

    assert reduce(GAME.evolve, map(EVENT_DECODER.decode, stored), played.states[0]) == played.states[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_and_pieces_are_conserved(seed: int) -> None:
    played = match(seed)
    laying = [state for state in played.states if state.pile or not isinstance(state.phase, Setup)]

    for state in laying:
        assert cards_of(state) == Counter(dict.fromkeys(state.factions, 7))
        assert [state.supplies[seat] + pieces_out(state, seat) for seat in SEATS] == [15, 15]


def cards_of(state: State) -> Counter[str]:
    open_cards = (card.faction for card in state.kingdom.cards.values())
    in_hands = (faction for hand in state.hands for faction in hand)
    return Counter((*open_cards, *state.kingdom.turned.values(), *state.pile, *state.display, *in_hands))


def pieces_out(state: State, seat: Seat) -> int:
    return sum(card.pieces.count(seat) for card in state.kingdom.cards.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_bears_two_pieces_of_one_colour(seed: int) -> None:
    for state in match(seed).states:
        assert all(card.pieces in ((), (0,), (1,), (0, 1)) for card in state.kingdom.cards.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_what_everybody_saw_a_hand_take_is_in_that_hand(seed: int) -> None:
    for state in match(seed).states:
        assert all(Counter(known) <= Counter(hand) for known, hand in zip(state.known, state.hands, strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_cards_are_offered_every_free_space_beside_an_open_card(seed: int) -> None:
    for state, _ in match(seed).choices[::10]:
        cards, turned = state.kingdom.cards, state.kingdom.turned
        columns, rows = {space.x for space in cards}, {space.y for space in cards}
        grid = (Space(x, y) for x in wider(columns) for y in wider(rows))
        free = {space for space in grid if space not in cards and space not in turned}
        assert {space for space in free if any(side in cards for side in beside(space))} == set(
            state.kingdom.free_spaces
        )


def wider(coordinates: set[int]) -> range:
    return range(min(coordinates) - 1, max(coordinates) + 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_not_offered_is_refused_with_a_rule(seed: int) -> None:
    choices = match(seed).choices
    for state, _ in choices[::7]:
        offered = GAME.legal_actions(state, state.mover)
        assert len(set(offered)) == len(offered) > 0
        for _, elsewhere in choices:
            if elsewhere not in offered:
                with pytest.raises(RuleBroken) as caught:
                    GAME.decide(state, state.mover, elsewhere, Draws(bytes(32)))
                assert caught.value.rule


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_accepted_and_begins_with_an_event_of_its_seat(seed: int) -> None:
    for state, _ in match(seed).choices[::9]:
        for action in GAME.legal_actions(state, state.mover):
            first = GAME.decide(state, state.mover, action, Draws(bytes(32))).events[0]
            assert getattr(first, "seat", None) == state.mover
            assert not action.SEALED or (first.SECRET and first.known_to() == (state.mover,))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_decision_has_an_id_of_its_own(seed: int) -> None:
    ids = [GAME.pending(state)[state.mover].id for state, _ in match(seed).choices]

    assert len(set(ids)) == len(ids)


def test_everything_that_can_happen_happens() -> None:
    assert {type(event) for seed in SEEDS for event in match(seed).events} == set(GAME.events)


@pytest.mark.parametrize("sensible", SEATS)
def test_the_sensible_bot_beats_a_random_one(sensible: Seat) -> None:
    game: AnyGame = GAME
    bots = [game.bots["sensible" if seat == sensible else "random"] for seat in SEATS]

    winners = [
        playout(game, table(), seed.to_bytes(32, "big"), bots, random.Random(seed)).winners for seed in range(20)
    ]

    assert winners.count((sensible,)) >= 18


def test_the_sensible_bot_decides_the_same_from_the_same_chair() -> None:
    state = match(3).choices[0][0]

    chosen = {GAME.bots["sensible"](chair(state, state.mover, random.Random(7))) for _ in range(3)}

    assert len(chosen) == 1
    assert chosen <= set(GAME.legal_actions(state, state.mover))
