"""How long decisions may take, and what happens when they take longer."""

import dataclasses
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.catalogue import Catalogue
from domain.kernel.basics import Instant, Seat
from domain.kernel.chance import Draws
from domain.kernel.errors import Code, Refused
from domain.kernel.messages import OMNISCIENT, SPECTATOR
from domain.kernel.records import known_to_viewer, shape_of, show
from domain.kernel.transition import Decided
from domain.matches.clocks import LONGEST_TIME, SECOND, Clock, bank_left
from domain.matches.decide import MatchRequest, SeatRequest, open_match, sit
from domain.matches.events import MatchAbandoned, MatchFinished, SeatForfeited, SecretRevealed, TimeRanOut
from domain.matches.evolve import fold
from domain.matches.leaving import due, expire, no_deadline_before, overdue, process_deadline, running_clock, time_out
from domain.matches.settings import LONGEST_EXPIRY, MatchSettings
from domain.matches.state import Abandoned, Playing
from tests.kit.story import ALICE, BOB, GAMES, SECRET, Story, is_full, moment, opens
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import Cheer, HandDealt, Hide, PebbleHidden, PebblesShown

STARTED = 2
"""The second in which the second seat is taken."""


def played_by(clock: Clock, seats: int = 2, games: Catalogue = GAMES) -> Story:
    return is_full(opens(MatchRequest("pebbles", seats, {}, arrangement=MatchSettings(clock=clock)), games=games))


def hand(story: Story, seat: int) -> tuple[int, ...]:
    return next(event.pebbles for event in story.events if isinstance(event, HandDealt) and event.to == seat)


def hides(story: Story, seat: int, turn: int, second: int) -> Story:
    return story.acts(seat, Hide(hand(story, seat)[turn]), moment(second))


def refusal(attempt: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value


def banks(story: Story, second: int) -> list[float]:
    standing = running_clock(story.match)
    assert standing is not None
    return [bank_left(*standing, Seat(seat), moment(second)) / SECOND for seat in range(len(story.match.occupants))]


# Valid clocks


@pytest.mark.parametrize(
    "arranged",
    [
        MatchSettings(clock=Clock()),
        MatchSettings(clock=Clock(decision=0)),
        MatchSettings(clock=Clock(bank=0)),
        MatchSettings(clock=Clock(decision=60, bank=0)),
        MatchSettings(clock=Clock(decision=LONGEST_TIME + 1)),
        MatchSettings(clock=Clock(bank=LONGEST_TIME + 1)),
        MatchSettings(expires_after=0),
        MatchSettings(expires_after=LONGEST_EXPIRY + 1),
    ],
)
def test_times_that_no_match_may_have_are_refused(arranged: MatchSettings) -> None:
    wanted = MatchRequest("pebbles", 2, {}, arrangement=arranged)
    assert refusal(lambda: open_match(GAMES, wanted, ALICE, SECRET)).code == "unprocessable"


def test_a_clock_is_pinned_by_the_opening() -> None:
    event = played_by(Clock(decision=60)).events[0]
    assert shape_of(event).fields["arrangement"] == {"clock": {"decision": 60}}


# When a decision is due


def test_a_decision_is_due_after_its_time() -> None:
    # given a match that has started, in which both seats must choose
    story = played_by(Clock(decision=60))
    assert due(story.match) == moment(STARTED + 60)
    # when one has chosen, then the other's time runs on
    story = hides(story, 1, 0, STARTED + 30)
    assert due(story.match) == moment(STARTED + 60)
    # and after the last choice of the round, new time begins for both
    story = hides(story, 0, 0, STARTED + 50)
    assert due(story.match) == moment(STARTED + 50 + 60)


def test_what_leaves_a_decision_open_gives_it_no_new_time() -> None:
    story = played_by(Clock(decision=60)).acts(0, Cheer(), moment(STARTED + 59))
    assert due(story.match) == moment(STARTED + 60)


def test_after_the_time_of_a_decision_the_bank_runs() -> None:
    # given seats with ten seconds for a decision and a bank of a hundred
    story = played_by(Clock(decision=10, bank=100))
    assert due(story.match) == moment(STARTED + 110)
    assert banks(story, STARTED + 10) == [100, 100]
    assert banks(story, STARTED + 15) == [95, 95]
    # when one chooses in time and the other after thirty seconds
    story = hides(hides(story, 0, 0, STARTED + 5), 1, 0, STARTED + 30)
    # then the other has twenty less for the rest of the match
    assert banks(story, STARTED + 30) == [100, 80]
    # and what is due first is hers
    assert due(story.match) == moment(STARTED + 30 + 90)
    assert due(hides(story, 1, 1, STARTED + 31).match) == moment(STARTED + 30 + 110)


def test_with_a_bank_alone_it_runs_at_once() -> None:
    story = played_by(Clock(bank=100))
    story = hides(hides(story, 0, 0, STARTED + 40), 1, 0, STARTED + 41)
    assert banks(story, STARTED + 41) == [60, 59]
    assert due(story.match) == moment(STARTED + 100)


def test_a_bank_has_no_less_than_nothing() -> None:
    # given somebody who answers after the time and before anybody noticed
    story = hides(played_by(Clock(decision=10, bank=20)), 1, 0, STARTED + 300)
    assert banks(hides(story, 0, 0, STARTED + 301), STARTED + 301) == [0, 0]


def test_bots_have_no_clock() -> None:
    # given a match of a person and a bot
    story = opens(MatchRequest("pebbles", 2, {}, arrangement=MatchSettings(clock=Clock(bank=60))))
    story = story.then(sit(story.match, SeatRequest(Seat(1), "", bot="random"))).sits(0, player=ALICE)
    assert overdue(story.match, moment(1000)) == (0, "hide_one/1")
    # when the person has chosen, then nothing is due
    story = hides(story, 0, 0, 10)
    assert (due(story.match), overdue(story.match, moment(3000))) == (None, None)
    assert banks(story, 3000)[1] == 60


def test_a_match_without_a_clock_has_time() -> None:
    story = is_full(opens(MatchRequest("pebbles", 2, {})))
    assert (due(story.match), running_clock(story.match), overdue(story.match, moment(3000))) == (None, None, None)
    assert refusal(lambda: time_out(story.match, Seat(0), "hide_one/1", moment(3000))).code == "not_allowed"


def test_a_clock_that_is_put_back_gives_nobody_less_time() -> None:
    # given a choice recorded by a clock that was put back to before the match began
    story = hides(played_by(Clock(decision=10, bank=20)), 1, 0, 0)
    assert banks(story, 0)[1] == 20
    # then the other seat's time begins when it had begun
    assert due(story.match) == moment(STARTED + 30)
    assert overdue(story.match, moment(0)) is None


@pytest.mark.parametrize("clock", [Clock(decision=10), Clock(bank=50), Clock(decision=5, bank=7, overdue="forfeit")])
def test_folding_the_records_gives_the_same_times(clock: Clock) -> None:
    story = played_by(clock).acts(0, Cheer(), moment(3)).runs_out(moment(60))
    story = story.moves(["random"] * 2, random.Random(1))
    assert fold(GAMES, None, story.records) == story.match
    for at in range(1, len(story.records)):
        assert fold(GAMES, fold(GAMES, None, story.records[:at]), story.records[at:]) == story.match


# Timeouts


def test_the_service_plays_an_action_that_the_match_s_own_chance_chooses() -> None:
    # given a seat that cheers and then does not hide a pebble
    story = played_by(Clock(decision=60)).acts(0, Cheer(), moment(10))
    assert overdue(story.match, Instant(f"{moment(STARTED + 59)[:-7]}999999Z")) is None
    assert overdue(story.match, moment(STARTED + 60)) == (0, "hide_one/1")
    # when its time has run out
    story = story.runs_out(moment(STARTED + 60))
    # then a pebble of its own is hidden, which anybody can compute who knows the seed
    ran_out, hidden = story.records[-2:]
    assert isinstance(story.match, Playing)
    order = Draws(story.match.match_seed).shuffled("overdue/0/hide_one/1", [Hide(each) for each in hand(story, 0)])
    assert (ran_out.event, hidden.event) == (
        TimeRanOut(Seat(0), "hide_one/1"),
        PebbleHidden(Seat(0), order[0].pebble),
    )
    # and the pebble is hidden from the others, as if its person had chosen it
    assert [record.action for record in (ran_out, hidden)] == [None, None]
    assert show(hidden, story.match.seed, known_to_viewer(SPECTATOR)).data == {}
    sealed = show(hidden, story.match.seed, known_to_viewer(OMNISCIENT)).sealed
    assert sealed is not None
    assert (sealed.seats, sealed.secret) == ((0,), {"event": {"pebble": order[0].pebble}})


def test_what_the_service_plays_answers_the_decision() -> None:
    # given each order in which chance may put the seat's actions, some with a cheer first
    cheered = False
    for number in range(20):
        wanted = MatchRequest("pebbles", 2, {}, arrangement=MatchSettings(clock=Clock(decision=60)))
        story = is_full(opens(wanted, secret=bytes([number]) * 32))
        actions = story.game.legal_actions(story.state, Seat(0))
        assert story.match.seed is not None
        cheered |= isinstance(Draws(story.match.seed).shuffled("overdue/0/hide_one/1", actions)[0], Cheer)
        # then the decision is answered, whatever is first
        assert isinstance(story.runs_out(moment(99)).events[-1], PebbleHidden)
    assert cheered


def test_what_the_service_plays_has_its_consequences() -> None:
    story = hides(played_by(Clock(decision=60)), 0, 0, 10).runs_out(moment(99))
    assert [type(event) for event in story.events[-3:]] == [TimeRanOut, PebbleHidden, PebblesShown]
    assert due(story.match) == moment(99 + 60)


def test_a_match_that_nobody_plays_comes_to_its_end() -> None:
    story, second = played_by(Clock(decision=60)), 0
    while isinstance(story.match, Playing):
        second += 70
        while overdue(story.match, moment(second)):
            story = story.runs_out(moment(second))
    assert isinstance(story.events[-2], MatchFinished)
    assert sum(isinstance(event, TimeRanOut) for event in story.events) == 6


def test_a_late_action_counts_where_nobody_has_noticed() -> None:
    story = hides(played_by(Clock(decision=60)), 0, 0, 1000)
    assert isinstance(story.events[-1], PebbleHidden)
    assert refusal(lambda: time_out(story.match, Seat(0), "hide_one/1", moment(1001))).code == "decision_closed"


def test_the_seat_is_forfeited_where_the_opener_chose_that() -> None:
    # given a match of three with such a clock
    story = played_by(Clock(decision=60, overdue="forfeit"), 3)
    # when a seat is late
    story = story.runs_out(moment(99))
    # then a bot has the seat, and moves at once
    assert story.events[-2:] == [TimeRanOut(Seat(0), "hide_one/1"), SeatForfeited(Seat(0), "overdue", "highest")]
    assert story.match.people == {1, 2}
    assert overdue(story.match, moment(99)) == (1, "hide_one/1")


def test_a_match_that_everybody_left_ends() -> None:
    story = played_by(Clock(decision=60, overdue="forfeit")).runs_out(moment(99)).runs_out(moment(99))
    assert story.events[-2:] == [MatchAbandoned(reason="deserted"), SecretRevealed(SECRET.hex())]
    assert isinstance(story.match, Abandoned)


def test_a_match_ends_where_no_bot_can_play_on() -> None:
    games = Catalogue(dataclasses.replace(PEBBLES, bots={}))
    story = played_by(Clock(decision=60, overdue="forfeit"), 3, games).runs_out(moment(99))
    forfeited, abandoned, _ = story.events[-3:]
    assert (forfeited, abandoned) == (SeatForfeited(Seat(0), "overdue", None), MatchAbandoned(reason="deserted"))
    assert [each and each.left for each in story.match.occupants] == [ALICE, None, None]


SOON = played_by(Clock(decision=60))


@pytest.mark.parametrize(
    ("story", "seat", "decision", "code"),
    [
        (SOON, 0, "hide_one/1", "not_allowed"),
        (SOON, 0, "hide_one/2", "decision_closed"),
        (SOON, 2, "hide_one/1", "unknown_seat"),
        (SOON, -1, "hide_one/1", "unknown_seat"),
        (SOON.resigns(0), 0, "hide_one/1", "not_seated"),
        (SOON.is_abandoned(), 0, "hide_one/1", "match_not_playing"),
    ],
)
def test_time_does_not_run_out_before_its_time(story: Story, seat: int, decision: str, code: Code) -> None:
    assert refusal(lambda: time_out(story.match, Seat(seat), decision, moment(STARTED + 59))).code == code


def test_a_game_answers_every_decision() -> None:
    # given rules by which a seat can only cheer
    games = Catalogue(
        dataclasses.replace(PEBBLES, legal_actions=lambda *_: (Cheer(),), decide=lambda state, *_: Decided((), state))
    )
    with pytest.raises(ValueError, match="no action that answers decision 'hide_one/1'"):
        played_by(Clock(decision=60), games=games).runs_out(moment(99))


# Matches that do not start


WAITING = opens(MatchRequest("pebbles", 2, {}, arrangement=MatchSettings(expires_after=600)))


def test_a_match_that_nobody_starts_expires() -> None:
    # given a match that waits for somebody
    story = WAITING.sits(0, player=ALICE)
    assert due(story.match) == moment(600)
    # when the time is over, then it is given up by nobody
    story = story.then(expire(story.match, moment(600)), at=moment(600))
    assert story.events[-2:] == [MatchAbandoned(reason="expired"), SecretRevealed(SECRET.hex())]
    assert due(story.match) is None


@pytest.mark.parametrize(
    ("story", "second", "code"),
    [
        (WAITING, 599, "not_allowed"),
        (opens(MatchRequest("pebbles", 2, {})), 10_000_000, "not_allowed"),
        (WAITING.sits(0, player=ALICE).sits(1, player=BOB), 600, "match_not_open"),
        (WAITING.is_abandoned(), 600, "match_not_open"),
    ],
)
def test_a_match_does_not_expire(story: Story, second: int, code: Code) -> None:
    assert refusal(lambda: expire(story.match, moment(second))).code == code


def test_what_is_written_of_an_abandoned_match_says_as_little_as_ever() -> None:
    assert shape_of(MatchAbandoned(ALICE)).fields == {"by": ALICE}
    assert shape_of(MatchAbandoned(reason="expired")).fields == {"reason": "expired"}
    assert replace(MatchAbandoned(ALICE), reason="agreed").by == ALICE


# Keeping time


def test_what_is_overdue_is_done_one_by_one() -> None:
    expired = WAITING.then(process_deadline(WAITING.match, moment(600)))
    assert MatchAbandoned(reason="expired") in expired.events
    for seat in range(2):
        story = SOON if seat == 0 else SOON.runs_out(moment(99))
        assert process_deadline(story.match, moment(99)).events[0] == TimeRanOut(Seat(seat), "hide_one/1")


@pytest.mark.parametrize("story", [WAITING, SOON, SOON.is_abandoned(), is_full(opens(MatchRequest("pebbles", 2, {})))])
def test_what_is_not_overdue_is_left_alone(story: Story) -> None:
    assert refusal(lambda: process_deadline(story.match, moment(STARTED + 59))).code == "not_allowed"


@pytest.mark.parametrize("clock", [Clock(decision=10), Clock(bank=100), Clock(decision=7, bank=30)])
def test_nothing_is_overdue_before_it_was_said_to_be(clock: Clock) -> None:
    # given matches that go on at any pace
    rng = random.Random(str(clock))
    for _ in range(30):
        story, second = played_by(clock, 3), STARTED
        quiet = no_deadline_before(story.match, moment(second))
        while isinstance(story.match, Playing) and quiet is not None:
            second += rng.randint(0, 15)
            # then each is quiet for as long as was said before anybody knew how it would go on
            assert overdue(story.match, moment(second)) is None or quiet <= moment(second)
            if overdue(story.match, moment(second)):
                story = story.runs_out(moment(second))
            else:
                seat = rng.choice(list(story.game.pending(story.state)))
                story = story.acts(seat, rng.choice(story.game.legal_actions(story.state, seat)), moment(second))
            if quiet <= moment(second):
                quiet = no_deadline_before(story.match, moment(second))


def test_where_nothing_is_ever_overdue_it_is_quiet_for_ever() -> None:
    plain = is_full(opens(MatchRequest("pebbles", 2, {})))
    for story in (plain, opens(MatchRequest("pebbles", 2, {})), SOON.is_abandoned()):
        assert no_deadline_before(story.match, moment(100)) is None
    assert no_deadline_before(WAITING.match, moment(100)) == moment(600)
    assert no_deadline_before(SOON.match, moment(30)) == moment(STARTED + 60)
