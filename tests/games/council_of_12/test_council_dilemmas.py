"""Sections 7 and 9: what a settled Dilemma brings about."""

import pytest

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import effects
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.scoring import reign
from domain.games.council_of_12.state import State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    PLAIN,
    after,
    chosen,
    council,
    edition,
    events_of,
    holding,
    on_turn,
    one,
    seat,
    tags,
    with_objectives,
)

REVEAL = a.RevealCard()
ANY = tuple(range(1, 13))


def failing(*words: effects.Consequence, seats: int = 2, favor: int = 3, die: int = 1) -> State:
    """One card, the Stoic's, before the Dilemma fails with these words."""
    return _last_card(seats, edition(penalty=words, objectives=((13 - die,),)), favor, die)


def resolving(
    *words: effects.Consequence, seats: int = 2, favor: int = 3, reward: effects.Reward | None = None
) -> State:
    return _last_card(seats, edition(success=words, objectives=(ANY,), reward=reward), favor, 1)


def _last_card(seats: int, cards: object, favor: int, die: int) -> State:
    state = council(seats, cards=cards, favor=favor, die=die)  # type: ignore[arg-type]
    return on_turn(chosen(state, *("stoic", *(None,) * (seats - 1))), petitioner="powerful_one")  # type: ignore[arg-type]


def settled(state: State) -> State:
    return after(state, (0, REVEAL))


@pytest.mark.rule("7.1")
@pytest.mark.parametrize(("die", "resolved"), [(8, False), (9, True), (11, True), (12, False)])
def test_the_die_must_show_one_of_the_values(die: int, *, resolved: bool) -> None:
    state = chosen(with_objectives(council(die=die), (9, 10, 11)), "stoic", None)
    assert settled(state).settled[-1].resolved is resolved


@pytest.mark.rule("7.2")
def test_success_is_carried_out_and_the_reward_kept() -> None:
    state = resolving(effects.GainFavor(1), reward=effects.Reward(effects.RollDie(), ("checking",)))
    assert tags(events_of(state, 0, REVEAL))[1:5] == [
        "dilemma_resolved",
        "reward_kept",
        "dilemma_turned_up",
        "favor_gained",
    ]
    assert settled(state).rewards == (PLAIN,)
    assert settled(state).favor == 4


@pytest.mark.rule("7.2", "1.3")
def test_favor_stops_at_five() -> None:
    assert settled(resolving(effects.GainFavor(3), favor=4)).favor == 5
    assert "favor_gained" not in tags(events_of(resolving(effects.GainFavor(3), favor=5), 0, REVEAL))


@pytest.mark.rule("7.3")
def test_a_penalty_is_carried_out_and_no_reward_kept() -> None:
    cards = edition(
        penalty=(effects.LoseFavor(2),), objectives=((12,),), reward=effects.Reward(effects.RollDie(), ("checking",))
    )
    state = settled(chosen(council(cards=cards), "stoic", None))
    assert state.favor == 1
    assert state.rewards == ()


@pytest.mark.rule("7.4")
def test_favor_zero_loses_at_once() -> None:
    events = events_of(failing(effects.LoseFavor(2), effects.SetDie(5), favor=2), 0, REVEAL)
    assert events[-2:] == [e.FavorLost(2, 0, "penalty"), e.CouncilLost("favor_spent")]


@pytest.mark.rule("7.4")
def test_more_than_there_is_cannot_be_lost() -> None:
    assert one(events_of(failing(effects.LoseFavor(5), favor=2), 0, REVEAL), e.FavorLost).amount == 2


@pytest.mark.rule("7.5")
def test_a_failed_dilemma_adds_nothing_but_its_bells_count() -> None:
    state = council(settled=(s.Settled(PLAIN, rung=True, resolved=False),), bells=1)
    assert reign(state).dilemmas == 0
    assert state.bells == 1
    failed = settled(on_turn(failing(), rung=True))
    assert failed.settled[-1] == s.Settled(PLAIN, rung=True, resolved=False)


@pytest.mark.rule("7.6")
@pytest.mark.parametrize(
    ("words", "die"),
    [
        ((effects.SetDie(4),), 4),
        ((effects.ShiftDie(-3),), 7),
        ((effects.ShiftDie(5),), 12),
        ((effects.FlipDie(),), 3),
        ((effects.SetDie(2), effects.ShiftDie(-5), effects.FlipDie()), 12),
    ],
)
def test_words_turn_the_die_in_order(words: tuple[effects.Consequence, ...], die: int) -> None:
    assert settled(failing(*words, die=10)).die == die


@pytest.mark.rule("7.6")
def test_a_dilemma_may_roll_the_die() -> None:
    faces = {one(events_of(failing(effects.RollDie()), 0, REVEAL, seed), e.DieRolled).face for seed in range(120)}
    assert faces == set(range(1, 13))


@pytest.mark.rule("7.7")
def test_each_seat_discards_a_card_of_its_choice() -> None:
    state = settled(failing(effects.DiscardCard(), effects.SetDie(5), seats=3))
    assert set(pending(state)) == {0, 1, 2}
    assert state.die == 1
    done = after(state, (1, a.PutCard("oracle")), (0, a.PutCard("druidess")), (2, a.PutCard("sorcerer")))
    assert done.holdings[1].discard == ("oracle",)
    assert "oracle" not in done.holdings[1].hand
    assert done.die == 5


@pytest.mark.rule("7.7")
def test_a_seat_that_has_paid_or_lacks_the_card_is_refused() -> None:
    state = after(settled(failing(effects.DiscardCard(), seats=3)), (1, a.PutCard("oracle")))
    for number, action in ((1, a.PutCard("druidess")), (0, a.PutCard("golem")), (0, a.MoveCard("golem"))):
        with pytest.raises(RuleBroken) as refused:
            events_of(state, number, action)
        assert refused.value.rule == "7.7"


@pytest.mark.rule("7.7")
def test_a_seat_without_cards_in_hand_is_not_asked() -> None:
    cards = edition(penalty=(effects.DiscardCard(),), objectives=((12,),))
    state = council(cards=cards, holdings=(holding(), holding((), ("druidess",))))
    assert set(pending(settled(chosen(state, "stoic", None)))) == {0}


@pytest.mark.rule("7.7", "14.2")
def test_recruiting_takes_a_card_from_aside_unseen() -> None:
    state = settled(failing(effects.RecruitCard()))
    event = one(events_of(state, 1, a.MoveCard("golem")), e.CardRecruited)
    assert event.known_to() == (1,)
    own = after(state, (1, a.MoveCard("golem"))).holdings[1]
    assert own.hand[-1] == "golem"
    assert "golem" not in own.aside
    assert own.joined == ()


@pytest.mark.rule("7.7", "14.2")
def test_dismissing_puts_a_card_aside_unseen() -> None:
    state = settled(failing(effects.DismissCard()))
    event = one(events_of(state, 1, a.MoveCard("oracle")), e.CardDismissed)
    assert event.known_to() == (1,)
    own = after(state, (1, a.MoveCard("oracle"))).holdings[1]
    assert "oracle" in own.aside
    assert "oracle" not in own.hand


@pytest.mark.rule("7.8")
def test_each_seat_takes_its_discard_pile_back() -> None:
    cards = edition(penalty=(effects.TakeBackCards(),), objectives=((12,),))
    state = council(cards=cards, holdings=(holding(("oracle", "golem")), holding(("oracle",), ("druidess", "golem"))))
    done = settled(chosen(state, "stoic", None))
    assert done.holdings[0].hand == ("oracle", "golem", "stoic")
    assert done.holdings[1].hand == ("oracle", "druidess", "golem")
    assert done.holdings[1].discard == ()


@pytest.mark.rule("7.9")
def test_the_petitioners_character_leaves_hands_and_piles() -> None:
    cards = edition(penalty=(effects.PetitionerLeaves(),), objectives=((12,),))
    piles = (holding(("oracle", "dame", "golem")), holding(("oracle", "golem"), ("dame", "druidess")))
    done = settled(chosen(council(cards=cards, holdings=piles), "stoic", None))
    assert done.holdings[0].hand == ("oracle", "golem")
    assert done.holdings[1].discard == ("druidess",)
    assert all("dame" in own.aside for own in done.holdings)


@pytest.mark.rule("7.9")
def test_kept_rewards_may_be_forfeited() -> None:
    cards = edition(penalty=(effects.ForfeitRewards(),), objectives=((12,),))
    assert settled(chosen(council(cards=cards, rewards=(5, 23)), "stoic", None)).rewards == ()


def joining(seats: int = 3) -> State:
    return settled(on_turn(resolving(seats=seats), petitioner="dame"))


@pytest.mark.rule("9.1")
def test_every_seat_that_has_the_petitioner_aside_may_take_it() -> None:
    state = joining()
    assert set(pending(state)) == {0, 1, 2}
    done = after(state, (2, a.TakePetitioner(take=True)))
    assert done.holdings[2].hand[-1] == "dame"
    assert done.holdings[2].joined == ("dame",)
    assert set(pending(done)) == {0, 1}
    with pytest.raises(RuleBroken) as refused:
        events_of(done, 2, a.TakePetitioner(take=True))
    assert refused.value.rule == "9.1"


@pytest.mark.rule("9.1")
def test_a_failed_dilemma_lets_nobody_join() -> None:
    assert "joining_offered" not in tags(events_of(on_turn(failing(), petitioner="dame"), 0, REVEAL))


@pytest.mark.rule("9.1")
def test_a_character_in_hand_is_not_offered() -> None:
    assert "joining_offered" not in tags(events_of(on_turn(resolving(), petitioner="oracle"), 0, REVEAL))


@pytest.mark.rule("9.2")
def test_a_petitioner_left_aside_cannot_be_taken_later() -> None:
    leave = a.TakePetitioner(take=False)
    done = after(joining(), (0, leave), (1, leave), (2, leave))
    assert done.turn.number == 3
    assert all("dame" in own.aside for own in done.holdings)
    assert a.TakePetitioner(take=True) not in legal_actions(done, seat(0))
    with pytest.raises(RuleBroken) as refused:
        events_of(done, 0, a.TakePetitioner(take=True))
    assert refused.value.rule == "9.1"
