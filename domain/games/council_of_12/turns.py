"""Parts of a turn before the reveal: Petitioner, bells and choice of cards (sections 2, 3 and 6)."""

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.dice import lies_on
from domain.games.council_of_12.legal import may_choose, must_redraw, playable
from domain.games.council_of_12.pieces import DILEMMAS
from domain.games.council_of_12.state import Choosing, Claiming, Revealing, Splitting
from domain.games.council_of_12.transition import Transition
from domain.kernel.basics import Seat, seats_of


def begin_turn(transition: Transition) -> None:
    """Reveal the next Petitioner, or open the last round after all Dilemmas (rules 2.1, 10.1)."""
    state = transition.state
    number = state.next_dilemma
    if number is None:
        transition.apply(e.ClaimOpened(DILEMMAS + 1))
        _prepare_hands(transition)
        return
    objectives = state.setting.edition.dilemma(number).objectives
    transition.apply(
        e.PetitionerRevealed(
            state.turn.number + 1,
            state.petitioners[0],
            number,
            lies_on(state.die, objectives),
            bells=not state.bells_barred,
        )
    )


def ring_bells(transition: Transition) -> None:
    """Pay for the bells and turn the next Dilemma face up (rules 2.4, 2.5)."""
    if not transition.state.turn.bells_free:
        transition.lose_favor(1, "bells")
    if transition.over:
        return
    transition.apply(e.BellsRung())
    transition.turn_up_dilemma()


def after_bells(transition: Transition) -> None:
    """Open the choice of cards, or for two seats and two objectives the vote on two turns (rule 6.4)."""
    turn, seats = transition.state.turn, transition.state.setting.seats
    if turn.part > 1:
        objectives = transition.state.dilemma.objectives
        _open_choice(transition, 2, 2, lies_on(transition.state.die, objectives))
    elif seats == 2 and len(turn.objectives) == 2:  # noqa: PLR2004 -- two seats, two objectives: rule 6.4
        transition.apply(e.TurnsAsked())
    else:
        _open_choice(transition, 1, 1, turn.reached)


def after_split_vote(transition: Transition, phase: Splitting) -> None:
    """Open the choice of cards if the vote on two turns is over (rule 6.4)."""
    if phase.one or len(phase.two) == transition.state.setting.seats:
        _open_choice(transition, 1, 1 if phase.one else 2, transition.state.turn.reached)


def _open_choice(transition: Transition, part: int, parts: int, reached: tuple[bool, ...]) -> None:
    transition.apply(e.ChoiceOpened(part, parts, reached))
    _prepare_hands(transition)


def _prepare_hands(transition: Transition) -> None:
    for seat in seats_of(transition.state.setting.seats):
        if must_redraw(transition.state, seat):
            redraw(transition, seat)
        if not playable(transition.state, seat):
            transition.apply(e.SeatPassed(seat))


def redraw(transition: Transition, seat: Seat) -> None:
    """Discard a seat's last card, if any, and take back the others (rules 3.3, 5.9)."""
    hand = transition.state.holdings[seat].hand
    transition.apply(e.HandRedrawn(seat, hand[0] if hand else None))


def all_chosen(phase: Choosing | Claiming) -> bool:
    """Return whether all seats have laid a card or passed."""
    return not any(may_choose(phase, Seat(seat)) for seat in range(len(phase.chosen)))


def all_revealed(phase: Revealing) -> bool:
    """Return whether all cards are revealed."""
    return not any(phase.hidden)
