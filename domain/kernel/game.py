"""Interface of a game: a record of pure functions, which is all that the rest of the code uses."""

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
    """Table of a match: number of seats, options and component data."""

    seats: int
    options: OptionsT
    edition: EditionT


class BotContext(Generic[ActionT, ViewT]):
    """Input of a bot: its seat, the legal actions, the view of the seat and a random generator.

    The view is computed on first use.
    """

    __slots__ = ("_make_view", "_view", "actions", "rng", "seat")

    def __init__(
        self, seat: Seat, actions: Sequence[ActionT], make_view: Callable[[], ViewT], rng: random.Random
    ) -> None:
        """Create the input of a bot; `actions` must not be empty."""
        self.seat = seat
        self.actions = actions
        self.rng = rng
        self._make_view = make_view
        self._view: ViewT | None = None

    @property
    def view(self) -> ViewT:
        """View of the seat, identical to the view of a person in it."""
        if self._view is None:
            self._view = self._make_view()
        return self._view


Bot = Callable[[BotContext[ActionT, ViewT]], ActionT]
"""Bot: a function that chooses one of the legal actions of its context."""


def play_at_random(context: BotContext[ActionT, ViewT]) -> ActionT:
    """Choose a uniformly random legal action: the bot `random` of every game."""
    return context.actions[int(context.rng.random() * len(context.actions))]


def no_reshuffle(state: StateT, _: Draws) -> Decided[Any, StateT]:
    """Reshuffle nothing: for games without face-down components unknown to all seats."""
    return Decided((), state)


@dataclass(frozen=True, slots=True)
class Upcaster:
    """Upcaster of a former revision of an event.

    `upcast` converts the stored fields (without `type`) to those of the next revision. `secret` names the fields that
    were sealed in this revision.
    """

    type: str
    revision: int
    secret: tuple[str, ...]
    upcast: Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[OptionsT, EditionT, ActionT, EventT, StateT, ViewT]):
    """Game of the catalogue. Its functions are pure and raise only the errors named here.

    `rules` is the text of RULES.md; its numbers are the `rule` of refusals.
    `check_edition` raises `ValueError` with the fault of an edition that cannot be played; `check` raises `Refused`
    for a table that the rules do not allow.
    `begin` returns the state before the first event. `setup` shuffles and deals. `decide` applies an action and all
    its consequences until a seat must choose again; it returns at least one event or raises `RuleBroken`.
    `setup`, `decide` and `reshuffle` return the state after their events, which equals their fold by `evolve`.
    `evolve` only copies values from the event.
    `pending` maps the seats that must choose to their decisions; it is empty only when the match is over.
    `legal_actions` is complete: `decide` accepts exactly these actions. It is empty for a seat without a decision.
    At least one of them answers the decision of the seat, and an answered decision does not return.
    `view` contains only information that the viewer may know. `draw` renders a view as plain text for a terminal.
    `outcome` is defined only when no decision is pending.
    `bots` are listed from the weakest to the best; the best replaces people who leave.
    `milestones` define rounds and the key moments of replays.
    `reshuffle` shuffles components unknown to all seats, such as a face-down pile, so that the players of a branch
    cannot know them from the source match. The views of all seats stay the same.
    `board` is the scoring of the scoreboard. `campaign` holds the campaign rules, None for a game without chronicles.
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
    reshuffle: Callable[[StateT, Draws], Decided[EventT, StateT]] = no_reshuffle
    retired: tuple[Upcaster, ...] = field(default=())
    milestones: Milestones = field(default=Milestones())
    board: AnyBoard = GENERAL
    campaign: AnyCampaign | None = None


AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""Game of unknown types."""

AnyTable = Table[Any, Any]
