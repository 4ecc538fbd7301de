"""Every numbered rule of every game is proved by a test, and nothing cites a rule that does not exist."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from domain.catalogue import CATALOGUE

GAMES = [game.key for game in CATALOGUE]
NUMBERED = re.compile(r"^- \*\*(\d+\.\d+)\*\*", re.MULTILINE)
TESTS = Path(__file__).parent


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


@pytest.mark.parametrize("game", GAMES)
def test_no_test_cites_an_unknown_rule(game: str) -> None:
    assert cited_by_tests(game) - set(rules_of(game)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_refusal_cites_an_unknown_rule(game: str) -> None:
    cited = cited_by_refusals(game)
    assert cited
    assert cited - set(rules_of(game)) == set()
