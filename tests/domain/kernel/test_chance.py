"""Chance: fair, reproducible, and independent of what else was drawn."""

import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.kernel.basics import MatchId
from domain.kernel.chance import Draws, commitment, match_seed

SEED = bytes(range(32))
MATCH = MatchId("11111111-2222-4333-8444-555555555555")
NAMES = st.text(st.characters(codec="ascii", categories=("L", "N", "P")), min_size=1, max_size=12)


def first_words(name: str) -> list[int]:
    block = hmac.digest(SEED, b"draw\x00" + name.encode() + bytes(5), "sha256")
    return [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + (kinds - len(counts)) * expected


def test_the_numbers_of_one_draw_are_uniform() -> None:
    counts: Counter[object] = Counter(Draws(SEED).many("dice/1", 6, 12_000))
    assert set(counts) == set(range(6))
    assert chi_square(counts, 6) < 25  # 5 degrees of freedom: p = 0.0001


def test_numbers_of_many_draws_are_uniform() -> None:
    draws = Draws(SEED)
    counts: Counter[object] = Counter(draws.below(f"die/{occasion}", 6) for occasion in range(6_000))
    assert chi_square(counts, 6) < 25


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    draws = Draws(SEED)
    counts: Counter[object] = Counter(draws.shuffled(f"deck/{occasion}", "abcd") for occasion in range(4_800))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < 58  # 23 degrees of freedom: p = 0.0001


@given(st.lists(st.integers(), max_size=20), NAMES)
def test_a_shuffle_loses_nothing(items: list[int], name: str) -> None:
    assert sorted(Draws(SEED).shuffled(name, items)) == sorted(items)


@given(NAMES, st.integers(1, 2**32), st.integers(0, 20))
def test_numbers_stay_below_their_bound(name: str, bound: int, count: int) -> None:
    numbers = Draws(SEED).many(name, bound, count)
    assert len(numbers) == count
    assert all(0 <= number < bound for number in numbers)


def test_words_at_the_limit_are_passed_over() -> None:
    # given a bound above 2**31, of which only one multiple fits into a word, and a word of the stream that equals it
    words = first_words("edge")
    bound = next(word for word in words if word > 2**31)
    below = [word for word in words if word < bound]
    # then that word is passed over while those below it are taken as they are
    assert Draws(SEED).many("edge", bound, len(below)) == tuple(below)
    # and with a bound one higher it is taken too
    at_most = [word for word in words if word <= bound]
    assert Draws(SEED).many("edge", bound + 1, len(at_most)) == tuple(at_most)


def test_the_whole_range_of_a_word_is_a_bound() -> None:
    assert Draws(SEED).many("all", 2**32, 8) == tuple(first_words("all"))


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_that_no_word_can_serve_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Draws(SEED).below("die", bound)


def test_a_name_is_used_once() -> None:
    # given a draw
    draws = Draws(SEED)
    draws.below("die/1", 6)
    # when its name is used again, for whatever
    for again in (lambda: draws.below("die/1", 6), lambda: draws.shuffled("die/1", "ab")):
        # then it is refused
        with pytest.raises(ValueError, match="already made"):
            again()
    assert draws.used == {"die/1"}


@given(NAMES, NAMES)
def test_what_else_was_drawn_changes_nothing(one: str, other: str) -> None:
    assume(one != other)
    draws = Draws(SEED)
    draws.shuffled(other, range(30))
    assert draws.many(one, 6, 9) == Draws(SEED).many(one, 6, 9)


def test_a_longer_draw_begins_like_a_shorter_one() -> None:
    assert Draws(SEED).many("dice", 6, 40)[:9] == Draws(SEED).many("dice", 6, 9)


def test_other_names_and_other_seeds_give_other_numbers() -> None:
    numbers = {
        Draws(seed).many(name, 2**32, 2) for seed in (SEED, bytes(32)) for name in ("dice/1", "dice/2", "dice/11")
    }
    assert len(numbers) == 6


CONTRIBUTIONS = st.lists(st.binary(max_size=64), max_size=4)


@given(CONTRIBUTIONS, CONTRIBUTIONS)
def test_contributions_are_told_apart(some: list[bytes], others: list[bytes]) -> None:
    assume(some != others)
    assert match_seed(SEED, MATCH, some) != match_seed(SEED, MATCH, others)


def test_where_one_contribution_ends_makes_a_difference() -> None:
    assert match_seed(SEED, MATCH, [b"ab", b"c"]) != match_seed(SEED, MATCH, [b"a", b"bc"])


def test_secret_and_match_make_a_difference() -> None:
    other = MatchId(MATCH.replace("1", "2"))
    assert len({match_seed(SEED, MATCH, []), match_seed(bytes(32), MATCH, []), match_seed(SEED, other, [])}) == 3


def test_a_commitment_binds_the_secret() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) != commitment(SEED[::-1])
