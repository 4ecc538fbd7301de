"""Carrying out cards: section 5 of the rules, and the cards that take dice without a choice."""

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import CopyDice, CrossAnyField, CrossField, TakeDice
from domain.games.queen_of_12.events import AnyFieldCrossed, CardDiscarded, CrossingBegun, DiceTaken
from domain.games.queen_of_12.state import CarryingOut, Crossing
from tests.games.queen_of_12.given import (
    PLAIN,
    S0,
    S1,
    S2,
    a_round,
    act,
    broken,
    cards,
    dice,
    field,
    holds,
    ids,
    lay,
    of,
    waiting,
)

SPARE = holds("warlock knight jungle_guardian alchemist")
ROLLED = "R1=2 V1=9 Y1=12 R2=3 | V2=2 Y2=7 R3=10"


@pytest.mark.rule("5.1")
def test_cards_are_carried_out_by_rising_number() -> None:
    state = a_round(holds("golem rogue"), SPARE, SPARE, rolled=ROLLED)
    _, events = lay(state, "golem", "warlock", "knight")
    assert [event.card for event in of(events, DiceTaken)] == ["knight", "warlock", "golem"]


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(
    ("one", "other"), [("knight", "machine"), ("druid", "warlock"), ("mountain_guardian", "jungle_guardian")]
)
def test_cards_with_equal_numbers_do_not_get_in_each_other_s_way(one: str, other: str) -> None:
    # when they are played by different seats, whoever plays which
    hand = holds(f"{one} {other} rogue")
    _, first = lay(a_round(hand, hand, rolled=ROLLED), f"{one} rogue", f"{other} rogue")
    _, second = lay(a_round(hand, hand, rolled=ROLLED), f"{other} rogue", f"{one} rogue")
    # then each takes what it takes alone
    assert {event.card: event.dice for event in of(first, DiceTaken)} == {
        event.card: event.dice for event in of(second, DiceTaken)
    }
    assert all(event.dice for event in of(first, DiceTaken))


@pytest.mark.rule("5.3")
def test_dice_that_were_taken_are_out_of_reach() -> None:
    # given a violet die that shows a 2
    state = a_round(SPARE, SPARE, SPARE, rolled=ROLLED)
    # when the Knight comes before the Warlock
    state, events = lay(state, "warlock", "knight", "jungle_guardian")
    # then the Warlock gets the other one only, and the Jungle Guardian what is left in the Jungle
    assert of(events, DiceTaken) == [
        DiceTaken(S1, "knight", ("R1", "R2", "V2")),
        DiceTaken(S0, "warlock", ("V1",)),
        DiceTaken(S2, "jungle_guardian", ("Y2", "R3")),
    ]
    # and all of them keep their values
    assert isinstance(state, Crossing)
    assert [die.value for die in state.taken[1]] == [2, 3, 2]
    assert state.taken[1] == tuple(die for die in dice(ROLLED) if die.id in {"R1", "R2", "V2"})


@pytest.mark.rule("2.3")
def test_dice_show_what_they_were_rolled_with_and_no_others_can_be_taken() -> None:
    state, _ = lay(a_round(holds("worker rogue"), SPARE, SPARE, rolled=PLAIN), "worker", "alchemist", "alchemist")
    assert isinstance(state, CarryingOut)
    assert state.trays == dice(PLAIN)
    assert broken(state, 0, TakeDice(("R1", "R3", "V1", "Y1"))) == "6.15"


@pytest.mark.rule("5.4")
def test_a_card_s_decision_is_asked_of_its_seat_alone_when_its_turn_comes() -> None:
    # given a Princess and a Worker
    state = a_round(holds("princess rogue"), holds("worker rogue"), SPARE)
    state, _ = lay(state, "princess", "worker", "knight")
    # then the Princess chooses first, and nobody else
    assert waiting(state) == {0: "take_dice/1/princess"}
    assert broken(state, 1, TakeDice(("R1", "R2", "V1", "V2"))) == "5.4"
    assert broken(state, 0, CrossField("R1", field("L11"))) == "5.4"
    # and then the Worker
    state, _ = act(state, 0, TakeDice(("R1",)))
    assert waiting(state) == {1: "take_dice/1/worker"}


@pytest.mark.rule("5.4", "6.15")
def test_where_the_dice_leave_no_choice_nothing_is_asked() -> None:
    # given that the Knight leaves four dice
    state = a_round(holds("worker rogue"), SPARE, SPARE, rolled="R1=2 V1=4 Y1=5 | R2=3 V2=8 Y2=12")
    # then the Worker takes them without being asked
    _, events = lay(state, "worker", "knight", "alchemist")
    assert DiceTaken(S0, "worker", ("V1", "Y1", "V2", "Y2")) in events


@pytest.mark.rule("5.5")
def test_cards_numbered_twelve_come_last_and_their_seats_decide_independently() -> None:
    # given a Mirror Image with two sources, an Alchemist, and two cards that take dice
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE, SPARE)
    state, events = lay(state, "mirror_image", "alchemist", "warlock", "jungle_guardian")
    assert [event.card for event in of(events, DiceTaken)] == ["warlock", "jungle_guardian"]
    # then both are asked at once
    assert waiting(state) == {0: "choose_source/1/mirror_image", 1: "cross_number_field/1/alchemist"}
    # and the same comes of it in any order
    one, _ = act(act(state, 0, CopyDice(S2))[0], 1, CrossAnyField(field("L11")))
    other, _ = act(act(state, 1, CrossAnyField(field("L11")))[0], 0, CopyDice(S2))
    assert GAME.pending(one) == GAME.pending(other)
    assert (one.holdings, one.round) == (other.holdings, other.round)


@pytest.mark.rule("5.5")
def test_cards_numbered_twelve_take_no_dice_from_the_trays() -> None:
    state, _ = lay(a_round(holds("mirror_image rogue"), SPARE, SPARE), "mirror_image", "alchemist", "jungle_guardian")
    assert isinstance(state, CarryingOut)
    assert state.trays == dice(PLAIN)[:3]


@pytest.mark.rule("5.6")
def test_a_card_is_discarded_after_its_effect() -> None:
    state, events = lay(a_round(SPARE, SPARE, SPARE), "warlock", "alchemist", "alchemist")
    assert [type(event) for event in events[2:5]] == [DiceTaken, CardDiscarded, CrossingBegun]
    assert events[3] == CardDiscarded(S0, "warlock")
    assert state.holdings[0].pile == ("warlock",)
    # and a card that awaits a decision only after that
    state, _ = lay(a_round(SPARE, SPARE, SPARE), "warlock", "alchemist", "knight")
    assert state.holdings[1].pile == ()
    state, events = act(state, 1, CrossAnyField(field("L11")))
    assert events[:2] == [AnyFieldCrossed(S1, field("L11"), "alchemist"), CardDiscarded(S1, "alchemist")]


@pytest.mark.rule("5.6")
@pytest.mark.parametrize("order", ["knight machine", "machine knight"])
def test_two_cards_with_one_number_are_discarded_as_they_were_laid(order: str) -> None:
    state, _ = lay(a_round(holds("knight machine rogue"), SPARE), order, "warlock jungle_guardian")
    assert state.holdings[0].pile == cards(order)


@pytest.mark.parametrize(
    ("card", "taken"),
    [
        pytest.param("knight", "R1 R2 V2", marks=pytest.mark.rule("6.8")),
        pytest.param("machine", "V1 R3", marks=pytest.mark.rule("6.9")),
        pytest.param("druid", "Y1 Y2", marks=pytest.mark.rule("6.10")),
        pytest.param("warlock", "V1 V2", marks=pytest.mark.rule("6.11")),
        pytest.param("mountain_guardian", "R1 V1 Y1 R2", marks=pytest.mark.rule("6.12")),
        pytest.param("jungle_guardian", "V2 Y2 R3", marks=pytest.mark.rule("6.13")),
        pytest.param("rogue", "R1 R2 R3", marks=pytest.mark.rule("6.14")),
        pytest.param("golem", "V1 Y1 Y2 R3", marks=pytest.mark.rule("6.16")),
    ],
)
def test_cards_that_take_all_dice_of_a_kind(card: str, taken: str) -> None:
    state = a_round(holds(f"{card} princess"), SPARE, SPARE, rolled=ROLLED)
    _, events = lay(state, card, "alchemist", "alchemist")
    assert of(events, DiceTaken) == [DiceTaken(S0, cards(card)[0], ids(taken))]


@pytest.mark.parametrize(
    ("card", "values"),
    [
        pytest.param("knight", {2, 3}, marks=pytest.mark.rule("6.8")),
        pytest.param("machine", {9, 10, 11}, marks=pytest.mark.rule("6.9")),
        pytest.param("golem", {7, 8, 9, 10, 11, 12}, marks=pytest.mark.rule("6.16")),
    ],
)
def test_cards_that_take_values_take_these_and_no_others(card: str, values: set[int]) -> None:
    for value in range(1, 13):
        state = a_round(holds(f"{card} princess"), SPARE, SPARE, rolled=f"R1={value} |")
        _, events = lay(state, card, "alchemist", "alchemist")
        assert bool(of(events, DiceTaken)[0].dice) == (value in values)
