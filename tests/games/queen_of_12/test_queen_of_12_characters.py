"""Characters that need a decision: section 6 of the rules."""

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import (
    AskForFanCard,
    CopyDice,
    CrossAnyField,
    CrossField,
    Decline,
    ReturnCard,
    TakeCardsBack,
    TakeDice,
    TakeFanCard,
)
from domain.games.queen_of_12.events import (
    CardDiscarded,
    CardReturned,
    CardsNegated,
    CardsTakenBack,
    CrossingBegun,
    DiceCopied,
    DiceTaken,
    EffectDeclined,
    Event,
    FanCardTaken,
    FieldCrossed,
    PileTakenUp,
    SecondCrossDeclined,
    Share,
)
from domain.games.queen_of_12.pieces import ALL_FIELDS, fields_of
from domain.games.queen_of_12.state import CarryingOut, Crossing, State
from tests.games.queen_of_12.given import (
    S0,
    S1,
    S2,
    a_round,
    act,
    broken,
    cards,
    choices,
    field,
    holds,
    lay,
    of,
    waiting,
)

SPARE = holds("warlock knight jungle_guardian alchemist")
ALL = " ".join(fields_of(ALL_FIELDS))


def princess(crossed: str = "") -> State:
    """Take the red 1 with the Princess of seat 0; the other seats take no dice."""
    state = a_round(holds("princess rogue", crossed=crossed), SPARE, SPARE)
    state, _ = lay(state, "princess", "knight", "knight")
    return act(state, 0, TakeDice(("R1",)))[0]


@pytest.mark.rule("6.1")
def test_the_princess_takes_one_die_of_choice() -> None:
    state, _ = lay(a_round(holds("princess rogue"), SPARE, SPARE), "princess", "warlock", "jungle_guardian")
    dice = [action.dice for action in GAME.legal_actions(state, S0) if isinstance(action, TakeDice)]
    assert dice == [("R1",), ("R2",), ("V1",), ("V2",), ("Y1",), ("Y2",)]
    _, events = act(state, 0, TakeDice(("V2",)))
    assert events[0] == DiceTaken(S0, "princess", ("V2",), crosses_twice=True)
    assert broken(state, 0, TakeDice(("R1", "V1"))) == "6.1"
    assert broken(state, 0, TakeDice(())) == "6.1"


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(
    ("first", "way", "then"),
    [("L32", "colour", "L23 L35 L42 R12 R21 R44"), ("L35", "number", "L32 L45 L54")],
)
def test_the_princess_s_die_crosses_by_number_and_by_colour(first: str, way: str, then: str) -> None:
    # when its first cross is made in one way
    state, events = act(princess(), 0, CrossField("R1", field(first)))
    assert events == [FieldCrossed(S0, field(first), "R1", again="colour" if way == "colour" else "number")]
    # then it may cross in the other way and in no other
    assert waiting(state)[0] == "cross_again/1"
    assert GAME.legal_actions(state, S0) == [*(CrossField("R1", field(name)) for name in then.split()), Decline()]
    assert broken(state, 0, CrossField("R1", field("L31"))) == "6.2"
    state, events = act(state, 0, CrossField("R1", field(then.split(maxsplit=1)[0])))
    assert events[0] == FieldCrossed(S0, field(then.split(maxsplit=1)[0]), "R1")
    assert 0 not in waiting(state)


@pytest.mark.rule("6.2")
def test_the_second_cross_comes_straight_after_the_first() -> None:
    # given a Princess's die and another in two seats' match
    state = a_round(holds("princess warlock rogue"), SPARE, rolled="R1=1 V1=4 Y1=5 | R2=6 V2=8")
    state, _ = lay(state, "princess warlock", "knight alchemist")
    state, _ = act(state, 0, TakeDice(("R1",)))
    state, _ = act(state, 1, CrossAnyField(field("L11")))
    assert waiting(state)[0] == "cross_field/1/3"
    # when the Princess's die has crossed once
    state, _ = act(state, 0, CrossField("R1", field("L32")))
    # then the other dice wait
    assert broken(state, 0, CrossField("V1", field("L31"))) == "6.2"
    # and the other dice cross once
    state, _ = act(state, 0, Decline())
    state, events = act(state, 0, CrossField("V1", field("L31")))
    assert events == [FieldCrossed(S0, field("L31"), "V1")]
    assert waiting(state)[0] == "cross_field/1/1"


@pytest.mark.rule("6.2")
def test_no_second_cross_is_asked_for_where_none_is_possible() -> None:
    state, events = act(princess(crossed="L23 L35 L42 R12 R21 R44"), 0, CrossField("R1", field("L32")))
    assert events == [FieldCrossed(S0, field("L32"), "R1")]
    assert 0 not in waiting(state)


@pytest.mark.rule("6.3")
def test_the_first_cross_is_compulsory_and_the_second_is_not() -> None:
    state = princess()
    assert Decline() not in GAME.legal_actions(state, S0)
    assert broken(state, 0, Decline()) == "7.3"
    state, _ = act(state, 0, CrossField("R1", field("L32")))
    assert broken(state, 0, TakeCardsBack()) == "6.3"
    state, events = act(state, 0, Decline())
    assert events[0] == SecondCrossDeclined(S0, "R1")
    assert 0 not in waiting(state)


@pytest.mark.rule("6.4")
def test_a_copy_of_the_princess_s_die_is_a_plain_one() -> None:
    state = a_round(holds("princess rogue"), holds("mirror_image rogue"), SPARE)
    state, _ = lay(state, "princess", "mirror_image", "knight")
    state, events = act(state, 0, TakeDice(("R1",)))
    assert of(events, CrossingBegun)[0].shares[:2] == (Share(("R1",), twice="R1"), Share(("R1",)))
    state, events = act(state, 1, CrossField("R1", field("L32")))
    assert events == [FieldCrossed(S1, field("L32"), "R1")]
    assert 1 not in waiting(state)


def parasite(hand: str = "parasite rogue knight", pile: str = "warlock", fan: str = "golem") -> State:
    """Take dice with the Parasite of seat 0."""
    state, _ = lay(a_round(holds(hand, pile, fan), SPARE, SPARE), "parasite", "alchemist", "alchemist")
    return act(state, 0, TakeDice(("R1", "V2")))[0]


@pytest.mark.rule("6.5")
def test_the_parasite_takes_two_dice_of_choice() -> None:
    state, _ = lay(a_round(holds("parasite rogue"), SPARE, SPARE), "parasite", "alchemist", "alchemist")
    assert len(GAME.legal_actions(state, S0)) == 15
    assert broken(state, 0, TakeDice(("R1",))) == "6.5"
    _, events = act(state, 0, TakeDice(("R1", "V2")))
    assert events[0] == DiceTaken(S0, "parasite", ("R1", "V2"))


@pytest.mark.rule("6.5")
def test_the_parasite_takes_fewer_where_fewer_are_left() -> None:
    state = a_round(holds("parasite rogue"), SPARE, SPARE, rolled="R1=1 |")
    state, events = lay(state, "parasite", "alchemist", "alchemist")
    assert of(events, DiceTaken) == [DiceTaken(S0, "parasite", ("R1",))]
    assert waiting(state) == {0: "return_card/1/parasite"}


@pytest.mark.rule("6.6")
@pytest.mark.parametrize(
    ("card", "origin", "hand", "pile"),
    [
        ("rogue", "hand", "knight", "warlock parasite"),
        ("warlock", "pile", "rogue knight", "parasite"),
        ("parasite", "table", "rogue knight", "warlock"),
    ],
)
def test_the_parasite_returns_a_card_to_the_fan(card: str, origin: str, hand: str, pile: str) -> None:
    state = parasite()
    assert waiting(state) == {0: "return_card/1/parasite"}
    assert choices(state, 0) == cards("rogue knight warlock parasite")
    [returned] = cards(card)
    state, events = act(state, 0, ReturnCard(returned))
    assert isinstance(events[0], CardReturned)
    assert (events[0].card, events[0].origin) == (card, origin)
    mine = state.holdings[0]
    assert (mine.hand, mine.pile, mine.fan) == (cards(hand), cards(pile), cards(f"golem {card}"))


@pytest.mark.rule("6.6")
def test_the_parasite_returns_no_card_of_the_fan_or_of_others() -> None:
    for card in cards("golem alchemist"):
        assert broken(parasite(), 0, ReturnCard(card)) == "6.6"


@pytest.mark.rule("6.7")
def test_a_hand_that_is_empty_then_becomes_the_pile_without_the_parasite() -> None:
    state, events = act(parasite("parasite rogue", "warlock knight"), 0, ReturnCard("rogue"))
    assert events[:3] == [
        CardReturned(S0, "rogue", "hand"),
        PileTakenUp(S0, cards("warlock knight")),
        CardDiscarded(S0, "parasite"),
    ]
    assert (state.holdings[0].hand, state.holdings[0].pile) == (cards("warlock knight"), ("parasite",))


@pytest.mark.rule("6.7", "3.5")
def test_a_parasite_may_leave_its_seat_without_a_card_to_play() -> None:
    # given a seat whose last two cards are the Parasite and another
    state, events = act(parasite("parasite rogue", ""), 0, ReturnCard("rogue"))
    assert not of(events, PileTakenUp)
    # then it has no hand, and the Parasite on its pile
    assert (state.holdings[0].hand, state.holdings[0].pile) == ((), ("parasite",))


@pytest.mark.rule("6.15")
def test_the_worker_takes_four_dice_of_choice() -> None:
    state, _ = lay(a_round(holds("worker rogue"), SPARE, SPARE), "worker", "alchemist", "alchemist")
    assert len(GAME.legal_actions(state, S0)) == 15
    for wrong in (("R1", "R2", "V1"), ("R1", "R2", "V1", "V2", "Y1"), ("R2", "R1", "V1", "V2")):
        assert broken(state, 0, TakeDice(wrong)) == "6.15"
    _, events = act(state, 0, TakeDice(("R1", "R2", "V1", "Y2")))
    assert events[0] == DiceTaken(S0, "worker", ("R1", "R2", "V1", "Y2"))


@pytest.mark.rule("6.17")
def test_the_mirror_image_picks_among_several_sources() -> None:
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE)
    state, _ = lay(state, "mirror_image", "warlock", "jungle_guardian")
    assert GAME.legal_actions(state, S0) == [CopyDice(S1), CopyDice(S2)]
    state, events = act(state, 0, CopyDice(S2))
    assert events[:2] == [DiceCopied(S0, S2, ("R2", "Y2")), CardDiscarded(S0, "mirror_image")]
    assert of(events, CrossingBegun)[0].shares[0] == Share(("R2", "Y2"))


@pytest.mark.rule("6.17")
def test_the_mirror_image_must_copy_a_single_source() -> None:
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE)
    _, events = lay(state, "mirror_image", "knight", "jungle_guardian")
    assert of(events, DiceCopied) == [DiceCopied(S0, S2, ("R2", "V2", "Y2"))]


@pytest.mark.rule("6.17", "8.1")
def test_the_mirror_image_brings_no_dice_without_a_source() -> None:
    state = a_round(holds("mirror_image rogue"), SPARE, SPARE)
    state, events = lay(state, "mirror_image", "knight", "knight")
    assert not of(events, DiceCopied)
    assert state.holdings[0].pile == ("mirror_image",)
    assert waiting(state)[0] == "use_effect/1"


def alchemist(crossed: str = "", fan: str = "golem princess", rolled: str = "R1=1 |") -> State:
    """Play the Alchemist of seat 0 alone."""
    state = a_round(holds("alchemist knight", fan=fan, crossed=crossed), SPARE, SPARE, rolled=rolled)
    return lay(state, "alchemist", "knight", "knight")[0]


@pytest.mark.rule("6.18")
def test_the_alchemist_crosses_a_free_number_field() -> None:
    state = alchemist(crossed="L11")
    assert waiting(state) == {0: "cross_number_field/1/alchemist"}
    assert len(GAME.legal_actions(state, S0)) == 35
    assert broken(state, 0, CrossAnyField(field("L11"))) == "6.18"
    assert broken(state, 0, CrossAnyField(field("L13"))) == "6.18"
    state, _ = act(state, 0, CrossAnyField(field("R55")))
    assert fields_of(state.holdings[0].crossed) == ("L11", "R55")


@pytest.mark.rule("6.18")
def test_the_alchemist_crosses_nothing_where_no_number_is_free() -> None:
    colours = "L13 L23 L31 L35 L42 L44 L55 R11 R12 R21 R33 R35 R44 R54"
    state = alchemist(crossed=" ".join(name for name in ALL.split() if name not in colours.split()))
    assert waiting(state) == {0: "take_fan_card/1/alchemist"}


@pytest.mark.rule("6.19")
def test_the_alchemist_then_takes_a_card_of_the_fan() -> None:
    state, _ = act(alchemist(), 0, CrossAnyField(field("L11")))
    assert waiting(state) == {0: "take_fan_card/1/alchemist"}
    assert choices(state, 0) == cards("golem princess")
    assert broken(state, 0, TakeFanCard("rogue")) == "6.19"
    state, events = act(state, 0, TakeFanCard("princess"))
    assert events[:2] == [FanCardTaken(S0, "princess"), CardDiscarded(S0, "alchemist")]
    assert state.holdings[0].hand == cards("knight princess")
    assert state.holdings[0].fan == ("golem",)


@pytest.mark.rule("6.19")
def test_the_alchemist_takes_no_card_of_an_empty_fan() -> None:
    state, events = act(alchemist(fan=""), 0, CrossAnyField(field("L11")))
    assert events[1] == CardDiscarded(S0, "alchemist")
    assert isinstance(state, Crossing)


@pytest.mark.rule("6.20")
def test_the_alchemist_s_seat_has_no_no_crosses_effect() -> None:
    state, events = act(alchemist(fan=""), 0, CrossAnyField(field("L11")))
    assert [share.effect for share in of(events, CrossingBegun)[0].shares] == ["none", "must", "must"]
    assert broken(state, 0, CrossAnyField(field("L12"))) == "8.1"


@pytest.mark.rule("6.20")
def test_not_even_where_its_other_card_was_negated() -> None:
    state = a_round(holds("alchemist knight rogue"), SPARE)
    state, events = lay(state, "knight alchemist", "knight warlock")
    assert of(events, CardsNegated)
    _, events = act(state, 0, CrossAnyField(field("L11")))
    assert of(events, CrossingBegun)[0].shares[0] == Share(())


@pytest.mark.rule("6.20", "4.2")
def test_a_negated_alchemist_leaves_the_no_crosses_effect() -> None:
    state, _ = lay(a_round(SPARE, SPARE, SPARE), "alchemist", "alchemist", "warlock")
    assert waiting(state) == {0: "use_effect/1", 1: "use_effect/1", 2: "cross_field/1/2"}


def patient() -> tuple[State, list[Event]]:
    """Play the Patient One of seat 0 while seat 1 takes dice."""
    mine = holds("patient_one golem", pile="knight rogue", fan="princess")
    state, events = lay(a_round(mine, SPARE, SPARE), "patient_one", "warlock", "alchemist")
    state, more = act(state, 2, CrossAnyField(field("L11")))
    return state, [*events, *more]


@pytest.mark.rule("6.21")
def test_the_patient_one_takes_all_played_cards_and_itself_back() -> None:
    state, events = patient()
    assert CardsTakenBack(S0, cards("knight rogue patient_one")) in events
    assert state.holdings[0].hand == cards("golem knight rogue patient_one")
    assert state.holdings[0].pile == ()


@pytest.mark.rule("6.22")
def test_the_patient_one_s_seat_may_use_one_effect() -> None:
    state, _ = patient()
    actions = GAME.legal_actions(state, S0)
    assert actions[50:] == [CopyDice(S1), AskForFanCard(), Decline()]
    state, _ = act(state, 0, CrossAnyField(field("L12")))
    assert 0 not in waiting(state)
    assert broken(state, 0, CrossAnyField(field("L13"))) == "8.1"


@pytest.mark.rule("6.22")
def test_the_patient_one_s_seat_may_decline() -> None:
    state, _ = patient()
    state, events = act(state, 0, Decline())
    assert events[0] == EffectDeclined(S0)
    assert 0 not in waiting(state)


@pytest.mark.rule("6.22")
def test_a_negated_patient_one_takes_nothing_back_and_must_use_an_effect() -> None:
    mine = holds("patient_one golem", pile="knight")
    state, events = lay(a_round(mine, mine, SPARE), "patient_one", "patient_one", "warlock")
    assert not of(events, CardsTakenBack)
    assert state.holdings[0].pile == cards("knight patient_one")
    assert broken(state, 0, Decline()) == "8.2"


@pytest.mark.rule("5.5", "5.6")
def test_one_seat_s_two_cards_numbered_twelve_go_one_after_the_other() -> None:
    # given an Alchemist laid before a Mirror Image
    state = a_round(holds("alchemist mirror_image rogue"), SPARE)
    state, _ = lay(state, "alchemist mirror_image", "warlock jungle_guardian")
    assert waiting(state) == {0: "cross_number_field/1/alchemist"}
    assert isinstance(state, CarryingOut)
    assert state.copied[0] == ()
    # when the Alchemist is through the Mirror Image follows
    state, events = act(state, 0, CrossAnyField(field("L11")))
    assert [type(event) for event in events[1:4]] == [CardDiscarded, DiceCopied, CardDiscarded]
    assert state.holdings[0].pile == cards("alchemist mirror_image")
