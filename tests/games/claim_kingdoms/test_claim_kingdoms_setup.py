from functools import reduce

import msgspec
import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import Options
from domain.games.claim_kingdoms.events import (
    AlikeReturned,
    DisplayFilled,
    FactionsChosen,
    FirstSeatChosen,
    HandDealt,
    PileShuffled,
    StartCardLaid,
    TurnBegun,
)
from domain.games.claim_kingdoms.kingdom import Card
from domain.games.claim_kingdoms.pieces import FACTIONS, Faction
from domain.games.claim_kingdoms.state import Laying, State
from domain.kernel.errors import Refused
from tests.games.claim_kingdoms.given import BLUE, RED, at, draws, table

SEVEN: tuple[Faction, ...] = ("knights", "giants", "goblins", "seers", "undead", "trolls", "gnomes")


def laid_table(options: Options | None = None, seed: int = 0) -> State:
    return GAME.setup(GAME.begin(table(options)), draws(seed)).state


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_any_other_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        GAME.check(table(seats=seats))
    assert (caught.value.code, caught.value.rule) == ("unprocessable", "1.1")
    assert GAME.seats == (2,)


@pytest.mark.rule("1.2")
def test_chosen_factions_play_in_the_order_of_the_overview() -> None:
    state = laid_table(Options(factions=SEVEN))

    assert state.factions == ("goblins", "gnomes", "trolls", "undead", "seers", "giants", "knights")


@pytest.mark.rule("1.2")
def test_without_the_option_seven_different_factions_are_drawn() -> None:
    drawn = [laid_table(seed=seed).factions for seed in range(40)]

    assert all(len(set(factions)) == 7 for factions in drawn)
    assert set().union(*drawn) == set(FACTIONS)


@pytest.mark.rule("1.2")
def test_a_faction_named_twice_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        GAME.check(table(Options(factions=(*SEVEN[:6], SEVEN[0]))))
    assert (caught.value.code, caught.value.rule) == ("unprocessable", "1.2")


@pytest.mark.rule("1.2")
@pytest.mark.parametrize("factions", [SEVEN[:6], (*SEVEN, "dragons"), (*SEVEN[:6], "elves")])
def test_other_than_seven_known_factions_are_no_valid_option(factions: tuple[str, ...]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"factions": factions}, Options)


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("first", [RED, BLUE])
def test_the_chosen_seat_has_the_first_turn(first: int) -> None:
    options = msgspec.convert({"first_seat": first}, Options)

    assert list(GAME.pending(laid_table(options))) == [first]


@pytest.mark.rule("1.3")
def test_without_the_option_chance_says_who_begins() -> None:
    assert {laid_table(seed=seed).mover for seed in range(20)} == {RED, BLUE}


@pytest.mark.rule("1.4")
def test_each_seat_has_fifteen_pieces_to_set_and_no_points() -> None:
    state = laid_table()

    assert state.supplies == (15, 15)
    assert state.scores == (0, 0)


@pytest.mark.rule("1.5", "1.6", "1.7", "1.8")
def test_the_table_is_laid_from_one_shuffled_pile() -> None:
    before = GAME.begin(table(Options(SEVEN, 1)))

    events = list(GAME.setup(before, draws()).events)

    shuffled = events[2]
    assert isinstance(shuffled, PileShuffled)
    order = shuffled.order
    assert sorted(order) == sorted(SEVEN * 7)
    assert order != tuple(sorted(order))
    assert events == [
        FactionsChosen(("goblins", "gnomes", "trolls", "undead", "seers", "giants", "knights")),
        FirstSeatChosen(BLUE),
        PileShuffled(order),
        DisplayFilled(order[:3]),
        StartCardLaid(order[3], at(0, 0)),
        HandDealt(RED, order[4:6]),
        HandDealt(BLUE, order[6:8]),
        TurnBegun(1, BLUE),
    ]
    state = reduce(GAME.evolve, events, before)
    assert state.kingdom.cards == {at(0, 0): Card(order[3])}
    assert (state.display, state.pile) == (order[:3], order[8:])
    assert state.hands == (order[4:6], order[6:8])
    assert state.phase == Laying()


@pytest.mark.rule("1.6")
def test_three_alike_are_exchanged_before_the_start_card_is_turned_up() -> None:
    before = GAME.begin(table(Options(SEVEN)))
    seed = next(seed for seed in range(500) if len(set(draws(seed).shuffled("pile", in_overview() * 7)[:3])) == 1)

    events = list(GAME.setup(before, draws(seed)).events)

    order = draws(seed).shuffled("pile", in_overview() * 7)
    assert events[3:7] == [
        DisplayFilled(order[:3]),
        AlikeReturned(order[0]),
        DisplayFilled(order[3:5]),
        StartCardLaid(order[5], at(0, 0)),
    ]
    assert reduce(GAME.evolve, events, before).pile == (*order[10:], order[0], order[0])


def in_overview() -> tuple[Faction, ...]:
    return tuple(faction for faction in FACTIONS if faction in SEVEN)


def test_a_table_is_not_laid_twice() -> None:
    with pytest.raises(ValueError, match="set up once"):
        GAME.setup(laid_table(), draws(1))


def test_the_same_seed_lays_the_same_table() -> None:
    assert laid_table(seed=3) == laid_table(seed=3)
    assert laid_table(seed=3) != laid_table(seed=4)
