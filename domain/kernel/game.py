"""A game is a record of pure functions; the match's life, the service and the tests know nothing more of it."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from domain.kernel.basics import GameKey, Seat
from domain.kernel.campaign import AnyCampaign
from domain.kernel.chance import Draws
from domain.kernel.general_scoring import GENERAL
from domain.kernel.messages import Action, Decision, Edition, Event, Options, Outcome, View, Viewer
from domain.kernel.milestones import Milestones
from domain.kernel.scoring import AnyBoard
from domain.kernel.transition import Decided, EventT, StateT

OptionsT = TypeVar("OptionsT", bound=Options)
EditionT = TypeVar("EditionT", bound=Edition)
ActionT = TypeVar("ActionT", bound=Action)
ViewT = TypeVar("ViewT", bound=View)


@dataclass(frozen=True, slots=True)
class Table(Generic[OptionsT, EditionT]):
    """What a match is opened with: how many seats, the chosen options, the component data."""

    seats: int
    options: OptionsT
    edition: EditionT


class BotContext(Generic[ActionT, ViewT]):
    """What a bot decides by: its seat's view (made when asked for), its legal actions, its own chance."""

    __slots__ = ("_look", "_view", "actions", "rng", "seat")

    def __init__(self, seat: Seat, actions: Sequence[ActionT], look: Callable[[], ViewT], rng: random.Random) -> None:
        """Sit a bot down before `actions`, which is never empty."""
        self.seat = seat
        self.actions = actions
        self.rng = rng
        self._look = look
        self._view: ViewT | None = None

    @property
    def view(self) -> ViewT:
        """Exactly what a person in that seat would be shown."""
        if self._view is None:
            self._view = self._look()
        return self._view


Bot = Callable[[BotContext[ActionT, ViewT]], ActionT]
"""Chooses one of the context's legal actions."""


def play_at_random(context: BotContext[ActionT, ViewT]) -> ActionT:
    """Choose any legal action, all equally likely: the bot `random` of every game."""
    return context.actions[int(context.rng.random() * len(context.actions))]


def untouched(state: StateT, _: Draws) -> Decided[Any, StateT]:
    """Reshuffle nothing: for games in which nothing lies face down that nobody knows."""
    return Decided((), state)


@dataclass(frozen=True, slots=True)
class Upcaster:
    """A former shape of an event and how to bring it up to the next revision.

    `upcast` takes the stored fields (without `type`) and answers those of revision + 1;
    `secret` names the fields that were sealed in this shape.
    """

    type: str
    revision: int
    secret: tuple[str, ...]
    upcast: Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[OptionsT, EditionT, ActionT, EventT, StateT, ViewT]):
    """A game of the catalogue.

    `rules` is the text of its RULES.md, numbered as refusals cite it.
    `check_edition` raises `ValueError`, naming what is wrong, unless the game can be played with that
    edition; `check` refuses a table that the rules do not allow.
    `begin` gives the state before anything happened. `setup` lays the table (shuffles, deals) on that
    state. `decide` raises `RuleBroken` or gives at least one event and does everything that follows
    until a seat must choose again. Both, and `reshuffle`, return the state after their events, which
    equals the fold of them by `evolve`; `evolve` copies what the event carries. `pending` names who
    must choose, and is empty only when the match is over.
    `legal_actions` is complete: `decide` accepts exactly these (an empty sequence where the seat
    has nothing to choose); one of them at least answers the seat's decision, which is not met again
    then. `view` is built up from what the viewer may know. `outcome` may be asked only when nothing
    is pending. `draw` shows a view as plain text for a terminal. `bots` are listed from the weakest
    to the best, which plays on in seats that people leave. `milestones` say where rounds begin and
    which events replays jump to; a game without them has none.
    `reshuffle` lays anew, by chance, what nobody at the table knows (a pile face down), so that the players of a
    branch have not read what comes; no seat sees a difference.
    `board` is the scoring of the scoreboard. `campaign` holds the campaign rules of a game that can be played for
    chronicles, None for other games.
    Functions are pure and raise nothing else.
    """

    key: GameKey
    title: str
    summary: str
    rules_version: int
    rules: str
    seats: tuple[int, ...]
    phases: tuple[str, ...]
    options: type[OptionsT]
    edition: type[EditionT]
    editions: Mapping[str, EditionT]
    default_edition: str
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    decisions: tuple[type[Decision], ...]
    view_type: type[ViewT]
    outcome_type: type[Outcome]
    check_edition: Callable[[EditionT], None]
    check: Callable[[Table[OptionsT, EditionT]], None]
    begin: Callable[[Table[OptionsT, EditionT]], StateT]
    setup: Callable[[StateT, Draws], Decided[EventT, StateT]]
    decide: Callable[[StateT, Seat, ActionT, Draws], Decided[EventT, StateT]]
    evolve: Callable[[StateT, EventT], StateT]
    pending: Callable[[StateT], Mapping[Seat, Decision]]
    legal_actions: Callable[[StateT, Seat], Sequence[ActionT]]
    view: Callable[[StateT, Viewer], ViewT]
    draw: Callable[[ViewT], str]
    outcome: Callable[[StateT], Outcome]
    bots: Mapping[str, Bot[ActionT, ViewT]]
    reshuffle: Callable[[StateT, Draws], Decided[EventT, StateT]] = untouched
    retired: tuple[Upcaster, ...] = field(default=())
    milestones: Milestones = field(default=Milestones())
    board: AnyBoard = GENERAL
    campaign: AnyCampaign | None = None


AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""A game whose types its holder does not know."""

AnyTable = Table[Any, Any]
