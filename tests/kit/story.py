"""Tells a match from its opening to its end, with a secret and times that a test can count on."""

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
    """A match and the records that made it."""

    match: Match
    records: tuple[Record, ...]

    @property
    def game(self) -> AnyGame:
        """The match's game."""
        return self.match.terms.game

    @property
    def events(self) -> list[Event]:
        """What happened so far, without its records."""
        return [record.event for record in self.records]

    @property
    def state(self) -> object:
        """The state of the game, of a match that has started."""
        assert isinstance(self.match, Started)
        return self.match.state

    def then(
        self, decided: Change | Sequence[Event], action: Action | None = None, at: Instant | None = None
    ) -> "Story":
        """Record a change: where no time is named, in the second of its version, or with the newest record."""
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
        """Seat a person; the last one starts the match with what is supplied."""
        sitting = SeatRequest(
            None if seat is None else Seat(seat), contribution, None if player is None else PlayerId(player)
        )
        return self.then(sit(self.match, sitting, supplied=supplied))

    def acts(self, seat: int, action: Action, at: Instant | None = None) -> "Story":
        """Take an action."""
        return self.then(act(self.match, Seat(seat), action), action, at)

    def runs_out(self, at: Instant) -> "Story":
        """Let the service do what the clock asks for, where somebody's time has run out."""
        found = overdue(self.match, at)
        assert found is not None
        return self.then(time_out(self.match, *found, at), at=at)

    def resigns(self, seat: int) -> "Story":
        """Let a seat's person leave for good."""
        return self.then(resign(self.match, Seat(seat)))

    def votes(self, seat: int, agrees: bool = True) -> "Story":
        """Let a seat's person agree that the match be abandoned, or not any more."""
        return self.then(vote(self.match, Seat(seat), agrees))

    def is_abandoned(self) -> "Story":
        """Give the match up by its opener's will."""
        return self.then(abandon(self.match, self.match.terms.opened.opener))

    def moves(self, bots: Sequence[str], rng: random.Random) -> "Story":
        """Let the bot of any seat that must choose take one action."""
        waiting = tuple(self.game.pending(self.state))
        seat = waiting[int(rng.random() * len(waiting))]
        actions = self.game.legal_actions(self.state, seat)
        chair: BotContext[Action, View] = BotContext(
            seat, actions, lambda: self.game.view(self.state, Viewer(frozenset((seat,)))), rng
        )
        return self.acts(seat, self.game.bots[bots[seat]](chair))

    def is_played(self, bots: Sequence[str], rng: random.Random) -> "Story":
        """Let bots play to the end."""
        story = self
        while story.game.pending(story.state):
            story = story.moves(bots, rng)
        return story


def moment(second: int) -> Instant:
    """A moment so many seconds after noon."""
    return Instant(f"2026-11-30T12:{second // 60 % 60:02}:{second % 60:02}.{second // 3600:06}Z")


def opens(wanted: MatchRequest, *, secret: bytes = SECRET, match: MatchId = MATCH, games: Catalogue = GAMES) -> Story:
    """Alice opens a match."""
    record = first_record(open_match(games, wanted, ALICE, secret), match, moment(0))
    return Story(opened(games, record), (record,))


def is_full(story: Story, supplied: dict[str, object] | None = None) -> Story:
    """Let a person sit down in every seat, each with a contribution."""
    for seat in seats_of(story.match.terms.opened.seats):
        story = story.sits(seat, f"contribution {seat}", player=PLAYERS[seat], supplied=supplied)
    return story


def pebbles(seats: int = 2, **options: object) -> Story:
    """A match of the toy game in which everybody has sat down."""
    return is_full(opens(MatchRequest("pebbles", seats, options)))


def told() -> Story:
    """A whole match of it: seat 0 cheers, then both hide their pebbles in the order in which they were dealt."""
    story = pebbles()
    hands = [event.pebbles for event in story.events if isinstance(event, HandDealt)]
    story = story.acts(0, Cheer())
    for turn in range(3):
        story = story.acts(1, Hide(hands[1][turn])).acts(0, Hide(hands[0][turn]))
    return story
