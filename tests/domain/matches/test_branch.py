"""Going on from a moment of a match that is over: the same position, chance of its own."""

import random
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from domain.audit.source import verify_branch
from domain.audit.verify import verify
from domain.kernel.basics import MatchId, Seat, Version
from domain.kernel.chance import Draws
from domain.kernel.errors import Code, Refused
from domain.kernel.messages import SPECTATOR, Viewer
from domain.matches.branch import branch_start, replayed
from domain.matches.decide import MatchRequest, SeatRequest, sit
from domain.matches.events import BranchBegun, MatchStarted, Move, ReplaySegment
from domain.matches.evolve import fold
from domain.matches.rematches import branch, rematch
from domain.matches.settings import MatchSettings, Moment
from domain.matches.state import Playing
from tests.kit.branches import BRANCH, branched
from tests.kit.bundles import bundle_of
from tests.kit.story import ALICE, GAMES, MATCH, Story, is_full, opens, pebbles, whole_match
from tests.toy.game import BagShuffled, Cheer, HandDealt, Hide, PebblesShown

KEYS: Final = [game.key for game in GAMES]
every_game = pytest.mark.parametrize("key", KEYS)
ANOTHER: Final = MatchId("77777777-2222-4333-8444-555555555555")


def refusal(attempt: Callable[[], object]) -> Code:
    with pytest.raises(Refused) as caught:
        attempt()
    return caught.value.code


@cache
def over(key: str) -> Story:
    seats = max(GAMES.game(key).seats)
    return is_full(opens(MatchRequest(key, seats, {}))).is_played(["random"] * seats, random.Random(3))


def moments(story: Story) -> list[int]:
    """The versions after which somebody acted."""
    return [record.version - 1 for record in story.records if record.action is not None]


def stands_alike(story: Story, other: Playing) -> None:
    """Everybody has the same to see and to choose; what nobody knew may lie otherwise."""
    game, seats = story.game, range(len(story.match.occupants))
    assert game.pending(story.state) == game.pending(other.state)
    for seat in seats:
        assert game.legal_actions(story.state, Seat(seat)) == game.legal_actions(other.state, Seat(seat))
    for viewer in (SPECTATOR, *(Viewer(frozenset((Seat(seat),))) for seat in seats)):
        assert game.view(story.state, viewer) == game.view(other.state, viewer)


def played_on(story: Story) -> Story:
    return story.is_played(["random"] * len(story.match.occupants), random.Random(4))


@pytest.mark.broad
@every_game
def test_a_branch_stands_where_the_match_stood_and_is_proved_with_it(key: str) -> None:
    source = over(key)
    for at in random.Random(key).sample(moments(source), 3):
        # when a match goes on from a moment of another
        story = branched(source, at)
        # then its table is what it was at that moment, with other people and a seed of its own
        whole = fold(GAMES, None, source.records[:at])
        assert isinstance(whole, Playing)
        assert isinstance(story.match, Playing)
        stands_alike(story, whole)
        assert story.match.seed != source.match.seed
        assert story.match.terms.arrangement == MatchSettings(branch_of=Moment(MATCH, Version(at)))
        # and it follows from its records, is played on, and is proved by itself and with the other one
        assert fold(GAMES, None, story.records) == story.match
        lines = bundle_of(played_on(story))
        assert verify(lines, GAMES).branch_of == Moment(MATCH, Version(at))
        assert verify_branch(lines, bundle_of(source), GAMES) == verify(lines, GAMES)


@every_game
def test_a_branch_has_branches(key: str) -> None:
    # given a branch that was played, and a branch of it
    source = played_on(branched(over(key), moments(over(key))[5]))
    at = moments(source)[5]
    story = branched(source, at, ANOTHER)
    # then it stands where that one stood
    whole = fold(GAMES, None, source.records[:at])
    assert isinstance(whole, Playing)
    stands_alike(story, whole)
    assert verify_branch(bundle_of(played_on(story)), bundle_of(source), GAMES)


TOLD: Final = whole_match()
"""Versions 1 to 7 lay the table; 8 cheers; 9 hides; 10 and 11 hide and show, and so on."""


def test_chance_is_fresh_and_what_nobody_knew_is_laid_anew() -> None:
    # given a branch in which the same is done once more
    story = branched(TOLD, 9)
    hands = [event.pebbles for event in story.events if isinstance(event, HandDealt)]
    assert hands == [event.pebbles for event in TOLD.events if isinstance(event, HandDealt)]
    # then the bag was shuffled with the branch's chance
    seed = story.match.seed
    assert seed is not None
    old, fresh = (event.order for event in story.events if isinstance(event, BagShuffled))
    assert fresh == Draws(seed).shuffled("branch/bag", old)
    story = story.acts(0, Hide(hands[0][0]))
    # and so the die was rolled, under the name that the match had used as well
    (shown,) = [event for event in story.events if isinstance(event, PebblesShown)]
    assert shown.die == 1 + Draws(seed).below("die/1", 6)


@pytest.mark.parametrize(("at", "moment"), [(7, 7), (8, 8), (9, 9), (10, 9), (11, 11), (19, 15)])
def test_within_an_action_it_is_the_moment_before_it(at: int, moment: int) -> None:
    assert branch(GAMES, TOLD.records, at).arrangement.branch_of == Moment(MATCH, Version(moment))


@pytest.mark.parametrize("at", [-1, 0, 1, 4, 5, 6, 20])
def test_where_nobody_had_a_choice_nothing_goes_on(at: int) -> None:
    assert refusal(lambda: branch(GAMES, TOLD.records, at)) == "unprocessable"


def test_an_abandoned_match_goes_on_from_its_last_moment() -> None:
    story = pebbles().acts(0, Cheer())
    given_up = story.is_abandoned()
    assert isinstance(story.match, Playing)
    stands_alike(branched(given_up, len(given_up.records)), story.match)


def test_a_match_that_is_not_over_has_no_branch() -> None:
    assert refusal(lambda: branch(GAMES, pebbles().records, 7)) == "match_not_over"


def test_a_match_by_former_rules_has_no_branch() -> None:
    first, *others = TOLD.records
    former = replace(first, event=replace(first.event, rules_version=0))
    assert refusal(lambda: branch(GAMES, (former, *others), 9)) == "unprocessable"


def test_a_moment_that_is_none_is_not_taken_along() -> None:
    with pytest.raises(ValueError, match="not in play at version"):
        branch_start(GAMES, TOLD.records, Version(3))


def test_a_rematch_of_a_branch_goes_on_from_the_same_moment() -> None:
    story = branched(TOLD, 9).is_abandoned()
    again = rematch(story.match, ALICE).arrangement
    assert (again.branch_of, again.rematch_of) == (Moment(MATCH, Version(9)), BRANCH)


def test_a_branch_begins_with_what_was_played_and_no_other_match_does() -> None:
    begun = branch_start(GAMES, TOLD.records, Version(9)).begun
    opened = opens(branch(GAMES, TOLD.records, 9)).sits(0, player=ALICE)
    plain = opens(MatchRequest("pebbles", 2, {})).sits(0, player=ALICE)
    last = SeatRequest(None, "", bot="random")
    assert refusal(lambda: sit(opened.match, last)) == "unprocessable"
    assert refusal(lambda: sit(plain.match, last, begun=begun)) == "unprocessable"
    assert sit(opened.match, last, begun=begun).events[1:3] == (MatchStarted(), begun)


SEED: Final = "00" * 32


@pytest.mark.parametrize(
    ("stretches", "code"),
    [
        ((), "unprocessable"),
        ((ReplaySegment("00", ()),), "unprocessable"),
        ((ReplaySegment("ff" * 31 + "FF", ()),), "unprocessable"),
        ((ReplaySegment("seed", ()),), "unprocessable"),
        ((ReplaySegment(SEED, (Move(Seat(2), {"type": "cheer"}),)),), "unknown_seat"),
        ((ReplaySegment(SEED, (Move(Seat(0), {"type": "pass"}),)),), "unprocessable"),
        ((ReplaySegment(SEED, (Move(Seat(0), {"type": "cheer", "more": 1}),)),), "unprocessable"),
        ((ReplaySegment(SEED, (Move(Seat(0), {"type": "hide", "pebble": 99}),)),), "rule_broken"),
    ],
)
def test_what_cannot_have_been_played_is_refused(stretches: tuple[ReplaySegment, ...], code: Code) -> None:
    table = TOLD.match.terms.table
    begun = BranchBegun(TOLD.records[0].hash, stretches)
    assert refusal(lambda: replayed(TOLD.game, table, begun, Draws(bytes(32)))) == code


def test_what_was_played_to_the_end_does_not_go_on() -> None:
    # given all the actions of a match
    begun = branch_start(GAMES, TOLD.records, Version(15)).begun
    last = TOLD.records[15]
    assert isinstance(last.action, Hide)
    moves = (*begun.played[0].moves, Move(Seat(0), {"type": "hide", "pebble": last.action.pebble}))
    # then nobody has anything left to choose
    whole = replace(begun, played=(replace(begun.played[0], moves=moves),))
    assert refusal(lambda: replayed(TOLD.game, TOLD.match.terms.table, whole, Draws(bytes(32)))) == "unprocessable"
