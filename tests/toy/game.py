"""A game that lives in the tests only: it proves that a game needs its folder and a catalogue entry.

Pebbles: every seat is dealt three of twelve numbered pebbles, hidden; in each of three rounds all seats secretly
choose one, then all are shown; the highest scores the value of a die. It has one of everything that the
kernel offers: a sealed shuffle, sealed deals, sealed actions, open actions, dice, simultaneous choices.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.basics import GameKey, Seat, seats_of, with_seat
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused, RuleBroken
from domain.kernel.game import BotContext, Game, Table, play_at_random
from domain.kernel.messages import Action, Decision, Edition, Event, Options, Outcome, View, Viewer
from domain.kernel.transition import Decided, Transition

ROUNDS = 3


class PebbleEdition(Edition, frozen=True):
    faces: int


class PebbleOptions(Options, frozen=True):
    double: bool = False


class Hide(Action, frozen=True, tag="hide"):
    SEALED: ClassVar[bool] = True
    pebble: int


class Cheer(Action, frozen=True, tag="cheer"):
    """An open action: allowed once a round, to whoever is still to hide a pebble."""


PebbleAction = Hide | Cheer


class BagShuffled(Event, frozen=True, tag="bag_shuffled"):
    SECRET: ClassVar[tuple[str, ...]] = ("order",)
    order: tuple[int, ...]


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    SECRET: ClassVar[tuple[str, ...]] = ("pebbles",)
    to: Seat
    pebbles: tuple[int, ...]

    def known_to(self) -> tuple[Seat, ...]:
        return (self.to,)


class PebbleHidden(Event, frozen=True, tag="pebble_hidden"):
    RETRACTABLE: ClassVar[bool] = True
    SECRET: ClassVar[tuple[str, ...]] = ("pebble",)
    seat: Seat
    pebble: int

    def known_to(self) -> tuple[Seat, ...]:
        return (self.seat,)


class Cheered(Event, frozen=True, tag="cheered"):
    RETRACTABLE: ClassVar[bool] = True
    seat: Seat


class PebblesShown(Event, frozen=True, tag="pebbles_shown"):
    round: int
    pebbles: tuple[int, ...]
    die: int
    best: Seat


PebbleEvent = BagShuffled | HandDealt | PebbleHidden | Cheered | PebblesShown


class HideOne(Decision, frozen=True, tag="hide_one"):
    pass


class PebbleState(Struct, frozen=True):
    table: Table[PebbleOptions, PebbleEdition]
    bag: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    hidden: tuple[int | None, ...] = ()
    cheered: frozenset[Seat] = frozenset()
    scores: tuple[int, ...] = ()
    round: int = 1


class PebbleView(View, frozen=True, omit_defaults=True):
    round: int
    scores: tuple[int, ...]
    chosen: tuple[Seat, ...]
    hands: dict[Seat, tuple[int, ...]]
    bag: tuple[int, ...] | None = None


def check_edition(edition: PebbleEdition) -> None:
    if edition.faces < 1:
        message = "a die needs a face"
        raise ValueError(message)


def check(table: Table[PebbleOptions, PebbleEdition]) -> None:
    if table.edition.faces < 1:
        raise Refused("unprocessable", "A die has faces.")


def begin(table: Table[PebbleOptions, PebbleEdition]) -> PebbleState:
    nothing: tuple[int | None, ...] = (None,) * table.seats
    return PebbleState(table, hands=((),) * table.seats, hidden=nothing, scores=(0,) * table.seats)


def setup(state: PebbleState, draws: Draws) -> Decided[PebbleEvent, PebbleState]:
    order = draws.shuffled("bag", range(1, 13))
    transition = Transition(evolve, state, draws)
    transition.apply(BagShuffled(order[3 * state.table.seats :]))
    for seat in seats_of(state.table.seats):
        transition.apply(HandDealt(seat, order[3 * seat : 3 * seat + 3]))
    return transition.decided()


def reshuffle(state: PebbleState, draws: Draws) -> Decided[PebbleEvent, PebbleState]:
    transition = Transition(evolve, state, draws)
    transition.apply(BagShuffled(draws.shuffled("branch/bag", state.bag)))
    return transition.decided()


def pending(state: PebbleState) -> Mapping[Seat, Decision]:
    if state.round > ROUNDS:
        return {}
    decision = HideOne(f"hide_one/{state.round}")
    return {seat: decision for seat in seats_of(state.table.seats) if state.hidden[seat] is None}


def legal_actions(state: PebbleState, seat: Seat) -> Sequence[PebbleAction]:
    if seat not in pending(state):
        return ()
    cheer = () if seat in state.cheered else (Cheer(),)
    return (*(Hide(pebble) for pebble in state.hands[seat]), *cheer)


def decide(state: PebbleState, seat: Seat, action: PebbleAction, draws: Draws) -> Decided[PebbleEvent, PebbleState]:
    if action not in legal_actions(state, seat):
        raise RuleBroken("1.1", "A seat hides one of its own pebbles, once a round.")
    transition = Transition(evolve, state, draws)
    if isinstance(action, Cheer):
        transition.apply(Cheered(seat))
    else:
        transition.apply(PebbleHidden(seat, action.pebble))
        _show(transition)
    return transition.decided()


def _show(transition: Transition[PebbleEvent, PebbleState]) -> None:
    state = transition.state
    pebbles = tuple(pebble for pebble in state.hidden if pebble is not None)
    if len(pebbles) == state.table.seats:
        die = 1 + transition.draws.below(f"die/{state.round}", state.table.edition.faces)
        transition.apply(PebblesShown(state.round, pebbles, die, Seat(pebbles.index(max(pebbles)))))


def evolve(state: PebbleState, event: PebbleEvent) -> PebbleState:
    match event:
        case BagShuffled():
            return replace(state, bag=event.order)
        case HandDealt():
            return replace(state, hands=with_seat(state.hands, event.to, event.pebbles))
        case PebbleHidden():
            return replace(state, hidden=with_seat(state.hidden, event.seat, event.pebble))
        case Cheered():
            return replace(state, cheered=state.cheered | {event.seat})
        case PebblesShown():
            return _shown(state, event)


def _shown(state: PebbleState, event: PebblesShown) -> PebbleState:
    gain = event.die * (2 if state.table.options.double else 1)
    return replace(
        state,
        hands=tuple(
            tuple(pebble for pebble in hand if pebble != event.pebbles[seat]) for seat, hand in enumerate(state.hands)
        ),
        hidden=(None,) * state.table.seats,
        cheered=frozenset(),
        scores=tuple(score + gain * (seat == event.best) for seat, score in enumerate(state.scores)),
        round=event.round + 1,
    )


def view(state: PebbleState, viewer: Viewer) -> PebbleView:
    seats = seats_of(state.table.seats)
    return PebbleView(
        state.round,
        state.scores,
        tuple(seat for seat in seats if state.hidden[seat] is not None),
        {seat: state.hands[seat] for seat in seats if viewer.knows(seat)},
        state.bag if viewer.everything else None,
    )


def draw(view: PebbleView) -> str:
    return f"Round {view.round}: {view.scores}"


def outcome(state: PebbleState) -> Outcome:
    ranking = tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
    winners = tuple(Seat(seat) for seat, rank in enumerate(ranking) if rank == 1)
    return Outcome(ending="three_rounds", scores=state.scores, ranking=ranking, winners=winners)


def highest(bot: BotContext[PebbleAction, PebbleView]) -> PebbleAction:
    best = max(bot.view.hands[bot.seat])
    return next(action for action in bot.actions if isinstance(action, Hide) and action.pebble == best)


STANDARD = PebbleEdition("standard", {"faces": "reconstructed"}, 6)

GAME: Final = Game(
    key=GameKey("pebbles"),
    title="Pebbles",
    summary="Hide a pebble, show it, the highest wins the die.",
    rules_version=1,
    rules="- **1.1** The highest pebble wins the die.",
    seats=(2, 3),
    phases=("hiding",),
    options=PebbleOptions,
    edition=PebbleEdition,
    editions={"standard": STANDARD},
    default_edition="standard",
    actions=(Hide, Cheer),
    events=(BagShuffled, HandDealt, PebbleHidden, Cheered, PebblesShown),
    decisions=(HideOne,),
    view_type=PebbleView,
    outcome_type=Outcome,
    check_edition=check_edition,
    check=check,
    begin=begin,
    setup=setup,
    decide=decide,
    evolve=evolve,
    pending=pending,
    legal_actions=legal_actions,
    view=view,
    draw=draw,
    outcome=outcome,
    reshuffle=reshuffle,
    bots={"random": play_at_random, "highest": highest},
)
