"""Setup and dice: sections 1 and 2 of the rules."""

from collections import Counter

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import ChooseCard
from domain.games.queen_of_12.events import BagGiven, CardDrawn, DiceRolled, FanLaid
from domain.kernel.errors import Refused
from domain.kernel.messages import SPECTATOR
from tests.games.queen_of_12.given import broken, cards, laid, of, table

START = {"jungle_guardian", "alchemist", "knight", "warlock"}
FIRST_FAN = {"mirror_image", "rogue", "golem", "patient_one", "worker", "princess"}
SEEDS = [number.to_bytes(32, "big") for number in range(40)]


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_three_and_four_seats_play(seats: int) -> None:
    state, _ = laid(seats)
    assert len(state.holdings) == seats
    assert all(holding.crossed == 0 for holding in state.holdings)


@pytest.mark.rule("1.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_other_number_of_seats_does(seats: int) -> None:
    with pytest.raises(Refused) as caught:
        GAME.check(table(seats))
    assert (caught.value.code, caught.value.rule) == ("unprocessable", "1.1")


@pytest.mark.rule("1.2")
def test_options_name_the_side_and_the_first_bag() -> None:
    state, events = laid(3, sheet="B", first_bag=2)
    assert of(events, BagGiven) == [BagGiven(state.first_bag)]
    assert (state.first_bag, state.bag) == (2, 2)
    assert GAME.view(state, SPECTATOR).side == "B"


@pytest.mark.rule("1.2")
def test_the_first_bag_must_be_a_seat_of_the_table() -> None:
    with pytest.raises(Refused) as caught:
        GAME.check(table(2, first_bag=2))
    assert (caught.value.code, caught.value.rule) == ("unprocessable", "1.2")


@pytest.mark.rule("1.2")
def test_otherwise_the_first_bag_is_drawn() -> None:
    assert {laid(3, seed)[0].first_bag for seed in SEEDS} == {0, 1, 2}


@pytest.mark.rule("1.3")
@pytest.mark.parametrize("seats", [3, 4])
def test_hands_begin_with_the_start_cards(seats: int) -> None:
    state, _ = laid(seats)
    assert all(set(holding.hand) == START and len(holding.hand) == 4 for holding in state.holdings)


@pytest.mark.rule("1.4")
def test_a_first_game_has_the_printed_fan() -> None:
    state, _ = laid(3)
    assert all(set(holding.fan) == FIRST_FAN for holding in state.holdings)


@pytest.mark.rule("1.5", "1.4")
def test_a_random_fan_is_the_same_for_all_and_has_no_start_cards() -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        state, events = laid(4, seed, fan="random")
        [fan] = of(events, FanLaid)
        assert len(set(fan.cards)) == 6
        assert [holding.fan for holding in state.holdings] == [fan.cards] * 4
        seen.update(fan.cards)
    assert set(seen) == FIRST_FAN | set(cards("parasite machine druid mountain_guardian"))


@pytest.mark.rule("1.6")
def test_the_other_characters_are_set_aside() -> None:
    state, events = laid(3)
    [fan] = of(events, FanLaid)
    assert set(fan.set_aside) == set(cards("parasite machine druid mountain_guardian"))
    assert all(set(fan.set_aside).isdisjoint(each.hand + each.pile + each.fan) for each in state.holdings)


@pytest.mark.rule("1.7")
def test_two_seats_have_the_druid_for_the_patient_one() -> None:
    _, events = laid(2)
    [fan] = of(events, FanLaid)
    assert set(fan.cards) == FIRST_FAN - {"patient_one"} | {"druid"}
    assert "patient_one" in fan.set_aside


@pytest.mark.rule("1.7")
def test_two_seats_never_draw_the_patient_one() -> None:
    fans = [set(of(laid(2, seed, fan="random")[1], FanLaid)[0].cards) for seed in SEEDS]
    assert set.union(*fans) == FIRST_FAN - {"patient_one"} | set(cards("parasite machine druid mountain_guardian"))


@pytest.mark.rule("1.8")
def test_two_seats_each_draw_a_card_of_their_fan() -> None:
    state, events = laid(2)
    drawn = of(events, CardDrawn)
    assert [event.seat for event in drawn] == [0, 1]
    for event in drawn:
        holding = state.holdings[event.seat]
        assert set(holding.hand) == START | {event.card}
        assert len(holding.fan) == 5
        assert event.card not in holding.fan


@pytest.mark.rule("1.8", "10.3")
def test_the_drawn_card_counts_as_received() -> None:
    state, events = laid(2)
    points = [state.table.edition.cards[event.card].points for event in of(events, CardDrawn)]
    assert [seat.score.cards for seat in GAME.view(state, SPECTATOR).seats] == points


@pytest.mark.rule("1.8")
def test_three_seats_draw_no_card() -> None:
    assert not of(laid(3)[1], CardDrawn)


@pytest.mark.rule("2.1")
def test_nine_dice_of_three_colours_go_round() -> None:
    seen: dict[str, str] = {}
    values: set[int] = set()
    for seed in SEEDS:
        [rolled] = of(laid(4, seed)[1], DiceRolled)
        assert len({die.id for die in rolled.dice}) == 7
        seen |= {die.id: die.colour for die in rolled.dice}
        values |= {die.value for die in rolled.dice}
    assert Counter(seen.values()) == {"red": 4, "violet": 3, "yellow": 2}
    assert values == set(range(1, 13))


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(("seats", "mountains", "jungle"), [(2, 3, 2), (3, 3, 3), (4, 4, 3)])
def test_dice_go_into_both_trays_the_mountains_first(seats: int, mountains: int, jungle: int) -> None:
    state, events = laid(seats, first_bag=1)
    [rolled] = of(events, DiceRolled)
    assert [die.tray for die in rolled.dice] == ["mountains"] * mountains + ["jungle"] * jungle
    assert (rolled.round, rolled.holder) == (1, 1)
    assert [seat.hourglass for seat in GAME.view(state, SPECTATOR).seats][:2] == [(), (1,)]


@pytest.mark.rule("2.2")
def test_no_seat_acts_before_the_first_dice() -> None:
    assert broken(GAME.begin(table(2)), 0, ChooseCard("knight")) == "2.2"


@pytest.mark.rule("2.2")
def test_the_same_seed_rolls_the_same_dice_whatever_the_options() -> None:
    [one] = of(laid(3)[1], DiceRolled)
    [other] = of(laid(3, fan="random", first_bag=0, sheet="B")[1], DiceRolled)
    assert one.dice == other.dice
