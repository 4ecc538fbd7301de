"""Views: the data of a match by viewer."""

import msgspec

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import ChooseCard, CrossField, Decline, TakeDice
from domain.games.queen_of_12.drawing import draw
from domain.games.queen_of_12.events import MatchScored, Score
from domain.games.queen_of_12.pieces import Die, LineName
from domain.games.queen_of_12.view import EffectsLeft, LineView, SeatView, View, WorkView
from domain.kernel.messages import SPECTATOR, Viewer
from tests.games.queen_of_12.given import PLAIN, S0, S1, a_round, act, cards, dice, field, fields, holds, laid, lay

SPARE = holds("warlock knight jungle_guardian alchemist", pile="rogue", fan="golem princess", crossed="L11 R55")
OPEN_FIELDS = {name for name in SeatView.__struct_fields__ if name not in {"chosen", "choosable", "work"}}


def test_a_view_has_what_it_takes_to_draw_the_table() -> None:
    state = a_round(SPARE, SPARE, SPARE, number=4, bag=1)
    view = GAME.view(state, SPECTATOR)
    assert (view.phase, view.round, view.rounds, view.bag) == ("choosing", 4, 12, 1)
    assert (view.side, view.sheet, view.cards) == ("A", state.table.edition.sheets["A"], state.table.edition.cards)
    assert view.trays == dice(PLAIN)
    mine = view.seats[0]
    assert (mine.hand, mine.pile, mine.fan) == (SPARE.hand, ("rogue",), cards("golem princess"))
    assert mine.crossed == fields("L11 R55")
    assert mine.effects_left == EffectsLeft(copy_dice=1, take_back=1, fan_card=2)
    assert [line for line in mine.lines if line.crosses] == [
        LineView(LineName("L-row-1"), 1, 2),
        LineView(LineName("L-column-1"), 1, 2),
        LineView(LineName("R-row-5"), 1, 2),
        LineView(LineName("R-column-5"), 1, 2),
    ]
    assert len(mine.lines) == 20
    assert (mine.score.left, mine.score.right, mine.score.cards, mine.score.total) == (4, 4, 4, 12)


def test_what_is_hidden_is_absent() -> None:
    # given that seat 1 laid a card
    state, _ = act(a_round(SPARE, SPARE, SPARE), 1, ChooseCard("knight"))
    # then a spectator sees that it did and no more
    shown = msgspec.json.decode(msgspec.json.encode(GAME.view(state, SPECTATOR)))
    assert [set(seat) for seat in shown["seats"]] == [OPEN_FIELDS] * 3
    assert [seat["laid"] for seat in shown["seats"]] == [0, 1, 0]
    # and the seat itself which one
    shown = msgspec.json.decode(msgspec.json.encode(GAME.view(state, Viewer(frozenset({S1})))))
    assert [set(seat) for seat in shown["seats"]] == [OPEN_FIELDS, OPEN_FIELDS | {"chosen", "choosable"}, OPEN_FIELDS]
    assert (shown["seats"][1]["chosen"], shown["seats"][1]["choosable"]) == (["knight"], [])


def test_a_seat_sees_what_it_may_lay_second() -> None:
    state, _ = act(a_round(holds("knight warlock", pile="rogue golem"), SPARE), 0, ChooseCard("knight"))
    mine = GAME.view(state, Viewer(frozenset({S0}))).seats[0]
    assert (mine.hand, mine.chosen, mine.choosable) == (cards("knight warlock"), ("knight",), cards("rogue golem"))


def test_the_way_of_the_dice_is_shown() -> None:
    # given that the Princess is about to take a die
    state, _ = lay(a_round(holds("princess rogue"), SPARE, SPARE), "princess", "knight", "jungle_guardian")
    view = GAME.view(state, SPECTATOR)
    assert (view.phase, view.trays, view.seats[0].played) == ("carrying_out", dice(PLAIN), ("princess",))
    # when she has, and the Jungle is empty too
    state, _ = act(state, 0, TakeDice(("R1",)))
    view = GAME.view(state, SPECTATOR)
    # then the dice lie before their takers, and say what is to be crossed
    assert view.phase == "crossing"
    assert [die.id for die in view.trays] == ["V1", "Y1"]
    assert view.seats[0].taken == (Die("R1", "red", "mountains", 1),)
    assert view.seats[0].work == WorkView(("R1",), twice="R1")
    assert view.seats[1].work == WorkView((), effect="must")
    state, _ = act(state, 0, CrossField("R1", field("L32")))
    assert GAME.view(state, SPECTATOR).seats[0].work == WorkView((), twice="R1", again="R1", by="colour")
    state, _ = act(state, 0, Decline())
    assert GAME.view(state, SPECTATOR).seats[0].work == WorkView((), twice="R1")


def test_a_view_before_the_first_dice_can_be_shown() -> None:
    state = GAME.begin(laid(2)[0].table)
    assert GAME.view(state, SPECTATOR).phase == "laying"


def test_views_and_seats_are_what_their_types_say() -> None:
    view = GAME.view(laid(4)[0], SPECTATOR)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_a_view_can_be_drawn() -> None:
    # given a match in which a seat laid a card
    state, _ = act(a_round(SPARE, holds("knight warlock"), SPARE), 1, ChooseCard("knight"))
    lines = draw(GAME.view(state, SPECTATOR)).splitlines()
    # then the dice are drawn, and each seat's cards and sheet with its crosses
    assert lines[:2] == [
        "Round 1 of 12, side A, bag with seat 0 (choosing)",
        (
            "In the trays: red 1 (mountains), violet 4 (mountains), yellow 5 (mountains), "
            "red 6 (jungle), violet 8 (jungle), yellow 12 (jungle)"
        ),
    ]
    assert lines[3:5] == [
        "Seat 0: 12 points (left 4, right 4, first line 0, cards 4), 2 crosses",
        "  hand warlock, knight, jungle_guardian, alchemist | pile rogue | fan golem, princess",
    ]
    assert lines[5].split() == ["[", "6]", "3", "y", "5", "2", "2", "~", "v", "r", "8", "7", "11", "0"]
    assert lines[13] == "  hand knight, warlock | pile - | fan -"


def test_the_crown_is_drawn() -> None:
    view = msgspec.structs.replace(GAME.view(a_round(SPARE, SPARE), SPECTATOR), trays=(), winners=(S1,))
    lines = draw(view).splitlines()
    assert lines[2].endswith("2 crosses")
    assert lines[11].endswith("2 crosses, and the crown")


def test_a_finished_match_shows_its_ranking_and_the_scores_it_ended_with() -> None:
    # given a match that ended
    scores = tuple(Score(left=20, right=20, bonus=0, cards=total, total=40 + total, crosses=30) for total in (8, 2))
    state = GAME.evolve(a_round(SPARE, SPARE, number=12), MatchScored(scores, (1, 2), (S0,)))
    # then everybody sees how
    view = GAME.view(state, SPECTATOR)
    assert (view.phase, view.trays, view.ranking, view.winners) == ("finished", (), (1, 2), (S0,))
    assert [seat.score for seat in view.seats] == list(scores)
