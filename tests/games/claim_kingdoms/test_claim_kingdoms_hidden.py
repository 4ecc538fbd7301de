import msgspec
import pytest
from msgspec.structs import replace

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import DeclineAbility, DrawCard, KeepCards, LayCard, TakeCard, UseSeers
from domain.games.claim_kingdoms.events import CardDrawn, HandDealt, PileShuffled
from domain.games.claim_kingdoms.pieces import Faction
from domain.games.claim_kingdoms.state import Hand, State
from domain.games.claim_kingdoms.view import View
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, at, lay, play, turn_of_red

LAYOUT: Layout = {(0, 0): ("dragons", RED, BLUE), (0, 1): ("seers", BLUE)}

FOR_RED, FOR_BLUE = Viewer(frozenset((RED,))), Viewer(frozenset((BLUE,)))


def seen(state: State, viewer: Viewer) -> View:
    return GAME.view(state, viewer)


def after_a_draw(action: TakeCard | DrawCard) -> State:
    """Build a state in which RED has laid Goblins, kept Seers, and drawn."""
    return play(lay(turn_of_red(LAYOUT), "goblins", 1, 0), DeclineAbility(), action).state


@pytest.mark.rule("12.1")
def test_a_hand_is_shown_to_its_seat_alone() -> None:
    state = turn_of_red(LAYOUT, hands=(("trolls", "goblins"), ("knights", "seers")))

    assert [seat.hand for seat in seen(state, FOR_RED).seats] == [("goblins", "trolls"), msgspec.UNSET]
    assert [seat.hand for seat in seen(state, FOR_BLUE).seats] == [msgspec.UNSET, ("seers", "knights")]
    assert [seat.hand for seat in seen(state, SPECTATOR).seats] == [msgspec.UNSET, msgspec.UNSET]
    assert [seat.hand for seat in seen(state, OMNISCIENT).seats] == [("goblins", "trolls"), ("seers", "knights")]
    assert [seat.cards for seat in seen(state, SPECTATOR).seats] == [2, 2]


@pytest.mark.rule("12.1")
def test_a_card_dealt_or_drawn_from_the_pile_is_sealed_to_its_seat() -> None:
    assert (HandDealt.SECRET, HandDealt(BLUE, ("goblins",)).known_to()) == (("cards",), (BLUE,))
    assert (CardDrawn.SECRET, CardDrawn(RED, "goblins").known_to()) == (("faction",), (RED,))
    assert seen(after_a_draw(DrawCard()), FOR_BLUE).seats[RED].known == ()


@pytest.mark.rule("12.2")
def test_a_card_taken_from_the_display_stays_known() -> None:
    state = after_a_draw(TakeCard("dwarves"))

    assert seen(state, FOR_BLUE).seats[RED].known == ("dwarves",)
    assert seen(state, SPECTATOR).seats[RED].hand is msgspec.UNSET


@pytest.mark.rule("12.2")
def test_it_is_no_longer_known_once_one_like_it_was_laid() -> None:
    hands: tuple[Hand, Hand] = (("dwarves", "dwarves"), ("seers", "seers"))
    state = turn_of_red(LAYOUT, hands=hands, known=(("dwarves",), ()))

    laid = play(state, LayCard("dwarves", at(1, 0))).state

    assert seen(laid, FOR_BLUE).seats[RED].known == ()


@pytest.mark.rule("12.2")
def test_it_stays_known_while_another_is_laid() -> None:
    hands: tuple[Hand, Hand] = (("goblins", "dwarves"), ("seers", "seers"))
    state = turn_of_red(LAYOUT, hands=hands, known=(("dwarves",), ()))

    assert play(state, LayCard("goblins", at(1, 0))).state.known == (("dwarves",), ())


@pytest.mark.rule("12.2")
def test_it_is_no_longer_known_once_its_seat_uses_seers() -> None:
    hands: tuple[Hand, Hand] = (("seers", "dwarves"), ("seers", "dragons"))
    state = turn_of_red(LAYOUT, hands=hands, known=(("dwarves",), ("dragons",)))

    laid = play(state, LayCard("seers", at(1, 0))).state
    consulted = play(laid, UseSeers()).state

    assert laid.known == (("dwarves",), ("dragons",))
    assert consulted.known == ((), ("dragons",))


@pytest.mark.rule("12.3")
def test_the_order_of_the_pile_is_open_to_nobody_before_the_end() -> None:
    state = turn_of_red(LAYOUT, pile=("knights", "undead", "giants"))

    assert (PileShuffled.SECRET, PileShuffled(("goblins",)).known_to()) == (("order",), ())
    assert [seen(state, viewer).pile for viewer in (FOR_RED, FOR_BLUE, SPECTATOR)] == [3, 3, 3]
    assert [seen(state, viewer).pile_order for viewer in (FOR_RED, FOR_BLUE, SPECTATOR)] == [msgspec.UNSET] * 3
    assert seen(state, OMNISCIENT).pile_order == ("knights", "undead", "giants")


@pytest.mark.rule("12.1", "12.3", "12.4")
@pytest.mark.parametrize("viewer", [FOR_BLUE, SPECTATOR])
def test_a_view_does_not_depend_on_what_is_hidden_from_it(viewer: Viewer) -> None:
    state = lay(turn_of_red(LAYOUT), "seers", 1, 0)
    consulted = play(state, UseSeers()).state
    other_hand: Hand = ("gnomes", "gnomes", "trolls", "dragons")
    otherwise = replace(consulted, hands=(other_hand, consulted.hands[BLUE]), pile=("goblins",))

    kept = play(consulted, KeepCards(("undead", "knights")), seed=1).state
    kept_otherwise = play(consulted, KeepCards(("seers", "giants")), seed=2).state

    assert seen(consulted, viewer) == seen(otherwise, viewer)
    assert seen(kept, viewer) == seen(kept_otherwise, viewer)
    assert GAME.pending(consulted) == GAME.pending(otherwise)
    assert seen(kept, FOR_RED) != seen(kept_otherwise, FOR_RED)


def test_a_view_holds_all_that_lies_on_the_table() -> None:
    factions: tuple[Faction, ...] = ("dwarves", "dragons")
    table = turn_of_red(LAYOUT, turned={(2, 0): "trolls"}, scores=(55, 7), supplies=(4, 6))
    state = lay(replace(table, factions=(*factions, "goblins", "seers")), "goblins", 1, 0)

    shown = msgspec.json.decode(msgspec.json.encode(seen(state, SPECTATOR)))

    assert shown == {
        "phase": "using",
        "turn": 9,
        "first": 0,
        "mover": 0,
        "kingdom": [
            {"space": {"x": 0, "y": 0}, "faction": "dragons", "pieces": [0, 1]},
            {"space": {"x": 0, "y": 1}, "faction": "seers", "pieces": [1]},
            {"space": {"x": 1, "y": 0}, "faction": "goblins", "pieces": [0]},
        ],
        "turned_over": [{"space": {"x": 2, "y": 0}, "faction": "trolls"}],
        "display": ["dragons", "dwarves", "gnomes"],
        "pile": 4,
        "seats": [
            {"score": 55, "tile": 50, "supply": 3, "cards": 1, "known": []},
            {"score": 7, "tile": None, "supply": 6, "cards": 2, "known": []},
        ],
        "factions": [
            {"faction": "dwarves", "value": 5, "pieces": [0, 0], "controller": None},
            {"faction": "dragons", "value": 7, "pieces": [1, 1], "controller": None},
            {"faction": "goblins", "value": 4, "pieces": [1, 0], "controller": 0},
            {"faction": "seers", "value": 7, "pieces": [0, 1], "controller": 1},
        ],
        "laid": {"x": 1, "y": 0},
    }


def test_a_view_after_the_end_tells_how_it_came_about() -> None:
    state = turn_of_red(LAYOUT, mover=BLUE, turn=10, supplies=(3, 1), hands=(("seers",), ("goblins",)))

    end = play(state, LayCard("goblins", at(1, 0)), DeclineAbility(), DrawCard()).state
    result = seen(end, SPECTATOR).result

    assert not isinstance(result, msgspec.UnsetType)
    assert (result.ending, result.winners, result.ranking, result.decided_by) == (
        "supply_empty",
        (BLUE,),
        (2, 1),
        "points",
    )
    assert [entry.points for entry in result.factions if entry.controller == BLUE] == [4, 7]
