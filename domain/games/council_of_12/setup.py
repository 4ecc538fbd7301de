"""Setup of a match: which tables are allowed, the state before setup, the piles, and a branch's new piles."""

from collections.abc import Sequence

from domain.games.council_of_12 import events as e
from domain.games.council_of_12.actions import Options
from domain.games.council_of_12.continuation import proceed
from domain.games.council_of_12.edition import Edition, Scenario
from domain.games.council_of_12.evolve import evolve
from domain.games.council_of_12.pieces import (
    CHARACTERS,
    DILEMMAS,
    FACES,
    HAND,
    MIX,
    PETITIONERS,
    Character,
    start_favor,
)
from domain.games.council_of_12.state import Holding, Setting, State
from domain.games.council_of_12.transition import Transition
from domain.kernel.chance import Draws
from domain.kernel.errors import Refused
from domain.kernel.game import Table
from domain.kernel.transition import Decided

CouncilTable = Table[Options, Edition]
HEAD: Character = "powerful_one"
"""Character that is always face up if it is among the Petitioners."""


def check(table: CouncilTable) -> None:
    """Check a table: raises `Refused` (`unprocessable`) for options that rules 1.1, 1.2 and 1.5 do not allow."""
    options, known = table.options, len(table.edition.dilemmas)
    if options.sovereign is not None and options.chronicle is None:
        _refuse("`sovereign` requires a `chronicle`.")
    if options.setup != "custom":
        if options.petitioners or options.dilemmas:
            _refuse("`petitioners` and `dilemmas` are allowed only with setup `custom`.")
        return
    if len(set(options.petitioners)) != PETITIONERS or len(options.petitioners) != PETITIONERS:
        _refuse(f"Setup `custom` requires {PETITIONERS} different `petitioners`.")
    if len(set(options.dilemmas)) != DILEMMAS or len(options.dilemmas) != DILEMMAS:
        _refuse(f"Setup `custom` requires {DILEMMAS} different `dilemmas`.")
    if not all(1 <= number <= known for number in options.dilemmas):
        _refuse(f"`dilemmas` must be numbers from 1 to {known}.")


def _refuse(detail: str) -> None:
    raise Refused("unprocessable", detail)


def begin(table: CouncilTable) -> State:
    """Return the state before setup."""
    setting = Setting(table.seats, table.options, table.edition, _scenario(table))
    return State(setting, (Holding(),) * table.seats)


def _scenario(table: CouncilTable) -> Scenario | None:
    options = table.options
    if options.setup == "standard":
        return None
    if options.setup == "custom":
        return Scenario(options.petitioners, options.dilemmas)
    return table.edition.months[options.setup]


def setup(state: State, draws: Draws) -> Decided[e.Event, State]:
    """Build the piles, roll the die and begin the first turn (section 1)."""
    transition = Transition(evolve, state, draws)
    _build(transition)
    proceed(transition)
    return transition.decided()


def _build(transition: Transition) -> None:
    """Place Favor, build the piles, roll the die and turn the first Dilemma up."""
    setting, draws = transition.state.setting, transition.draws
    scenario = setting.scenario
    favor = None if scenario is None else scenario.favor
    transition.apply(e.FavorPlaced(start_favor(setting.seats) if favor is None else favor))
    shown, hidden = (
        _standard_petitioners(setting, draws) if scenario is None else _scenario_petitioners(setting, scenario, draws)
    )
    transition.apply(e.PetitionersShown(shown))
    transition.apply(e.PetitionersShuffled(draws.shuffled("petitioners/pile", (*shown, *hidden))))
    dilemmas = _standard_dilemmas(setting.edition, draws) if scenario is None else scenario.dilemmas
    transition.apply(e.DilemmasShuffled(draws.shuffled("dilemmas/pile", dilemmas)))
    transition.apply(e.DieRolled(draws.below("die/start", FACES) + 1))
    transition.turn_up_dilemma()


def reshuffle(state: State, draws: Draws) -> Decided[e.Event, State]:
    """Shuffle both piles again. A Petitioner that is known to be next stays next."""
    known = 0 if state.next_petitioner is None else 1
    top, rest = state.petitioners[:known], state.petitioners[known:]
    transition = Transition(evolve, state, draws)
    if len(rest) > 1:
        transition.apply(e.PetitionersShuffled((*top, *draws.shuffled("branch/petitioners", rest))))
    if len(state.dilemmas) > 1:
        transition.apply(e.DilemmasShuffled(draws.shuffled("branch/dilemmas", state.dilemmas)))
    return transition.decided()


Piles = tuple[tuple[Character, ...], tuple[Character, ...]]
"""Face-up and face-down Petitioners."""


def _standard_petitioners(setting: Setting, draws: Draws) -> Piles:
    sovereign = setting.options.sovereign
    pool = [character for character in CHARACTERS if character != sovereign]
    head = HEAD
    if sovereign == HEAD:
        ones = [character for character in pool if _crown(setting, character) == 1]
        head = ones[draws.below("petitioners/in_her_place", len(ones))]
    pool.remove(head)
    order = _shuffled(setting, pool, HAND - 1, draws)
    return (head, *order[: HAND - 1]), order[HAND - 1 : PETITIONERS - 1]


def _scenario_petitioners(setting: Setting, scenario: Scenario, draws: Draws) -> Piles:
    heads = (HEAD,) if HEAD in scenario.petitioners else ()
    pool = [character for character in scenario.petitioners if character not in heads]
    order = _shuffled(setting, pool, HAND - len(heads), draws)
    return (*heads, *order)[:HAND], (*heads, *order)[HAND:]


def _shuffled(setting: Setting, pool: Sequence[Character], count: int, draws: Draws) -> tuple[Character, ...]:
    """Shuffle the pool, again until a Petitioner of crown 1 is among the first `count`, if there is one."""
    possible = any(_crown(setting, character) == 1 for character in pool)
    attempt = 1
    while True:
        order = draws.shuffled(f"petitioners/{attempt}", pool)
        if not possible or any(_crown(setting, character) == 1 for character in order[:count]):
            return order
        attempt += 1


def _crown(setting: Setting, character: Character) -> int:
    return setting.edition.characters[character].crown


def _standard_dilemmas(edition: Edition, draws: Draws) -> tuple[int, ...]:
    chosen: list[int] = []
    for difficulty, count in MIX.items():
        numbers = [card.number for card in edition.dilemmas if card.difficulty == difficulty]
        chosen += draws.shuffled(f"dilemmas/{difficulty}", numbers)[:count]
    return tuple(chosen)
