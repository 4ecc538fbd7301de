"""The life of a match: who may open, sit down, act and give up, and what follows."""

import dataclasses
import hashlib
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from domain.catalogue import Catalogue, edition_digest
from domain.kernel.basics import Hash, Seat, Version
from domain.kernel.chance import Draws, match_seed
from domain.kernel.errors import Code, Refused, RuleBroken
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Viewer
from domain.kernel.records import Cause, Record, Retry, known_to_viewer, shape_of, show
from domain.matches.decide import MatchRequest, SeatRequest, act, advance, open_match, sit, with_last_version
from domain.matches.events import (
    MatchAbandoned,
    MatchFinished,
    MatchOpened,
    MatchStarted,
    SeatForfeited,
    SeatTaken,
    SecretRevealed,
)
from domain.matches.evolve import evolve, fold, genesis, opened
from domain.matches.settings import LONGEST_DELAY, MOST_TAGS, PLAIN, MatchSettings, Moment
from domain.matches.state import Abandoned, Finished, Occupant, Open, Playing, is_over, viewer_of
from tests.kit.story import ALICE, BOB, CAROL, DAVE, GAMES, MATCH, SECRET, Story, moment, opens, pebbles
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import STANDARD, BagShuffled, Cheer, Cheered, HandDealt, Hide, PebbleHidden, PebblesShown


def refusal(attempt: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value


def hands(story: Story) -> list[tuple[int, ...]]:
    return [event.pebbles for event in story.events if isinstance(event, HandDealt)]


def played_out(story: Story) -> Story:
    """Every seat hides its pebbles in the order in which they were dealt."""
    for turn in range(3):
        for seat, hand in enumerate(hands(story)):
            story = story.acts(seat, Hide(hand[turn]))
    return story


OPEN = opens(MatchRequest("pebbles", 2, {}))
HALF = OPEN.sits(1, "mine", player=ALICE)
PLAYING = pebbles()
FINISHED = played_out(PLAYING)
ABANDONED = PLAYING.is_abandoned()


# Opening


def test_the_opening_pins_what_the_match_is_played_by() -> None:
    # when Alice opens a match
    event = open_match(GAMES, MatchRequest("pebbles", 3, {"double": True}), ALICE, SECRET)
    # then its first event holds everything, with defaults filled in and a commitment to the secret
    assert event == MatchOpened(
        game="pebbles",
        rules_version=1,
        seats=3,
        options={"double": True},
        edition="standard",
        edition_digest=edition_digest(STANDARD),
        opener=ALICE,
        commitment=Hash(hashlib.sha256(SECRET).hexdigest()),
        secret=SECRET.hex(),
    )
    assert open_match(GAMES, MatchRequest("pebbles", 2, {}), ALICE, SECRET).options == {"double": False}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (MatchRequest("chess", 2, {}), "unknown_game"),
        (MatchRequest("pebbles", 2, {}, "deluxe"), "unknown_edition"),
        (MatchRequest("pebbles", 1, {}), "unprocessable"),
        (MatchRequest("pebbles", 4, {}), "unprocessable"),
        (MatchRequest("pebbles", 2, {"double": "yes"}), "unprocessable"),
        (MatchRequest("pebbles", 2, {"treble": True}), "unprocessable"),
        (MatchRequest("pebbles", 2, {}, "faceless"), "unprocessable"),
    ],
)
def test_a_match_that_cannot_be_played_is_not_opened(wanted: MatchRequest, code: Code) -> None:
    # given a game that also has an edition which it does not take
    editions = {"standard": STANDARD, "faceless": replace(STANDARD, faces=0)}
    games = Catalogue(dataclasses.replace(PEBBLES, editions=editions))
    assert refusal(lambda: open_match(games, wanted, ALICE, SECRET)).code == code


def test_what_is_arranged_is_pinned_and_what_is_not_is_not_written() -> None:
    # given a wish for a private league match
    arranged = MatchSettings("private", 3, ("cup", "round-1"))
    # when it is opened, and one without wishes
    event, plain = (
        open_match(GAMES, MatchRequest("pebbles", 2, {}, arrangement=each), ALICE, SECRET) for each in (arranged, PLAIN)
    )
    # then the one says so, and the other is written as if there were nothing to arrange
    assert event.arrangement == arranged
    assert "arrangement" not in shape_of(plain).fields
    assert not arranged.is_practice
    assert MatchSettings(branch_of=Moment(MATCH, Version(3))).is_practice


@pytest.mark.parametrize(
    "arranged",
    [
        MatchSettings(delay=-1),
        MatchSettings(delay=LONGEST_DELAY + 1),
        MatchSettings(tags=("a b",)),
        MatchSettings(tags=("",)),
        MatchSettings(tags=("Cup",)),
        MatchSettings(tags=("x" * 41,)),
        MatchSettings(tags=("b", "a")),
        MatchSettings(tags=("a", "a")),
        MatchSettings(tags=tuple(f"tag{number}" for number in range(MOST_TAGS + 1))),
    ],
)
def test_what_cannot_be_arranged_is_refused(arranged: MatchSettings) -> None:
    wanted = MatchRequest("pebbles", 2, {}, arrangement=arranged)
    assert refusal(lambda: open_match(GAMES, wanted, ALICE, SECRET)).code == "unprocessable"


def test_a_forfeited_seat_keeps_its_contribution_and_its_mark() -> None:
    # given a match under way, when a bot takes over from Alice
    story = PLAYING.then((SeatForfeited(Seat(0), "resigned", "random"),))
    # then the seat is the bot's for ever, and what she gave to the match seed stays
    before = PLAYING.match.occupants[0]
    assert before is not None
    assert story.match.occupants[0] == Occupant(before.contribution, bot="random", left=before.player)
    assert story.match.seat_of(ALICE) is None
    # and the seat cannot be forfeited again
    with pytest.raises(ValueError, match="nobody sits in seat 0"):
        story.then((SeatForfeited(Seat(0), "overdue", "random"),))


def test_the_secret_of_an_open_match_is_shown_to_nobody() -> None:
    shown = show(OPEN.records[0], OPEN.match.seed, known_to_viewer(OMNISCIENT))
    assert SECRET.hex() not in repr(shown)
    assert shown.data["commitment"] == hashlib.sha256(SECRET).hexdigest()


# Sitting down


def test_a_seat_is_taken() -> None:
    # given an open match, when Alice sits down in seat 1
    events = sit(OPEN.match, SeatRequest(Seat(1), "mine", player=ALICE)).events
    # then that is all that happens
    assert events == (SeatTaken(Seat(1), "mine", ALICE),)
    assert HALF.match.occupants == (None, Occupant("mine", ALICE))
    assert isinstance(HALF.match, Open)
    assert HALF.match.seed is None
    assert HALF.match.seat_of(ALICE) == 1
    assert HALF.match.seat_of(BOB) is None


def test_without_a_wish_the_first_free_seat_is_taken() -> None:
    assert sit(OPEN.match, SeatRequest(None, "", player=ALICE)).events == (SeatTaken(Seat(0), "", ALICE),)
    assert sit(HALF.match, SeatRequest(None, "", player=BOB)).events[0] == SeatTaken(Seat(0), "", BOB)


def test_the_last_one_to_sit_down_starts_the_match() -> None:
    # given a match with one free seat, when a bot sits down in it
    change = sit(HALF.match, SeatRequest(Seat(0), "", bot="random"))
    # then the table is laid from the seed that now stands
    draws = Draws(match_seed(SECRET, MATCH, [b"", b"mine"]))
    laid = PEBBLES.setup(PEBBLES.begin(HALF.match.terms.table), draws)
    assert change.events == (SeatTaken(Seat(0), "", bot="random"), MatchStarted(), *laid.events)
    assert change.state == laid.state
    assert [type(event) for event in laid.events] == [BagShuffled, HandDealt, HandDealt]


def test_contributions_count_in_seat_order_whoever_sat_down_first() -> None:
    early = OPEN.sits(0, "a", player=ALICE).sits(1, "b", player=BOB)
    late = OPEN.sits(1, "b", player=BOB).sits(0, "a", player=ALICE)
    assert early.match.seed == late.match.seed == match_seed(SECRET, MATCH, [b"a", b"b"])
    assert hands(early) == hands(late)


def test_bots_may_fill_a_table() -> None:
    story = OPEN.then(sit(OPEN.match, SeatRequest(None, "", bot="highest")))
    story = story.then(sit(story.match, SeatRequest(None, "", bot="highest")))
    assert isinstance(story.match, Playing)


@pytest.mark.parametrize(
    ("story", "wanted", "code"),
    [
        (HALF, SeatRequest(Seat(1), "", player=BOB), "seat_taken"),
        (HALF, SeatRequest(Seat(0), "", player=ALICE), "already_seated"),
        (HALF, SeatRequest(Seat(2), "", player=BOB), "unknown_seat"),
        (HALF, SeatRequest(Seat(-1), "", player=BOB), "unknown_seat"),
        (HALF, SeatRequest(Seat(0), "", bot="deep"), "unknown_bot"),
        (HALF, SeatRequest(Seat(0), "x" * 65, player=BOB), "unprocessable"),
        (HALF, SeatRequest(Seat(0), "é" * 33, player=BOB), "unprocessable"),
        (HALF, SeatRequest(Seat(0), ""), "unprocessable"),
        (HALF, SeatRequest(Seat(0), "", player=BOB, bot="random"), "unprocessable"),
        (PLAYING, SeatRequest(None, "", player=CAROL), "match_not_open"),
        (FINISHED, SeatRequest(None, "", player=CAROL), "match_not_open"),
        (OPEN.is_abandoned(), SeatRequest(None, "", player=CAROL), "match_not_open"),
    ],
)
def test_a_seat_is_refused(story: Story, wanted: SeatRequest, code: Code) -> None:
    assert refusal(lambda: sit(story.match, wanted)).code == code


def test_a_contribution_may_have_64_bytes() -> None:
    assert sit(HALF.match, SeatRequest(Seat(0), "é" * 32, player=BOB)).events[0] == SeatTaken(Seat(0), "é" * 32, BOB)


# Acting


def test_an_action_is_decided_by_the_game() -> None:
    # given a match whose seats hide their first pebbles
    pebble = hands(PLAYING)[1][0]
    story = PLAYING.acts(1, Hide(pebble))
    assert story.records[-1].event == PebbleHidden(Seat(1), pebble)
    # when the last one does
    story = story.acts(0, Hide(hands(PLAYING)[0][0]))
    # then everything that follows happens with it, at the same time, and the action stands with the first event
    hidden, revealed = story.records[-2:]
    assert isinstance(revealed.event, PebblesShown)
    assert (hidden.action, revealed.action) == (Hide(hands(PLAYING)[0][0]), None)
    assert hidden.at == revealed.at


def test_an_action_may_name_the_decision_it_answers() -> None:
    assert act(PLAYING.match, Seat(0), Cheer(), "hide_one/1").events == (Cheered(Seat(0)),)


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (lambda: act(OPEN.match, Seat(0), Cheer()), "match_not_playing"),
        (lambda: act(FINISHED.match, Seat(0), Cheer()), "match_not_playing"),
        (lambda: act(ABANDONED.match, Seat(0), Cheer()), "match_not_playing"),
        (lambda: act(PLAYING.match, Seat(0), Cheer(), "hide_one/2"), "decision_closed"),
        (
            lambda: act(PLAYING.acts(0, Hide(hands(PLAYING)[0][0])).match, Seat(0), Cheer(), "hide_one/1"),
            "decision_closed",
        ),
        (lambda: act(PLAYING.match, Seat(2), Cheer()), "unknown_seat"),
        (lambda: act(PLAYING.match, Seat(-1), Cheer()), "unknown_seat"),
        (lambda: act(PLAYING.match, Seat(0), Hide(99)), "rule_broken"),
    ],
)
def test_an_action_is_refused(attempt: Callable[[], object], code: Code) -> None:
    assert refusal(attempt).code == code


def test_a_broken_rule_is_named() -> None:
    refused = refusal(lambda: act(PLAYING.match, Seat(0), Hide(99)))
    assert isinstance(refused, RuleBroken)
    assert refused.rule == "1.1"
    assert str(refused) == refused.detail


# The end


def test_the_last_action_finishes_the_match_and_reveals_the_secret() -> None:
    finished, revealed = FINISHED.events[-2:]
    assert isinstance(FINISHED.match, Finished)
    assert finished == MatchFinished(msgspec.to_builtins(FINISHED.match.result))
    assert revealed == SecretRevealed(SECRET.hex())
    assert FINISHED.match.result == PEBBLES.outcome(FINISHED.match.state)
    assert FINISHED.match.seed == PLAYING.match.seed
    assert is_over(FINISHED.match)


def test_a_match_under_way_is_given_up() -> None:
    assert ABANDONED.events[-2:] == [MatchAbandoned(ALICE), SecretRevealed(SECRET.hex())]
    assert isinstance(ABANDONED.match, Abandoned)
    assert (ABANDONED.match.state, ABANDONED.match.seed) == (PLAYING.state, PLAYING.match.seed)
    assert is_over(ABANDONED.match)


def test_a_match_is_given_up_before_it_started() -> None:
    story = HALF.is_abandoned()
    assert isinstance(story.match, Abandoned)
    assert (story.match.state, story.match.seed) == (None, None)
    assert story.match.occupants == HALF.match.occupants


@pytest.mark.parametrize("story", [FINISHED, ABANDONED])
def test_a_match_that_is_over_cannot_be_given_up(story: Story) -> None:
    assert refusal(story.is_abandoned).code == "match_not_playing"


# Visibility


def test_a_person_sees_with_the_eyes_of_its_seat() -> None:
    assert viewer_of(PLAYING.match, BOB) == Viewer(frozenset((Seat(1),)))
    assert viewer_of(PLAYING.match, DAVE) == SPECTATOR
    assert viewer_of(PLAYING.match, None) == SPECTATOR


@pytest.mark.parametrize("story", [FINISHED, ABANDONED])
def test_everybody_sees_everything_after_the_end(story: Story) -> None:
    assert viewer_of(story.match, None) == OMNISCIENT


# Folding


@pytest.mark.parametrize("story", [OPEN, HALF, HALF.is_abandoned(), PLAYING, ABANDONED, FINISHED])
def test_folding_the_records_gives_the_match_again(story: Story) -> None:
    assert fold(GAMES, None, story.records) == story.match
    half = fold(GAMES, None, story.records[:1])
    assert fold(GAMES, half, story.records[1:]) == story.match


def test_no_records_make_no_match() -> None:
    assert fold(GAMES, None, ()) is None
    assert genesis(MATCH).version == 0


def test_a_match_begins_with_its_opening_and_is_opened_once() -> None:
    with pytest.raises(ValueError, match="does not begin"):
        opened(GAMES, HALF.records[1])
    with pytest.raises(ValueError, match="opened twice"):
        evolve(HALF.match, OPEN.records[0])


def test_a_match_of_another_edition_is_not_opened() -> None:
    event = replace(OPEN.records[0].event, edition_digest=Hash("0" * 64))
    with pytest.raises(ValueError, match="edition"):
        opened(GAMES, replace(OPEN.records[0], event=event))


@pytest.mark.parametrize("record", [PLAYING.acts(0, Cheer()).records[-1], FINISHED.records[-2]])
def test_what_belongs_to_play_cannot_happen_before_it(record: Record) -> None:
    with pytest.raises(ValueError, match="match 1111"):
        evolve(HALF.match, record)


# Repeated requests


def test_a_request_is_remembered_with_its_first_event() -> None:
    # given a request that leads to two events
    mark = Retry(Hash("a" * 64), Hash("b" * 64), Version(0))
    story = PLAYING.acts(0, Hide(hands(PLAYING)[0][0]))
    action = Hide(hands(PLAYING)[1][0])
    change = act(story.match, Seat(1), action)
    # when it is recorded with its mark
    mark = with_last_version(story.match, mark, change)
    _, records = advance(story.match, moment(99), change, Cause(action, mark))
    # then the mark stands with the first of them and says where they end
    assert mark.last == records[-1].version == story.match.end.version + 2
    assert [record.retry for record in records] == [mark, None]
