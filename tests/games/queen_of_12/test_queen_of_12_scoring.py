"""The end of a round and of the match: sections 9 and 10 of the rules."""

import msgspec
import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import CrossAnyField, CrossField
from domain.games.queen_of_12.events import BonusAwarded, DiceRolled, Event, MatchScored, RoundEnded, Score
from domain.games.queen_of_12.scoring import area_points, card_points, ranking, winners
from domain.games.queen_of_12.state import Finished, Holding, State
from domain.kernel.messages import SPECTATOR
from tests.games.queen_of_12.given import (
    S0,
    S1,
    S2,
    a_round,
    act,
    bits,
    broken,
    field,
    holds,
    lay,
    of,
    table,
)

POINTS = (0, 2, 0, 5, 5, 10)
SPARE = holds("warlock knight jungle_guardian alchemist")


def ending(*crossed: str, number: int = 12, bonus: tuple[int, ...] = ()) -> State:
    """Build a state with these crosses in which seat 0 has the last cross of the round to make."""
    hands = [holds("jungle_guardian rogue", crossed=words) for words in crossed]
    state = a_round(*hands, rolled="| V1=3", number=number)
    state = msgspec.structs.replace(state, bonus=bonus)
    plays = ["jungle_guardian"] + ["rogue"] * (len(crossed) - 1)
    state, _ = lay(state, *plays)
    for seat in range(1, len(crossed)):
        state, _ = act(state, seat, CrossAnyField(field("R55")))
    return state


def finished(state: State, name: str = "L12") -> tuple[State, list[Event]]:
    """Make the last cross of the round."""
    after, events = act(state, 0, CrossField("V1", field(name)))
    return after, events


@pytest.mark.rule("9.1", "2.4")
def test_the_dice_go_back_and_the_bag_goes_on() -> None:
    state, events = finished(ending("", "", "", number=4))
    assert [type(event) for event in events[1:3]] == [RoundEnded, DiceRolled]
    rolled = of(events, DiceRolled)[0]
    assert (rolled.round, rolled.holder, state.round, state.bag) == (5, 1, 5, 1)
    assert {die.id for die in rolled.dice} <= set(state.table.edition.dice)
    assert len(rolled.dice) == 6


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bag_goes_round_for_twelve_rounds(seats: int) -> None:
    assert table(seats).edition.rounds == 12
    last = holds("jungle_guardian rogue knight")
    state = msgspec.structs.replace(a_round(*[last] * seats, number=12, bag=11 % seats), first_bag=0)
    assert [len(each.hourglass) for each in GAME.view(state, SPECTATOR).seats] == [12 // seats] * seats


@pytest.mark.rule("9.2")
def test_the_first_full_line_brings_six_points_once() -> None:
    # given a seat that lacks one field of a row
    state = ending("L11 L13 L14 L15", "", "", number=4)
    # when it fills the row
    state, events = finished(state)
    # then it has the bonus
    assert of(events, BonusAwarded) == [BonusAwarded((S0,))]
    assert GAME.view(state, SPECTATOR).seats[0].score.bonus == 6


@pytest.mark.rule("9.2", "9.3")
def test_later_lines_bring_none() -> None:
    state, events = finished(ending("L11 L13 L14 L15", "L11", "L11", number=5, bonus=(2,)))
    assert not of(events, BonusAwarded)
    assert [each.score.bonus for each in GAME.view(state, SPECTATOR).seats] == [0, 0, 6]


@pytest.mark.rule("9.3")
def test_all_seats_that_fill_their_first_line_in_that_round_have_it_when_it_ends() -> None:
    # given two seats that fill a line in the same round, one of them a column, before the third is through
    state = ending("L11 L13 L14 L15", "R51 R52 R53 R54", "R15 R25 R35", number=4)
    assert GAME.view(state, SPECTATOR).bonus == ()
    # when the round ends
    _, events = finished(state)
    assert of(events, BonusAwarded) == [BonusAwarded((S0, S1))]
    assert events.index(BonusAwarded((S0, S1))) < events.index(RoundEnded(4))


@pytest.mark.rule("9.2")
def test_diagonals_are_no_lines() -> None:
    _, events = finished(ending("L11 L22 L33 L44 L55", "", "", number=4))
    assert not of(events, BonusAwarded)


@pytest.mark.rule("10.1")
def test_the_match_is_scored_after_the_twelfth_round() -> None:
    state, events = finished(ending("", "", "", number=12))
    assert [type(event) for event in events[1:]] == [RoundEnded, MatchScored]
    assert isinstance(state, Finished)
    assert GAME.pending(state) == {}
    assert broken(state, 0, CrossField("V1", field("L12"))) == "10.1"
    # and not before
    state, events = finished(ending("", "", "", number=11))
    assert not of(events, MatchScored)


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(
    ("crossed", "points"),
    [
        ("", 0),
        ("L11", 2 + 2),
        ("L11 L12", 0 + 2 + 2),
        ("L11 L12 L13", 5 + 3 * 2),
        ("L11 L12 L13 L14", 5 + 4 * 2),
        ("L11 L12 L13 L14 L15", 10 + 5 * 2),
        ("L11 L21 L31 L41 L51", 10 + 5 * 2),
        ("L11 L22 L33 L44 L55", 10 * 2),
    ],
)
def test_rows_and_columns_score_by_their_crosses(crossed: str, points: int) -> None:
    assert area_points(bits(crossed), "left", POINTS) == points
    assert area_points(bits(crossed), "right", POINTS) == 0
    assert area_points(bits(crossed.replace("L", "R")), "right", POINTS) == points


@pytest.mark.rule("10.2")
def test_the_areas_are_independent() -> None:
    # given one cross in the top row on the left and three on the right
    crossed = bits("L11 R11 R12 R13")
    assert area_points(crossed, "left", POINTS) == 2 + 2
    assert area_points(crossed, "right", POINTS) == 5 + 3 * 2


@pytest.mark.rule("10.3")
def test_cards_from_the_fan_score_in_hand_and_on_the_pile() -> None:
    edition = table().edition
    assert card_points(holds("patient_one knight", pile="princess warlock", fan="golem"), edition) == 10 + 6
    assert card_points(SPARE, edition) == 0


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("princess", 6),
        ("parasite", 8),
        ("machine", 3),
        ("druid", 5),
        ("mountain_guardian", 0),
        ("rogue", 4),
        ("worker", 2),
        ("golem", 6),
        ("patient_one", 10),
        ("mirror_image", 2),
    ],
)
def test_each_card_has_its_points(card: str, points: int) -> None:
    assert card_points(holds(card), table().edition) == points


@pytest.mark.rule("10.4")
def test_a_card_that_was_returned_scores_nothing() -> None:
    held: Holding = holds("princess", fan="patient_one")
    assert card_points(held, table().edition) == 6


@pytest.mark.rule("10.5")
def test_most_points_win() -> None:
    state, events = finished(ending("R11 R12 R13 R14 R15", "", "", bonus=(0,)))
    # then it has 20 for its row and the columns, 4 for the new field, 6 for the bonus, 4 for the Rogue
    assert of(events, MatchScored)[0].scores[0] == Score(left=4, right=20, bonus=6, cards=4, total=34, crosses=6)
    outcome = GAME.outcome(state)
    assert (outcome.scores, outcome.ranking, outcome.winners) == ((34, 8, 8), (1, 2, 2), (S0,))
    assert outcome.ending == "crowned"


def score(total: int, crosses: int) -> Score:
    return Score(total, 0, 0, 0, total, crosses)


@pytest.mark.rule("10.5")
def test_crosses_break_a_tie() -> None:
    ranks = ranking((score(80, 30), score(80, 31), score(70, 50)))
    assert ranks == (2, 1, 3)
    assert winners(ranks) == (S1,)


@pytest.mark.rule("10.6")
def test_nobody_wins_a_tie_and_those_below_keep_their_ranks() -> None:
    ranks = ranking((score(70, 40), score(80, 30), score(80, 30), score(60, 1)))
    assert ranks == (3, 1, 1, 4)
    assert winners(ranks) == ()


@pytest.mark.rule("10.6")
def test_a_match_may_end_without_a_winner() -> None:
    state, _ = finished(ending("", "", ""), "L31")
    outcome = GAME.outcome(state)
    assert (outcome.ending, outcome.winners, outcome.ranking) == ("nobody_wins", (), (1, 1, 1))


@pytest.mark.rule("10.6")
def test_a_tie_below_the_best_leaves_the_winner() -> None:
    ranks = ranking((score(90, 1), score(80, 30), score(80, 30)))
    assert (ranks, winners(ranks)) == ((1, 2, 2), (S0,))
    assert S2 not in winners(ranks)


def test_a_match_that_goes_on_has_no_outcome() -> None:
    with pytest.raises(TypeError, match="round 4"):
        GAME.outcome(ending("", "", "", number=4))
