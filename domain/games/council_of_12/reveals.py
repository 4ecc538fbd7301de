"""Revealing a card and what it does (sections 4 and 5)."""

from typing import assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12.course import Course
from domain.games.council_of_12.dice import Path, lies_on, reached_over
from domain.games.council_of_12.legal import EffectAction, effect_actions, forfeits
from domain.games.council_of_12.pieces import FACES, Character, Objective
from domain.games.council_of_12.state import Revealing
from domain.games.council_of_12.turns import redraw
from domain.games.council_of_12.vocabulary import ReplaceObjective, RollAndPlayAgain
from domain.kernel.basics import Seat, seats_of


def reveal(course: Course, seat: Seat) -> None:
    """Reveal a seat's chosen card, and with it all others of that character (rules 4.1, 4.2)."""
    card = course.state.phase_as(Revealing).hidden[seat]
    if card is not None:
        course.happen(e.CardRevealed(seat, card))
        _resolve(course, seat, card)


def play_second(course: Course, seat: Seat, card: Character) -> None:
    """Play the Oracle's second card (rules 5.8, 5.10, 5.11)."""
    course.happen(e.SecondPlayed(seat, card))
    _resolve(course, seat, card)


def _resolve(course: Course, seat: Seat, card: Character) -> None:
    """Lose the Dilemma by a card just shown, or cancel it, or apply it."""
    if forfeits(course.state, card):
        _forfeit(course, seat)
        return
    twins = _holders(course, card)
    for twin in twins:
        course.happen(e.CardRevealed(twin, card))
    if course.state.turn.played.count(card) > 1:
        course.happen(e.CardsCancelled(card))
        return
    _apply(course, seat, card)


def _holders(course: Course, card: Character) -> tuple[Seat, ...]:
    hidden = course.state.phase_as(Revealing).hidden
    return tuple(seat for seat in seats_of(len(hidden)) if hidden[seat] == card)


def _forfeit(course: Course, seat: Seat) -> None:
    course.happen(e.DilemmaForfeited(seat))
    hidden = course.state.phase_as(Revealing).hidden
    for other, card in zip(seats_of(len(hidden)), hidden, strict=True):
        if card is not None:
            course.happen(e.CardWasted(other, card))


def _apply(course: Course, seat: Seat, card: Character) -> None:
    effect = course.state.setting.edition.characters[card].effect
    if isinstance(effect, RollAndPlayAgain):
        _roll_and_play_again(course, seat, card)
        return
    options = effect_actions(course.state, card)
    if len(options) > 1:
        course.happen(e.EffectAwaited(seat, card))
    elif options:
        apply_effect(course, seat, card, options[0])


def _roll_and_play_again(course: Course, seat: Seat, card: Character) -> None:
    turn = course.state.turn
    reroll(course, seat, f"die/{turn.number}/{turn.part}/{card}")
    if len(course.state.holdings[seat].hand) <= 1:
        redraw(course, seat)
    course.happen(e.SecondAwaited(seat))


def reroll(course: Course, seat: Seat, draw: str) -> None:
    """Let a seat roll the die."""
    face = course.draws.below(draw, FACES) + 1
    course.happen(e.DieRerolled(seat, face, _reached(course, (face,))))


def apply_effect(course: Course, seat: Seat, card: Character, chosen: EffectAction) -> None:
    """Apply a character in the way its seat chose (rules 4.3, 4.5)."""
    match chosen:
        case a.TurnDie(faces=faces):
            turn_die(course, seat, faces)
        case a.PickObjective(objective=objective):
            effect = course.state.setting.edition.characters[card].effect
            if isinstance(effect, ReplaceObjective):
                replace_objective(course, seat, objective, effect.values)
        case _:
            assert_never(chosen)


def turn_die(course: Course, seat: Seat, faces: Path) -> None:
    """Turn the die over some faces (rule 6.2)."""
    course.happen(e.DieTurned(seat, faces, _reached(course, faces)))


def replace_objective(course: Course, seat: Seat, place: int, values: Objective) -> None:
    """Replace an objective, which starts anew with the face that lies there (rules 5.3, 5.6, 6.3)."""
    turn = course.state.turn
    (fresh,) = lies_on(course.state.die, (values,))
    reached = (*turn.reached[:place], fresh, *turn.reached[place + 1 :])
    course.happen(e.ObjectiveReplaced(seat, place, values, reached))


def _reached(course: Course, path: Path) -> tuple[bool, ...]:
    turn = course.state.turn
    return reached_over(path, turn.objectives, turn.reached)
