import pytest

from domain.games.claim_kingdoms.actions import (
    DeclineAbility,
    KeepCards,
    LayCard,
    UseDragons,
    UseDwarves,
    UseGiants,
    UseGnomes,
    UseGoblins,
    UseKnights,
    UseSeers,
    UseTrolls,
    UseUndead,
)
from domain.games.claim_kingdoms.events import (
    AbilityLapsed,
    CardsKept,
    CardTurnedOver,
    PiecePosted,
    PiecesRemoved,
    PiecesSwapped,
    PointsScored,
    SeersConsulted,
)
from domain.games.claim_kingdoms.pieces import Faction
from domain.games.claim_kingdoms.state import State
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, at, lay, offered, play, refused, turn_of_red

HANDS: tuple[tuple[Faction, ...], tuple[Faction, ...]] = (("doppelgangers", "trolls"), ("seers", "seers"))


def doppelganger_at_origin(layout: Layout, turned: dict[tuple[int, int], Faction] | None = None) -> State:
    return lay(turn_of_red(layout, turned=turned, hands=HANDS), "doppelgangers", 0, 0)


def passed_over(layout: Layout, **piles: tuple[Faction, ...]) -> bool:
    state = turn_of_red(layout, hands=HANDS, pile=piles.get("pile", ("knights",)))
    return play(state, LayCard("doppelgangers", at(0, 0))).events[1:] == [AbilityLapsed("doppelgangers")]


@pytest.mark.rule("8.1")
def test_abilities_of_open_cards_beside_may_be_used() -> None:
    layout: Layout = {
        (-1, 0): ("seers",),
        (0, -1): ("giants", RED),
        (0, 1): ("dragons", BLUE),
        (1, 1): ("goblins", RED),
    }
    state = doppelganger_at_origin(layout, {(1, 0): "dwarves"})

    assert offered(state) == (
        UseDragons(),
        UseSeers(),
        UseGiants(at(-1, 0)),
        UseGiants(at(0, -1)),
        UseGiants(at(0, 1)),
        DeclineAbility(),
    )
    assert [refused(state, use) for use in (UseGoblins(), UseDwarves(), UseTrolls("row"))] == ["8.1"] * 3


@pytest.mark.rule("8.2")
def test_two_neighbours_of_one_faction_are_one_choice() -> None:
    state = doppelganger_at_origin({(-1, 0): ("dragons",), (1, 0): ("dragons", BLUE)})

    assert offered(state) == (UseDragons(), DeclineAbility())


@pytest.mark.rule("8.2")
def test_only_abilities_that_do_something_are_offered() -> None:
    state = doppelganger_at_origin({(-1, 0): ("goblins",), (1, 0): ("knights", RED), (0, 1): ("dragons",)})

    assert offered(state) == (UseDragons(), DeclineAbility())
    assert refused(state, UseGoblins()) == "8.2"
    assert refused(state, UseKnights((at(1, 0),))) == "6.4"


@pytest.mark.rule("8.2", "4.3")
def test_doppelgangers_with_nothing_to_copy_are_passed_over() -> None:
    assert passed_over({(1, 0): ("goblins", BLUE)})
    assert passed_over({(1, 0): ("knights", RED)})
    assert passed_over({(1, 0): ("undead", RED)})
    assert passed_over({(1, 0): ("seers",)}, pile=())
    assert not passed_over({(1, 0): ("seers",)})


@pytest.mark.rule("8.3")
def test_doppelgangers_beside_doppelgangers_have_no_effect() -> None:
    assert passed_over({(1, 0): ("doppelgangers", BLUE), (0, 1): ("doppelgangers", RED)})


@pytest.mark.rule("8.4", "5.1")
def test_copied_goblins_do_not_count_the_doppelgangers() -> None:
    layout: Layout = {(1, 0): ("goblins", BLUE), (2, 0): ("goblins", RED), (3, 0): ("goblins", RED)}

    assert play(doppelganger_at_origin(layout), UseGoblins()).events == [PointsScored(RED, "goblins", 2)]


@pytest.mark.rule("8.4", "5.2")
def test_copied_dwarves_do_not_count_the_doppelgangers() -> None:
    layout: Layout = {(1, 0): ("dwarves", BLUE), (2, 0): ("dwarves",), (0, 1): ("seers",), (0, 2): ("dwarves",)}

    assert play(doppelganger_at_origin(layout), UseDwarves()).events == [PointsScored(RED, "dwarves", 3)]


@pytest.mark.rule("8.5", "5.3")
def test_copied_trolls_count_the_doppelgangers_as_a_faction() -> None:
    layout: Layout = {(1, 0): ("trolls", BLUE), (2, 0): ("seers",), (-1, 0): ("seers",), (0, 1): ("doppelgangers",)}
    state = doppelganger_at_origin(layout)

    assert {UseTrolls("row"), UseTrolls("column")} <= set(offered(state))
    assert play(state, UseTrolls("row")).events == [PointsScored(RED, "trolls", 3, "row")]
    assert play(state, UseTrolls("column")).events == [PointsScored(RED, "trolls", 1, "column")]


@pytest.mark.rule("8.5")
def test_a_line_with_two_trolls_cannot_be_picked_for_copied_trolls() -> None:
    state = doppelganger_at_origin({(1, 0): ("trolls", BLUE), (2, 0): ("trolls",)})

    assert offered(state) == (UseTrolls("column"), DeclineAbility())
    assert refused(state, UseTrolls("row")) == "8.5"


@pytest.mark.rule("8.5", "8.2")
def test_two_trolls_in_both_lines_leave_nothing_to_copy() -> None:
    layout: Layout = {(1, 0): ("trolls",), (-1, 0): ("trolls",), (0, 1): ("trolls",), (0, 2): ("trolls",)}

    assert passed_over(layout)


@pytest.mark.rule("8.1", "5.5")
def test_copied_dragons_count_around_the_doppelgangers() -> None:
    layout: Layout = {(1, 0): ("dragons", BLUE), (2, 0): ("seers",), (-1, -1): ("seers",), (1, 1): ("doppelgangers",)}

    assert play(doppelganger_at_origin(layout), UseDragons()).events == [PointsScored(RED, "dragons", 3)]


@pytest.mark.rule("8.1", "6.1", "6.2")
def test_copied_gnomes_post_beside_the_doppelgangers() -> None:
    state = doppelganger_at_origin({(1, 0): ("gnomes", RED), (0, 1): ("knights", RED, BLUE), (-1, 0): ("undead", BLUE)})

    assert [use for use in offered(state) if isinstance(use, UseGnomes)] == [UseGnomes(at(-1, 0))]
    assert play(state, UseGnomes(at(-1, 0))).events == [PointsScored(RED, "gnomes", 1), PiecePosted(RED, at(-1, 0))]


@pytest.mark.rule("8.1", "6.3")
def test_the_point_of_copied_gnomes_may_stand_alone() -> None:
    state = doppelganger_at_origin({(1, 0): ("gnomes", RED)})

    assert play(state, UseGnomes()).events == [PointsScored(RED, "gnomes", 1)]


@pytest.mark.rule("8.1", "6.5", "6.6")
def test_copied_undead_swap_the_piece_on_the_doppelgangers() -> None:
    layout: Layout = {(1, 0): ("undead", RED), (2, 0): ("knights", BLUE), (3, 0): ("seers", RED, BLUE)}
    state = doppelganger_at_origin(layout)

    played = play(state, UseUndead(at(2, 0)))

    assert offered(state) == (UseUndead(at(2, 0)), DeclineAbility())
    assert played.events == [PiecesSwapped(RED, at(0, 0), BLUE, at(2, 0))]
    assert played.state.kingdom.cards[at(0, 0)].pieces == (BLUE,)
    assert refused(state, UseUndead(at(3, 0))) == "6.6"


@pytest.mark.rule("8.1", "6.4")
def test_copied_knights_remove_pieces_beside_the_doppelgangers() -> None:
    layout: Layout = {(1, 0): ("knights", BLUE), (0, 1): ("seers", BLUE), (2, 0): ("seers", BLUE)}
    state = doppelganger_at_origin(layout)

    played = play(state, UseKnights((at(0, 1), at(1, 0))))

    assert played.events == [PiecesRemoved(RED, BLUE, (at(0, 1), at(1, 0)))]
    assert refused(state, UseKnights((at(2, 0),))) == "6.4"


@pytest.mark.rule("8.1", "6.8", "6.9")
def test_copied_giants_turn_over_a_card_beside_the_doppelgangers_even_the_giants() -> None:
    state = doppelganger_at_origin({(1, 0): ("giants", BLUE), (2, 0): ("seers",)})

    played = play(state, UseGiants(at(1, 0)))

    assert offered(state) == (UseGiants(at(1, 0)), DeclineAbility())
    assert played.events == [CardTurnedOver(RED, at(1, 0), (BLUE,))]


@pytest.mark.rule("8.1", "7.1", "7.2")
def test_copied_seers_replace_the_draw() -> None:
    state = doppelganger_at_origin({(1, 0): ("seers", BLUE)})

    played = play(state, UseSeers(), KeepCards(("giants", "knights")))

    assert played.events[0] == SeersConsulted(RED, 3, ("knights", "undead", "giants"))
    assert played.events[1] == CardsKept(RED, ("giants", "knights"), ("trolls", "undead"))
    assert played.state.mover == BLUE
