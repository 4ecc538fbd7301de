"""A turn up to the last reveal: Petitioner, bells, choice of cards (sections 2, 3 and 6)."""

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.course import Course
from domain.games.council_of_12.dice import lies_on
from domain.games.council_of_12.legal import may_choose, must_redraw, playable
from domain.games.council_of_12.pieces import DILEMMAS
from domain.games.council_of_12.state import Choosing, Claiming, Revealing, Splitting
from domain.kernel.basics import Seat, seats_of


def begin_turn(course: Course) -> None:
    """Reveal the next Petitioner, or open the last round when all Dilemmas are settled (rules 2.1, 10.1)."""
    state = course.state
    number = state.next_dilemma
    if number is None:
        course.happen(e.ClaimOpened(DILEMMAS + 1))
        _prepare_hands(course)
        return
    objectives = state.setting.edition.dilemma(number).objectives
    course.happen(
        e.PetitionerRevealed(
            state.turn.number + 1,
            state.petitioners[0],
            number,
            lies_on(state.die, objectives),
            bells=not state.bells_barred,
        )
    )


def ring_bells(course: Course) -> None:
    """Pay for the bells and open the next front (rules 2.4, 2.5)."""
    if not course.state.turn.bells_free:
        course.lose_favor(1, "bells")
    if course.over:
        return
    course.happen(e.BellsRung())
    course.turn_up_dilemma()


def after_bells(course: Course) -> None:
    """Ask two seats about a Dilemma with two objectives, or let cards be chosen (rule 6.4)."""
    turn, seats = course.state.turn, course.state.setting.seats
    if turn.part > 1:
        objectives = course.state.dilemma.objectives
        _open_choice(course, 2, 2, lies_on(course.state.die, objectives))
    elif seats == 2 and len(turn.objectives) == 2:  # noqa: PLR2004 -- two seats, two objectives: rule 6.4
        course.happen(e.TurnsAsked())
    else:
        _open_choice(course, 1, 1, turn.reached)


def after_split_vote(course: Course, phase: Splitting) -> bool:
    """Let cards be chosen once both seats said two, or one said one (rule 6.4)."""
    if not phase.one and len(phase.two) < course.state.setting.seats:
        return False
    _open_choice(course, 1, 1 if phase.one else 2, course.state.turn.reached)
    return True


def _open_choice(course: Course, part: int, parts: int, reached: tuple[bool, ...]) -> None:
    course.happen(e.ChoiceOpened(part, parts, reached))
    _prepare_hands(course)


def _prepare_hands(course: Course) -> None:
    for seat in seats_of(course.state.setting.seats):
        if must_redraw(course.state, seat):
            redraw(course, seat)
        if not playable(course.state, seat):
            course.happen(e.SeatPassed(seat))


def redraw(course: Course, seat: Seat) -> None:
    """Leave the last card, if there is one, and take back the others (rules 3.3, 5.9)."""
    hand = course.state.holdings[seat].hand
    course.happen(e.HandRedrawn(seat, hand[0] if hand else None))


def all_chosen(phase: Choosing | Claiming) -> bool:
    """Whether no seat has to lay a card any more."""
    return not any(may_choose(phase, Seat(seat)) for seat in range(len(phase.chosen)))


def all_revealed(phase: Revealing) -> bool:
    """Whether no card is hidden any more."""
    return not any(phase.hidden)
