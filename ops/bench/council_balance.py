"""Balance of Council of 12: win rates, reigns and endings over seeded matches of bots.

Usage: python ops/bench/council_balance.py [MATCHES] [BOT] [SETUP ...]
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

from domain.games.council_of_12 import GAME
from domain.games.council_of_12.actions import Options
from domain.games.council_of_12.pieces import LINES, MONTHS, Setup
from domain.games.council_of_12.scoring import Outcome
from domain.kernel.game import AnyGame, Table
from domain.kernel.playout import playout

COUNCIL: AnyGame = GAME
EDITION = GAME.editions[GAME.default_edition]


def played(setup: Setup, seats: int, matches: int, bot: str) -> Iterable[Outcome]:
    """Outcomes of `matches` playouts, with the same seeds for every setup and bot."""
    table = Table(seats, Options(setup=setup), EDITION)
    for number in range(matches):
        seed = number.to_bytes(32, "big")
        outcome = playout(COUNCIL, table, seed, [COUNCIL.bots[bot]] * seats, random.Random(number))
        yield cast("Outcome", outcome)


def row(label: str, seats: int, outcomes: Sequence[Outcome], seconds: float) -> str:
    """One line of the report."""
    matches = len(outcomes)
    won = sum(outcome.won for outcome in outcomes) / matches
    lines = Counter(outcome.line for outcome in outcomes)
    spread = " ".join(f"{100 * lines[line] / matches:5.1f}" for _, line in reversed(LINES))
    mean = sum(outcome.duration for outcome in outcomes) / matches
    bells = sum(outcome.bells for outcome in outcomes) / matches
    spent = seconds / matches * 1000
    return f"{label:10} {seats:5} {100 * won:6.1f} {mean:6.1f} {bells:6.2f}   {spread}   {spent:6.1f}"


def main(arguments: list[str]) -> None:
    """Print the report."""
    matches = int(arguments[0]) if arguments else 400
    bot = arguments[1] if len(arguments) > 1 else "sensible"
    setups: tuple[Setup, ...] = ("standard", *MONTHS)
    lines = " ".join(f"{line[:5]:>5}" for _, line in reversed(LINES))
    print(f"{matches} matches per row, bot {bot}; reigns in per cent of matches")
    print(f"setup      seats   won%  years  bells   {lines}   ms/match")
    every: dict[int, list[Outcome]] = {seats: [] for seats in GAME.seats}
    spent = dict.fromkeys(GAME.seats, 0.0)
    for setup in [setup for setup in setups if len(arguments) < 3 or setup in arguments[2:]]:  # noqa: PLR2004 -- position of an argument
        for seats in GAME.seats:
            start = time.perf_counter()
            outcomes = list(played(setup, seats, matches, bot))
            seconds = time.perf_counter() - start
            print(row(setup, seats, outcomes, seconds), flush=True)
            every[seats].extend(outcomes)
            spent[seats] += seconds
    for seats in GAME.seats:
        print(row("all", seats, every[seats], spent[seats]))


if __name__ == "__main__":
    main(sys.argv[1:])
