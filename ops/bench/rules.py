"""Speed of the rules in one process: playouts, steps and folded events per second of each game.

The yardstick is a loop of HMAC-SHA256 in the same process, because the speed of a machine varies.
"""

import hmac
import random
import statistics
import time
from collections.abc import Sequence

from msgspec import Struct

from domain.catalogue import CATALOGUE, edition_of, table_for
from domain.kernel.chance import Draws
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.playout import state_after_setup, steps

MATCHES = 60
ROUNDS = 5
HASHES = 100_000


class Played(Struct, frozen=True):
    """Result of a run of playouts, per second of CPU time."""

    playouts: float
    steps: float
    events: float


def yardstick() -> float:
    """HMAC-SHA256 of 40 bytes, per second."""
    began = time.perf_counter()
    for _ in range(HASHES):
        hmac.digest(b"k" * 32, b"m" * 40, "sha256")
    return HASHES / (time.perf_counter() - began)


def play(game: AnyGame, seats: int, bot: str) -> Played:
    """Play `MATCHES` matches with one kind of bot."""
    table, count, events = table_for(game, seats, {}, edition_of(game, None)), 0, 0
    began = time.process_time()
    for number in range(MATCHES):
        draws = Draws(number.to_bytes(32, "big"))
        for step in steps(
            game, state_after_setup(game, table, draws), draws, [game.bots[bot]] * seats, random.Random(number)
        ):
            count += 1
            events += len(step.events)
    took = time.process_time() - began
    return Played(MATCHES / took, count / took, events / took)


def fold(game: AnyGame, seats: int) -> float:
    """Events folded per second."""
    table = table_for(game, seats, {}, edition_of(game, None))
    logs = [_log(game, seats, number) for number in range(MATCHES)]
    began = time.process_time()
    for log in logs:
        state = game.begin(table)
        for event in log:
            state = game.evolve(state, event)
    return sum(map(len, logs)) / (time.process_time() - began)


def _log(game: AnyGame, seats: int, number: int) -> Sequence[Event]:
    table, draws = table_for(game, seats, {}, edition_of(game, None)), Draws(number.to_bytes(32, "big"))
    laid = game.setup(game.begin(table), draws)
    played = steps(game, laid.state, draws, [game.bots["random"]] * seats, random.Random(number))
    return [*laid.events, *(event for step in played for event in step.events)]


def main() -> None:
    """Measure and print a line for each game, number of seats and bot."""
    print(f"rules: CPU time of one process, median of {ROUNDS} runs; yardstick: HMAC-SHA256/s")
    for game in CATALOGUE:
        for seats in game.seats:
            _report(game, seats)


def _report(game: AnyGame, seats: int) -> None:
    for bot in game.bots:
        runs = [play(game, seats, bot) for _ in range(ROUNDS)]
        median = statistics.median_low([run.steps for run in runs])
        best = next(run for run in runs if run.steps == median)
        print(
            f"  {game.key:15} {seats} seats, {bot:9}: {best.playouts:7.0f} playouts/s, {best.steps:8.0f} steps/s, "
            f"{best.events:8.0f} events/s; yardstick {yardstick():8.0f}"
        )
    folded = statistics.median(fold(game, seats) for _ in range(ROUNDS))
    print(f"  {game.key:15} {seats} seats, fold     : {folded:8.0f} events/s; yardstick {yardstick():8.0f}")


if __name__ == "__main__":
    main()
