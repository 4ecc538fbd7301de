"""Continuation of a match: what follows an event without a choice, until a seat must choose or the match is over."""

from typing import Final

from domain.games.claim_kingdoms import events as e
from domain.games.claim_kingdoms.abilities import uses
from domain.games.claim_kingdoms.legal import occasion_of
from domain.games.claim_kingdoms.pieces import DISPLAY_SIZE, HAND_SIZE, Ending, opponent_of
from domain.games.claim_kingdoms.scoring import faction_results, ranking_of, victory
from domain.games.claim_kingdoms.state import Hand, State
from domain.games.claim_kingdoms.transition import Transition

_RETURNED_ALIKE: Final = 2


def proceed(transition: Transition) -> None:
    """Apply what follows from the last event, until a seat must choose or the match is over."""
    followed = 0
    while followed < len(transition.events):
        followed = len(transition.events)
        _follow(transition, transition.events[-1])


def _follow(transition: Transition, event: e.Event) -> None:
    match event:
        case e.CardLaid():
            _lapse_useless_ability(transition, event)
        case e.SeersConsulted(seat):
            _keep_small_hand(transition, transition.state.hands[seat])
        case e.CardsKept():
            _shuffle_returned(transition, event)
            _end_turn(transition)
        case e.CardTaken() | e.CardDrawn():
            _end_turn(transition)
        case e.TurnBegun() | e.ThroneClaimed():
            return
        case _:  # the ability was used, declined or useless: the draw is next
            _skip_impossible_draw(transition)


def _lapse_useless_ability(transition: Transition, event: e.CardLaid) -> None:
    if not uses(occasion_of(transition.state, event.space)):
        transition.apply(e.AbilityLapsed(event.faction))


def _keep_small_hand(transition: Transition, hand: Hand) -> None:
    if len(hand) <= HAND_SIZE:
        keep(transition, hand)


def _shuffle_returned(transition: Transition, event: e.CardsKept) -> None:
    if event.returned:
        state = transition.state
        transition.apply(e.PileShuffled(transition.draws.shuffled(f"seers/{state.turn}", state.pile)))


def _skip_impossible_draw(transition: Transition) -> None:
    if not (transition.state.pile or transition.state.display):
        _end_turn(transition)


def keep(transition: Transition, kept: Hand) -> None:
    """Keep these cards of the mover's hand; the others return to the pile (rule 7.2)."""
    state = transition.state
    returned = list(state.hands[state.mover])
    for faction in kept:
        returned.remove(faction)
    transition.apply(e.CardsKept(state.mover, kept, tuple(returned)))


def _end_turn(transition: Transition) -> None:
    """Refill the display, then begin the next turn or end the match (rules 9.2 to 9.5, section 10)."""
    settle_display(transition)
    begin_turn(transition)


def settle_display(transition: Transition) -> None:
    """Fill the display from the pile; replace two of three alike cards while the pile holds another faction."""
    missing = DISPLAY_SIZE - len(transition.state.display)
    if revealed := transition.state.pile[:missing]:
        transition.apply(e.DisplayFilled(revealed))
    while _has_three_to_replace(transition.state):
        transition.apply(e.AlikeReturned(transition.state.display[0]))
        transition.apply(e.DisplayFilled(transition.state.pile[:_RETURNED_ALIKE]))


def _has_three_to_replace(state: State) -> bool:
    display = state.display
    return len(display) == DISPLAY_SIZE and len(set(display)) == 1 and not set(state.pile) <= set(display)


def begin_turn(transition: Transition) -> None:
    """Begin the next turn, the first seat's at the start; end the match if play cannot continue."""
    state = transition.state
    if (ending := _ending_of(state)) is not None:
        _end_play(transition, ending)
    else:
        mover = state.first if state.turn == 0 else opponent_of(state.mover)
        transition.apply(e.TurnBegun(state.turn + 1, mover))


def _ending_of(state: State) -> Ending | None:
    """Reason why play ends after this turn; None if it continues."""
    if _had_equally_many_turns(state):
        if 0 in state.supplies:
            return "supply_empty"
        if not (state.pile or state.display or any(state.hands)):
            return "all_placed"
    return "blocked" if state.kingdom.is_blocked else None


def _had_equally_many_turns(state: State) -> bool:
    return state.turn % 2 == 0


def _end_play(transition: Transition, ending: Ending) -> None:
    """Score the factions one by one, then award the throne."""
    transition.apply(e.PlayEnded(ending))
    for result in faction_results(transition.state):
        transition.apply(e.FactionScored(result.faction, result.pieces, result.controller, result.points))
    scores, supplies = transition.state.scores, transition.state.supplies
    winners, decided_by = victory(scores, supplies)
    transition.apply(e.ThroneClaimed(scores, supplies, ranking_of(winners), winners, decided_by))
