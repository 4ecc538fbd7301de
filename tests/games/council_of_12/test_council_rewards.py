"""Section 8: rewards."""

import pytest

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import effects
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.pieces import Moment
from domain.games.council_of_12.scoring import reign
from domain.games.council_of_12.state import Phase, State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import (
    EDITION,
    after,
    choosing,
    chosen,
    council,
    events_of,
    holding,
    on_turn,
    one,
    rewarded,
    seat,
    tags,
    with_objectives,
)

USE = a.UseReward(1)
ALL: tuple[Moment, ...] = ("bells", "choosing", "revealing", "checking", "claiming")


def keeping(use: effects.RewardUse, *when: Moment, phase: Phase | None = None, favor: int = 3, die: int = 1) -> State:
    """Two seats that keep the reward of Dilemma 1."""
    cards = rewarded(use, *(when or ALL))
    return council(phase=phase or s.Choosing((None, None)), cards=cards, rewards=(1,), favor=favor, die=die)


def refused(state: State, number: int, action: a.Action) -> str | None:
    with pytest.raises(RuleBroken) as error:
        events_of(state, number, action)
    return error.value.rule


@pytest.mark.rule("8.1")
@pytest.mark.parametrize("number", [0, 1])
def test_any_seat_that_has_something_to_choose_may_use_a_reward_once(number: int) -> None:
    state = keeping(effects.GainFavor(1))
    assert USE in legal_actions(state, seat(number))
    used = after(state, (number, USE))
    assert used.favor == 4
    assert used.rewards == ()
    assert refused(used, number, USE) == "8.1"


@pytest.mark.rule("8.1")
def test_a_seat_that_has_nothing_to_choose_uses_no_reward() -> None:
    assert refused(after(keeping(effects.GainFavor(1)), (0, a.ChooseCard("oracle"))), 0, USE) == "8.1"


@pytest.mark.rule("8.1")
def test_a_used_reward_leaves_its_dilemma_in_the_reign() -> None:
    state = keeping(effects.GainFavor(1))
    assert reign(after(state, (0, USE))).dilemmas == reign(state).dilemmas


@pytest.mark.rule("8.2")
@pytest.mark.parametrize(
    ("moment", "phase"),
    [
        ("bells", s.Voting()),
        ("choosing", s.Choosing((None, None))),
        ("revealing", s.Revealing(("oracle", "stoic"))),
        ("checking", s.Checking()),
        ("claiming", s.Claiming((None, None))),
    ],
)
def test_a_reward_is_used_at_the_moments_of_its_text(moment: Moment, phase: Phase) -> None:
    assert USE in legal_actions(keeping(effects.GainFavor(1), moment, phase=phase), seat(0))
    others = [other for other in ALL if other != moment]
    assert refused(keeping(effects.GainFavor(1), *others, phase=phase), 0, USE) == "8.2"


@pytest.mark.rule("8.2")
def test_no_reward_is_used_while_a_revealed_card_waits() -> None:
    waiting = s.Applying(seat(1), "automaton", s.Revealing(("oracle", None)))
    assert refused(keeping(effects.GainFavor(1), phase=waiting), 1, USE) == "8.2"


@pytest.mark.rule("8.3")
def test_a_card_may_be_laid_open_and_is_revealed_in_its_turn() -> None:
    state = keeping(effects.OpenCard())
    assert events_of(state, 0, a.LayOpen("oracle", 1)) == [e.CardLaidOpen(seat(0), "oracle", 1)]
    opened = after(state, (0, a.LayOpen("oracle", 1)))
    assert opened.rewards == ()
    revealing = after(opened, (1, a.ChooseCard("druidess")))
    assert set(pending(revealing)) == {0, 1}


@pytest.mark.rule("8.3")
def test_an_open_card_cancels_as_usual() -> None:
    state = after(keeping(effects.OpenCard()), (0, a.LayOpen("druidess", 1)), (1, a.ChooseCard("druidess")))
    assert e.CardsCancelled("druidess") in events_of(state, 1, a.RevealCard())


@pytest.mark.rule("8.3")
def test_the_dame_still_works_after_an_open_card() -> None:
    state = on_turn(keeping(effects.OpenCard()), petitioner="golem")
    held = after(with_objectives(state, (5, 6)), (0, a.LayOpen("oracle", 1)), (1, a.ChooseCard("druidess")))
    dame = chosen(held, "oracle", "dame")
    assert events_of(dame, 1, a.RevealCard())[1] == e.EffectAwaited(seat(1), "dame")


@pytest.mark.rule("8.3")
def test_only_a_reward_for_it_lays_a_card_open() -> None:
    assert refused(keeping(effects.GainFavor(1)), 0, a.LayOpen("oracle", 1)) == "8.3"
    assert refused(keeping(effects.OpenCard()), 0, a.LayOpen("oracle", 2)) == "8.1"
    assert refused(keeping(effects.OpenCard(), "claiming"), 0, a.LayOpen("oracle", 1)) == "8.2"
    assert refused(keeping(effects.OpenCard(), phase=s.Voting()), 0, a.LayOpen("oracle", 1)) == "8.3"


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    ("use", "lasts"),
    [
        (effects.GainFavor(1), True),
        (effects.SparePenalty(), True),
        (effects.TakeBackCards(), True),
        (effects.RollDie(), False),
        (effects.LookAhead(), False),
        (effects.AdmitPetitioner(), False),
        (effects.TurnDie(effects.Flip()), False),
        (effects.SetObjective((1,)), False),
    ],
)
def test_the_last_round_has_a_use_for_some_rewards_only(use: effects.RewardUse, *, lasts: bool) -> None:
    cards = rewarded(use, *ALL)
    piles = (holding(("oracle", "stoic"), ("druidess",)), holding())
    state = council(phase=s.Claiming((None, None)), cards=cards, rewards=(1,), holdings=piles, favor=2)
    used = [
        action for action in legal_actions(on_turn(state, objectives=()), seat(0)) if isinstance(action, a.UseReward)
    ]
    assert bool(used) is lasts


@pytest.mark.rule("8.4")
def test_a_card_may_claim_the_throne_openly() -> None:
    state = keeping(effects.OpenCard(), phase=s.Claiming((None, None)))
    assert a.LayOpen("oracle", 1) in legal_actions(state, seat(1))


def before_check(use: effects.RewardUse, *when: Moment, die: int = 1) -> State:
    return after(chosen(keeping(use, *(when or ("checking",)), die=die), "stoic", None), (0, a.RevealCard()))


@pytest.mark.rule("8.5")
def test_all_seats_are_asked_before_the_check() -> None:
    state = before_check(effects.TurnDie(effects.Flip()), die=4)
    assert set(pending(state)) == {0, 1}
    assert pending(state)[seat(0)].id == "use_rewards/2/1"
    turned = after(state, (1, a.UseReward(1, faces=(9,))))
    assert turned.die == 9
    kept = after(turned, (0, a.KeepRewards()))
    assert set(pending(kept)) == {1}
    assert refused(kept, 0, a.KeepRewards()) == "8.5"
    assert after(kept, (1, a.KeepRewards())).settled[-1].resolved


@pytest.mark.rule("8.5")
def test_nobody_is_asked_if_no_reward_can_be_used() -> None:
    assert not isinstance(before_check(effects.TurnDie(effects.Flip()), "revealing").phase, s.Checking)
    assert not isinstance(before_check(effects.TurnDie(effects.Stay())).phase, s.Checking)
    assert refused(keeping(effects.GainFavor(1)), 0, a.KeepRewards()) == "8.5"


@pytest.mark.rule("8.6")
def test_a_reward_turns_the_die_and_its_faces_reach_objectives() -> None:
    state = with_objectives(keeping(effects.TurnDie(effects.TurnToNeighbour(2)), die=1), (4,), (8,))
    used = after(state, (0, a.UseReward(1, faces=(4, 8))))
    assert used.die == 8
    assert used.turn.reached == (True, True)
    assert refused(state, 0, a.UseReward(1, faces=(3, 8))) == "8.2"


@pytest.mark.rule("8.6")
def test_a_reward_rolls_the_die() -> None:
    state = keeping(effects.RollDie())
    assert {after(state, (0, USE), seed=seed).die for seed in range(120)} == set(range(1, 13))


@pytest.mark.rule("8.6")
def test_a_reward_replaces_an_objective_which_starts_anew() -> None:
    state = with_objectives(keeping(effects.SetObjective((5, 6)), die=4), (4,), (8,))
    used = after(state, (1, a.UseReward(1, objective=0)))
    assert used.turn.objectives == ((5, 6), (8,))
    assert used.turn.reached == (False, False)


@pytest.mark.rule("8.7")
def test_a_reward_gives_favor_up_to_five() -> None:
    assert after(keeping(effects.GainFavor(2), favor=4), (0, USE)).favor == 5
    assert refused(keeping(effects.GainFavor(2), favor=5), 0, USE) == "8.2"


@pytest.mark.rule("8.7")
def test_a_reward_lets_each_seat_take_back_its_pile() -> None:
    state = keeping(effects.TakeBackCards())
    assert refused(state, 0, USE) == "8.2"
    played = chosen(state, "oracle", "druidess")
    revealed = after(played, (0, a.RevealCard()), (0, a.PlaySecond("sorcerer")))
    assert isinstance(revealed.phase, s.Applying)
    turn = a.TurnDie((EDITION.neighbours[revealed.die - 1][0],))
    done = after(revealed, (0, turn), (1, USE))
    assert done.holdings[0].discard == ()
    assert {"oracle", "sorcerer"} <= set(done.holdings[0].hand)


@pytest.mark.rule("8.8")
def test_a_spared_penalty_costs_no_favor_but_the_rest_is_carried_out() -> None:
    cards = rewarded(effects.SparePenalty(), "checking")
    dilemmas = list(cards.dilemmas)
    state = council(cards=cards, rewards=(1,), die=12)
    failed = on_turn(chosen(state, "stoic", None), dilemma=11, objectives=((1, 2, 3),))
    assert [type(word) for word in dilemmas[10].penalty] == [effects.LoseFavor, effects.SetDie]
    asked = after(failed, (0, a.RevealCard()), (1, USE), (0, a.KeepRewards()))
    assert refused(asked, 0, USE) == "8.1"
    done = after(asked, (1, a.KeepRewards()))
    assert done.favor == 3
    assert done.die == 1


@pytest.mark.rule("8.8")
def test_in_the_last_round_a_spared_penalty_covers_the_differences() -> None:
    state = keeping(effects.SparePenalty(), phase=s.Claiming((None, None)), favor=1)
    done = after(state, (0, USE), (0, a.ChooseCard("oracle")), (1, a.ChooseCard("druidess")))
    assert done.favor == 1
    assert isinstance(done.phase, s.Crowning)


@pytest.mark.rule("8.9")
def test_free_bells_cost_nothing() -> None:
    state = after(keeping(effects.FreeBells(), phase=s.Voting(), favor=1), (0, USE))
    ring = a.VoteBells(ring=True)
    rung = after(state, (0, ring), (1, ring))
    assert rung.favor == 1
    assert rung.turn.rung
    assert refused(keeping(effects.FreeBells()), 0, USE) == "8.2"


@pytest.mark.rule("8.10")
def test_looking_ahead_turns_up_what_comes_next() -> None:
    state = keeping(effects.LookAhead())
    assert events_of(state, 0, USE)[1:] == [e.DilemmaTurnedUp(4), e.PetitionerTurnedUp("golem")]
    seen = after(state, (0, USE))
    assert (seen.next_dilemma, seen.next_petitioner) == (4, "golem")
    cards = rewarded(effects.LookAhead(), "choosing")
    last = council(phase=s.Choosing((None, None)), cards=cards, rewards=(1,), dilemmas=(), petitioners=())
    assert refused(last, 0, USE) == "8.2"


@pytest.mark.rule("8.11")
def test_an_admitted_petitioner_may_be_played_without_losing() -> None:
    state = on_turn(keeping(effects.AdmitPetitioner()), petitioner="druidess")
    admitted = after(state, (1, USE), (1, a.ChooseCard("druidess")), (0, a.ChooseCard("oracle")))
    assert one(events_of(admitted, 1, a.RevealCard()), e.EffectAwaited).character == "druidess"
    assert "druidess" not in [x.card for x in legal_actions(state, seat(0)) if isinstance(x, a.ChooseCard)]


@pytest.mark.rule("8.11")
def test_a_petitioner_is_admitted_once_in_a_turn() -> None:
    state = on_turn(keeping(effects.AdmitPetitioner()), admitted=True)
    assert refused(state, 0, USE) == "8.2"
    assert "petitioner_admitted" in tags(events_of(choosing_with_reward(), 0, USE))


def choosing_with_reward() -> State:
    return choosing(cards=rewarded(effects.AdmitPetitioner(), "choosing"), rewards=(1,))
