"""A game with a board, favourites and campaign rules of its own, in this file alone: Pebbles, played for chronicles."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, Final

from domain.kernel.basics import GameKey, Seat
from domain.kernel.campaign import Campaign, Report
from domain.kernel.messages import Outcome
from domain.kernel.scoring import Board, Tally
from tests.toy.game import GAME as PEBBLES
from tests.toy.game import PebbleOptions, PebblesShown


class SagaOptions(PebbleOptions, frozen=True):
    SUPPLIED: ClassVar[tuple[str, ...]] = ("keeper",)
    chronicle: str | None = None
    keeper: str | None = None


class SagaTally(Tally, frozen=True):
    best: int


def add(tally: SagaTally, outcome: Outcome, seat: Seat) -> SagaTally:
    return SagaTally(tally.matches + 1, max(tally.best, outcome.scores[seat]))


def standing(tally: SagaTally) -> tuple[int, ...]:
    return (tally.best,)


def choices(event: PebblesShown) -> Iterator[tuple[Seat, str]]:
    for number, pebble in enumerate(event.pebbles):
        yield Seat(number), f"pebble {pebble}"


def supplies(throne: str | None) -> dict[str, Any]:
    return {"keeper": throne}


def report(outcome: Outcome) -> Report:
    return Report(
        ending=outcome.ending,
        won=len(outcome.winners) == 1,
        duration=max(outcome.scores),
        line="polished",
        throne=f"keeper_{outcome.winners[0]}",
        silent_boxes=0,
        obstacle_name="The bag",
    )


GAME: Final = replace(
    PEBBLES,
    key=GameKey("saga"),
    title="Saga",
    options=SagaOptions,
    board=Board(
        tally=SagaTally,
        outcome=Outcome,
        nothing=SagaTally(0, 0),
        add=add,
        standing=standing,
        divisions={"side": "double"},
        favourites="pebbles",
        choices={PebblesShown: choices},
    ),
    campaign=Campaign(
        option="chronicle",
        supplies=supplies,
        report=report,
        table="Keepers",
        endings={"three_rounds": "The bag was empty."},
        remembered={"polished": "Every pebble shone."},
    ),
)
