"""The same people play once more: what is kept of a match that is over, and for whom seats are."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from domain.audit.verify import verify
from domain.kernel.basics import PlayerId, Seat
from domain.kernel.errors import Code, Refused
from domain.matches.decide import MatchRequest, SeatRequest, open_match, sit
from domain.matches.events import MatchStarted, SeatForfeited, SeatTaken
from domain.matches.rematches import bots_of, rematch
from domain.matches.settings import MatchSettings
from domain.matches.state import Open
from tests.kit.bundles import bundle_of
from tests.kit.story import ALICE, BOB, CAROL, GAMES, MATCH, SECRET, Story, is_full, opens

WANTED: Final = MatchRequest("pebbles", 3, {"double": True}, arrangement=MatchSettings("unlisted", 2, ("cup",)))
PLAYING: Final = is_full(opens(WANTED)).then((SeatForfeited(Seat(1), "resigned", "highest"),))
OVER: Final = PLAYING.is_abandoned()


def refusal(attempt: Callable[[], object]) -> Code:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.code


def with_a_bot() -> Story:
    story = opens(MatchRequest("pebbles", 3, {})).sits(1, player=ALICE).sits(2, player=BOB)
    return story.then(sit(story.match, SeatRequest(None, "", bot="highest"))).is_abandoned()


def test_a_rematch_has_the_same_terms_and_keeps_the_seats() -> None:
    # given a match that is over, which Bob had left
    again = rematch(OVER.match, CAROL)
    # then everything is as it was, and each seat is kept for the person who first had it
    opened = OVER.match.terms.opened
    assert (again.game, again.seats, again.options, again.edition) == (
        "pebbles",
        3,
        opened.options,
        opened.edition_digest,
    )
    assert again.arrangement == MatchSettings("unlisted", 2, ("cup",), rematch_of=MATCH, reserved=(ALICE, BOB, CAROL))
    assert rematch(OVER.match, BOB) == again
    assert not bots_of(OVER.match)
    # and it can be opened
    assert open_match(GAMES, again, CAROL, SECRET).arrangement == again.arrangement


def test_to_the_rematch_of_a_private_match_those_are_invited_who_sat_in_it() -> None:
    # given a private match of Alice's, to which Bob was invited and Carol, who did not come
    wanted = MatchRequest("pebbles", 2, {}, arrangement=MatchSettings("private", invited=(BOB, CAROL)))
    over = is_full(opens(wanted)).is_abandoned()
    # when Bob opens the rematch
    again = rematch(over.match, BOB)
    # then it is private too, and Alice can sit down in it
    assert (again.arrangement.visibility, again.arrangement.invited) == ("private", (ALICE, BOB))
    assert opens(again).sits(0, player=ALICE).match.seat_of(ALICE) == 0


def test_bots_sit_where_they_sat() -> None:
    over = with_a_bot().match
    assert bots_of(over) == [SeatRequest(Seat(0), "", bot="highest")]
    assert rematch(over, ALICE).arrangement.reserved == (None, ALICE, BOB)


@pytest.mark.parametrize(
    ("story", "by", "code"),
    [
        (PLAYING, ALICE, "match_not_over"),
        (opens(WANTED), ALICE, "match_not_over"),
        (with_a_bot(), CAROL, "not_seated"),
    ],
)
def test_a_rematch_is_refused(story: Story, by: PlayerId, code: Code) -> None:
    assert refusal(lambda: rematch(story.match, by)) == code


def laid() -> Story:
    return opens(rematch(OVER.match, CAROL))


def test_everybody_finds_the_own_seat_and_the_last_one_starts_the_match() -> None:
    # given a rematch, when its people sit down without naming a seat, each with a gift of its own
    story = laid()
    for player in (CAROL, ALICE, BOB):
        story = story.sits(None, "luck", player=player)
    # then they sit as before, and it is played and proved like any match
    taken = [event for event in story.events if isinstance(event, SeatTaken)]
    assert [(event.seat, event.player) for event in taken] == [(2, CAROL), (0, ALICE), (1, BOB)]
    assert MatchStarted() in story.events
    played = story.is_played(["random"] * 3, random.Random(1))
    assert verify(bundle_of(played), GAMES).events == len(played.records)


@pytest.mark.parametrize(
    "wanted",
    [
        SeatRequest(Seat(0), "", player=BOB),
        SeatRequest(Seat(0), "", player=PlayerId("somebody else")),
        SeatRequest(None, "", player=PlayerId("somebody else")),
        SeatRequest(Seat(0), "", bot="random"),
        SeatRequest(None, "", bot="random"),
    ],
)
def test_nobody_takes_a_seat_that_is_kept_for_somebody(wanted: SeatRequest) -> None:
    assert refusal(lambda: sit(laid().match, wanted)) == "seat_reserved"


def test_a_seat_that_nobody_had_is_anybody_s() -> None:
    # given the rematch of a match that was given up while a seat was free
    over = opens(MatchRequest("pebbles", 2, {})).sits(1, player=ALICE).is_abandoned()
    story = opens(rematch(over.match, ALICE))
    # then its owner has the kept seat, and anybody else the free one
    assert isinstance(story.match, Open)
    assert sit(story.match, SeatRequest(None, "", player=ALICE)).events == (SeatTaken(Seat(1), "", ALICE),)
    assert sit(story.match, SeatRequest(None, "", player=BOB)).events == (SeatTaken(Seat(0), "", BOB),)


def test_seats_are_kept_at_all_or_said_of_each() -> None:
    wanted = MatchRequest("pebbles", 3, {}, arrangement=MatchSettings(reserved=(ALICE, BOB)))
    assert refusal(lambda: open_match(GAMES, wanted, ALICE, SECRET)) == "unprocessable"
