"""A forfeited seat ranks behind all remaining seats."""

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.basics import Seat, seats_of
from domain.kernel.messages import Outcome
from projections.final_ranking import with_final_ranking


def outcome(*ranking: int, winners: tuple[int, ...] = (0,)) -> Outcome:
    won = tuple(map(Seat, winners))
    return Outcome(ending="over", scores=(0,) * len(ranking), ranking=ranking, winners=won)


def left(*seats: int) -> tuple[Seat, ...]:
    return tuple(map(Seat, seats))


def test_without_forfeits_the_outcome_is_unchanged() -> None:
    original = outcome(1, 2, 2)
    assert with_final_ranking(original, ()) is original


def test_the_first_forfeited_seat_ranks_last() -> None:
    assert with_final_ranking(outcome(1, 2, 3, 4), left(0, 1)).ranking == (4, 3, 1, 2)


def test_remaining_seats_keep_their_order() -> None:
    assert with_final_ranking(outcome(1, 3, 2, 3), left(2)).ranking == (1, 2, 4, 2)


def test_if_a_forfeited_seat_won_the_best_remaining_seats_win() -> None:
    assert with_final_ranking(outcome(1, 2, 2), left(0)).winners == (1, 2)
    assert with_final_ranking(outcome(1, 2), left(0)).winners == (1,)


def test_a_remaining_partner_wins_alone() -> None:
    assert with_final_ranking(outcome(1, 3, 1, 3, winners=(0, 2)), left(2)).winners == (0,)


def test_without_winners_or_remaining_seats_nobody_wins() -> None:
    assert with_final_ranking(outcome(1, 1, winners=()), left(0)).winners == ()
    assert with_final_ranking(outcome(1, 2), left(0, 1)) == outcome(2, 1, winners=())


@st.composite
def endings(draw: st.DrawFn) -> tuple[Outcome, tuple[Seat, ...]]:
    scores = draw(st.lists(st.integers(0, 3), min_size=2, max_size=4))
    ranking = [1 + sum(other > score for other in scores) for score in scores]
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    gone = draw(st.lists(st.sampled_from(seats_of(len(scores))), unique=True))
    return outcome(*ranking, winners=winners), tuple(gone)


@given(endings())
def test_no_forfeited_seat_ranks_above_a_remaining_one(ending: tuple[Outcome, tuple[Seat, ...]]) -> None:
    original, gone = ending
    found = with_final_ranking(original, gone)
    stayed = [seat for seat in seats_of(len(original.ranking)) if seat not in gone]
    assert all(found.ranking[one] < found.ranking[other] for one in stayed for other in gone)
    for one in stayed:
        for other in stayed:
            assert (found.ranking[one] < found.ranking[other]) == (original.ranking[one] < original.ranking[other])
    assert bool(found.winners) == bool(stayed)
    assert all(found.ranking[seat] == 1 for seat in found.winners)
