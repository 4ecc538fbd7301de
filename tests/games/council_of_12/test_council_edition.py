"""The built-in edition keeps every constraint that is known of the printed cards, and wrong editions are refused."""

from collections import Counter
from itertools import permutations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.council_of_12 import effects
from domain.games.council_of_12.edition import EDITIONS, Dilemma, Edition
from domain.games.council_of_12.edition_checks import check_edition
from domain.games.council_of_12.pieces import CHARACTERS, DIFFICULTIES, FAVOR_CAP, MONTHS, Character, start_favor
from domain.games.council_of_12.scoring import outcome_line
from tests.games.council_of_12.given import EDITION, edition

HARDEST = range(30, 37)


def cards(*numbers: int) -> list[Dilemma]:
    return [EDITION.dilemma(number) for number in numbers]


def favor_lost(card: Dilemma) -> int:
    return sum(word.amount for word in card.penalty if isinstance(word, effects.LoseFavor))


def favor_gained(card: Dilemma) -> int:
    return sum(word.amount for word in card.success if isinstance(word, effects.GainFavor))


def test_there_are_36_dilemmas_with_names_and_texts_of_their_own() -> None:
    assert [card.number for card in EDITION.dilemmas] == list(range(1, 37))
    assert len({card.name for card in EDITION.dilemmas}) == len({card.text for card in EDITION.dilemmas}) == 36


def test_difficulty_does_not_fall_and_the_first_twenty_are_easy() -> None:
    ranks = [DIFFICULTIES.index(card.difficulty) for card in EDITION.dilemmas]
    assert ranks == sorted(ranks)
    assert set(ranks[:20]) == {0}
    assert ranks[20:].count(1) >= 2
    assert ranks[20:].count(2) >= 1


def test_august_has_dilemmas_of_one_value() -> None:
    assert [card.number for card in EDITION.dilemmas if len(sum(card.objectives, ())) == 1] == [1, 6, 8, 9, 20, 24, 33]


def test_september_has_dilemmas_of_two_objectives() -> None:
    assert [card.number for card in EDITION.dilemmas if len(card.objectives) == 2] == [10, 21, 28, 31, 32, 34, 35]


def test_april_has_heavy_penalties() -> None:
    heavy = (1, 3, 20, 24, 30, 31, 36)
    for card in cards(*heavy):
        others = [x for x in EDITION.dilemmas if x.difficulty == card.difficulty and x.number not in heavy]
        assert favor_lost(card) > max(map(favor_lost, others))


def test_october_has_weak_rewards_or_none() -> None:
    for card in cards(1, 7, 14, 24, 30, 32, 33):
        assert card.reward is None
        assert favor_gained(card) <= 1


def test_november_has_dilemmas_that_give_no_favor() -> None:
    for card in cards(2, 4, 12, 13, 25, 29, 30):
        assert favor_gained(card) == 0
        assert card.reward is None or not isinstance(card.reward.use, effects.GainFavor)


def test_the_easiest_are_easy_and_worth_least() -> None:
    least = min(card.value for card in EDITION.dilemmas)
    for card in cards(5, 8, 9, 12, 15, 16, 20):
        assert (card.difficulty, card.value) == ("easy", least)


def test_the_last_seven_are_hardest_and_most_valuable() -> None:
    assert {card.difficulty for card in cards(*HARDEST)} == {"difficult"}
    others = [card for card in EDITION.dilemmas if card.number not in HARDEST]
    assert min(card.value for card in cards(*HARDEST)) > max(card.value for card in others)
    assert all(card.difficulty != "difficult" for card in others)


def test_the_dilemmas_that_the_rulebook_names_are_there() -> None:
    named = {card.name: card for card in EDITION.dilemmas}
    assert named["Collapsed Tower"].objectives == ((9, 10, 11),)
    assert named["Collapsed Tower"].reward is None
    assert named["Festival"].objectives == ((3,),)
    assert named["Mysterious Lights"].objectives == ((3,), (10,))


def test_some_reward_lays_a_card_open() -> None:
    uses = [card.reward.use for card in EDITION.dilemmas if card.reward is not None and "choosing" in card.reward.when]
    assert effects.OpenCard() in uses


def test_crowns_run_from_one_to_three_with_enough_ones() -> None:
    crowns = Counter(EDITION.characters[character].crown for character in CHARACTERS)
    assert set(crowns) == {1, 2, 3}
    assert crowns[1] >= 3
    assert EDITION.characters["powerful_one"].crown == 1


def test_the_die_is_one_that_is_sold() -> None:
    assert EDITION.neighbours == (
        (2, 4, 5, 6, 10),
        (1, 4, 7, 8, 10),
        (4, 6, 8, 11, 12),
        (1, 2, 3, 6, 8),
        (1, 6, 9, 10, 11),
        (1, 3, 4, 5, 11),
        (2, 8, 9, 10, 12),
        (2, 3, 4, 7, 12),
        (5, 7, 10, 11, 12),
        (1, 2, 5, 7, 9),
        (3, 5, 6, 9, 12),
        (3, 7, 8, 9, 11),
    )


def test_characters_without_a_printed_effect_do_as_ruled() -> None:
    printed = {character: EDITION.characters[character].effect for character in CHARACTERS}
    assert printed["sorcerer"] == effects.TurnToNeighbour(1)
    assert printed["powerful_one"] == effects.TurnToNeighbour(2)
    assert printed["stoic"] == effects.Stay()
    assert printed["parasite"] == effects.AddToDie((-2, -3))
    assert EDITION.throne.favor_for_each_further_character == 1


def end_of_all_rung(order: tuple[Dilemma, ...], seats: int) -> int:
    """Favor after all were rung and resolved in that order; 0 if it did not last."""
    favor = start_favor(seats)
    for card in order:
        favor -= 1
        if favor == 0:
            return 0
        favor = min(FAVOR_CAP, favor + favor_gained(card))
    return favor


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_110_years_are_within_reach_with_every_bell_rung_on_the_hardest(seats: int) -> None:
    hardest = tuple(cards(*HARDEST))
    favor = next(filter(None, (end_of_all_rung(order, seats) for order in permutations(hardest))))
    crowns = sum(EDITION.characters[character].crown for character in EDITION.months["december"].petitioners)
    assert outcome_line(2 * sum(card.value for card in hardest) + crowns + favor) == "boundless"


def test_a_clean_standard_win_without_bells_lasts_35_to_60_years() -> None:
    values = {
        difficulty: sorted(card.value for card in EDITION.dilemmas if card.difficulty == difficulty)
        for difficulty in DIFFICULTIES
    }
    crowns = sorted(card.crown for card in EDITION.characters.values())
    least = sum(values["easy"][:4]) + sum(values["medium"][:2]) + values["difficult"][0] + sum(crowns[:7]) + 1
    dearest = sum(values["easy"][-4:]) + sum(values["medium"][-2:]) + values["difficult"][-1]
    # Two of the seven Petitioners have crown 1: the Powerful One and one face up beside her.
    most = dearest + 1 + 1 + sum(crowns[-5:]) + FAVOR_CAP
    assert least >= 35
    assert most <= 60


def test_every_value_says_where_it_comes_from() -> None:
    assert {name.split("/")[0] for name in EDITION.sources} == {
        "neighbours",
        "characters",
        "dilemmas",
        "months",
        "throne",
    }
    for name in ("neighbours", "characters/crown", "characters/stoic/effect", "dilemmas", "throne"):
        assert EDITION.sources[name] == "reconstructed"
    assert EDITION.sources["months"] == "rulebook"


def test_every_effect_is_used() -> None:
    words = {type(word) for card in EDITION.dilemmas for word in (*card.penalty, *card.success)}
    uses = {type(card.reward.use) for card in EDITION.dilemmas if card.reward is not None}
    assert words == set(effects.Consequence.__args__)
    assert uses == set(effects.RewardUse.__args__)


def test_the_older_edition_differs_in_favor_and_values_alone() -> None:
    # The bot reads rewards from the default edition, whichever is played.
    def bare(cards: Edition) -> Edition:
        return replace(cards, name="", dilemmas=tuple(map(without_figures, cards.dilemmas)))

    assert bare(EDITIONS["reconstructed"]) == bare(EDITION)


def without_figures(card: Dilemma) -> Dilemma:
    def words(events_of: tuple[effects.Consequence, ...]) -> tuple[effects.Consequence, ...]:
        return tuple(word for word in events_of if not isinstance(word, effects.GainFavor | effects.LoseFavor))

    return replace(card, value=1, penalty=words(card.penalty), success=words(card.success))


def test_an_edition_survives_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(EDITION), type=Edition) == EDITION


def test_an_unknown_effect_is_not_read() -> None:
    card = msgspec.to_builtins(EDITION.dilemma(7)) | {"penalty": [{"kind": "lose_hope"}]}
    with pytest.raises(msgspec.ValidationError, match="lose_hope"):
        msgspec.convert(card, Dilemma)


def crowned(**crowns: int) -> Edition:
    changed = {key: replace(EDITION.characters[key], crown=crown) for key, crown in crowns.items()}  # type: ignore[index]
    return replace(EDITION, characters=EDITION.characters | changed)


def effected(effect: effects.CharacterEffect) -> Edition:
    return replace(
        EDITION, characters=EDITION.characters | {"oracle": replace(EDITION.characters["oracle"], effect=effect)}
    )


def without(character: Character) -> Edition:
    return replace(EDITION, characters={key: card for key, card in EDITION.characters.items() if key != character})


def month(**changes: tuple[Any, ...]) -> Edition:
    return replace(EDITION, months=EDITION.months | {"may": replace(EDITION.months["may"], **changes)})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (replace(EDITION, neighbours=EDITION.neighbours[:11]), "neighbours: a die must have 12 faces"),
        (replace(EDITION, neighbours=((2, 4, 5, 6, 12), *EDITION.neighbours[1:])), "face 1: it needs 5"),
        (replace(EDITION, neighbours=((2, 4, 5, 6, 9), *EDITION.neighbours[1:])), "face 1: a neighbour"),
        (without("dame"), "dame: the card is missing"),
        (crowned(dame=4), "dame: a crown"),
        (crowned(powerful_one=2), "powerful_one: the crown"),
        (crowned(sorcerer=2, druidess=2), "crowns: at least three"),
        (crowned(**dict.fromkeys(CHARACTERS, 1)), "crowns: at least three"),
        (effected(effects.ReplaceObjective((0,))), "oracle: an objective"),
        (effected(effects.AddToDie(())), "oracle: `amounts`"),
        (effected(effects.TurnToNeighbour(4)), "oracle: `times`"),
        (edition(number_of_card=7, number=8), "dilemma 8: numbers must run"),
        (edition(objectives=()), "dilemma 7: it must have one or two objectives"),
        (edition(objectives=((),)), "dilemma 7: an objective"),
        (edition(objectives=((3, 2),)), "dilemma 7: an objective"),
        (edition(objectives=((13,),)), "dilemma 7: an objective"),
        (edition(value=0), "dilemma 7: its value"),
        (edition(penalty=(effects.LoseFavor(6),)), "dilemma 7: Favor"),
        (edition(success=(effects.SetDie(0),)), "dilemma 7: the die has no face"),
        (edition(reward=effects.Reward(effects.RollDie(), ())), "dilemma 7: its reward"),
        (edition(reward=effects.Reward(effects.SetObjective(()), ("choosing",))), "dilemma 7: an objective"),
        (
            edition(reward=effects.Reward(effects.TurnDie(effects.AddToDie(())), ("choosing",))),
            "dilemma 7: `amounts`",
        ),
        (edition(difficulty="difficult"), "dilemma 8: it must not be easier"),
        (replace(EDITION, dilemmas=EDITION.dilemmas[:29]), "dilemmas: at least 1 must be difficult"),
        (month(petitioners=EDITION.months["may"].petitioners[:6]), "may: it must have 7 different Petitioners"),
        (month(dilemmas=(1, 2, 3, 4, 5, 6, 6)), "may: it must have 7 different Dilemmas"),
        (month(dilemmas=(1, 2, 3, 4, 5, 6, 37)), "may: it names a Dilemma"),
        (replace(EDITION, months={key: EDITION.months[key] for key in MONTHS if key != "may"}), "may: the scenario"),
        (replace(EDITION, throne=replace(EDITION.throne, favor_for_each_further_character=-1)), "throne: it must not"),
    ],
)
def test_a_wrong_edition_is_refused_with_the_card_and_the_reason(wrong: Edition, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_edition(wrong)


def test_the_built_in_edition_can_be_played() -> None:
    check_edition(EDITION)
