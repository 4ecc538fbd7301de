"""Section 13: the special rules of months."""

import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import effects
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.pieces import Character, Ending, Month
from domain.games.council_of_12.scoring import outcome
from domain.games.council_of_12.state import State
from tests.games.council_of_12.given import EDITION, after, chosen, council, holding, laid, on_turn, one

ANY = tuple(range(1, 13))


def claimed(month: Month, *cards: Character, bells: int = 0, favor: int = 3) -> State:
    hands = tuple(holding((card, "golem")) for card in cards)
    state = council(len(cards), setup=month, favor=favor, bells=bells, holdings=hands)
    state = replace(state, phase=s.Claiming((None,) * len(cards)), turn=s.Turn(number=8))
    return after(state, *((number, a.ChooseCard(card)) for number, card in enumerate(cards)))


def split(month: Month, bells: int = 0) -> State:
    tied = claimed(month, "oracle", "druidess", bells=bells)
    return after(tied, (0, a.VoteSovereign("oracle")), (1, a.VoteSovereign("druidess")))


def ended(state: State) -> tuple[Ending, Character | None]:
    assert isinstance(state.phase, s.Finished)
    return state.phase.ending, state.throne


@pytest.mark.rule("13.2", "13.6")
@pytest.mark.parametrize(
    ("month", "right", "wrong"), [("may", "powerful_one", "stoic"), ("june", "stoic", "powerful_one")]
)
def test_may_and_june_ask_for_their_sovereign(month: Month, right: Character, wrong: Character) -> None:
    assert ended(claimed(month, right, right)) == ("won", right)
    assert ended(claimed(month, wrong, wrong)) == ("wrong_sovereign", None)
    assert ended(split(month)) == ("wrong_sovereign", None)


@pytest.mark.rule("13.3", "13.6")
def test_july_asks_for_four_bells_and_a_successor() -> None:
    assert ended(claimed("july", "oracle", "oracle", bells=4)) == ("won", "oracle")
    assert ended(claimed("july", "oracle", "oracle", bells=3)) == ("bells_too_few", None)
    assert ended(split("july", bells=4)) == ("no_successor", None)


@pytest.mark.rule("13.3", "7.5")
def test_every_ringing_counts_for_july() -> None:
    state = council(setup="july", phase=s.Voting(), bells=3)
    assert after(state, (0, a.VoteBells(ring=True)), (1, a.VoteBells(ring=True))).bells == 4


@pytest.mark.rule("13.4")
def test_november_starts_with_one_favor_and_successes_give_none() -> None:
    assert one(laid(4, setup="november"), e.FavorPlaced).favor == 1
    assert EDITION.dilemma(5).success == (effects.GainFavor(1),)
    for month, favor in (("november", 1), ("october", 2)):
        state = on_turn(council(setup=month, favor=1), dilemma=5, objectives=(ANY,), petitioner="powerful_one")
        assert after(chosen(state, "stoic", None), (0, a.RevealCard())).favor == favor


@pytest.mark.rule("13.4", "8.7")
def test_rewards_still_give_favor_in_november() -> None:
    state = council(setup="november", favor=1, phase=s.Voting(), rewards=(20,))
    assert after(state, (0, a.UseReward(20))).favor == 2


@pytest.mark.rule("13.5")
def test_december_asks_for_a_successor() -> None:
    assert ended(claimed("december", "stoic", "stoic")) == ("won", "stoic")
    assert ended(split("december")) == ("no_successor", None)


@pytest.mark.rule("13.6")
def test_a_month_lost_by_its_special_rule_is_lost_with_favor_left() -> None:
    end = outcome(claimed("may", "stoic", "stoic"))
    assert (end.won, end.winners, end.throne, end.month) == (False, (), None, "may")
    assert end.reign.favor == 3
