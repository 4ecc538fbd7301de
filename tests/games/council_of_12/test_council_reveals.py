"""Section 4: revealing cards."""

import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import after, events_of, on_turn, one, revealing, seat, tags, with_objectives

REVEAL = a.RevealCard()


@pytest.mark.rule("4.1")
def test_any_seat_with_a_hidden_card_may_be_next() -> None:
    state = revealing("druidess", "automaton", "sorcerer")
    assert set(pending(state)) == {0, 1, 2}
    for number, card in enumerate(("druidess", "automaton", "sorcerer")):
        assert events_of(state, number, REVEAL)[0] == e.CardRevealed(seat(number), card)  # type: ignore[arg-type]


@pytest.mark.rule("4.1")
def test_a_seat_without_a_hidden_card_cannot_reveal() -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(revealing(None, "automaton"), 0, REVEAL)
    assert refused.value.rule == "4.1"


@pytest.mark.rule("4.2")
def test_all_cards_of_one_character_are_revealed_and_cancelled_together() -> None:
    state = revealing("automaton", "druidess", "automaton", die=1)
    events = events_of(state, 2, REVEAL)
    assert events == [
        e.CardRevealed(seat(2), "automaton"),
        e.CardRevealed(seat(0), "automaton"),
        e.CardsCancelled("automaton"),
    ]
    cancelled = after(state, (2, REVEAL))
    assert cancelled.die == 1
    assert set(pending(cancelled)) == {1}
    assert cancelled.holdings[0].discard == cancelled.holdings[2].discard == ("automaton",)


@pytest.mark.rule("4.3")
def test_a_card_with_one_way_is_applied_at_once_and_discarded() -> None:
    state = revealing("inverseuse", "druidess", die=4)
    assert events_of(state, 0, REVEAL)[1] == e.DieTurned(seat(0), (9,), (True,))
    assert after(state, (0, REVEAL)).holdings[0].discard == ("inverseuse",)


@pytest.mark.rule("4.3", "4.5")
def test_a_card_with_several_ways_waits_for_its_own_seat() -> None:
    state = after(revealing("automaton", "druidess"), (0, REVEAL))
    assert list(pending(state)) == [0]
    assert legal_actions(state, seat(0))[:2] == (a.TurnDie((3,)), a.TurnDie((4,)))
    assert not [action for action in legal_actions(state, seat(1)) if not isinstance(action, a.MakeRemark)]


@pytest.mark.rule("4.3")
def test_there_is_nothing_to_apply_before_a_card_is_revealed() -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(revealing("automaton", "druidess"), 0, a.TurnDie((3,)))
    assert refused.value.rule == "4.3"


@pytest.mark.rule("4.4")
@pytest.mark.parametrize("action", [REVEAL, a.TurnDie((3,))])
def test_nobody_reveals_or_chooses_while_another_seats_card_waits(action: a.Action) -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(after(revealing("automaton", "druidess"), (0, REVEAL)), 1, action)
    assert refused.value.rule == "4.4"


@pytest.mark.rule("4.4")
def test_nobody_reveals_while_a_second_card_is_awaited() -> None:
    with pytest.raises(RuleBroken) as refused:
        events_of(after(revealing("oracle", "druidess"), (0, REVEAL)), 1, REVEAL)
    assert refused.value.rule == "4.4"


@pytest.mark.rule("4.6", "5.11")
def test_the_petitioners_own_character_loses_the_dilemma_and_wastes_hidden_cards() -> None:
    state = on_turn(
        with_objectives(revealing("oracle", "druidess", "automaton"), tuple(range(1, 13))), petitioner="sorcerer"
    )
    waiting = after(state, (0, REVEAL))
    events = events_of(waiting, 0, a.PlaySecond("sorcerer", loses=True))
    assert tags(events)[:5] == ["second_played", "dilemma_forfeited", "card_wasted", "card_wasted", "dilemma_failed"]
    lost = after(waiting, (0, a.PlaySecond("sorcerer", loses=True)))
    assert lost.die == waiting.die
    assert lost.holdings[1].discard == ("druidess",)
    assert not lost.settled[-1].resolved


@pytest.mark.rule("4.6")
def test_the_last_reveal_is_followed_by_the_check() -> None:
    state = replace(revealing(None, "inverseuse", die=4), phase=s.Revealing((None, "inverseuse")))
    assert one(events_of(state, 1, REVEAL), e.DilemmaResolved).number == 7
