"""Every numbered rule of every game has a test, and every citation of a rule is true.

A rule that refuses actions has a marked test that fails when the refusal names another rule. A rule that refuses
nothing has a marked test that asserts on a computed value; whether that value is the right one is left to review.
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from domain.catalogue import CATALOGUE
from tests.kit.assertions import asserts, defined_tests

GAMES = [game.key for game in CATALOGUE]
NUMBERED = re.compile(r"^- \*\*(\d+\.\d+)\*\*", re.MULTILINE)
TESTS = Path(__file__).parent
ROOT = TESTS.parents[1]
# The Inverseuse and the Stoic leave no choice: their effect follows from the reveal, so no action is refused for it.
NEVER_REFUSED = {"council_of_12": {"5.7", "5.14"}}


def folder_of(game: str) -> Path:
    module: ModuleType = import_module(f"domain.games.{game}")
    return Path(str(module.__file__)).parent


def rules_of(game: str) -> list[str]:
    return NUMBERED.findall((folder_of(game) / "RULES.md").read_text(encoding="utf-8"))


def calls(folder: Path, name: str) -> Iterator[ast.Call]:
    """Every call of a function or method of that name in a folder's source."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name in (
                getattr(node.func, "attr", None),
                getattr(node.func, "id", None),
            ):
                yield node


def texts(arguments: list[ast.expr]) -> list[str]:
    return [each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def cited_by_tests(game: str) -> set[str]:
    return {number for call in calls(TESTS / game, "rule") for number in texts(call.args)}


def marked_tests(game: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for path in sorted((TESTS / game).glob("test_*.py")):
        yield from (
            test
            for test in defined_tests(path).values()
            if "mark.rule" in "".join(map(ast.unparse, test.decorator_list))
        )


def cited_by_refusals(game: str) -> set[str]:
    """The numbers that the source writes where a rule is broken, or as a word of their own."""
    broken = {number for call in calls(folder_of(game), "RuleBroken") for number in texts(call.args[:1])}
    return broken | {
        node.value
        for path in sorted(folder_of(game).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"\d+\.\d+", node.value)
    }


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_numbered_once(game: str) -> None:
    numbers = rules_of(game)
    assert NUMBERED.findall(CATALOGUE.game(game).rules) == numbers
    assert len(numbers) > 10
    assert sorted(set(numbers)) == sorted(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_proved_by_a_test(game: str) -> None:
    cited = cited_by_tests(game)
    assert [number for number in rules_of(game) if number not in cited] == []


@pytest.mark.broad
@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_with_a_wrong_rule_fails_a_test_of_the_right_one(game: str) -> None:
    # given the game's tests, run while each refusal of a marked rule names another rule
    command = [sys.executable, "-m", "tests.kit.renumbered", game]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout  # noqa: S603 -- ours
    # then every rule that the game refuses for has a marked test that fails
    noticed = set(json.loads(printed.splitlines()[-1]))
    assert cited_by_refusals(game) - noticed == NEVER_REFUSED.get(game, set())


@pytest.mark.parametrize("game", GAMES)
def test_every_test_of_a_rule_asserts_something_of_the_game(game: str) -> None:
    toothless = [test.name for test in marked_tests(game) if not asserts(test)]
    assert toothless == []


@pytest.mark.parametrize("game", GAMES)
def test_no_test_cites_an_unknown_rule(game: str) -> None:
    assert cited_by_tests(game) - set(rules_of(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_refusal_cites_an_unknown_rule(game: str) -> None:
    cited = cited_by_refusals(game)
    assert cited
    assert cited - set(rules_of(game)) == set()
