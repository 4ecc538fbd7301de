"""Claim the Throne: the last round (section 10) and the special rules of a month (section 13)."""

from collections import Counter

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.pieces import Character, Ending
from domain.games.council_of_12.state import Claimed, Claiming, Crowning, State
from domain.games.council_of_12.transition import Transition


def reveal_claims(transition: Transition, phase: Claiming) -> None:
    """Reveal all claims together and pay for different characters (rule 10.3)."""
    transition.apply(e.ClaimsRevealed(phase.chosen))
    different = len(set(phase.chosen) - {None})
    price = transition.state.setting.edition.throne.favor_for_each_further_character
    if different > 1 and not transition.state.turn.spared:
        transition.lose_favor((different - 1) * price, "throne")


def crown(transition: Transition, phase: Claimed) -> None:
    """Crown the character with the most claims, or open a vote on a tie (rules 10.5, 10.6)."""
    counts = Counter(card for card in phase.cards if card is not None)
    most = max(counts.values(), default=0)
    tied = tuple(character for character, count in counts.items() if count == most)
    if len(tied) > 1:
        transition.apply(e.SovereignAsked(tied))
    else:
        _end_match(transition, tied[0] if tied else None)


def after_vote(transition: Transition, phase: Crowning) -> None:
    """End the match if all seats agree or two differ (rule 10.6)."""
    candidates = {character for _, character in phase.votes}
    if len(candidates) > 1:
        _end_match(transition, None)
    elif len(phase.votes) == transition.state.setting.seats:
        _end_match(transition, *candidates)


def _end_match(transition: Transition, sovereign: Character | None) -> None:
    ending = _ending(transition.state, sovereign)
    vacant = sovereign is None or ending != "won"
    transition.apply(e.ThroneLeftVacant() if vacant or sovereign is None else e.ThroneTaken(sovereign))
    transition.apply(e.CouncilWon() if ending == "won" else e.CouncilLost(ending))


def _ending(state: State, sovereign: Character | None) -> Ending:
    scenario = state.setting.scenario
    if scenario is None:
        return "won"
    if scenario.sovereign not in {None, sovereign}:
        return "wrong_sovereign"
    if state.bells < scenario.bells:
        return "bells_too_few"
    if scenario.successor and sovereign is None:
        return "no_successor"
    return "won"
