import pytest

from domain.games.claim_kingdoms.actions import DeclineAbility, DrawCard, LayCard, TakeCard, UseGoblins
from domain.games.claim_kingdoms.events import (
    AlikeReturned,
    CardDrawn,
    CardTaken,
    DisplayFilled,
    Event,
    PointsScored,
    TurnBegun,
)
from domain.games.claim_kingdoms.pieces import Faction
from domain.games.claim_kingdoms.state import State
from tests.games.claim_kingdoms.given import BLUE, RED, at, lay, offered, play, refused, turn_of_red

Cards = tuple[Faction, ...]


def to_draw(display: Cards, pile: Cards) -> State:
    """Build a state in which RED, with Trolls in hand, must draw."""
    hands: tuple[Cards, Cards] = (("goblins", "trolls"), ("seers", "seers"))
    state = turn_of_red({(0, 0): ("dragons",)}, hands=hands, display=display, pile=pile)
    return play(lay(state, "goblins", 1, 0), DeclineAbility()).state


def drawn(display: Cards, pile: Cards, action: TakeCard | DrawCard) -> tuple[list[Event], State]:
    """Return the events of a draw before the next turn, and the state after them."""
    played = play(to_draw(display, pile), action)
    assert played.events[-1] == TurnBegun(10, BLUE)
    return played.events[:-1], played.state


@pytest.mark.rule("9.1", "9.2")
def test_a_card_of_the_display_is_taken_and_replaced() -> None:
    events, state = drawn(("dragons", "dwarves", "gnomes"), ("knights", "undead"), TakeCard("dwarves"))

    assert events == [CardTaken(RED, "dwarves"), DisplayFilled(("knights",))]
    assert (state.display, state.pile) == (("dragons", "gnomes", "knights"), ("undead",))
    assert state.hands[RED] == ("trolls", "dwarves")


@pytest.mark.rule("9.1")
def test_the_top_card_of_the_pile_is_drawn() -> None:
    events, state = drawn(("dragons", "dwarves", "gnomes"), ("knights", "undead"), DrawCard())

    assert events == [CardDrawn(RED, "knights")]
    assert (state.display, state.pile) == (("dragons", "dwarves", "gnomes"), ("undead",))
    assert state.hands[RED] == ("trolls", "knights")


@pytest.mark.rule("9.1")
def test_all_there_is_to_draw_is_offered() -> None:
    state = to_draw(("gnomes", "dwarves", "gnomes"), ("knights",))

    assert offered(state) == (TakeCard("dwarves"), TakeCard("gnomes"), DrawCard())
    assert refused(state, TakeCard("knights")) == "9.1"
    assert refused(to_draw(("gnomes",), ()), DrawCard()) == "9.1"


@pytest.mark.rule("9.2")
def test_the_display_shrinks_once_the_pile_is_empty() -> None:
    events, state = drawn(("dragons", "dwarves", "gnomes"), (), TakeCard("dwarves"))

    assert events == [CardTaken(RED, "dwarves")]
    assert state.display == ("dragons", "gnomes")


@pytest.mark.rule("9.3")
def test_nothing_is_drawn_when_pile_and_display_are_empty() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, pile=(), display=(), hands=(("goblins",), ("seers",)))

    played = play(state, LayCard("goblins", at(1, 0)), UseGoblins())

    assert played.events[1:] == [PointsScored(RED, "goblins", 1), TurnBegun(10, BLUE)]


@pytest.mark.rule("9.3", "4.3")
def test_nothing_is_drawn_after_an_ability_that_was_passed_over_either() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, pile=(), display=(), hands=(("knights",), ("seers",)))

    assert play(state, LayCard("knights", at(1, 0))).state.mover == BLUE


@pytest.mark.rule("9.4")
def test_two_of_three_alike_go_under_the_pile_and_are_replaced_from_its_top() -> None:
    pile: Cards = ("gnomes", "knights", "undead", "giants")

    events, state = drawn(("dragons", "gnomes", "gnomes"), pile, TakeCard("dragons"))

    assert events == [
        CardTaken(RED, "dragons"),
        DisplayFilled(("gnomes",)),
        AlikeReturned("gnomes"),
        DisplayFilled(("knights", "undead")),
    ]
    assert state.display == ("gnomes", "knights", "undead")
    assert state.pile == ("giants", "gnomes", "gnomes")


@pytest.mark.rule("9.5")
def test_three_alike_are_exchanged_again_as_long_as_they_come() -> None:
    events, state = drawn(
        ("dragons", "gnomes", "gnomes"), ("gnomes", "gnomes", "gnomes", "giants"), TakeCard("dragons")
    )

    assert events[2:] == [
        AlikeReturned("gnomes"),
        DisplayFilled(("gnomes", "gnomes")),
        AlikeReturned("gnomes"),
        DisplayFilled(("giants", "gnomes")),
    ]
    assert state.display == ("gnomes", "giants", "gnomes")
    assert state.pile == ("gnomes", "gnomes", "gnomes")


@pytest.mark.rule("9.5")
def test_the_cards_put_under_a_short_pile_may_come_up_at_once() -> None:
    events, state = drawn(("dragons", "gnomes", "gnomes"), ("gnomes", "giants"), TakeCard("dragons"))

    assert events[2:] == [AlikeReturned("gnomes"), DisplayFilled(("giants", "gnomes"))]
    assert (state.display, state.pile) == (("gnomes", "giants", "gnomes"), ("gnomes",))


@pytest.mark.rule("9.5")
@pytest.mark.parametrize("pile", [("gnomes",), ("gnomes", "gnomes", "gnomes")])
def test_three_alike_are_left_alone_while_the_pile_cannot_change_them(pile: Cards) -> None:
    events, state = drawn(("dragons", "gnomes", "gnomes"), pile, TakeCard("dragons"))

    assert events == [CardTaken(RED, "dragons"), DisplayFilled(("gnomes",))]
    assert state.display == ("gnomes", "gnomes", "gnomes")


@pytest.mark.rule("9.5")
def test_two_alike_of_a_display_of_two_are_left_alone() -> None:
    events, state = drawn(("dragons", "gnomes", "gnomes"), (), TakeCard("dragons"))

    assert events == [CardTaken(RED, "dragons")]
    assert state.display == ("gnomes", "gnomes")
