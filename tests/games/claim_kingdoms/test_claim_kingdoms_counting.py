import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import (
    DeclineAbility,
    DrawCard,
    LayCard,
    UseDragons,
    UseDwarves,
    UseGnomes,
    UseGoblins,
    UseTrolls,
)
from domain.games.claim_kingdoms.events import AbilityDeclined, AbilityLapsed, PointsScored
from domain.games.claim_kingdoms.pieces import Line
from domain.games.claim_kingdoms.state import Drawing
from domain.kernel.messages import SPECTATOR
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, at, lay, offered, play, refused, turn_of_red


@pytest.mark.rule("4.1")
def test_an_ability_may_be_declined() -> None:
    state = lay(turn_of_red({(0, 0): ("dragons",)}), "goblins", 1, 0)

    played = play(state, DeclineAbility())

    assert DeclineAbility() in offered(state)
    assert played.events == [AbilityDeclined(RED)]
    assert (played.state.scores, played.state.phase) == ((0, 0), Drawing())


@pytest.mark.rule("4.3")
def test_an_ability_with_nothing_to_offer_is_passed_over() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, hands=(("knights", "seers"), ("seers", "seers")))

    played = play(state, LayCard("knights", at(1, 0)))

    assert played.events[1:] == [AbilityLapsed("knights")]
    assert played.state.phase == Drawing()


@pytest.mark.rule("4.4")
def test_only_the_ability_of_the_card_just_laid_may_be_used() -> None:
    state = lay(turn_of_red({(0, 0): ("dragons",), (0, 1): ("dwarves", RED)}), "goblins", 1, 0)

    assert refused(state, UseDragons()) == "4.4"
    assert refused(state, UseDwarves()) == "4.4"


@pytest.mark.rule("4.4")
def test_an_ability_is_used_once() -> None:
    state = lay(turn_of_red({(0, 0): ("dragons",)}), "goblins", 1, 0)

    assert refused(play(state, UseGoblins()).state, UseGoblins()) == "2.2"


@pytest.mark.rule("4.5")
def test_a_gap_ends_a_run() -> None:
    layout: Layout = {
        (1, 0): ("seers",),
        (2, 0): ("dwarves",),
        (3, 0): ("dwarves",),
        (3, 1): ("seers",),
        (0, 2): ("dwarves",),
        (-2, 0): ("dwarves",),
    }
    state = lay(turn_of_red(layout), "dwarves", 0, 0)

    assert play(state, UseDwarves()).events == [PointsScored(RED, "dwarves", 3)]


@pytest.mark.rule("4.5")
def test_a_turned_over_card_ends_a_run() -> None:
    layout: Layout = {(1, 0): ("dwarves",), (3, 0): ("dwarves",), (3, 1): ("seers",)}
    state = lay(turn_of_red(layout, turned={(2, 0): "dwarves"}), "dwarves", 0, 0)

    assert play(state, UseDwarves()).events == [PointsScored(RED, "dwarves", 2)]


@pytest.mark.rule("4.6")
def test_points_are_added_to_the_score_at_once() -> None:
    state = lay(turn_of_red({(0, 0): ("goblins", RED)}, scores=(5, 9)), "goblins", 1, 0)

    assert play(state, UseGoblins()).state.scores == (7, 9)


@pytest.mark.rule("4.7")
@pytest.mark.parametrize(
    ("before", "after", "tile"), [(47, 49, None), (48, 50, None), (49, 51, 50), (98, 100, 50), (99, 101, 100)]
)
def test_the_tile_shows_once_a_score_is_past_50_and_100(before: int, after: int, tile: int | None) -> None:
    state = lay(turn_of_red({(0, 0): ("goblins", RED)}, scores=(before, 0)), "goblins", 1, 0)

    seats = GAME.view(play(state, UseGoblins()).state, SPECTATOR).seats

    assert (seats[RED].score, seats[RED].tile) == (after, tile)
    assert (seats[BLUE].score, seats[BLUE].tile) == (0, None)


@pytest.mark.rule("5.1")
def test_goblins_count_those_with_a_piece_of_the_seat() -> None:
    layout: Layout = {
        (0, 0): ("goblins",),
        (0, 1): ("goblins", RED),
        (0, 2): ("goblins", BLUE),
        (0, 3): ("goblins", RED, BLUE),
        (0, 4): ("dwarves", RED),
    }
    state = lay(turn_of_red(layout, turned={(1, 1): "goblins"}), "goblins", 1, 0)

    assert offered(state) == (UseGoblins(), DeclineAbility())
    assert play(state, UseGoblins()).events == [PointsScored(RED, "goblins", 3)]


@pytest.mark.rule("5.2")
def test_dwarves_count_those_of_row_and_column_once() -> None:
    layout: Layout = {
        (-1, 0): ("dwarves", BLUE),
        (1, 0): ("seers",),
        (2, 0): ("dwarves",),
        (0, 1): ("dwarves", RED),
        (1, 1): ("dwarves",),
    }
    state = lay(turn_of_red(layout), "dwarves", 0, 0)

    assert offered(state) == (UseDwarves(), DeclineAbility())
    assert play(state, UseDwarves()).events == [PointsScored(RED, "dwarves", 4)]


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("line", "points"), [("row", 3), ("column", 2)])
def test_trolls_count_the_different_factions_of_the_line_picked(line: Line, points: int) -> None:
    layout: Layout = {
        (-1, 0): ("seers", BLUE),
        (1, 0): ("seers",),
        (2, 0): ("undead", RED),
        (0, 1): ("dragons",),
        (0, 2): ("dragons",),
    }
    state = lay(turn_of_red(layout), "trolls", 0, 0)

    assert offered(state) == (UseTrolls("row"), UseTrolls("column"), DeclineAbility())
    assert play(state, UseTrolls(line)).events == [PointsScored(RED, "trolls", points, line)]


@pytest.mark.rule("5.4")
def test_a_line_with_another_troll_cannot_be_picked() -> None:
    state = lay(turn_of_red({(1, 0): ("seers",), (2, 0): ("trolls", RED)}), "trolls", 0, 0)

    assert offered(state) == (UseTrolls("column"), DeclineAbility())
    assert refused(state, UseTrolls("row")) == "5.4"


@pytest.mark.rule("5.4", "4.3")
def test_a_troll_may_be_laid_where_it_cannot_score() -> None:
    layout: Layout = {(1, 0): ("trolls",), (0, 1): ("trolls", RED)}
    state = turn_of_red(layout, hands=(("trolls", "seers"), ("seers", "seers")))

    assert play(state, LayCard("trolls", at(0, 0))).events[1:] == [AbilityLapsed("trolls")]


@pytest.mark.rule("5.4")
def test_a_troll_behind_a_turned_over_card_does_not_matter() -> None:
    layout: Layout = {(-1, 0): ("seers",), (2, 0): ("trolls",), (2, 1): ("seers",)}
    state = lay(turn_of_red(layout, turned={(1, 0): "dwarves"}), "trolls", 0, 0)

    assert play(state, UseTrolls("row")).events == [PointsScored(RED, "trolls", 2, "row")]


@pytest.mark.rule("5.5")
def test_dragons_count_the_open_cards_all_around() -> None:
    layout: Layout = {
        (-1, -1): ("seers",),
        (0, -1): ("seers", BLUE),
        (1, 1): ("dragons", RED),
        (1, 0): ("seers",),
        (2, 0): ("seers",),
    }
    state = lay(turn_of_red(layout, turned={(-1, 0): "seers"}), "dragons", 0, 0)

    assert offered(state) == (UseDragons(), DeclineAbility())
    assert play(state, UseDragons()).events == [PointsScored(RED, "dragons", 4)]


@pytest.mark.rule("4.2")
def test_an_ability_is_not_used_in_part() -> None:
    state = lay(turn_of_red({(0, 0): ("dragons",)}), "gnomes", 1, 0)

    assert refused(state, UseGnomes()) == "6.1"
    assert play(state, UseGnomes(at(0, 0)), DrawCard()).state.supplies == (8, 10)
