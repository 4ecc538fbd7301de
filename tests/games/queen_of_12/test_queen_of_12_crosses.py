"""Crosses and no-crosses effects: sections 7 and 8 of the rules."""

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import (
    AskForFanCard,
    CopyDice,
    CrossAnyField,
    CrossField,
    Decline,
    TakeCardsBack,
    TakeFanCard,
)
from domain.games.queen_of_12.events import (
    AnyFieldCrossed,
    CardsRevealed,
    CardsTakenBack,
    CrossingBegun,
    DiceCopied,
    DiceLetGo,
    DiceRolled,
    EffectUsed,
    FanCardsDue,
    FanCardTaken,
    FieldCrossed,
    Share,
)
from domain.games.queen_of_12.pieces import ALL_FIELDS, fields_of
from domain.games.queen_of_12.state import Choosing, Crossing, Holding, Picking, State
from tests.games.queen_of_12.given import (
    PLAIN,
    S0,
    S1,
    S2,
    S3,
    a_round,
    act,
    broken,
    cards,
    choices,
    field,
    fields,
    holds,
    lay,
    of,
    waiting,
)

SPARE = holds("warlock knight jungle_guardian alchemist")
ALL = fields_of(ALL_FIELDS)


def all_but(free: str) -> str:
    """Return all fields except these."""
    return " ".join(name for name in ALL if name not in fields(free))


def taken(rolled: str, crossed: str = "", side: str = "A") -> State:
    """Give seat 0 all dice of the Jungle and the other seats none."""
    mine = holds("warlock knight jungle_guardian alchemist", crossed=crossed)
    return lay(a_round(mine, SPARE, SPARE, rolled=rolled, side=side), "jungle_guardian", "knight", "knight")[0]


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(
    ("side", "fitting"),
    [("A", "L12 L24 L43 L31 L55 R11 R35"), ("B", "L14 L31 L42 L24 L41 R14 R22")],
)
def test_a_die_crosses_a_field_of_its_number_or_of_its_colour(side: str, fitting: str) -> None:
    # given a violet die that shows a 3
    state = taken("| V1=3", side=side)
    # then it fits the threes and the violet fields of both areas, and no others
    legal = GAME.legal_actions(state, S0)
    assert set(fields(fitting)) == {action.field for action in legal if isinstance(action, CrossField)}
    for name in fields(fitting):
        _, events = act(state, 0, CrossField("V1", name))
        assert events == [FieldCrossed(S0, name, "V1")]
    for name in fields(all_but(fitting)):
        assert broken(state, 0, CrossField("V1", name)) == "7.1"


@pytest.mark.rule("7.1")
def test_a_die_gives_one_cross_on_a_free_field() -> None:
    state, _ = act(taken("| V1=3 V2=3"), 0, CrossField("V1", field("L12")))
    assert broken(state, 0, CrossField("V2", field("L12"))) == "7.1"
    assert broken(state, 0, CrossField("V1", field("L24"))) == "7.1"
    assert broken(state, 0, CrossField("R1", field("L24"))) == "7.1"
    state, _ = act(state, 0, CrossField("V2", field("L24")))
    assert fields_of(state.holdings[0].crossed) == fields("L12 L24")
    assert [each.crossed for each in state.holdings[1:]] == [0, 0]


@pytest.mark.rule("7.2")
def test_seats_cross_independently_their_dice_in_any_order() -> None:
    # given two seats with dice
    state, _ = lay(a_round(SPARE, SPARE, SPARE, rolled="V1=4 V2=6 | R1=1 R2=5"), "warlock", "jungle_guardian", "knight")
    # when they take turns as they like, seat 1 its later die first
    moves = [
        (1, CrossField("R1", field("L32"))),
        (0, CrossField("V1", field("L21"))),
        (0, CrossField("V2", field("L11"))),
    ]
    ends = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        end = state
        for step in order:
            end, _ = act(end, *moves[step])
        ends.append(end)
    # then the same comes of it
    assert ends[0] == ends[1] == ends[2]
    assert waiting(ends[0]) == {1: "cross_field/1/1", 2: "use_effect/1"}
    assert broken(ends[0], 0, CrossField("V1", field("L12"))) == "7.2"


@pytest.mark.rule("7.3")
def test_a_die_that_can_be_used_must_be() -> None:
    state = taken("| V1=3")
    assert Decline() not in GAME.legal_actions(state, S0)
    assert broken(state, 0, Decline()) == "7.3"


@pytest.mark.rule("7.3", "7.4")
def test_nobody_has_to_look_ahead() -> None:
    # given two fields, of which one die fits both and the other only the first
    state = taken("| V1=3 Y1=3", crossed=all_but("L12 L31"))
    # when the die that fits both takes the first
    state, events = act(state, 0, CrossField("V1", field("L12")))
    # then the other die is let go
    assert events == [FieldCrossed(S0, field("L12"), "V1"), DiceLetGo(S0, ("Y1",))]
    assert 0 not in waiting(state)


@pytest.mark.rule("7.4", "8.3")
def test_dice_that_fit_nowhere_are_let_go_and_give_no_effect() -> None:
    mine = holds("warlock knight jungle_guardian alchemist", crossed=all_but("R13"))
    state = a_round(mine, SPARE, SPARE, rolled="| V1=3 Y1=2")
    state, events = lay(state, "jungle_guardian", "warlock", "warlock")
    assert DiceLetGo(S0, ("V1", "Y1")) in events
    assert waiting(state) == {1: "use_effect/1", 2: "use_effect/1"}
    assert broken(state, 0, CrossAnyField(field("R13"))) == "8.3"


@pytest.mark.rule("7.5")
def test_copied_dice_must_be_used_too() -> None:
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE, rolled="| V1=3 Y1=2")
    state, _ = lay(state, "mirror_image", "jungle_guardian", "alchemist")
    state, _ = act(state, 2, CrossAnyField(field("L11")))
    assert waiting(state) == {0: "cross_field/1/2", 1: "cross_field/1/2"}
    assert broken(state, 0, Decline()) == "7.3"


@pytest.mark.rule("7.6")
def test_only_dice_that_another_seat_took_itself_can_be_copied() -> None:
    # given a seat that took dice, one that copied them, and one that has none
    state = a_round(holds("mirror_image rogue"), SPARE, holds("druid rogue"), holds("druid rogue"), rolled="| V1=3")
    state, _ = lay(state, "mirror_image", "jungle_guardian", "druid", "druid")
    assert isinstance(state, Crossing)
    assert state.copied[0] == state.taken[1] == state.dice
    # then only the taker is a source
    assert [action for action in GAME.legal_actions(state, S2) if isinstance(action, CopyDice)] == [CopyDice(S1)]
    for other in (S0, S2, S3):
        assert broken(state, 2, CopyDice(other)) == "7.6"
    # and it keeps its dice
    state, events = act(state, 2, CopyDice(S1))
    assert events == [EffectUsed(S2, "copy_dice"), DiceCopied(S2, S1, ("V1",))]
    assert isinstance(state, Crossing)
    assert state.taken[1] == state.copied[2] == state.dice
    assert waiting(state)[1] == waiting(state)[2] == "cross_field/1/1"


@pytest.mark.rule("7.6", "6.17")
def test_the_mirror_image_is_refused_another_source() -> None:
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE, SPARE)
    state, _ = lay(state, "mirror_image", "warlock", "jungle_guardian", "alchemist")
    assert broken(state, 0, CopyDice(S3)) == "7.6"
    assert broken(state, 0, CopyDice(S0)) == "7.6"


def without_dice(mine: Holding, rolled: str = PLAIN, other: str = "jungle_guardian") -> State:
    """Leave seats 0 and 1 without dice; seat 2 plays another card."""
    return lay(a_round(mine, SPARE, SPARE, rolled=rolled), mine.hand[0], mine.hand[0], other)[0]


@pytest.mark.rule("8.1")
def test_who_had_no_dice_uses_an_effect_for_whatever_reason() -> None:
    # given two seats that negated each other, and one that came too late for its dice
    state = a_round(SPARE, SPARE, SPARE, SPARE, rolled="V1=3 | R1=3")
    state, events = lay(state, "jungle_guardian", "jungle_guardian", "knight", "warlock")
    assert [share.effect for share in of(events, CrossingBegun)[0].shares] == ["must", "must", "none", "must"]
    assert {seat: waiting(state)[seat] for seat in (0, 1, 3)} == dict.fromkeys((0, 1, 3), "use_effect/1")
    # and the seat with dice has none
    assert broken(state, 2, CrossAnyField(field("L11"))) == "8.1"


@pytest.mark.rule("8.1")
def test_two_seats_have_an_effect_only_where_neither_card_brought_dice() -> None:
    state = a_round(SPARE, SPARE)
    _, events = lay(state, "warlock knight", "warlock jungle_guardian")
    assert [share.effect for share in of(events, CrossingBegun)[0].shares] == ["must", "none"]


@pytest.mark.rule("8.2")
def test_exactly_one_effect_must_be_used() -> None:
    state = without_dice(holds("warlock knight", pile="rogue", fan="golem"))
    assert Decline() not in GAME.legal_actions(state, S0)
    assert broken(state, 0, Decline()) == "8.2"
    assert broken(state, 0, CrossField("R1", field("L11"))) == "8.2"
    state, _ = act(state, 0, CrossAnyField(field("L13")))
    assert broken(state, 0, TakeCardsBack()) == "8.1"


@pytest.mark.rule("8.2")
def test_nothing_is_asked_where_no_effect_is_possible() -> None:
    # given a full sheet, no fan and no effects left
    mine = holds("warlock knight", crossed=" ".join(ALL), copy_dice=0, take_back=0, fan_card=0)
    state = without_dice(mine)
    assert set(waiting(state)) == {1, 2}


@pytest.mark.rule("8.4")
def test_any_free_field_may_be_crossed_again_and_again() -> None:
    state = without_dice(holds("warlock knight", crossed="L11", copy_dice=0, take_back=0, fan_card=0))
    assert [action for action in GAME.legal_actions(state, S0) if not isinstance(action, CrossAnyField)] == []
    assert len(GAME.legal_actions(state, S0)) == 49
    assert broken(state, 0, CrossAnyField(field("L11"))) == "8.4"
    for name in fields("L13 L12"):
        _, events = act(state, 0, CrossAnyField(name))
        assert events == [EffectUsed(S0, "any_field"), AnyFieldCrossed(S0, name)]
    state, _ = act(state, 0, CrossAnyField(field("L13")))
    mine = state.holdings[0]
    assert (mine.copy_dice, mine.take_back, mine.fan_card) == (0, 0, 0)


@pytest.mark.rule("8.5")
def test_dice_are_copied_once_in_a_match() -> None:
    state, events = act(without_dice(holds("warlock knight")), 0, CopyDice(S2))
    assert events == [EffectUsed(S0, "copy_dice"), DiceCopied(S0, S2, ("R2", "V2", "Y2"))]
    assert state.holdings[0].copy_dice == 0
    assert waiting(state)[0] == "cross_field/1/3"
    assert broken(without_dice(holds("warlock knight", copy_dice=0)), 0, CopyDice(S2)) == "8.5"


@pytest.mark.rule("8.5", "7.4")
def test_copied_dice_that_fit_nowhere_are_let_go() -> None:
    state = without_dice(holds("warlock knight", crossed=all_but("L11")), rolled="| V1=3 R1=6")
    state, events = act(state, 0, CopyDice(S2))
    assert events[1:] == [DiceCopied(S0, S2, ("V1", "R1")), DiceLetGo(S0, ("V1",))]


@pytest.mark.rule("8.5")
def test_dice_are_copied_only_where_there_is_a_source() -> None:
    state = without_dice(holds("warlock knight"), other="alchemist")
    state, _ = act(state, 2, CrossAnyField(field("L11")))
    assert not [action for action in GAME.legal_actions(state, S0) if isinstance(action, CopyDice)]


@pytest.mark.rule("8.6")
def test_all_played_cards_come_back_once_in_a_match() -> None:
    state, events = act(without_dice(holds("warlock knight", pile="rogue")), 0, TakeCardsBack())
    assert events == [EffectUsed(S0, "take_back"), CardsTakenBack(S0, cards("rogue warlock"))]
    mine = state.holdings[0]
    assert (mine.hand, mine.pile, mine.take_back) == (cards("knight rogue warlock"), (), 0)
    assert broken(without_dice(holds("warlock knight", pile="rogue", take_back=0)), 0, TakeCardsBack()) == "8.6"


@pytest.mark.rule("8.6")
def test_no_cards_come_back_where_none_were_played() -> None:
    # given a seat that could not play a card
    state = a_round(holds("knight"), SPARE, SPARE)
    state = GAME.evolve(state, CardsRevealed(((), ("warlock",), ("knight",))))
    state = GAME.evolve(state, CrossingBegun((Share((), effect="must"), Share(()), Share(()))))
    assert TakeCardsBack() not in GAME.legal_actions(state, S0)
    assert broken(state, 0, TakeCardsBack()) == "8.6"


@pytest.mark.rule("8.7")
def test_a_fan_card_comes_twice_in_a_match() -> None:
    state, events = act(without_dice(holds("warlock knight", fan="golem rogue")), 0, AskForFanCard())
    assert events == [EffectUsed(S0, "fan_card")]
    assert state.holdings[0].fan_card == 1
    assert broken(without_dice(holds("warlock knight", fan="golem", fan_card=0)), 0, AskForFanCard()) == "8.7"


@pytest.mark.rule("8.7")
def test_no_card_comes_from_an_empty_fan() -> None:
    assert broken(without_dice(holds("warlock knight")), 0, AskForFanCard()) == "8.7"


@pytest.mark.rule("8.8")
def test_seats_choose_their_effects_independently() -> None:
    state = without_dice(holds("warlock knight", fan="golem"), rolled="V1=1 |", other="alchemist")
    state, _ = act(state, 2, CrossAnyField(field("L11")))
    assert waiting(state) == {0: "use_effect/1", 1: "use_effect/1"}
    one, _ = act(act(state, 0, TakeCardsBack())[0], 1, CrossAnyField(field("L11")))
    other, _ = act(act(state, 1, CrossAnyField(field("L11")))[0], 0, TakeCardsBack())
    assert one == other


@pytest.mark.rule("8.9", "8.7")
def test_fan_cards_are_picked_last_from_the_holder_of_the_bag_on() -> None:
    # given that seats 0, 1 and 3 have no dice, and seat 1 has the bag
    hand = holds("warlock knight jungle_guardian", fan="golem rogue")
    state = a_round(hand, hand, hand, hand, rolled="V1=3 |", bag=1)
    state, _ = lay(state, "jungle_guardian", "jungle_guardian", "knight", "warlock")
    # when they ask for a fan card each
    for seat in (S0, S3, S1):
        state, events = act(state, seat, AskForFanCard())
        assert events == [EffectUsed(seat, "fan_card")]
    assert waiting(state) == {2: "cross_field/1/1"}
    # then they pick when the last is through with its crosses
    state, events = act(state, 2, CrossField("V1", field("L12")))
    assert events == [FieldCrossed(S2, field("L12"), "V1"), FanCardsDue((S1, S3, S0))]
    assert waiting(state) == {1: "take_fan_card/1/no_crosses"}
    assert broken(state, 3, TakeFanCard("golem")) == "8.9"
    assert broken(state, 1, TakeFanCard("princess")) == "8.7"
    assert broken(state, 1, Decline()) == "8.9"
    state, events = act(state, 1, TakeFanCard("golem"))
    assert events == [FanCardTaken(S1, "golem")]
    state, _ = act(state, 3, TakeFanCard("rogue"))
    assert isinstance(state, Picking)
    state, events = act(state, 0, TakeFanCard("golem"))
    # and may play them in the next round
    assert of(events, DiceRolled)
    assert isinstance(state, Choosing)
    assert choices(state, 0) == cards("warlock knight golem")
    assert choices(state, 3) == cards("knight jungle_guardian rogue")
