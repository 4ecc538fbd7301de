"""Choosing and revealing cards: sections 3 and 4 of the rules."""

import pytest

from domain.games.queen_of_12 import GAME
from domain.games.queen_of_12.actions import ChooseCard, CrossAnyField
from domain.games.queen_of_12.events import (
    CardChosen,
    CardDiscarded,
    CardsNegated,
    CardsRevealed,
    DiceTaken,
    HandExchanged,
    NoCardPlayed,
    PileTakenUp,
)
from domain.games.queen_of_12.state import Choosing
from domain.kernel.messages import Viewer
from tests.games.queen_of_12.given import (
    S0,
    S1,
    S2,
    a_round,
    act,
    begun,
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


@pytest.mark.rule("3.1")
def test_every_seat_chooses_one_card_at_the_same_time() -> None:
    # given three seats with cards
    state = a_round(SPARE, SPARE, SPARE)
    assert waiting(state) == dict.fromkeys(range(3), "choose_card/1/1")
    # when one chooses, in any order
    state, events = act(state, 2, ChooseCard("knight"))
    # then it is through, and the others still choose
    assert events == [CardChosen(S2, 1, "knight")]
    assert set(waiting(state)) == {0, 1}
    assert broken(state, 2, ChooseCard("warlock")) == "3.1"


@pytest.mark.rule("3.1")
def test_a_card_must_be_in_the_hand() -> None:
    state = a_round(holds("warlock knight", pile="alchemist", fan="golem"), SPARE, SPARE)
    for card in cards("alchemist golem princess"):
        assert broken(state, 0, ChooseCard(card)) == "3.1"


@pytest.mark.rule("3.1")
def test_two_seats_choose_two_cards_one_after_the_other() -> None:
    state = a_round(SPARE, SPARE)
    state, first = act(state, 0, ChooseCard("knight"))
    assert waiting(state)[0] == "choose_card/1/2"
    assert choices(state, 0) == cards("warlock jungle_guardian alchemist")
    state, second = act(state, 0, ChooseCard("warlock"))
    assert [first, second] == [[CardChosen(S0, 1, "knight")], [CardChosen(S0, 2, "warlock")]]
    assert set(waiting(state)) == {1}


@pytest.mark.rule("3.2")
def test_a_chosen_card_is_hidden_and_the_hand_shows_as_before() -> None:
    # given that seat 1 laid one card or another
    states = [act(a_round(SPARE, SPARE, SPARE), 1, ChooseCard(card))[0] for card in cards("knight warlock")]
    # then the card is hidden from all other seats
    for viewer in (Viewer(), Viewer(frozenset({S0})), Viewer(frozenset({S2}))):
        one, other = (GAME.view(state, viewer) for state in states)
        assert one == other
        assert (one.seats[1].hand, one.seats[1].laid) == (SPARE.hand, 1)
    # and the seat itself can
    assert [GAME.view(state, Viewer(frozenset({S1}))).seats[1].chosen for state in states] == [
        ("knight",),
        ("warlock",),
    ]
    # and the event keeps it sealed
    assert CardChosen.SECRET == ("card",)
    assert CardChosen(S1, 1, "knight").known_to() == (1,)
    assert ChooseCard.SEALED


@pytest.mark.rule("3.3")
def test_the_last_card_is_exchanged_for_the_pile() -> None:
    state, events = begun(holds("warlock", pile="knight alchemist"), SPARE, SPARE)
    assert HandExchanged(S0, 1, "warlock", cards("knight alchemist")) in events
    assert (state.holdings[0].hand, state.holdings[0].pile) == (cards("knight alchemist"), cards("warlock"))
    assert choices(state, 0) == cards("knight alchemist")


@pytest.mark.rule("3.4")
def test_a_single_card_that_came_up_is_played() -> None:
    state, events = begun(holds("warlock", pile="knight"), SPARE, SPARE)
    assert of(events, HandExchanged) == [HandExchanged(S0, 1, "warlock", ("knight",))]
    assert choices(state, 0) == ("knight",)


@pytest.mark.rule("3.5")
@pytest.mark.parametrize(("pile", "playable"), [("knight warlock", "knight warlock"), ("knight", ""), ("", "")])
def test_an_empty_hand_takes_up_the_pile(pile: str, playable: str) -> None:
    state, events = begun(holds("", pile=pile), SPARE, SPARE)
    assert of(events, PileTakenUp) == ([PileTakenUp(S0, cards(pile))] if pile else [])
    assert of(events, NoCardPlayed) == ([] if playable else [NoCardPlayed(S0, 1)])
    assert (state.holdings[0].hand, state.holdings[0].pile) == (cards(pile), ())
    assert choices(state, 0) == cards(playable)


@pytest.mark.rule("3.6")
def test_one_card_without_a_pile_is_not_played() -> None:
    state, events = begun(holds("knight"), SPARE, SPARE)
    assert of(events, HandExchanged, NoCardPlayed) == [NoCardPlayed(S0, 1)]
    assert set(waiting(state)) == {1, 2}
    assert broken(state, 0, ChooseCard("knight")) == "3.6"


@pytest.mark.rule("3.6", "8.1")
def test_who_plays_no_card_has_a_no_crosses_effect() -> None:
    state, _ = begun(holds("knight"), SPARE, SPARE)
    state, _ = act(state, 1, ChooseCard("jungle_guardian"))
    state, _ = act(state, 2, ChooseCard("jungle_guardian"))
    assert CrossAnyField(field("L11")) in GAME.legal_actions(state, S0)


@pytest.mark.rule("3.7")
def test_two_seats_exchange_before_the_second_card_without_the_first() -> None:
    # given a seat with two cards and a pile
    state = a_round(holds("knight warlock", pile="alchemist rogue"), SPARE)
    # when it lays one of them
    state, events = act(state, 0, ChooseCard("knight"))
    # then it chooses the second from its pile, which does not have the first
    assert choices(state, 0) == cards("alchemist rogue")
    # and the exchange is not announced before the reveal
    assert events == [CardChosen(S0, 1, "knight")]
    others = Viewer(frozenset({S1}))
    assert GAME.view(state, others).seats[0].hand == cards("knight warlock")
    assert GAME.view(state, others).seats[0].pile == cards("alchemist rogue")
    state, _ = act(state, 0, ChooseCard("rogue"))
    state, _ = act(state, 1, ChooseCard("warlock"))
    state, events = act(state, 1, ChooseCard("jungle_guardian"))
    assert events[1:3] == [
        HandExchanged(S0, 2, "warlock", cards("alchemist rogue")),
        CardsRevealed((cards("knight rogue"), cards("warlock jungle_guardian"))),
    ]
    assert state.holdings[0].hand == cards("alchemist")
    assert state.holdings[0].pile[0] == "warlock"


@pytest.mark.rule("3.7", "3.4")
def test_two_seats_may_exchange_twice_in_a_round() -> None:
    # given a seat that has just exchanged its only card for two
    state, events = begun(holds("knight", pile="warlock rogue"), SPARE)
    assert of(events, HandExchanged) == [HandExchanged(S0, 1, "knight", cards("warlock rogue"))]
    # when it lays one of these, and what comes up then is a single card
    state, _ = act(state, 0, ChooseCard("rogue"))
    assert choices(state, 0) == ("knight",)
    # then it plays that
    state, _ = act(state, 0, ChooseCard("knight"))
    _, events = lay(state, "", "warlock jungle_guardian")
    assert of(events, HandExchanged) == [HandExchanged(S0, 2, "warlock", ("knight",))]


@pytest.mark.rule("3.7", "3.6")
def test_two_seats_lay_no_second_card_where_one_is_left_without_a_pile() -> None:
    state = a_round(holds("knight warlock"), SPARE)
    state, events = act(state, 0, ChooseCard("knight"))
    assert events == [CardChosen(S0, 1, "knight")]
    assert set(waiting(state)) == {1}
    _, events = lay(state, "", "alchemist jungle_guardian")
    assert events[:2] == [NoCardPlayed(S0, 2), CardsRevealed((("knight",), cards("alchemist jungle_guardian")))]


@pytest.mark.rule("3.7", "3.5")
def test_two_seats_take_up_the_pile_when_the_first_card_was_the_last() -> None:
    # given a seat that exchanged its only card for its only played card
    state, _ = begun(holds("knight", pile="rogue"), SPARE)
    # when it lays that
    state, _ = act(state, 0, ChooseCard("rogue"))
    # then its pile gives it one card only, and it plays none
    assert set(waiting(state)) == {1}
    state, events = lay(state, "", "alchemist jungle_guardian")
    assert events[:2] == [PileTakenUp(S0, ("knight",)), NoCardPlayed(S0, 2)]
    assert state.holdings[0].hand == ("knight",)


@pytest.mark.rule("4.1")
def test_all_cards_are_revealed_at_once_when_the_last_is_laid() -> None:
    state = a_round(SPARE, SPARE, SPARE)
    state, _ = act(state, 1, ChooseCard("warlock"))
    state, _ = act(state, 0, ChooseCard("knight"))
    state, events = act(state, 2, ChooseCard("jungle_guardian"))
    assert events[:2] == [
        CardChosen(S2, 1, "jungle_guardian"),
        CardsRevealed((("knight",), ("warlock",), ("jungle_guardian",))),
    ]
    assert not isinstance(state, Choosing)
    assert state.holdings[0].hand == cards("warlock jungle_guardian alchemist")


@pytest.mark.rule("4.2", "4.4")
def test_equal_characters_negate_each_other() -> None:
    # when two of three play the same
    state, events = lay(a_round(SPARE, holds("warlock knight", pile="rogue"), SPARE), "knight", "warlock", "warlock")
    # then both go to their piles without an effect
    assert CardsNegated(((), ("warlock",), ("warlock",))) in events
    assert [event.card for event in of(events, DiceTaken)] == ["knight"]
    assert [holding.pile for holding in state.holdings] == [("knight",), cards("rogue warlock"), ("warlock",)]


@pytest.mark.rule("4.2")
def test_three_equal_characters_are_negated_for_all() -> None:
    _, events = lay(a_round(SPARE, SPARE, SPARE, SPARE), "knight", "warlock", "knight", "knight")
    assert of(events, CardsNegated) == [CardsNegated((("knight",), (), ("knight",), ("knight",)))]


@pytest.mark.rule("4.2")
def test_different_characters_with_one_number_are_not_negated() -> None:
    _, events = lay(a_round(SPARE, holds("machine warlock"), SPARE), "knight", "machine", "warlock")
    assert not of(events, CardsNegated)


@pytest.mark.rule("4.3", "4.4")
def test_two_seats_compare_all_four_cards() -> None:
    # when the first card of one is the second of the other
    state, events = lay(a_round(SPARE, SPARE), "knight warlock", "jungle_guardian knight")
    # then these two are negated and the other two are not
    assert CardsNegated((("knight",), ("knight",))) in events
    assert [event.card for event in of(events, DiceTaken)] == ["warlock", "jungle_guardian"]
    assert [holding.pile for holding in state.holdings] == [cards("knight warlock"), cards("knight jungle_guardian")]


@pytest.mark.rule("4.4")
def test_two_negated_cards_of_a_seat_lie_in_the_order_in_which_they_were_laid() -> None:
    state, events = lay(a_round(SPARE, SPARE), "knight warlock", "warlock knight")
    assert CardsNegated((cards("knight warlock"), cards("warlock knight"))) in events
    assert [holding.pile for holding in state.holdings] == [cards("knight warlock"), cards("warlock knight")]
    assert not of(events, DiceTaken, CardDiscarded)
