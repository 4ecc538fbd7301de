import pytest
from msgspec.structs import replace

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import DeclineAbility, DrawCard, KeepCards, LayCard, TakeCard, UseSeers
from domain.games.claim_kingdoms.events import (
    AbilityLapsed,
    AlikeReturned,
    CardsKept,
    DisplayFilled,
    PileShuffled,
    SeersConsulted,
    TurnBegun,
)
from domain.games.claim_kingdoms.pieces import Faction
from domain.games.claim_kingdoms.state import State
from domain.kernel.messages import Viewer
from tests.games.claim_kingdoms.given import BLUE, RED, at, draws, lay, offered, play, refused, turn_of_red

HANDS: tuple[tuple[Faction, ...], tuple[Faction, ...]] = (("goblins", "trolls"), ("seers", "seers"))


def seers_laid(pile: tuple[Faction, ...], display: tuple[Faction, ...] = ("dragons", "dwarves", "gnomes")) -> State:
    """Build a state in which RED, with Trolls in hand, has laid Seers."""
    return lay(turn_of_red({(0, 0): ("dragons",)}, hands=HANDS, pile=pile, display=display), "seers", 1, 0)


@pytest.mark.rule("7.1")
def test_three_cards_of_the_pile_join_the_hand() -> None:
    state = seers_laid(("knights", "undead", "giants", "goblins", "dwarves"))

    played = play(state, UseSeers())

    assert offered(state) == (UseSeers(), DeclineAbility())
    assert played.events == [SeersConsulted(RED, 3, ("knights", "undead", "giants"))]
    assert played.state.hands[RED] == ("trolls", "knights", "undead", "giants")
    assert played.state.pile == ("goblins", "dwarves")


@pytest.mark.rule("7.1", "7.2")
def test_two_are_kept_the_others_shuffled_into_the_pile_and_nothing_else_is_drawn() -> None:
    state = play(seers_laid(("knights", "undead", "giants", "goblins", "dwarves")), UseSeers()).state

    played = play(state, KeepCards(("undead", "knights")), seed=8)

    unshuffled: tuple[Faction, ...] = ("goblins", "dwarves", "trolls", "giants")
    order = draws(8).shuffled("seers/9", unshuffled)
    assert played.events == [
        CardsKept(RED, ("undead", "knights"), ("trolls", "giants")),
        PileShuffled(order),
        TurnBegun(10, BLUE),
    ]
    assert played.state.hands[RED] == ("undead", "knights")
    assert played.state.pile == order


@pytest.mark.rule("7.2")
def test_any_two_may_be_kept_equal_ones_being_one_choice() -> None:
    state = play(seers_laid(("knights", "knights", "undead", "goblins")), UseSeers()).state

    assert offered(state) == (
        KeepCards(("trolls", "undead")),
        KeepCards(("trolls", "knights")),
        KeepCards(("undead", "knights")),
        KeepCards(("knights", "knights")),
    )


@pytest.mark.rule("7.2")
@pytest.mark.parametrize(
    "factions", [("goblins", "knights"), ("trolls", "trolls"), ("trolls",), ("knights", "trolls"), ()]
)
def test_nothing_else_can_be_kept(factions: tuple[Faction, ...]) -> None:
    state = play(seers_laid(("knights", "knights", "undead", "goblins")), UseSeers()).state

    assert refused(state, KeepCards(factions)) == "7.2"


@pytest.mark.rule("7.1", "7.2")
def test_a_short_pile_gives_what_it_has() -> None:
    state = play(seers_laid(("knights", "undead")), UseSeers()).state

    played = play(state, KeepCards(("undead", "knights")))

    assert state.hands[RED] == ("trolls", "knights", "undead")
    assert played.events[:2] == [CardsKept(RED, ("undead", "knights"), ("trolls",)), PileShuffled(("trolls",))]


@pytest.mark.rule("7.3")
def test_of_two_cards_both_are_kept_without_a_choice() -> None:
    played = play(seers_laid(("knights",)), UseSeers())

    assert played.events == [
        SeersConsulted(RED, 1, ("knights",)),
        CardsKept(RED, ("trolls", "knights"), ()),
        TurnBegun(10, BLUE),
    ]
    assert played.state.pile == ()


@pytest.mark.rule("7.4")
def test_with_an_empty_pile_seers_are_passed_over_and_the_display_is_drawn_from() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, pile=(), display=("dragons",), hands=(("seers", "trolls"), ("seers",)))

    played = play(state, LayCard("seers", at(1, 0)))

    assert played.events[1:] == [AbilityLapsed("seers")]
    assert offered(played.state) == (TakeCard("dragons"),)


@pytest.mark.rule("7.4")
def test_with_an_empty_pile_seers_cannot_be_consulted() -> None:
    state = replace(seers_laid(("knights",)), pile=())

    assert refused(state, UseSeers()) == "7.4"
    assert offered(state) == (DeclineAbility(),)


@pytest.mark.rule("7.1")
def test_declined_seers_leave_the_usual_draw() -> None:
    played = play(seers_laid(("knights", "undead")), DeclineAbility(), DrawCard())

    assert played.state.hands[RED] == ("trolls", "knights")


@pytest.mark.rule("9.5")
def test_returned_cards_may_break_up_three_alike_that_were_left_alone() -> None:
    state = play(seers_laid(("dragons", "dragons"), ("dragons", "dragons", "dragons")), UseSeers()).state

    played = play(state, KeepCards(("dragons", "dragons")))

    assert played.events[1:] == [
        PileShuffled(("trolls",)),
        AlikeReturned("dragons"),
        DisplayFilled(("trolls", "dragons")),
        TurnBegun(10, BLUE),
    ]


@pytest.mark.rule("12.4")
def test_what_seers_drew_kept_and_returned_is_sealed_to_their_seat() -> None:
    consulted = play(seers_laid(("knights", "undead", "giants", "goblins")), UseSeers())
    kept = play(consulted.state, KeepCards(("undead", "knights")))

    assert (SeersConsulted.SECRET, consulted.events[0].known_to()) == (("cards",), (RED,))
    assert (CardsKept.SECRET, kept.events[0].known_to()) == (("kept", "returned"), (RED,))
    assert KeepCards.SEALED
    seen_by_blue = GAME.view(consulted.state, Viewer(frozenset((BLUE,)))).seats[RED]
    assert (seen_by_blue.cards, seen_by_blue.hand) == (4, GAME.view(kept.state, Viewer()).seats[RED].hand)
