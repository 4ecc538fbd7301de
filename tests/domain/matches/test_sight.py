"""Visibility: access to a match, to its seats, and the delay of spectators."""

import pytest

from domain.kernel.basics import PlayerId, Seat, Version
from domain.kernel.errors import Refused
from domain.matches.decide import MatchRequest
from domain.matches.events import SeatForfeited
from domain.matches.settings import MOST_INVITED, MatchSettings
from domain.matches.visibility import STRANGER, Requester, delayed_version, may_see, visible_version
from tests.kit.story import ALICE, BOB, CAROL, Story, opens
from tests.toy.game import Cheer

OLGA = Requester(PlayerId("ffffffff-0000-4000-8000-000000000000"), organizes=True)


def story(**arranged: object) -> Story:
    return opens(MatchRequest("pebbles", 2, {}, arrangement=MatchSettings(**arranged)))  # type: ignore[arg-type] # any of its fields


def lookers(told: Story) -> list[Requester]:
    everybody = [Requester(ALICE), Requester(BOB), Requester(CAROL), STRANGER, OLGA]
    return [each for each in everybody if may_see(told.match, each)]


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_anybody_may_look_at_what_is_not_private(visibility: str) -> None:
    assert len(lookers(story(visibility=visibility))) == 5


def test_a_private_match_is_for_its_opener_its_guests_and_organizers_until_it_is_over() -> None:
    alone, invited = story(visibility="private"), story(visibility="private", invited=(BOB,))
    assert lookers(alone) == [Requester(ALICE), OLGA]
    assert lookers(invited) == [Requester(ALICE), Requester(BOB), OLGA]
    assert len(lookers(invited.is_abandoned())) == 5


def test_who_left_a_private_match_for_good_may_still_look() -> None:
    told = story(visibility="private", invited=(BOB,)).sits(0, player=BOB).sits(1, player=ALICE)
    told = told.then((SeatForfeited(Seat(0), "resigned", "random"),))
    assert told.match.seat_of(BOB) is None
    assert Requester(BOB) in lookers(told)


def test_only_its_opener_and_guests_sit_down_in_a_private_match() -> None:
    invited = story(visibility="private", invited=(BOB,))
    with pytest.raises(Refused) as caught:
        invited.sits(0, player=CAROL)
    assert caught.value.code == "not_allowed"
    assert invited.sits(0, player=BOB).sits(1, player=ALICE).match.seat_of(ALICE) == 1


@pytest.mark.parametrize(
    "arranged",
    [
        MatchSettings(invited=(BOB,)),
        MatchSettings("unlisted", invited=(BOB,)),
        MatchSettings("private", invited=(BOB, BOB)),
        MatchSettings("private", invited=tuple(sorted((ALICE, BOB), reverse=True))),
        MatchSettings("private", invited=tuple(PlayerId(f"{number:03}") for number in range(MOST_INVITED + 1))),
    ],
)
def test_guests_that_cannot_be_invited_are_refused(arranged: MatchSettings) -> None:
    with pytest.raises(Refused) as caught:
        opens(MatchRequest("pebbles", 2, {}, arrangement=arranged))
    assert caught.value.code == "unprocessable"


def test_spectators_are_late_while_a_match_is_played_and_at_no_other_time() -> None:
    # given a match with a delay: everybody sees at once who sits down, and that it starts
    told = story(delay=4).sits(0, player=ALICE)
    assert visible_version(told.match, CAROL) == 2
    told = told.sits(1, player=BOB)
    started = told.match.terms.started
    assert (started, told.match.end.version) == (4, 7)
    # then who sits in it sees its end, and everybody else the start, and later on four versions less
    for cheers in range(3):
        newest = told.match.end.version
        assert [visible_version(told.match, player) for player in (ALICE, BOB)] == [newest, newest]
        late_by_now = max(started, newest - 4)
        assert [visible_version(told.match, player) for player in (CAROL, None)] == [late_by_now, late_by_now]
        told = told.acts(cheers % 2, Cheer()) if cheers < 2 else told
    # and at the end everything
    over = told.is_abandoned().match
    assert visible_version(over, None) == over.end.version


def test_what_was_answered_long_ago_is_seen_no_further_than_it_went() -> None:
    match = story(delay=1).sits(0, player=ALICE).sits(1, player=BOB).match
    assert visible_version(match, CAROL, Version(2)) == 2
    assert [delayed_version(Version(newest), Version(4), 3) for newest in (4, 5, 7, 8, 9)] == [4, 4, 4, 5, 6]
