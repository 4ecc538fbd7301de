"""Reveal of a card, and the effect of its character (sections 4 and 5)."""

from typing import assert_never

from domain.games.council_of_12 import actions as a
from domain.games.council_of_12 import events as e
from domain.games.council_of_12.dice import Path, lies_on, reached_over
from domain.games.council_of_12.effects import ReplaceObjective, RollAndPlayAgain
from domain.games.council_of_12.legal import EffectAction, effect_actions, forfeits
from domain.games.council_of_12.pieces import FACES, Character, Objective
from domain.games.council_of_12.state import Revealing
from domain.games.council_of_12.transition import Transition
from domain.games.council_of_12.turns import redraw
from domain.kernel.basics import Seat, seats_of


def reveal(transition: Transition, seat: Seat) -> None:
    """Reveal a seat's chosen card and all others of the same character (rules 4.1, 4.2)."""
    card = transition.state.phase_as(Revealing).hidden[seat]
    if card is not None:
        transition.apply(e.CardRevealed(seat, card))
        _resolve(transition, seat, card)


def play_second(transition: Transition, seat: Seat, card: Character) -> None:
    """Play the Oracle's second card (rules 5.8, 5.10, 5.11)."""
    transition.apply(e.SecondPlayed(seat, card))
    _resolve(transition, seat, card)


def _resolve(transition: Transition, seat: Seat, card: Character) -> None:
    """Forfeit the Dilemma by a revealed card, or cancel the card, or apply it."""
    if forfeits(transition.state, card):
        _forfeit(transition, seat)
        return
    for other in _holders(transition, card):
        transition.apply(e.CardRevealed(other, card))
    if transition.state.turn.played.count(card) > 1:
        transition.apply(e.CardsCancelled(card))
        return
    _apply(transition, seat, card)


def _holders(transition: Transition, card: Character) -> tuple[Seat, ...]:
    hidden = transition.state.phase_as(Revealing).hidden
    return tuple(seat for seat in seats_of(len(hidden)) if hidden[seat] == card)


def _forfeit(transition: Transition, seat: Seat) -> None:
    transition.apply(e.DilemmaForfeited(seat))
    hidden = transition.state.phase_as(Revealing).hidden
    for other, card in zip(seats_of(len(hidden)), hidden, strict=True):
        if card is not None:
            transition.apply(e.CardWasted(other, card))


def _apply(transition: Transition, seat: Seat, card: Character) -> None:
    effect = transition.state.setting.edition.characters[card].effect
    if isinstance(effect, RollAndPlayAgain):
        _roll_and_play_again(transition, seat, card)
        return
    options = effect_actions(transition.state, card)
    if len(options) > 1:
        transition.apply(e.EffectAwaited(seat, card))
    elif options:
        apply_effect(transition, seat, card, options[0])


def _roll_and_play_again(transition: Transition, seat: Seat, card: Character) -> None:
    turn = transition.state.turn
    reroll(transition, seat, f"die/{turn.number}/{turn.part}/{card}")
    if len(transition.state.holdings[seat].hand) <= 1:
        redraw(transition, seat)
    transition.apply(e.SecondAwaited(seat))


def reroll(transition: Transition, seat: Seat, draw: str) -> None:
    """Roll the die for a seat. `draw` names the draw."""
    face = transition.draws.below(draw, FACES) + 1
    transition.apply(e.DieRerolled(seat, face, _reached(transition, (face,))))


def apply_effect(transition: Transition, seat: Seat, card: Character, chosen: EffectAction) -> None:
    """Apply a character in the way that its seat chose (rules 4.3, 4.5)."""
    match chosen:
        case a.TurnDie(faces=faces):
            turn_die(transition, seat, faces)
        case a.PickObjective(objective=objective):
            effect = transition.state.setting.edition.characters[card].effect
            if isinstance(effect, ReplaceObjective):
                replace_objective(transition, seat, objective, effect.values)
        case _:
            assert_never(chosen)


def turn_die(transition: Transition, seat: Seat, faces: Path) -> None:
    """Turn the die along a path of faces (rule 6.2)."""
    transition.apply(e.DieTurned(seat, faces, _reached(transition, faces)))


def replace_objective(transition: Transition, seat: Seat, place: int, values: Objective) -> None:
    """Replace an objective. It is reached only if the die shows one of its faces now (rules 5.3, 5.6, 6.3)."""
    turn = transition.state.turn
    (fresh,) = lies_on(transition.state.die, (values,))
    reached = (*turn.reached[:place], fresh, *turn.reached[place + 1 :])
    transition.apply(e.ObjectiveReplaced(seat, place, values, reached))


def _reached(transition: Transition, path: Path) -> tuple[bool, ...]:
    turn = transition.state.turn
    return reached_over(path, turn.objectives, turn.reached)
