import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import (
    Action,
    DeclineAbility,
    DrawCard,
    LayCard,
    UseGiants,
    UseGoblins,
    UseKnights,
)
from domain.games.claim_kingdoms.events import Event, FactionScored, PlayEnded, ThroneClaimed, TurnBegun
from domain.games.claim_kingdoms.pieces import FACTIONS, Ending, Faction
from domain.games.claim_kingdoms.scoring import Outcome
from domain.games.claim_kingdoms.state import FactionResult, State
from tests.games.claim_kingdoms.given import BLUE, RED, Layout, Played, at, play, refused, turn_of_blue, turn_of_red

ONE: Layout = {(0, 0): ("dragons",)}

Hands = tuple[tuple[Faction, ...], tuple[Faction, ...]]

GOBLIN_EACH: Hands = (("goblins", "seers"), ("goblins", "seers"))

LAST_CARDS: Hands = ((), ("goblins",))


def with_goblins(state: State) -> Played:
    """Lay Goblins next to the start card, decline their ability, and draw from the pile if possible."""
    draw = [DrawCard()] if state.pile else []
    return play(state, LayCard("goblins", at(1, 0)), DeclineAbility(), *draw)


def ending(events: list[Event]) -> Ending | None:
    return next((event.ending for event in events if isinstance(event, PlayEnded)), None)


def outcome(played: Played) -> Outcome:
    result = GAME.outcome(played.state)
    assert isinstance(result, Outcome)
    return result


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("supplies", [(4, 1), (0, 4), (0, 1)])
def test_play_ends_once_a_supply_is_empty_after_equally_many_turns(supplies: tuple[int, int]) -> None:
    state = turn_of_blue(ONE, hands=GOBLIN_EACH, supplies=supplies)

    assert ending(with_goblins(state).events) == "supply_empty"


@pytest.mark.rule("10.2")
def test_the_other_seat_has_its_turn_before_play_ends() -> None:
    state = turn_of_red(ONE, hands=GOBLIN_EACH, supplies=(1, 4))

    played = with_goblins(state)

    assert played.state.supplies == (0, 4)
    assert played.events[-1] == TurnBegun(10, BLUE)


@pytest.mark.rule("10.3")
def test_a_piece_that_comes_back_in_time_counts_as_supply() -> None:
    hands: Hands = (("goblins", "seers"), ("knights", "seers"))
    state = turn_of_blue({(0, 0): ("dragons", RED)}, hands=hands, supplies=(0, 4))

    saved = play(state, LayCard("knights", at(1, 0)), UseKnights((at(0, 0),)), DrawCard())
    lost = play(state, LayCard("knights", at(1, 0)), DeclineAbility(), DrawCard())

    assert saved.events[-1] == TurnBegun(11, RED)
    assert saved.state.supplies == (1, 3)
    assert ending(lost.events) == "supply_empty"


@pytest.mark.rule("10.4")
def test_play_ends_once_all_cards_are_laid() -> None:
    state = turn_of_blue(ONE, hands=LAST_CARDS, pile=(), display=())

    assert ending(with_goblins(state).events) == "all_placed"


@pytest.mark.rule("10.4")
def test_play_goes_on_while_a_card_is_left_anywhere() -> None:
    display_left = turn_of_blue(ONE, hands=(("seers", "seers"), ("goblins", "seers")), pile=())
    hands_left = turn_of_blue(ONE, hands=(("seers",), ("goblins", "seers")), pile=(), display=())
    last_but_one = turn_of_red(ONE, hands=(("goblins",), ("seers",)), pile=(), display=())

    assert GAME.pending(play(display_left, LayCard("goblins", at(1, 0)), UseGoblins()).state).keys() == {BLUE}
    assert with_goblins(hands_left).events[-1] == TurnBegun(11, RED)
    assert with_goblins(last_but_one).events[-1] == TurnBegun(10, BLUE)


@pytest.mark.rule("10.5")
def test_an_empty_supply_is_named_first() -> None:
    state = turn_of_blue(ONE, hands=LAST_CARDS, pile=(), display=(), supplies=(3, 1))

    assert ending(with_goblins(state).events) == "supply_empty"


CLOSING: tuple[Action, ...] = (LayCard("giants", at(0, 0)), UseGiants(at(1, 0)), DrawCard())


def nearly_blocked() -> tuple[Layout, dict[tuple[int, int], Faction], Hands]:
    """Build a kingdom in which Giants on the origin can turn over the only other open card and leave no free space."""
    ring: dict[tuple[int, int], Faction] = {(-1, 0): "seers", (0, -1): "seers", (0, 1): "seers"}
    return {(1, 0): ("dragons",)}, ring, (("giants", "seers"), ("giants", "seers"))


@pytest.mark.rule("10.6")
def test_a_match_ends_at_once_when_the_seat_to_move_has_no_space() -> None:
    layout, ring, hands = nearly_blocked()
    state = turn_of_red(layout, turned=ring, hands=hands)

    played = play(state, *CLOSING)

    assert ending(played.events) == "blocked"
    assert (outcome(played).ending, outcome(played).supplies) == ("blocked", (9, 10))


@pytest.mark.rule("10.6", "10.2")
def test_an_empty_supply_is_named_before_a_blocked_kingdom() -> None:
    layout, ring, hands = nearly_blocked()
    state = turn_of_blue(layout, turned=ring, hands=hands, supplies=(0, 4))

    assert ending(play(state, *CLOSING).events) == "supply_empty"


@pytest.mark.rule("10.1")
def test_nothing_can_be_done_after_the_end() -> None:
    state = with_goblins(turn_of_blue(ONE, hands=GOBLIN_EACH, supplies=(4, 1))).state

    assert GAME.pending(state) == {}
    assert [GAME.legal_actions(state, seat) for seat in (RED, BLUE)] == [(), ()]
    assert [refused(state, DrawCard(), seat) for seat in (RED, BLUE)] == ["10.1"] * 2


def test_there_is_no_outcome_before_the_end() -> None:
    with pytest.raises(ValueError, match="before it is over"):
        GAME.outcome(turn_of_red(ONE))


FINAL: Layout = {
    (0, 0): ("knights", RED),
    (0, 1): ("knights", RED, BLUE),
    (0, 2): ("trolls", BLUE),
    (0, 3): ("dwarves", RED, BLUE),
    (0, 4): ("giants",),
}


def final(layout: Layout, scores: tuple[int, int] = (0, 0), supplies: tuple[int, int] = (5, 1)) -> Played:
    """Lay the last Goblins of BLUE next to a kingdom, with its last piece."""
    return with_goblins(turn_of_blue(layout, hands=GOBLIN_EACH, scores=scores, supplies=supplies))


@pytest.mark.rule("11.1", "11.2", "11.3")
def test_factions_are_scored_one_by_one_in_the_order_of_the_overview() -> None:
    played = final(FINAL, scores=(20, 10))

    scored = [event for event in played.events if isinstance(event, FactionScored)]
    assert [event.faction for event in scored] == list(FACTIONS)
    by_faction = {event.faction: event for event in scored}
    assert by_faction["goblins"] == FactionScored("goblins", (0, 1), BLUE, 4)
    assert by_faction["trolls"] == FactionScored("trolls", (0, 1), BLUE, 6)
    assert by_faction["knights"] == FactionScored("knights", (2, 1), RED, 9)
    assert by_faction["dwarves"] == FactionScored("dwarves", (1, 1), None, 0)
    assert by_faction["giants"] == FactionScored("giants", (0, 0), None, 0)
    assert outcome(played).scores == (29, 20)
    assert FactionResult("knights", (2, 1), RED, 9) in outcome(played).factions


@pytest.mark.rule("11.3")
@pytest.mark.parametrize(
    ("faction", "value"),
    [
        ("goblins", 4),
        ("dwarves", 5),
        ("gnomes", 5),
        ("trolls", 6),
        ("undead", 6),
        ("dragons", 7),
        ("seers", 7),
        ("doppelgangers", 7),
        ("giants", 8),
        ("knights", 9),
    ],
)
def test_each_faction_has_its_value(faction: Faction, value: int) -> None:
    played = final({(0, 0): (faction, RED), (0, 1): (faction, RED)})

    assert FactionScored(faction, (2, int(faction == "goblins")), RED, value) in played.events


@pytest.mark.rule("11.1")
def test_pieces_that_were_on_turned_over_cards_control_nothing() -> None:
    layout: Layout = {(0, 0): ("seers", BLUE), (0, 1): ("knights", RED), (2, 0): ("knights", BLUE)}
    hands: Hands = (("seers", "seers"), ("giants", "seers"))
    state = turn_of_blue(layout, hands=hands, supplies=(0, 4))

    played = play(state, LayCard("giants", at(1, 0)), UseGiants(at(2, 0)), DrawCard())

    assert FactionScored("knights", (1, 0), RED, 9) in played.events


@pytest.mark.rule("11.4")
@pytest.mark.parametrize(("scores", "winner"), [((25, 20), RED), ((5, 20), BLUE)])
def test_more_points_win(scores: tuple[int, int], winner: int) -> None:
    result = outcome(final(ONE, scores=scores))

    assert (result.winners, result.decided_by) == ((winner,), "points")
    assert result.ranking == ((1, 2) if winner == RED else (2, 1))


@pytest.mark.rule("11.5")
@pytest.mark.parametrize(("supplies", "winner"), [((5, 1), RED), ((0, 3), BLUE)])
def test_with_equal_points_more_pieces_in_supply_win(supplies: tuple[int, int], winner: int) -> None:
    result = outcome(final(ONE, scores=(24, 20), supplies=supplies))

    assert result.scores == (24, 24)
    assert (result.winners, result.decided_by) == ((winner,), "supply")


@pytest.mark.rule("11.6")
def test_with_equal_points_and_supplies_the_victory_is_shared() -> None:
    played = final(ONE, scores=(24, 20), supplies=(0, 1))

    assert played.events[-1] == ThroneClaimed((24, 24), (0, 0), (1, 1), (RED, BLUE), "shared")
    result = outcome(played)
    assert (result.winners, result.ranking, result.decided_by) == ((RED, BLUE), (1, 1), "shared")
