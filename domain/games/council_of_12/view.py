"""View of a match: contains only what its viewer may know."""

from msgspec import UNSET, Struct, UnsetType

from domain.games.council_of_12 import state as s
from domain.games.council_of_12.edition import Scenario
from domain.games.council_of_12.pieces import Character, Face, Objective, Remark, Setup
from domain.games.council_of_12.scoring import Reign, reign
from domain.games.council_of_12.state import Settled, State
from domain.kernel import messages
from domain.kernel.basics import Seat
from domain.kernel.messages import Viewer


class Said(Struct, frozen=True):
    """Remark of the current step."""

    seat: Seat
    remark: Remark


class Vote(Struct, frozen=True):
    """Vote that was cast: for the bells or for two turns, or for the `character` that takes the throne."""

    seat: Seat
    character: Character | None = None


class SeatView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Seat with the sizes of its hand, discard pile and set-aside cards.

    `top` is the top of the discard pile; `joined` are the characters that joined through Petitioners. `laid` says
    whether the seat has laid an unrevealed card, and `open` shows it if it is face up. `hand`, `discard`, `aside` and
    `chosen` are absent for viewers who may not see them.
    """

    hand_size: int
    discard_size: int
    aside_size: int
    top: Character | UnsetType = UNSET
    joined: tuple[Character, ...] = ()
    laid: bool = False
    open: Character | UnsetType = UNSET
    hand: tuple[Character, ...] | UnsetType = UNSET
    discard: tuple[Character, ...] | UnsetType = UNSET
    aside: tuple[Character, ...] | UnsetType = UNSET
    chosen: Character | UnsetType = UNSET


class TurnView(Struct, frozen=True, kw_only=True):
    """Current turn. Number 8 is the last round, which has neither Petitioner nor Dilemma.

    `objectives` are the current ones, after replacements. `played` are the characters revealed in this part.
    """

    number: int
    part: int
    parts: int
    petitioner: Character | None
    dilemma: int | None
    rung: bool
    objectives: tuple[Objective, ...]
    reached: tuple[bool, ...]
    met: tuple[bool, ...]
    played: tuple[Character, ...]
    forfeited: bool
    spared: bool
    bells_free: bool
    admitted: bool
    spoken: bool


class PetitionerPile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Petitioner pile: number of cards, the next one if it is face up, and all in order after the end."""

    left: int
    next: Character | UnsetType = UNSET
    order: tuple[Character, ...] | UnsetType = UNSET


class DilemmaPile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Dilemma pile: number of cards, the next one if it is face up, and all in order after the end."""

    left: int
    next: int | UnsetType = UNSET
    order: tuple[int, ...] | UnsetType = UNSET


class View(messages.View, frozen=True, kw_only=True, omit_defaults=True):
    """View of the match for one viewer. A field without a value, or hidden from the viewer, is absent.

    `shown` are the five face-up Petitioners of setup, `seen` the Petitioners of turns so far. `acting` is the seat that
    must apply the character `applying`, or play a second card. `waiting` are the seats that must choose, take or leave
    a card. `rewards` are the Dilemma numbers of kept rewards. `reign` is present after the end only.
    """

    phase: str
    setup: Setup
    scenario: Scenario | UnsetType = UNSET
    favor: int
    die: Face
    turn: TurnView
    seats: tuple[SeatView, ...]
    petitioners: PetitionerPile
    dilemmas: DilemmaPile
    shown: tuple[Character, ...]
    seen: tuple[Character, ...]
    settled: tuple[Settled, ...] = ()
    boxes: tuple[bool, ...] = ()
    bells: int = 0
    bells_barred: bool = False
    rewards: tuple[int, ...] = ()
    said: tuple[Said, ...] = ()
    votes: tuple[Vote, ...] = ()
    acting: Seat | UnsetType = UNSET
    applying: Character | UnsetType = UNSET
    waiting: tuple[Seat, ...] = ()
    tied: tuple[Character, ...] = ()
    ending: str | UnsetType = UNSET
    throne: Character | None = None
    reign: Reign | UnsetType = UNSET


def view(state: State, viewer: Viewer) -> View:
    """Return the view of a viewer."""
    setting, phase = state.setting, state.phase
    return View(
        phase=phase.PHASE,
        setup=setting.options.setup,
        scenario=setting.scenario or UNSET,
        favor=state.favor,
        die=state.die,
        turn=_turn(state),
        seats=tuple(_seat(state, Seat(seat), viewer) for seat in range(setting.seats)),
        petitioners=_petitioners(state, viewer),
        dilemmas=_dilemmas(state, viewer),
        shown=state.shown,
        seen=state.seen,
        settled=state.settled,
        boxes=state.boxes,
        bells=state.bells,
        bells_barred=state.bells_barred,
        rewards=state.rewards,
        said=tuple(Said(seat, remark) for seat, remark in state.said),
        votes=_votes(phase),
        acting=phase.seat if isinstance(phase, s.Applying | s.Seconding) else UNSET,
        applying=phase.character if isinstance(phase, s.Applying) else UNSET,
        waiting=phase.waiting if isinstance(phase, s.Paying | s.Joining) else (),
        tied=phase.characters if isinstance(phase, s.Crowning) else (),
        ending=phase.ending if isinstance(phase, s.Finished) else UNSET,
        throne=state.throne,
        reign=reign(state) if isinstance(phase, s.Finished) else UNSET,
    )


def _turn(state: State) -> TurnView:
    turn = state.turn
    return TurnView(
        number=turn.number,
        part=turn.part,
        parts=turn.parts,
        petitioner=turn.petitioner,
        dilemma=turn.dilemma,
        rung=turn.rung,
        objectives=turn.objectives,
        reached=turn.reached,
        met=turn.met,
        played=turn.played,
        forfeited=turn.forfeited,
        spared=turn.spared,
        bells_free=turn.bells_free,
        admitted=turn.admitted,
        spoken=turn.spoken,
    )


def _votes(phase: s.Phase) -> tuple[Vote, ...]:
    match phase:
        case s.Voting(yes=seats) | s.Splitting(two=seats):
            return tuple(map(Vote, seats))
        case s.Crowning(votes=votes):
            return tuple(Vote(seat, character) for seat, character in votes)
        case _:
            return ()


def laid_cards(phase: s.Phase) -> tuple[Character | None, ...]:
    """Return the laid cards by seat that are not yet revealed; empty in phases without them."""
    match phase:
        case s.Choosing() | s.Claiming():
            return phase.chosen
        case s.Revealing():
            return phase.hidden
        case s.Applying() | s.Seconding():
            return phase.rest.hidden
        case s.Finished():
            return phase.laid
        case _:
            return ()


def _open_seats(phase: s.Phase) -> tuple[Seat, ...]:
    match phase:
        case s.Choosing() | s.Claiming() | s.Revealing():
            return phase.open
        case s.Applying() | s.Seconding():
            return phase.rest.open
        case _:
            return ()


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    holding, laid = state.holdings[seat], laid_cards(state.phase)
    card = laid[seat] if laid else None
    known = viewer.knows(seat)
    return SeatView(
        hand_size=len(holding.hand),
        discard_size=len(holding.discard),
        aside_size=len(holding.aside),
        top=holding.discard[-1] if holding.discard else UNSET,
        joined=holding.joined,
        laid=card is not None,
        open=card if card is not None and seat in _open_seats(state.phase) else UNSET,
        hand=holding.hand if known else UNSET,
        discard=holding.discard if known else UNSET,
        aside=holding.aside if known else UNSET,
        chosen=card if card is not None and known else UNSET,
    )


def _petitioners(state: State, viewer: Viewer) -> PetitionerPile:
    return PetitionerPile(
        left=len(state.petitioners),
        next=UNSET if state.next_petitioner is None else state.next_petitioner,
        order=state.company if viewer.everything else UNSET,
    )


def _dilemmas(state: State, viewer: Viewer) -> DilemmaPile:
    return DilemmaPile(
        left=len(state.dilemmas) + (state.next_dilemma is not None),
        next=UNSET if state.next_dilemma is None else state.next_dilemma,
        order=state.deck if viewer.everything else UNSET,
    )
