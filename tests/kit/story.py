"""Stories: matches in memory with a fixed secret and fixed times, built step by step."""

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from domain.catalogue import CATALOGUE, Catalogue
from domain.kernel.basics import Instant, MatchId, PlayerId, Seat, seats_of
from domain.kernel.game import AnyGame, BotContext
from domain.kernel.messages import Action, Event, View, Viewer
from domain.kernel.records import Cause, Record
from domain.matches.change import Change
from domain.matches.decide import MatchRequest, SeatRequest, abandon, act, advance, first_record, open_match, sit
from domain.matches.evolve import opened
from domain.matches.leaving import overdue, resign, time_out, vote
from domain.matches.state import Match, Started
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import Cheer, HandDealt, Hide

GAMES: Final = Catalogue(PEBBLES, *CATALOGUE)
MATCH: Final = MatchId("11111111-2222-4333-8444-555555555555")
SECRET: Final = bytes(range(32))
PLAYERS: Final = tuple(PlayerId(f"{number}{number:0>7}-0000-4000-8000-000000000000") for number in range(1, 5))
ALICE, BOB, CAROL, DAVE = PLAYERS


class Story(Struct, frozen=True):
    """Match and its records. Each method returns a new story."""

    match: Match
    records: tuple[Record, ...]

    @property
    def game(self) -> AnyGame:
        """Game of the match."""
        return self.match.terms.game

    @property
    def events(self) -> list[Event]:
        """Events so far."""
        return [record.event for record in self.records]

    @property
    def state(self) -> object:
        """State of the game; the match must have started."""
        assert isinstance(self.match, Started)
        return self.match.state

    def then(
        self, decided: Change | Sequence[Event], action: Action | None = None, at: Instant | None = None
    ) -> "Story":
        """Record a change. The default time is the second of its version, but not before the newest record."""
        change = decided if isinstance(decided, Change) else Change(tuple(decided))
        at = at or max(moment(len(self.records)), self.records[-1].at)
        match, records = advance(self.match, at, change, Cause(action))
        return Story(match, self.records + records)

    def sits(
        self,
        seat: int | None = None,
        contribution: str = "",
        *,
        player: str | None = None,
        supplied: dict[str, object] | None = None,
    ) -> "Story":
        """Seat a person. The last one starts the match, with the supplied options."""
        sitting = SeatRequest(
            None if seat is None else Seat(seat), contribution, None if player is None else PlayerId(player)
        )
        return self.then(sit(self.match, sitting, supplied=supplied))

    def acts(self, seat: int, action: Action, at: Instant | None = None) -> "Story":
        """Take an action."""
        return self.then(act(self.match, Seat(seat), action), action, at)

    def runs_out(self, at: Instant) -> "Story":
        """Apply the overdue timeout of a seat."""
        timeout = overdue(self.match, at)
        assert timeout is not None
        return self.then(time_out(self.match, *timeout, at), at=at)

    def resigns(self, seat: int) -> "Story":
        """Resign a seat."""
        return self.then(resign(self.match, Seat(seat)))

    def votes(self, seat: int, agrees: bool = True) -> "Story":
        """Vote to abandon the match, or withdraw the vote."""
        return self.then(vote(self.match, Seat(seat), agrees))

    def is_abandoned(self) -> "Story":
        """Abandon the match as its creator."""
        return self.then(abandon(self.match, self.match.terms.opened.opener))

    def moves(self, bots: Sequence[str], rng: random.Random) -> "Story":
        """Take one action by the bot of a random waiting seat."""
        waiting = tuple(self.game.pending(self.state))
        seat = waiting[int(rng.random() * len(waiting))]
        actions = self.game.legal_actions(self.state, seat)
        context: BotContext[Action, View] = BotContext(
            seat, actions, lambda: self.game.view(self.state, Viewer(frozenset((seat,)))), rng
        )
        return self.acts(seat, self.game.bots[bots[seat]](context))

    def is_played(self, bots: Sequence[str], rng: random.Random) -> "Story":
        """Play to the end with bots."""
        story = self
        while story.game.pending(story.state):
            story = story.moves(bots, rng)
        return story


def moment(second: int) -> Instant:
    """Instant a number of seconds after noon."""
    return Instant(f"2026-11-30T12:{second // 60 % 60:02}:{second % 60:02}.{second // 3600:06}Z")


def opens(wanted: MatchRequest, *, secret: bytes = SECRET, match: MatchId = MATCH, games: Catalogue = GAMES) -> Story:
    """Match opened by Alice."""
    record = first_record(open_match(games, wanted, ALICE, secret), match, moment(0))
    return Story(opened(games, record), (record,))


def is_full(story: Story, supplied: dict[str, object] | None = None) -> Story:
    """Seat a person in every seat, each with a contribution."""
    for seat in seats_of(story.match.terms.opened.seats):
        story = story.sits(seat, f"contribution {seat}", player=PLAYERS[seat], supplied=supplied)
    return story


def pebbles(seats: int = 2, **options: object) -> Story:
    """Match of the toy game with all seats taken."""
    return is_full(opens(MatchRequest("pebbles", seats, options)))


def whole_match() -> Story:
    """Whole match of the toy game: seat 0 cheers, then both seats hide their pebbles in the order of the deal."""
    story = pebbles()
    hands = [event.pebbles for event in story.events if isinstance(event, HandDealt)]
    story = story.acts(0, Cheer())
    for turn in range(3):
        story = story.acts(1, Hide(hands[1][turn])).acts(0, Hide(hands[0][turn]))
    return story
