"""Sections 3 and 14: choosing cards, and what is hidden."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.view import view
from domain.kernel.errors import RuleBroken
from domain.kernel.messages import OMNISCIENT, Viewer
from tests.games.council_of_12.given import HAND, after, choosing, council, events_of, holding, on_turn, one, seat, tags


@pytest.mark.rule("3.1")
def test_seats_choose_in_any_order_and_the_last_one_opens_the_reveal() -> None:
    state = after(choosing(3), (2, a.ChooseCard("oracle")), (0, a.ChooseCard("druidess")))
    assert set(pending(state)) == {1}
    events = events_of(state, 1, a.ChooseCard("sorcerer"))
    assert tags(events) == ["card_chosen", "reveal_opened"]
    opened = after(state, (1, a.ChooseCard("sorcerer")))
    assert opened.phase == s.Revealing(("druidess", "sorcerer", "oracle"))


@pytest.mark.rule("3.1")
def test_a_choice_is_final_and_from_the_own_hand() -> None:
    state = after(choosing(), (0, a.ChooseCard("oracle")))
    for number, card in ((0, "druidess"), (1, "golem")):
        with pytest.raises(RuleBroken) as refused:
            events_of(state, number, a.ChooseCard(card))  # type: ignore[arg-type]
        assert refused.value.rule == "3.1"


@pytest.mark.rule("3.2")
def test_the_petitioners_own_character_is_not_offered() -> None:
    state = on_turn(choosing(), petitioner="oracle")
    assert a.ChooseCard("oracle") not in legal_actions(state, seat(0))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, a.ChooseCard("oracle"))
    assert refused.value.rule == "3.2"


@pytest.mark.rule("3.3")
def test_a_last_card_is_left_and_the_played_ones_are_taken_back() -> None:
    short = holding(("oracle",), ("druidess", "sorcerer"))
    state = council(phase=s.Voting(), holdings=(short, holding()))
    events = events_of(state, 0, a.VoteBells(ring=False))
    assert one(events, e.HandRedrawn) == e.HandRedrawn(seat(0), "oracle")
    own = after(state, (0, a.VoteBells(ring=False))).holdings[0]
    assert own.hand == ("druidess", "sorcerer")
    assert own.discard == ("oracle",)


@pytest.mark.rule("3.3")
def test_an_empty_hand_takes_the_played_cards_back() -> None:
    state = council(phase=s.Voting(), holdings=(holding((), ("druidess", "sorcerer")), holding()))
    chosen = after(state, (0, a.VoteBells(ring=False)))
    assert chosen.holdings[0].hand == ("druidess", "sorcerer")
    assert chosen.holdings[0].discard == ()


@pytest.mark.rule("3.3")
def test_two_cards_are_not_redrawn() -> None:
    state = council(phase=s.Voting(), holdings=(holding(("oracle", "dame"), ("druidess",)), holding()))
    assert tags(events_of(state, 0, a.VoteBells(ring=False))) == ["bell_voted", "choice_opened"]


@pytest.mark.rule("3.4")
def test_a_seat_that_still_has_no_card_to_play_plays_none() -> None:
    short = holding(("oracle",), ("dame",))
    state = council(phase=s.Voting(), holdings=(short, holding()))
    events = events_of(state, 0, a.VoteBells(ring=False))
    assert tags(events) == ["bell_voted", "choice_opened", "hand_redrawn", "seat_passed"]
    opened = after(state, (0, a.VoteBells(ring=False)))
    assert set(pending(opened)) == {1}
    with pytest.raises(RuleBroken) as refused:
        events_of(opened, 0, a.ChooseCard("oracle"))
    assert refused.value.rule == "3.4"
    revealed = after(opened, (1, a.ChooseCard("oracle")))
    assert revealed.phase == s.Revealing((None, "oracle"))


@pytest.mark.rule("3.4")
def test_a_turn_in_which_nobody_has_a_card_goes_on_to_the_check() -> None:
    bare = holding((), ("dame",))
    events = events_of(council(phase=s.Voting(), holdings=(bare, bare)), 0, a.VoteBells(ring=False))
    assert "reveal_opened" in tags(events)
    assert tags(events)[-4:] == ["dilemma_turned_up", "favor_lost", "turn_ended", "petitioner_revealed"]


@pytest.mark.rule("14.1")
def test_a_seat_sees_its_own_discard_pile_and_the_top_of_others() -> None:
    own, other = holding(("oracle",), ("druidess", "sorcerer")), holding(("oracle",), ("sorcerer", "druidess"))
    seen = view(council(holdings=(own, other)), Viewer(frozenset({seat(0)})))
    assert seen.seats[0].discard == ("druidess", "sorcerer")
    assert seen.seats[1].discard is UNSET
    assert seen.seats[1].top == "druidess"
    assert seen.seats[1].discard_size == 2


@pytest.mark.rule("14.2")
def test_others_do_not_see_hands_nor_chosen_cards() -> None:
    state = after(choosing(), (1, a.ChooseCard("oracle")))
    seen = view(state, Viewer(frozenset({seat(0)})))
    assert seen.seats[0].hand == HAND
    assert seen.seats[1].hand is seen.seats[1].aside is seen.seats[1].chosen is seen.seats[1].open is UNSET
    assert seen.seats[1].laid
    assert view(state, Viewer(frozenset({seat(1)}))).seats[1].chosen == "oracle"
    assert view(state, OMNISCIENT).seats[1].chosen == "oracle"


@pytest.mark.rule("14.2")
def test_the_view_does_not_change_with_what_others_hide() -> None:
    state = after(choosing(), (1, a.ChooseCard("oracle")))
    other = after(choosing(), (1, a.ChooseCard("druidess")))
    eyes = Viewer(frozenset({seat(0)}))
    assert view(state, eyes) == view(other, eyes)
    assert view(state, eyes) == view(replace(state, petitioners=state.petitioners[::-1]), eyes)
    assert one(events_of(choosing(), 1, a.ChooseCard("oracle")), e.CardChosen).known_to() == (1,)


@pytest.mark.rule("14.2")
def test_a_card_laid_open_is_public() -> None:
    state = council(phase=s.Choosing(("oracle", None), open=(seat(0),)))
    assert view(state, Viewer(frozenset({seat(1)}))).seats[0].open == "oracle"
