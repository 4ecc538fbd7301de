"""Section 5: the twelve characters."""

import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.pieces import Character
from domain.games.council_of_12.state import State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    EDITION,
    after,
    events_of,
    holding,
    on_turn,
    one,
    revealing,
    seat,
    tags,
    with_objectives,
)

REVEAL = a.RevealCard()


def reach(card: Character, die: int) -> set[int]:
    """The faces that a card can leave the die on."""
    state = with_objectives(revealing(card, "golem", die=die), (5,))
    revealed = after(state, (0, REVEAL))
    if not isinstance(revealed.phase, s.Applying):
        return {revealed.die}
    turns = [action for action in legal_actions(revealed, seat(0)) if isinstance(action, a.TurnDie)]
    return {after(revealed, (0, action)).die for action in turns}


@pytest.mark.rule("5.1")
@pytest.mark.parametrize(("die", "faces"), [(1, {2}), (12, {6}), (7, {3, 12}), (4, {2, 8}), (2, {1, 4}), (6, {3, 12})])
def test_the_alchemist_doubles_or_halves(die: int, faces: set[int]) -> None:
    assert reach("alchemist", die) == faces


@pytest.mark.rule("5.2")
@pytest.mark.parametrize(("die", "faces"), [(1, {3, 4}), (9, {11, 12}), (10, {12}), (12, {12})])
def test_the_automaton_adds_two_or_three(die: int, faces: set[int]) -> None:
    assert reach("automaton", die) == faces


@pytest.mark.rule("5.5")
@pytest.mark.parametrize(("die", "faces"), [(1, {1, 2}), (6, {5, 7}), (12, {11, 12})])
def test_the_druidess_adds_or_takes_one(die: int, faces: set[int]) -> None:
    assert reach("druidess", die) == faces


@pytest.mark.rule("5.7")
@pytest.mark.parametrize("die", range(1, 13))
def test_the_inverseuse_turns_to_the_opposite_face(die: int) -> None:
    assert reach("inverseuse", die) == {13 - die}


@pytest.mark.rule("5.12")
@pytest.mark.parametrize("die", [1, 7, 12])
def test_the_sorcerer_turns_to_an_adjacent_face(die: int) -> None:
    assert reach("sorcerer", die) == set(EDITION.neighbours[die - 1])


@pytest.mark.rule("5.13")
def test_the_powerful_one_turns_to_an_adjacent_face_twice() -> None:
    around = EDITION.neighbours
    assert reach("powerful_one", 7) == {far for near in around[6] for far in around[near - 1]}
    assert 7 in reach("powerful_one", 7)


@pytest.mark.rule("5.14")
def test_the_stoic_leaves_the_die_as_it_is() -> None:
    assert reach("stoic", 7) == {7}


@pytest.mark.rule("5.15")
@pytest.mark.parametrize(("die", "faces"), [(12, {9, 10}), (4, {1, 2}), (3, {1}), (1, {1})])
def test_the_parasite_takes_two_or_three(die: int, faces: set[int]) -> None:
    assert reach("parasite", die) == faces


@pytest.mark.rule("5.1", "5.2", "5.5", "5.12", "5.13", "5.15")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("alchemist", "5.1"),
        ("automaton", "5.2"),
        ("druidess", "5.5"),
        ("sorcerer", "5.12"),
        ("powerful_one", "5.13"),
        ("parasite", "5.15"),
    ],
)
def test_a_face_out_of_reach_is_refused_by_the_characters_rule(card: Character, rule: str) -> None:
    state = after(revealing(card, "golem", die=6), (0, REVEAL))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, a.TurnDie((6,)))
    assert refused.value.rule == rule


@pytest.mark.rule("5.3", "5.6")
@pytest.mark.parametrize(("card", "values"), [("knight", (1, 2, 3, 4)), ("golem", (9, 10, 11, 12))])
def test_knight_and_golem_replace_the_objective(card: Character, values: tuple[int, ...]) -> None:
    state = after(with_objectives(revealing(card, "stoic", die=6), (5,)), (0, REVEAL))
    assert state.turn.objectives == (values,)


@pytest.mark.rule("5.3", "5.6")
@pytest.mark.parametrize(("first", "then"), [("knight", "golem"), ("golem", "knight")])
def test_the_later_of_knight_and_golem_decides(first: Character, then: Character) -> None:
    state = after(revealing(first, then, "stoic"), (0, REVEAL), (1, REVEAL))
    assert state.turn.objectives == ((1, 2, 3, 4) if then == "knight" else (9, 10, 11, 12),)


@pytest.mark.rule("5.3", "5.6")
@pytest.mark.parametrize(("card", "low"), [("knight", 1), ("golem", 9)])
def test_of_two_objectives_the_seat_names_the_one_replaced(card: Character, low: int) -> None:
    state = after(with_objectives(revealing(card, "stoic", die=6), (5,), (7,)), (0, REVEAL))
    assert legal_actions(state, seat(0))[:2] == (a.PickObjective(0), a.PickObjective(1))
    assert after(state, (0, a.PickObjective(1))).turn.objectives == ((5,), (low, low + 1, low + 2, low + 3))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, a.PickObjective(2))
    assert refused.value.rule == {"knight": "5.3", "golem": "5.6"}[card]


def with_dame(*cards: Character) -> State:
    return on_turn(with_objectives(revealing(*cards, die=6), (2, 9)), petitioner="stoic")


@pytest.mark.rule("5.4")
def test_the_dame_turns_to_an_objective_if_she_is_the_first_card() -> None:
    state = after(with_dame("dame", "automaton"), (0, REVEAL))
    assert legal_actions(state, seat(0))[:2] == (a.TurnDie((2,)), a.TurnDie((9,)))
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, a.TurnDie((3,)))
    assert refused.value.rule == "5.4"


@pytest.mark.rule("5.4")
def test_the_dame_may_name_values_of_both_objectives() -> None:
    state = after(with_objectives(with_dame("dame", "automaton"), (2,), (9,)), (0, REVEAL))
    assert legal_actions(state, seat(0))[:2] == (a.TurnDie((2,)), a.TurnDie((9,)))


@pytest.mark.rule("5.4")
def test_the_dame_does_nothing_as_a_later_card() -> None:
    state = after(with_dame("inverseuse", "dame", "automaton"), (0, REVEAL))
    assert events_of(state, 1, REVEAL) == [e.CardRevealed(seat(1), "dame")]


@pytest.mark.rule("5.4")
def test_the_dame_does_nothing_as_the_oracles_second_card() -> None:
    state = with_dame("oracle", "automaton")
    held = replace(state, holdings=(holding(("dame", "sorcerer", "stoic")), state.holdings[1]))
    waiting = after(held, (0, REVEAL))
    assert events_of(waiting, 0, a.PlaySecond("dame")) == [e.SecondPlayed(seat(0), "dame")]


@pytest.mark.rule("5.8")
def test_the_oracle_rolls_and_asks_for_a_second_card() -> None:
    state = revealing("oracle", "automaton")
    events = events_of(state, 0, REVEAL)
    assert tags(events) == ["card_revealed", "die_rerolled", "second_awaited"]
    waiting = after(state, (0, REVEAL))
    assert waiting.die == one(events, e.DieRerolled).face
    assert list(pending(waiting)) == [0]
    seconds = {action.card for action in legal_actions(waiting, seat(0)) if isinstance(action, a.PlaySecond)}
    assert seconds == {"powerful_one", "druidess", "sorcerer", "automaton"}
    for card in ("oracle", "golem"):
        with pytest.raises(RuleBroken) as refused:
            events_of(waiting, 0, a.PlaySecond(card))
        assert refused.value.rule == "5.8"


@pytest.mark.rule("5.8")
def test_the_oracle_can_roll_every_face() -> None:
    faces = {
        one(events_of(revealing("oracle", "automaton"), 0, REVEAL, seed), e.DieRerolled).face for seed in range(120)
    }
    assert faces == set(range(1, 13))


@pytest.mark.rule("5.8")
def test_the_second_card_works_like_any_other() -> None:
    waiting = after(revealing("oracle", "automaton"), (0, REVEAL))
    applying = after(waiting, (0, a.PlaySecond("sorcerer")))
    assert isinstance(applying.phase, s.Applying)
    near = EDITION.neighbours[applying.die - 1][0]
    assert after(applying, (0, a.TurnDie((near,)))).die == near


@pytest.mark.rule("5.9")
def test_with_one_card_left_the_oracle_redraws_first() -> None:
    state = revealing("oracle", "automaton", holdings=(holding(("sorcerer",), ("druidess",)), holding()))
    events = events_of(state, 0, REVEAL)
    assert tags(events)[2:] == ["hand_redrawn", "second_awaited"]
    waiting = after(state, (0, REVEAL))
    assert waiting.holdings[0].hand == ("druidess", "oracle")
    assert waiting.holdings[0].discard == ("sorcerer",)


@pytest.mark.rule("5.10")
def test_replaying_the_oracle_cancels_it() -> None:
    state = revealing("oracle", "automaton", holdings=(holding(("sorcerer",), ("druidess",)), holding()))
    waiting = after(state, (0, REVEAL))
    events = events_of(waiting, 0, a.PlaySecond("oracle"))
    assert events == [e.SecondPlayed(seat(0), "oracle"), e.CardsCancelled("oracle")]


@pytest.mark.rule("5.10")
def test_a_second_card_that_another_seat_still_hides_cancels_both() -> None:
    waiting = after(revealing("oracle", "automaton", "inverseuse"), (0, REVEAL))
    events = events_of(waiting, 0, a.PlaySecond("automaton"))
    assert events == [
        e.SecondPlayed(seat(0), "automaton"),
        e.CardRevealed(seat(1), "automaton"),
        e.CardsCancelled("automaton"),
    ]


@pytest.mark.rule("5.10")
def test_a_second_card_that_was_played_before_is_cancelled_and_the_earlier_effect_stays() -> None:
    state = after(revealing("oracle", "automaton", "inverseuse", die=1), (1, REVEAL), (1, a.TurnDie((4,))))
    assert state.die == 4
    waiting = after(state, (0, REVEAL))
    events = events_of(waiting, 0, a.PlaySecond("automaton"))
    assert events == [e.SecondPlayed(seat(0), "automaton"), e.CardsCancelled("automaton")]


@pytest.mark.rule("5.11")
def test_the_petitioners_own_character_is_offered_as_second_card_and_marked() -> None:
    waiting = after(on_turn(revealing("oracle", "automaton"), petitioner="sorcerer"), (0, REVEAL))
    assert a.PlaySecond("sorcerer", loses=True) in legal_actions(waiting, seat(0))
    with pytest.raises(RuleBroken) as refused:
        events_of(waiting, 0, a.PlaySecond("sorcerer"))
    assert refused.value.rule == "5.11"
