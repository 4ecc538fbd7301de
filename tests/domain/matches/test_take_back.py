"""Taking back: who may ask for what, who must agree, and that the moment before comes back."""

import random
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from domain.audit.source import verify_branch
from domain.audit.verify import verify
from domain.kernel.basics import Seat, Version
from domain.kernel.errors import Code, Refused
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Event
from domain.kernel.records import Record
from domain.matches.decide import MatchRequest, SeatRequest, act, sit
from domain.matches.events import ActionTakenBack, SeatForfeited, TakeBackAnswered, TakeBackAsked
from domain.matches.evolve import evolve, fold, fold_on
from domain.matches.state import Playing, UndoRequest
from domain.matches.undo import answer_undo, request_undo, undo_target, who_must_agree
from tests.kit.branches import branched
from tests.kit.bundles import bundle_of
from tests.kit.story import ALICE, GAMES, Story, is_full, opens, pebbles
from tests.toy.game import Cheer, HandDealt, Hide

every_game = pytest.mark.parametrize("key", [game.key for game in GAMES])


def refusal(attempt: Callable[[], object]) -> Code:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.code


def hand(story: Story, seat: int) -> tuple[int, ...]:
    return next(event.pebbles for event in story.events if isinstance(event, HandDealt) and event.to == seat)


def asks(story: Story, seat: int, to: int | None = None) -> Story:
    return story.then(request_undo(story.match, Seat(seat), None if to is None else Version(to)))


def answers(story: Story, seat: int, *, agrees: bool = True) -> Story:
    return story.then(answer_undo(story.match, Seat(seat), agrees=agrees))


def playing(story: Story) -> Playing:
    assert isinstance(story.match, Playing)
    return story.match


def may_ask(story: Story) -> list[int | None]:
    return [undo_target(story.match, Seat(seat)) for seat in range(len(story.match.occupants))]


START: Final = pebbles(3)
"""Of three seats, at version 9."""
CHEERED: Final = START.acts(0, Cheer())
HID: Final = CHEERED.acts(1, Hide(hand(START, 1)[0]))
ASKED: Final = asks(HID, 0)


def test_all_others_agree_and_the_moment_comes_back() -> None:
    # given a seat that asks for its last action, after which another one has hidden a pebble
    assert ASKED.events[-1] == TakeBackAsked(Seat(0), Version(9))
    assert playing(ASKED).asked == UndoRequest(Seat(0), Version(9), Version(12))
    assert ASKED.state == HID.state
    # when the first agrees, nothing comes back yet
    one = answers(ASKED, 2)
    assert one.events[-1] == TakeBackAnswered(Seat(2), agrees=True)
    assert (one.state, playing(one).asked) == (
        HID.state,
        UndoRequest(Seat(0), Version(9), Version(12), frozenset((Seat(2),))),
    )
    # but when the last one does, the match stands where it stood
    both = answers(one, 1)
    assert both.events[-2:] == [TakeBackAnswered(Seat(1), agrees=True), ActionTakenBack(Version(9))]
    assert both.state == START.state
    assert (playing(both).asked, playing(both).trail, both.match.end.version) == (None, (), 15)
    # and the same decision is open once more
    assert act(both.match, Seat(0), Hide(hand(START, 0)[1]), "hide_one/1")


def test_one_who_does_not_agree_ends_the_request_and_so_does_who_asked() -> None:
    for seat in (0, 1, 2):
        story = answers(ASKED, seat, agrees=False)
        assert (story.state, playing(story).asked) == (HID.state, None)
        # then it may be asked for again, until it comes back
        assert answers(answers(asks(story, 0), 1), 2).state == START.state


def test_a_seat_asks_for_its_last_action_only() -> None:
    assert may_ask(HID) == [9, 10, None]
    assert may_ask(ASKED) == [None, None, None]
    # given an action after one that can be taken back, by the same seat
    story = CHEERED.acts(0, Hide(hand(START, 0)[0]))
    assert may_ask(story) == [10, None, None]
    # when it comes back, then the one before can be asked for
    back = answers(answers(asks(story, 0), 1), 2)
    assert back.state == CHEERED.state
    assert may_ask(back) == [9, None, None]
    assert answers(answers(asks(back, 0), 1), 2).state == START.state


def test_what_was_rolled_or_revealed_stands() -> None:
    # given the last hidden pebble, with which all are shown and a die is rolled
    story = START
    for seat in range(3):
        assert may_ask(story)[:seat] == [*range(9, 9 + seat)]
        story = story.acts(seat, Hide(hand(START, seat)[0]))
    # then nothing can be taken back, also not what follows before it
    assert may_ask(story) == [None, None, None]
    assert refusal(lambda: asks(story, 2)) == "take_back_barred"
    later = story.acts(1, Cheer())
    assert may_ask(later) == [None, later.match.end.version - 1, None]


def test_a_request_lapses_when_the_game_goes_on() -> None:
    story = ASKED.acts(2, Cheer())
    assert playing(story).asked is None
    assert refusal(lambda: answers(story, 1)) == "take_back_closed"


def test_a_request_lapses_when_somebody_leaves_the_table() -> None:
    story = ASKED.then((SeatForfeited(Seat(1), "resigned", "random"),))
    assert playing(story).asked is None
    # and of a bot nobody asks anything
    assert who_must_agree(story.match, Seat(0)) == {2}
    assert answers(asks(story, 0), 2).state == START.state


def test_bots_agree() -> None:
    # given a person among bots
    story = opens(MatchRequest("pebbles", 2, {})).sits(0, player=ALICE)
    story = story.then(sit(story.match, SeatRequest(None, "", bot="highest")))
    # when it asks, then its action comes back at once
    back = asks(story.acts(0, Cheer()), 0)
    assert back.events[-2:] == [TakeBackAsked(Seat(0), Version(7)), ActionTakenBack(Version(7))]
    assert back.state == story.state


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        (lambda: request_undo(opens(MatchRequest("pebbles", 2, {})).match, Seat(0), None), "match_not_playing"),
        (lambda: request_undo(HID.is_abandoned().match, Seat(0), None), "match_not_playing"),
        (lambda: request_undo(START.match, Seat(0), None), "take_back_barred"),
        (lambda: request_undo(HID.match, Seat(2), None), "take_back_barred"),
        (lambda: request_undo(HID.match, Seat(7), None), "take_back_barred"),
        (lambda: request_undo(HID.match, Seat(0), Version(10)), "take_back_barred"),
        (lambda: request_undo(HID.match, Seat(0), Version(8)), "take_back_barred"),
        (lambda: request_undo(ASKED.match, Seat(0), None), "take_back_open"),
        (lambda: request_undo(ASKED.match, Seat(1), None), "take_back_open"),
        (lambda: answer_undo(HID.is_abandoned().match, Seat(1), agrees=True), "match_not_playing"),
        (lambda: answer_undo(HID.match, Seat(1), agrees=True), "take_back_closed"),
        (lambda: answer_undo(ASKED.match, Seat(0), agrees=True), "take_back_closed"),
        (lambda: answer_undo(ASKED.match, Seat(7), agrees=True), "take_back_closed"),
        (lambda: answer_undo(ASKED.match, Seat(1), agrees=True, asked=Version(11)), "take_back_closed"),
        (lambda: answer_undo(answers(ASKED, 1).match, Seat(1), agrees=True), "take_back_closed"),
        (lambda: answer_undo(answers(ASKED, 1).match, Seat(1), agrees=False), "take_back_closed"),
    ],
)
def test_it_is_refused(attempt: Callable[[], object], code: Code) -> None:
    assert refusal(attempt) == code


def test_the_version_may_be_named() -> None:
    assert request_undo(HID.match, Seat(0), Version(9)).events == (TakeBackAsked(Seat(0), Version(9)),)
    assert answer_undo(ASKED.match, Seat(1), agrees=False, asked=Version(12)).events == (
        TakeBackAnswered(Seat(1), False),
    )


@pytest.mark.parametrize(
    ("story", "event"),
    [
        (HID, ActionTakenBack(Version(8))),
        (opens(MatchRequest("pebbles", 2, {})), TakeBackAsked(Seat(0), Version(1))),
        (HID.is_abandoned(), TakeBackAnswered(Seat(0), agrees=True)),
    ],
)
def test_what_cannot_come_back_is_a_wrong_record(story: Story, event: Event) -> None:
    with pytest.raises(ValueError, match="match 1111"):
        story.then((event,))


def with_take_backs(story: Story, rng: random.Random) -> Story:
    """Let bots play to the end; the first action that may be taken back is, and so are some that follow."""
    seats, none_yet = len(story.match.occupants), True
    while story.game.pending(story.state):
        story = story.moves(["random"] * seats, rng)
        asker = next((seat for seat, to in enumerate(may_ask(story)) if to is not None), None)
        if asker is not None and (none_yet or rng.random() < 0.25):
            story, none_yet = comes_back(story, asker), False
    return story


def comes_back(story: Story, asker: int) -> Story:
    to = may_ask(story)[asker]
    assert to is not None
    before = fold(GAMES, None, story.records[:to])
    story = asks(story, asker)
    for seat in who_must_agree(story.match, Seat(asker)):
        story = answers(story, seat)
    assert isinstance(before, Playing)
    assert story.state == before.state
    assert playing(story).trail == before.trail
    return story


@every_game
def test_matches_with_take_backs_are_loaded_proved_and_branched(key: str) -> None:
    # given a match in which actions were taken back
    seats = max(GAMES.game(key).seats)
    story = with_take_backs(is_full(opens(MatchRequest(key, seats, {}))), random.Random(key))
    assert any(isinstance(event, ActionTakenBack) for event in story.events)
    # then it follows from its records, in one go, in parts and one by one
    assert fold(GAMES, None, story.records) == story.match
    in_parts(story.records, 7)
    in_parts(story.records, 1)
    # and it is proved, and so is a branch of it
    lines = bundle_of(story)
    assert verify(lines, GAMES).events == len(story.records)
    acted = [record.version - 1 for record in story.records if record.action is not None]
    branch = branched(story, acted[len(acted) // 2])
    whole = fold(GAMES, None, story.records[: acted[len(acted) // 2]])
    assert isinstance(whole, Playing)
    assert branch.game.pending(branch.state) == whole.terms.game.pending(whole.state)
    assert branch.game.view(branch.state, SPECTATOR) == whole.terms.game.view(whole.state, SPECTATOR)
    assert verify_branch(bundle_of(branch.is_abandoned()), lines, GAMES)
    assert story.game.view(story.state, OMNISCIENT)


def in_parts(records: Sequence[Record], size: int) -> None:
    whole = fold(GAMES, None, records[:size])
    for at in range(size, len(records), size):
        assert whole is not None
        whole = fold_on(whole, records[at : at + size])
    assert whole == fold(GAMES, None, records)


def test_one_record_at_a_time_gives_the_same_trail() -> None:
    match = fold(GAMES, None, START.records)
    assert match is not None
    for record in ASKED.records[len(START.records) :]:
        match = evolve(match, record)
    assert match == ASKED.match == fold_on(START.match, ASKED.records[len(START.records) :])
