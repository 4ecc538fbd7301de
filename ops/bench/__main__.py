"""Run all benchmarks or the named ones: `python -m ops.bench [NAME ...]`. Each prints its yardstick too."""

import sys
from collections.abc import Callable

from ops.bench import appends, catch_up, cold_load, http, instructions, lag, lists, live, rules, start_up
from ops.bench.databases import on_a_database

BENCHMARKS: dict[str, Callable[[], None]] = {
    "rules": rules.main,
    "appends": lambda: on_a_database(appends.main),
    "cold_load": cold_load.main,
    "catch_up": catch_up.main,
    "lists": lists.main,
    "lag": lag.main,
    "http": http.main,
    "live": live.main,
    "start_up": start_up.main,
    "instructions": instructions.main,
}


def main() -> None:
    """Run the named benchmarks, or all."""
    names = sys.argv[1:] or list(BENCHMARKS)
    del sys.argv[1:]
    for name in names:
        BENCHMARKS[name]()
        print()


if __name__ == "__main__":
    main()
