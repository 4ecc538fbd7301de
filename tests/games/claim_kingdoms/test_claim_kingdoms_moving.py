import pytest

from domain.games.claim_kingdoms.actions import (
    DeclineAbility,
    LayCard,
    UseDragons,
    UseDwarves,
    UseGiants,
    UseGnomes,
    UseKnights,
    UseTrolls,
    UseUndead,
)
from domain.games.claim_kingdoms.events import (
    AbilityLapsed,
    CardTurnedOver,
    PiecePosted,
    PiecesRemoved,
    PiecesSwapped,
    PointsScored,
)
from domain.games.claim_kingdoms.kingdom import Card
from domain.games.claim_kingdoms.pieces import Faction
from domain.games.claim_kingdoms.scoring import pieces_by_faction
from domain.games.claim_kingdoms.state import Drawing
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, at, lay, offered, play, refused, turn_of_red


@pytest.mark.rule("6.1")
def test_gnomes_score_a_point_and_post_a_piece() -> None:
    state = lay(turn_of_red({(0, 0): ("undead", BLUE)}), "gnomes", 1, 0)

    played = play(state, UseGnomes(at(0, 0)))

    assert offered(state) == (UseGnomes(at(0, 0)), DeclineAbility())
    assert played.events == [PointsScored(RED, "gnomes", 1), PiecePosted(RED, at(0, 0))]
    assert played.state.kingdom.cards[at(0, 0)] == Card("undead", (RED, BLUE))
    assert (played.state.supplies, played.state.scores) == ((8, 10), (1, 0))
    assert refused(state, UseGnomes()) == "6.1"


@pytest.mark.rule("6.2")
def test_gnomes_post_beside_and_not_where_a_piece_of_their_own_stands() -> None:
    layout: Layout = {
        (0, 0): ("undead",),
        (1, 1): ("seers", BLUE),
        (2, 0): ("seers", RED),
        (2, 1): ("seers",),
        (1, -2): ("seers",),
    }
    state = lay(turn_of_red(layout, turned={(1, -1): "trolls"}), "gnomes", 1, 0)

    assert offered(state) == (UseGnomes(at(0, 0)), UseGnomes(at(1, 1)), DeclineAbility())
    not_here = (at(2, 0), at(1, -1), at(2, 1), at(1, 0), at(5, 5))
    assert [refused(state, UseGnomes(space)) for space in not_here] == ["6.2"] * 5


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(
    ("layout", "supply"),
    [({(0, 0): ("undead", RED)}, 10), ({(0, 0): ("undead", RED, BLUE)}, 2), ({(0, 0): ("undead",)}, 1)],
)
def test_the_point_of_gnomes_stands_alone_where_no_piece_can_be_posted(layout: Layout, supply: int) -> None:
    state = lay(turn_of_red(layout, supplies=(supply, 10)), "gnomes", 1, 0)

    assert offered(state) == (UseGnomes(), DeclineAbility())
    assert play(state, UseGnomes()).events == [PointsScored(RED, "gnomes", 1)]
    assert refused(state, UseGnomes(at(0, 0))) == "6.3"


KNIGHTS_LAYOUT: Layout = {
    (-1, 0): ("seers", BLUE),
    (0, -1): ("dragons", RED, BLUE),
    (0, 1): ("seers", RED),
    (1, 0): ("trolls", BLUE),
    (1, 1): ("trolls", BLUE),
}


@pytest.mark.rule("6.4")
def test_knights_remove_one_or_two_pieces_of_the_other_seat_beside() -> None:
    state = lay(turn_of_red(KNIGHTS_LAYOUT), "knights", 0, 0)
    west, north, east = at(-1, 0), at(0, -1), at(1, 0)

    assert offered(state) == (
        UseKnights((west,)),
        UseKnights((north,)),
        UseKnights((east,)),
        UseKnights((west, north)),
        UseKnights((west, east)),
        UseKnights((north, east)),
        DeclineAbility(),
    )
    played = play(state, UseKnights((north, east)))
    assert played.events == [PiecesRemoved(RED, BLUE, (north, east))]
    assert played.state.kingdom.cards[north] == Card("dragons", (RED,))
    assert played.state.kingdom.cards[east] == Card("trolls")
    assert (played.state.supplies, played.state.phase) == ((9, 12), Drawing())


@pytest.mark.rule("6.4")
def test_knights_remove_no_others() -> None:
    state = lay(turn_of_red(KNIGHTS_LAYOUT), "knights", 0, 0)
    west, north, east = at(-1, 0), at(0, -1), at(1, 0)

    nothing, three, twice = UseKnights(()), UseKnights((west, north, east)), UseKnights((west, west))
    own, corner, reversed_ = UseKnights((at(0, 1),)), UseKnights((at(1, 1),)), UseKnights((east, west))
    assert [refused(state, use) for use in (nothing, three, twice, own, corner, reversed_)] == ["6.4"] * 6


@pytest.mark.rule("6.5")
def test_undead_swap_their_piece_with_one_of_the_other_seat_however_far() -> None:
    layout: Layout = {
        (0, 0): ("seers",),
        (-1, 0): ("knights", BLUE),
        (-2, 0): ("seers", RED),
        (-3, 0): ("trolls", BLUE),
    }
    state = lay(turn_of_red(layout), "undead", 1, 0)

    played = play(state, UseUndead(at(-3, 0)))

    assert set(offered(state)) == {UseUndead(at(-1, 0)), UseUndead(at(-3, 0)), DeclineAbility()}
    assert played.events == [PiecesSwapped(RED, at(1, 0), BLUE, at(-3, 0))]
    assert played.state.kingdom.cards[at(-3, 0)] == Card("trolls", (RED,))
    assert played.state.kingdom.cards[at(1, 0)] == Card("undead", (BLUE,))
    assert played.state.supplies == (9, 10)
    assert [refused(state, UseUndead(space)) for space in (at(-2, 0), at(0, 0), at(1, 0), at(9, 9))] == ["6.5"] * 4


@pytest.mark.rule("6.6")
def test_undead_put_no_two_pieces_of_one_colour_on_a_card() -> None:
    state = lay(turn_of_red({(0, 0): ("seers", RED, BLUE), (0, 1): ("seers", BLUE)}), "undead", 1, 0)

    assert offered(state) == (UseUndead(at(0, 1)), DeclineAbility())
    assert refused(state, UseUndead(at(0, 0))) == "6.6"


@pytest.mark.rule("6.7")
def test_the_card_that_undead_swap_to_does_nothing_again() -> None:
    state = lay(turn_of_red({(0, 0): ("dragons", BLUE), (1, 1): ("seers",)}), "undead", 1, 0)

    played = play(state, UseUndead(at(0, 0)))

    assert (played.state.scores, played.state.phase) == ((0, 0), Drawing())
    assert refused(played.state, UseDragons()) == "2.2"


@pytest.mark.rule("6.8", "6.9")
def test_giants_turn_a_card_over_and_its_pieces_go_home() -> None:
    layout: Layout = {(-1, 0): ("undead", RED, BLUE), (1, 0): ("seers",), (1, 1): ("seers",)}
    state = lay(turn_of_red(layout, turned={(0, 1): "trolls"}), "giants", 0, 0)

    played = play(state, UseGiants(at(-1, 0)))

    assert offered(state) == (UseGiants(at(-1, 0)), UseGiants(at(1, 0)), DeclineAbility())
    assert played.events == [CardTurnedOver(RED, at(-1, 0), (RED, BLUE))]
    assert at(-1, 0) not in played.state.kingdom.cards
    assert played.state.kingdom.turned == {at(0, 1): "trolls", at(-1, 0): "undead"}
    assert (played.state.supplies, played.state.phase) == ((10, 11), Drawing())
    assert [refused(state, UseGiants(at(x, y))) for x, y in ((0, 1), (1, 1), (0, -1), (0, 0))] == ["6.8"] * 4


@pytest.mark.rule("6.8")
def test_giants_may_turn_the_start_card_over() -> None:
    state = lay(turn_of_red({(0, 0): ("undead",)}), "giants", 1, 0)

    played = play(state, UseGiants(at(0, 0)))

    assert played.events == [CardTurnedOver(RED, at(0, 0), ())]
    assert played.state.supplies == (9, 10)


@pytest.mark.rule("6.10")
def test_a_turned_over_card_counts_for_nothing() -> None:
    layout: Layout = {(0, -1): ("seers",), (2, 0): ("dwarves", BLUE), (2, -1): ("seers",)}
    table = turn_of_red(layout, turned={(1, 0): "dwarves"})

    assert play(lay(table, "dwarves", 0, 0), UseDwarves()).state.scores == (1, 0)
    assert play(lay(table, "dragons", 0, 0), UseDragons()).state.scores == (1, 0)
    assert play(lay(table, "trolls", 0, 0), UseTrolls("row")).state.scores == (1, 0)
    assert refused(lay(table, "gnomes", 0, 0), UseGnomes(at(1, 0))) == "6.2"
    assert refused(lay(table, "giants", 0, 0), UseGiants(at(1, 0))) == "6.8"
    assert pieces_by_faction(table.kingdom, ("dwarves", "seers")) == {"dwarves": (0, 1), "seers": (0, 0)}


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("faction", ["knights", "undead"])
def test_without_pieces_of_the_other_seat_knights_and_undead_are_passed_over(faction: Faction) -> None:
    state = turn_of_red({(0, 0): ("seers", RED)}, hands=((faction, "seers"), ("seers", "seers")))

    assert play(state, LayCard(faction, at(1, 0))).events[1:] == [AbilityLapsed(faction)]
