"""State after an event: `evolve` copies the data of the event and applies no rules."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.evolve_cards import CARDS
from domain.games.council_of_12.state import (
    Applying,
    Called,
    Checking,
    Choosing,
    Claiming,
    Crowning,
    Finished,
    Laying,
    Paying,
    Revealing,
    Seconding,
    Settled,
    Splitting,
    State,
    Turn,
    Voting,
)
from domain.kernel import messages


def evolve(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    return CHANGES[type(event)](state, event)


def _favor_placed(state: State, event: e.FavorPlaced) -> State:
    return replace(state, favor=event.favor)


def _petitioners_shuffled(state: State, event: e.PetitionersShuffled) -> State:
    return replace(state, petitioners=event.order, company=state.company or event.order)


def _dilemmas_shuffled(state: State, event: e.DilemmasShuffled) -> State:
    return replace(state, dilemmas=event.order, deck=state.deck or event.order)


def _die_rolled(state: State, event: e.DieRolled | e.DieMoved) -> State:
    return replace(state, die=event.face)


def _dilemma_turned_up(state: State, event: e.DilemmaTurnedUp) -> State:
    return replace(state, next_dilemma=event.number, dilemmas=state.dilemmas[1:])


def _petitioner_turned_up(state: State, event: e.PetitionerTurnedUp) -> State:
    return replace(state, next_petitioner=event.character)


def _petitioner_revealed(state: State, event: e.PetitionerRevealed) -> State:
    turn = Turn(
        number=event.turn,
        petitioner=event.character,
        dilemma=event.dilemma,
        objectives=state.setting.edition.dilemma(event.dilemma).objectives,
        reached=event.reached,
        spoken=state.turn.spoken,
    )
    return replace(
        state,
        turn=turn,
        phase=Voting() if event.bells else Called(),
        petitioners=state.petitioners[1:],
        seen=(*state.seen, event.character),
        next_dilemma=None,
        next_petitioner=None,
        bells_barred=False,
        said=(),
    )


def _bell_voted(state: State, event: e.BellVoted) -> State:
    yes = (*state.phase_as(Voting).yes, event.seat)
    return replace(state, phase=Voting(yes) if event.ring else Called())


def _bells_rung(state: State, _: e.BellsRung) -> State:
    return replace(state, phase=Called(), bells=state.bells + 1, turn=replace(state.turn, rung=True))


def _turns_asked(state: State, _: e.TurnsAsked) -> State:
    return replace(state, phase=Splitting())


def _turns_voted(state: State, event: e.TurnsVoted) -> State:
    two = state.phase_as(Splitting).two
    return replace(state, phase=Splitting((*two, event.seat)) if event.two else Splitting(two, one=True))


def _choice_opened(state: State, event: e.ChoiceOpened) -> State:
    objectives = state.turn.objectives if event.part == 1 else state.dilemma.objectives
    turn = replace(
        state.turn,
        part=event.part,
        parts=event.parts,
        objectives=objectives,
        reached=event.reached,
        played=(),
    )
    return replace(state, turn=turn, phase=Choosing((None,) * state.setting.seats), said=())


def _reveal_opened(state: State, _: e.RevealOpened) -> State:
    phase = state.phase_as(Choosing)
    return replace(state, phase=Revealing(phase.chosen, phase.open), said=())


def _rewards_offered(state: State, _: e.RewardsOffered) -> State:
    return replace(state, phase=Checking())


def _rewards_kept(state: State, event: e.RewardsKept) -> State:
    return replace(state, phase=Checking((*state.phase_as(Checking).kept, event.seat)))


def _reward_used(state: State, event: e.RewardUsed) -> State:
    return replace(state, rewards=tuple(number for number in state.rewards if number != event.number))


def _penalty_spared(state: State, _: e.PenaltySpared) -> State:
    return replace(state, turn=replace(state.turn, spared=True))


def _bells_freed(state: State, _: e.BellsFreed) -> State:
    return replace(state, turn=replace(state.turn, bells_free=True))


def _petitioner_admitted(state: State, _: e.PetitionerAdmitted) -> State:
    return replace(state, turn=replace(state.turn, admitted=True))


def _first_turn_met(state: State, event: e.FirstTurnMet) -> State:
    return replace(state, phase=Called(), turn=replace(state.turn, part=2, met=event.met))


def _dilemma_settled(state: State, event: e.DilemmaResolved | e.DilemmaFailed) -> State:
    resolved = isinstance(event, e.DilemmaResolved)
    return replace(
        state,
        phase=Paying(resolved),
        settled=(*state.settled, Settled(event.number, state.turn.rung, resolved)),
        boxes=(*state.boxes, event.silent),
        turn=replace(state.turn, spoken=False),
    )


def _reward_kept(state: State, event: e.RewardKept) -> State:
    return replace(state, rewards=(*state.rewards, event.number))


def _favor_gained(state: State, event: e.FavorGained) -> State:
    return replace(state, favor=event.favor)


def _favor_lost(state: State, event: e.FavorLost) -> State:
    if event.to != "penalty":
        return replace(state, favor=event.favor)
    last = state.settled[-1]
    settled = (*state.settled[:-1], replace(last, cost=last.cost + event.amount))
    return replace(state, favor=event.favor, settled=settled)


def _price_asked(state: State, event: e.PriceAsked) -> State:
    resolved = state.phase_as(Paying).resolved
    return replace(state, phase=Paying(resolved, event.at, event.demand, event.seats))


def _rewards_forfeited(state: State, _: e.RewardsForfeited) -> State:
    return replace(state, rewards=())


def _bells_barred(state: State, _: e.BellsBarred) -> State:
    return replace(state, bells_barred=True)


def _turn_ended(state: State, _: e.TurnEnded) -> State:
    return replace(state, phase=Laying())


def _claim_opened(state: State, event: e.ClaimOpened) -> State:
    turn = Turn(number=event.turn, spoken=state.turn.spoken)
    return replace(state, turn=turn, phase=Claiming((None,) * state.setting.seats), said=())


def _sovereign_asked(state: State, event: e.SovereignAsked) -> State:
    return replace(state, phase=Crowning(event.characters))


def _sovereign_voted(state: State, event: e.SovereignVoted) -> State:
    phase = state.phase_as(Crowning)
    return replace(state, phase=replace(phase, votes=(*phase.votes, (event.seat, event.character))))


def _throne_taken(state: State, event: e.ThroneTaken) -> State:
    return replace(state, throne=event.character)


def _throne_left_vacant(state: State, _: e.ThroneLeftVacant) -> State:
    return replace(state, throne=None)


def _council_won(state: State, _: e.CouncilWon) -> State:
    return replace(state, phase=Finished("won"))


def _council_lost(state: State, event: e.CouncilLost) -> State:
    phase = state.phase
    match phase:
        case Choosing() | Claiming():
            laid = phase.chosen
        case Revealing():
            laid = phase.hidden
        case Applying() | Seconding():
            laid = phase.rest.hidden
        case _:
            laid = ()
    return replace(state, phase=Finished(event.ending, laid))


def _remark_made(state: State, event: e.RemarkMade) -> State:
    said = (*state.said, (event.seat, event.remark))
    return replace(state, said=said, turn=replace(state.turn, spoken=True))


CHANGES: Final[dict[type[messages.Event], Callable[[State, Any], State]]] = {
    **CARDS,
    e.FavorPlaced: _favor_placed,
    e.PetitionersShuffled: _petitioners_shuffled,
    e.DilemmasShuffled: _dilemmas_shuffled,
    e.DieRolled: _die_rolled,
    e.DieMoved: _die_rolled,
    e.DilemmaTurnedUp: _dilemma_turned_up,
    e.PetitionerTurnedUp: _petitioner_turned_up,
    e.PetitionerRevealed: _petitioner_revealed,
    e.BellVoted: _bell_voted,
    e.BellsRung: _bells_rung,
    e.TurnsAsked: _turns_asked,
    e.TurnsVoted: _turns_voted,
    e.ChoiceOpened: _choice_opened,
    e.RevealOpened: _reveal_opened,
    e.RewardsOffered: _rewards_offered,
    e.RewardsKept: _rewards_kept,
    e.RewardUsed: _reward_used,
    e.PenaltySpared: _penalty_spared,
    e.BellsFreed: _bells_freed,
    e.PetitionerAdmitted: _petitioner_admitted,
    e.FirstTurnMet: _first_turn_met,
    e.DilemmaResolved: _dilemma_settled,
    e.DilemmaFailed: _dilemma_settled,
    e.RewardKept: _reward_kept,
    e.FavorGained: _favor_gained,
    e.FavorLost: _favor_lost,
    e.PriceAsked: _price_asked,
    e.RewardsForfeited: _rewards_forfeited,
    e.BellsBarred: _bells_barred,
    e.TurnEnded: _turn_ended,
    e.ClaimOpened: _claim_opened,
    e.SovereignAsked: _sovereign_asked,
    e.SovereignVoted: _sovereign_voted,
    e.ThroneTaken: _throne_taken,
    e.ThroneLeftVacant: _throne_left_vacant,
    e.CouncilWon: _council_won,
    e.CouncilLost: _council_lost,
    e.RemarkMade: _remark_made,
}
"""Change of the state by each type of event."""
