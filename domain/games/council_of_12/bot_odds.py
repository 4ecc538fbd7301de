"""How likely a Dilemma is to be resolved, if unknown cards are still to come: what the bot reckons with.

Cards of others are unknown, so each is taken to be any of a pool, all equally likely, played as
well as possible. The printed die and characters of the built-in edition are assumed.
"""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from domain.games.council_of_12.dice import lies_on, paths, reached_over
from domain.games.council_of_12.edition import DEFAULT_EDITION, EDITIONS
from domain.games.council_of_12.effects import MatchObjective, ReplaceObjective, RollAndPlayAgain
from domain.games.council_of_12.pieces import FACES, Character, Face, Objective

_EDITION = EDITIONS[DEFAULT_EDITION]
CERTAIN = 0.999


class Spot(Struct, frozen=True):
    """Where a turn stands: the die, the objectives, and which were reached in this turn."""

    die: Face
    objectives: tuple[Objective, ...]
    reached: tuple[bool, ...]

    @property
    def resolves(self) -> bool:
        """Whether the Dilemma is resolved if the turn ends here."""
        on = lies_on(self.die, self.objectives)
        if len(on) == 1:
            return on[0]
        return (self.reached[0] and on[1]) or (self.reached[1] and on[0])


class Company(Struct, frozen=True):
    """Whose cards are still to come: `others` unknown ones from the pool, then maybe a known `last` one."""

    pool: tuple[Character, ...]
    others: int
    last: Character | None = None


def turned(spot: Spot, faces: tuple[Face, ...]) -> Spot:
    """Give the spot after the die was turned over some faces."""
    reached = spot.reached if len(spot.objectives) == 1 else reached_over(faces, spot.objectives, spot.reached)
    return Spot(faces[-1], spot.objectives, reached)


def replaced(spot: Spot, place: int, values: Objective) -> Spot:
    """Give the spot after an objective was replaced."""
    objectives = (*spot.objectives[:place], values, *spot.objectives[place + 1 :])
    reached = (*spot.reached[:place], spot.die in values, *spot.reached[place + 1 :])
    return Spot(spot.die, objectives, reached if len(objectives) > 1 else spot.reached)


@lru_cache(maxsize=1 << 14)
def after(card: Character, spot: Spot, *, first: bool) -> tuple[Spot, ...]:
    """Give all spots that a card can lead to."""
    effect = _EDITION.characters[card].effect
    match effect:
        case RollAndPlayAgain():
            return tuple(turned(spot, (face,)) for face in range(1, FACES + 1))
        case ReplaceObjective(values=values):
            return tuple(replaced(spot, place, values) for place in range(len(spot.objectives)))
        case MatchObjective():
            return tuple(turned(spot, (face,)) for face in sorted({*sum(spot.objectives, ())})) if first else (spot,)
        case _:
            walks = paths(effect, spot.die, _EDITION.neighbours)
            return tuple(dict.fromkeys(turned(spot, faces) for faces in walks)) or (spot,)


def hope_with(card: Character, spot: Spot, company: Company, *, first: bool = False) -> float:
    """Reckon how likely the Dilemma is resolved if that card is played now, before the others'."""
    spots = after(card, spot, first=first)
    if isinstance(_EDITION.characters[card].effect, RollAndPlayAgain):
        return sum(hope(spot, company) for spot in spots) / len(spots)
    return _best(spots, company)


def _best(spots: Iterable[Spot], company: Company) -> float:
    best = 0.0
    for spot in spots:
        best = max(best, hope(spot, company))
        if best >= CERTAIN:
            break
    return best


@lru_cache(maxsize=1 << 16)
def hope(spot: Spot, company: Company) -> float:
    """Reckon how likely the Dilemma is resolved with only the company's cards to come."""
    if company.others and company.pool:
        fewer = Company(company.pool, company.others - 1, company.last)
        return sum(hope_with(card, spot, fewer) for card in company.pool) / len(company.pool)
    if company.last is not None:
        return hope_with(company.last, spot, Company((), 0))
    return float(spot.resolves)
