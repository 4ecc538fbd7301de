"""Section 10: Claim the Throne."""

import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12 import state as s
from domain.games.council_of_12.edition import Throne
from domain.games.council_of_12.legal import legal_actions, pending
from domain.games.council_of_12.pieces import Character
from domain.games.council_of_12.state import State
from domain.kernel.errors import RuleBroken
from tests.games.council_of_12.given import EDITION, after, chosen, council, events_of, holding, on_turn, seat, tags

ANY = tuple(range(1, 13))


def claiming(seats: int = 3, favor: int = 3) -> State:
    state = council(seats, favor=favor, phase=s.Claiming((None,) * seats))
    return replace(state, turn=s.Turn(number=8))


def claimed(*cards: Character, favor: int = 3) -> State:
    return after(claiming(len(cards), favor), *((number, a.ChooseCard(card)) for number, card in enumerate(cards)))


@pytest.mark.rule("10.1")
def test_after_the_last_dilemma_the_throne_is_claimed() -> None:
    last = council(dilemmas=(), petitioners=(), phase=s.Revealing(("stoic", None)))
    state = on_turn(chosen(last, "stoic", None), number=7, petitioner="powerful_one", objectives=(ANY,))
    events = events_of(state, 0, a.RevealCard())
    assert tags(events)[-2:] == ["turn_ended", "claim_opened"]
    opened = after(state, (0, a.RevealCard()))
    assert opened.turn == s.Turn(number=8)
    assert {decision.id for decision in pending(opened).values()} == {"choose_card/8/1"}


@pytest.mark.rule("10.1")
def test_no_effect_is_applied() -> None:
    state = claimed("automaton", "automaton", "automaton")
    assert state.die == 1
    assert state.phase == s.Finished("won")


@pytest.mark.rule("10.1")
def test_every_character_may_claim_the_throne() -> None:
    offered = {action.card for action in legal_actions(claiming(), seat(0)) if isinstance(action, a.ChooseCard)}
    assert offered == {"powerful_one", "druidess", "sorcerer", "automaton", "oracle"}


@pytest.mark.rule("10.2")
def test_a_single_card_is_redrawn_before_the_claim() -> None:
    piles = (holding(("oracle",), ("druidess", "powerful_one")), holding())
    last = council(dilemmas=(), petitioners=(), holdings=piles)
    state = on_turn(chosen(last, None, "stoic"), number=7, petitioner="powerful_one", objectives=(ANY,))
    assert tags(events_of(state, 1, a.RevealCard()))[-2:] == ["claim_opened", "hand_redrawn"]
    assert after(state, (1, a.RevealCard())).holdings[0].hand == ("druidess", "powerful_one")


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        (("oracle", "oracle", "oracle", "oracle"), 0),
        (("oracle", "oracle", "oracle", "druidess"), 1),
        (("oracle", "oracle", "druidess", "druidess"), 1),
        (("oracle", "oracle", "sorcerer", "druidess"), 2),
        (("oracle", "automaton", "sorcerer", "druidess"), 3),
    ],
)
def test_each_further_character_costs_one_favor(cards: tuple[Character, ...], lost: int) -> None:
    assert claimed(*cards, favor=4).favor == 4 - lost


@pytest.mark.rule("10.3")
def test_claims_are_hidden_until_all_are_made() -> None:
    state = after(claiming(), (0, a.ChooseCard("oracle")), (2, a.ChooseCard("oracle")))
    assert events_of(state, 1, a.ChooseCard("druidess"))[1] == e.ClaimsRevealed(("oracle", "druidess", "oracle"))


@pytest.mark.rule("10.3")
@pytest.mark.parametrize(("price", "favor"), [(0, 5), (2, 3)])
def test_the_throne_penalty_is_a_matter_of_the_edition(price: int, favor: int) -> None:
    cards = replace(EDITION, throne=Throne(price))
    state = council(cards=cards, favor=5, phase=s.Claiming((None, None)))
    assert after(state, (0, a.ChooseCard("oracle")), (1, a.ChooseCard("druidess"))).favor == favor


@pytest.mark.rule("10.4", "10.5")
def test_with_favor_left_the_council_wins_and_the_most_played_character_rules() -> None:
    state = claimed("oracle", "druidess", "oracle", favor=2)
    assert state.phase == s.Finished("won")
    assert state.throne == "oracle"
    assert not pending(state)


@pytest.mark.rule("10.4", "7.4")
def test_without_favor_left_the_council_loses_and_the_throne_is_vacant() -> None:
    state = claimed("oracle", "druidess", "sorcerer", favor=2)
    assert state.phase == s.Finished("favor_spent")
    assert state.throne is None


@pytest.mark.rule("10.6")
def test_a_tie_is_voted_on_between_the_tied() -> None:
    state = claimed("oracle", "druidess")
    assert set(pending(state)) == {0, 1}
    offered = [action for action in legal_actions(state, seat(0)) if isinstance(action, a.VoteSovereign)]
    assert offered == [a.VoteSovereign("oracle"), a.VoteSovereign("druidess")]
    with pytest.raises(RuleBroken) as refused:
        events_of(state, 0, a.VoteSovereign("sorcerer"))
    assert refused.value.rule == "10.6"


@pytest.mark.rule("10.6")
def test_a_unanimous_vote_gives_the_throne() -> None:
    agreed = after(claimed("oracle", "druidess"), (1, a.VoteSovereign("druidess")), (0, a.VoteSovereign("druidess")))
    assert agreed.throne == "druidess"
    assert agreed.phase == s.Finished("won")


@pytest.mark.rule("10.6")
def test_the_throne_stays_vacant_unless_all_agree() -> None:
    tied = claimed("oracle", "druidess", "sorcerer", favor=5)
    split = after(tied, (1, a.VoteSovereign("druidess")), (0, a.VoteSovereign("oracle")))
    assert split.throne is None
    assert split.phase == s.Finished("won")


@pytest.mark.rule("10.6")
def test_a_seat_votes_once() -> None:
    voted = after(claimed("oracle", "druidess"), (1, a.VoteSovereign("druidess")))
    with pytest.raises(RuleBroken) as refused:
        events_of(voted, 1, a.VoteSovereign("oracle"))
    assert refused.value.rule == "10.6"
