"""Stories of branches: matches that continue from a position of another match."""

from typing import Final

from domain.kernel.basics import MatchId, seats_of
from domain.matches.branch import branch_start
from domain.matches.decide import SeatRequest, sit
from domain.matches.rematches import branch
from tests.kit.story import GAMES, PLAYERS, Story, opens

BRANCH: Final = MatchId("66666666-2222-4333-8444-555555555555")


def branched(source: Story, at: int, match: MatchId = BRANCH) -> Story:
    """Open a branch and seat a person in every seat, in reverse order of the players."""
    story = opens(branch(GAMES, source.records, at), match=match, secret=bytes(range(32, 64)))
    moment = story.match.terms.arrangement.branch_of
    assert moment is not None
    played = branch_start(GAMES, source.records, moment.version)
    for seat, player in zip(reversed(seats_of(len(story.match.occupants))), PLAYERS, strict=False):
        story = story.then(
            sit(story.match, SeatRequest(seat, "", player), supplied=played.supplied, begun=played.begun)
        )
    return story
