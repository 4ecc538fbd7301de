"""Mutation test of rule numbers: `python -m tests.kit.renumbered GAME` prints the checked rules as JSON.

It runs the tests of a game that are marked with rules. Refusals under a rule of the running test get a wrong rule
number, so a test that checks the number fails. The result is the rules of the failed tests.
"""

import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from domain.kernel.errors import Code, Refused

TESTS: Final = Path(__file__).parents[1] / "games"
_WRONG: Final = "0.0"


class Renumbering:
    """Pytest plugin that renumbers refusals and collects the rules of failed tests."""

    def __init__(self) -> None:
        self.noticed = set[str | None]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        """Run a test while its refusals have a wrong rule number."""
        marked: set[str | None] = {number for mark in item.iter_markers("rule") for number in mark.args}
        refused, original = set[str | None](), Refused.__init__

        def misnumber(error: Refused, code: Code, detail: str, *, rule: str | None = None) -> None:
            if rule in marked:
                refused.add(rule)
            original(error, code, detail, rule=_WRONG if rule in marked else rule)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Refused, "__init__", misnumber)
            try:
                return (yield)
            except BaseException:
                self.noticed |= refused
                raise


if __name__ == "__main__":
    plugin = Renumbering()
    pytest.main(
        ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-m", "rule and not slow", str(TESTS / sys.argv[1])],
        plugins=[plugin],
    )
    print(json.dumps(sorted(map(str, plugin.noticed))))  # noqa: T201 -- output for the caller
