import pytest

from domain.games.claim_kingdoms import GAME
from domain.games.claim_kingdoms.actions import (
    Action,
    ChooseAbility,
    ChooseCardAndSpace,
    ChooseCardsToKeep,
    ChooseDraw,
    DeclineAbility,
    DrawCard,
    KeepCards,
    LayCard,
    TakeCard,
    UseGoblins,
    UseSeers,
)
from domain.games.claim_kingdoms.events import CardDrawn, CardLaid, TurnBegun
from domain.games.claim_kingdoms.kingdom import Card
from domain.games.claim_kingdoms.pieces import Space
from domain.games.claim_kingdoms.state import State
from tests.games.claim_kingdoms.given import BLUE, RED, at, lay, offered, play, refused, turn_of_blue, turn_of_red


@pytest.mark.rule("2.1")
def test_the_turn_passes_to_the_other_seat() -> None:
    state = turn_of_red({(0, 0): ("dragons",)})

    played = play(state, LayCard("goblins", at(1, 0)), DeclineAbility(), DrawCard())

    assert played.events[-1] == TurnBegun(10, BLUE)
    assert list(GAME.pending(played.state)) == [BLUE]


@pytest.mark.rule("2.1")
def test_a_seat_cannot_act_in_the_turn_of_the_other() -> None:
    state = turn_of_red({(0, 0): ("dragons",)})

    assert GAME.legal_actions(state, BLUE) == ()
    assert refused(state, LayCard("seers", at(1, 0)), BLUE) == "2.1"


@pytest.mark.rule("2.2")
def test_the_steps_of_a_turn_come_in_their_order() -> None:
    laying = turn_of_red({(0, 0): ("dragons",)})
    using = play(laying, LayCard("goblins", at(1, 0))).state
    drawing = play(using, UseGoblins()).state
    laying_again = play(drawing, DrawCard()).state

    assert GAME.pending(laying) == {RED: ChooseCardAndSpace("lay_card/9")}
    assert GAME.pending(using) == {RED: ChooseAbility("use_ability/9", at(1, 0))}
    assert GAME.pending(drawing) == {RED: ChooseDraw("draw_card/9")}
    assert GAME.pending(laying_again) == {BLUE: ChooseCardAndSpace("lay_card/10")}


@pytest.mark.rule("2.2")
def test_a_step_that_is_not_due_is_refused() -> None:
    lay_card, use, keep = LayCard("goblins", at(1, 0)), UseGoblins(), KeepCards(("goblins", "seers"))
    steps: tuple[Action, ...] = (lay_card, use, DeclineAbility(), keep, TakeCard("dragons"), DrawCard())
    laying = turn_of_red({(0, 0): ("dragons",)})
    using = play(laying, lay_card).state
    drawing = play(using, use).state
    keeping = play(lay(laying, "seers", 1, 0), UseSeers()).state

    assert [refused(laying, step) for step in steps if step != lay_card] == ["2.2"] * 5
    assert [refused(using, step) for step in (lay_card, keep, TakeCard("dragons"), DrawCard())] == ["2.2"] * 4
    assert [refused(keeping, step) for step in (lay_card, use, DeclineAbility(), DrawCard())] == ["2.2"] * 4
    assert [refused(drawing, step) for step in (lay_card, use, DeclineAbility(), keep)] == ["2.2"] * 4
    assert GAME.pending(keeping) == {RED: ChooseCardsToKeep("keep_cards/9")}


@pytest.mark.rule("3.1", "3.5")
def test_a_card_leaves_the_hand_and_a_piece_the_supply() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, hands=(("goblins", "trolls"), ("seers", "seers")), supplies=(7, 3))

    played = play(state, LayCard("goblins", at(0, -1)))

    assert played.events == [CardLaid(RED, "goblins", at(0, -1))]
    assert played.state.hands == (("trolls",), ("seers", "seers"))
    assert played.state.supplies == (6, 3)
    assert played.state.kingdom.cards[at(0, -1)] == Card("goblins", (RED,))


@pytest.mark.rule("3.1")
def test_a_card_that_is_not_in_hand_cannot_be_laid() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, hands=(("goblins", "trolls"), ("knights", "seers")))

    assert refused(state, LayCard("knights", at(1, 0))) == "3.1"


@pytest.mark.rule("3.2")
def test_a_card_cannot_be_laid_on_another() -> None:
    state = turn_of_red({(0, 0): ("dragons",), (1, 0): ("trolls", BLUE)})

    assert at(1, 0) not in spaces_offered(state)
    assert refused(state, LayCard("goblins", at(1, 0))) == "3.2"


@pytest.mark.rule("3.3")
def test_a_turned_over_card_takes_its_space_and_is_no_neighbour() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, turned={(1, 0): "knights"})

    assert spaces_offered(state) == {at(-1, 0), at(0, -1), at(0, 1)}
    assert refused(state, LayCard("goblins", at(1, 0))) == "3.3"
    assert refused(state, LayCard("goblins", at(2, 0))) == "3.4"


@pytest.mark.rule("3.4")
def test_a_card_is_laid_side_to_side_with_an_open_card() -> None:
    state = turn_of_red({(x, y): ("dragons",) for x in (0, 1) for y in (0, 1)})

    around_the_block = {(-1, 0), (-1, 1), (2, 0), (2, 1), (0, -1), (1, -1), (0, 2), (1, 2)}
    assert spaces_offered(state) == {Space(*place) for place in around_the_block}
    assert [refused(state, LayCard("goblins", at(x, y))) for x, y in ((-1, -1), (2, 2), (9, 9))] == ["3.4"] * 3


@pytest.mark.rule("1.7")
def test_the_kingdom_grows_without_bounds_and_below_zero() -> None:
    state = turn_of_red({(-x, 0): ("dragons",) for x in range(48)})

    assert {at(-48, 0), at(1, 0), at(-47, -1)} <= spaces_offered(state)


@pytest.mark.rule("3.6")
def test_two_equal_cards_are_one_choice() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, hands=(("trolls", "trolls"), ("seers", "seers")))

    assert len(offered(state)) == len(set(offered(state))) == 4
    assert play(state, LayCard("trolls", at(1, 0))).state.hands[RED] == ("trolls",)


def test_either_card_may_be_laid_on_any_space_offered() -> None:
    state = turn_of_red({(0, 0): ("dragons",)}, hands=(("trolls", "gnomes"), ("seers", "seers")))

    assert set(offered(state)) == {
        LayCard(faction, Space(*place))
        for faction in ("gnomes", "trolls")
        for place in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }


def test_the_other_seat_plays_by_the_same_rules() -> None:
    state = turn_of_blue({(0, 0): ("dragons",)}, hands=(("trolls", "gnomes"), ("seers", "goblins")))

    played = play(state, LayCard("goblins", at(1, 0)), DeclineAbility(), DrawCard())

    assert played.state.kingdom.cards[at(1, 0)] == Card("goblins", (BLUE,))
    assert played.state.supplies == (10, 9)
    assert played.events[-2:] == [CardDrawn(BLUE, "knights"), TurnBegun(11, RED)]


def spaces_offered(state: State) -> set[Space]:
    return {action.space for action in GAME.legal_actions(state, RED) if isinstance(action, LayCard)}
