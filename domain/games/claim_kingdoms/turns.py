"""The transition of one action: its events so far, and the state after them."""

from typing import Final

from domain.games.claim_kingdoms.events import (
    AlikeReturned,
    ClaimEvent,
    DisplayFilled,
    FactionScored,
    PlayEnded,
    ThroneClaimed,
    TurnBegun,
)
from domain.games.claim_kingdoms.pieces import DISPLAY_SIZE, Ending, opponent_of
from domain.games.claim_kingdoms.scoring import faction_results, ranking_of, victory
from domain.games.claim_kingdoms.state import State
from domain.kernel.transition import Transition

_SENT_BACK: Final = 2


def settle_display(transition: Transition[ClaimEvent, State]) -> None:
    """Fill the display from the pile and exchange two of three alike as long as that can change anything."""
    missing = DISPLAY_SIZE - len(transition.state.display)
    if revealed := transition.state.pile[:missing]:
        transition.apply(DisplayFilled(revealed))
    while has_three_to_exchange(transition.state):
        transition.apply(AlikeReturned(transition.state.display[0]))
        transition.apply(DisplayFilled(transition.state.pile[:_SENT_BACK]))


def has_three_to_exchange(state: State) -> bool:
    """Whether the display holds three alike while the pile has something else to offer."""
    display = state.display
    return len(display) == DISPLAY_SIZE and len(set(display)) == 1 and not set(state.pile) <= set(display)


def begin_turn(transition: Transition[ClaimEvent, State]) -> None:
    """Give the turn to the other seat, or the first turn to the first seat; end the match if play cannot go on."""
    state = transition.state
    if (ending := ending_of(state)) is not None:
        end_play(transition, ending)
    else:
        mover = state.first if state.turn == 0 else opponent_of(state.mover)
        transition.apply(TurnBegun(state.turn + 1, mover))


def ending_of(state: State) -> Ending | None:
    """Why play ends now that a turn is over; none if it goes on."""
    if had_equally_many_turns(state):
        if 0 in state.supplies:
            return "supply_empty"
        if not (state.pile or state.display or any(state.hands)):
            return "all_placed"
    return "blocked" if state.kingdom.is_blocked else None


def had_equally_many_turns(state: State) -> bool:
    """Whether both seats have had the same number of turns, the present one included."""
    return state.turn % 2 == 0


def end_play(transition: Transition[ClaimEvent, State], ending: Ending) -> None:
    """Score the factions one by one and claim the throne."""
    transition.apply(PlayEnded(ending))
    for result in faction_results(transition.state):
        transition.apply(FactionScored(result.faction, result.pieces, result.controller, result.points))
    scores, supplies = transition.state.scores, transition.state.supplies
    winners, decided_by = victory(scores, supplies)
    transition.apply(ThroneClaimed(scores, supplies, ranking_of(winners), winners, decided_by))
