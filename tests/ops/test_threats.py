"""The threat model names tests for every attempt. They run with `make test` and assert the result of the attempt.

Whether an assertion fits its threat is left to review; a test that only acts, that is skipped or that is slow is not
accepted.
"""

import ast
import re
from pathlib import Path

import pytest

from tests.kit.assertions import Function, asserts, functions_in

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ops" / "threats.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)))
THREATS = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])
NOT_RUN = re.compile(r"mark\.(slow|skip|skipif|xfail)\b")
REFUSALS = functions_in(ROOT / "tests" / "kit" / "problems.py")


def problems_of(test: Function | None, helpers: dict[str, Function]) -> list[str]:
    """The reasons why a test proves nothing."""
    if test is None:
        return ["it does not exist"]
    is_run = not any(NOT_RUN.search(ast.unparse(decorator)) for decorator in test.decorator_list)
    return ["it is not run"] * (not is_run) + ["it asserts nothing"] * (not asserts(test, helpers))


def named_test(path: Path, name: str) -> list[str]:
    functions = functions_in(path)
    return problems_of(functions.get(name), {**functions, **REFUSALS})


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_the_threat_model_names_shows_something(file: str, name: str) -> None:
    assert named_test(ROOT / file, name) == []


@pytest.mark.parametrize(
    ("source", "problems"),
    [
        ("def test_a(): assert answer.status_code == 403", []),
        ("def test_a():\n    with pytest.raises(Refused): act()", []),
        ("def test_a(): check()\ndef check(): assert found", []),
        ("async def test_a(): is_refused(answer, 403, 'not_allowed')", []),
        ("def test_b(): assert found", ["it does not exist"]),
        ("def test_a(): act()\ndef act(): pass", ["it asserts nothing"]),
        ("def test_a(): assert True", ["it asserts nothing"]),
        ("@pytest.mark.slow\ndef test_a(): assert found", ["it is not run"]),
    ],
)
def test_a_test_without_teeth_is_found(tmp_path: Path, source: str, problems: list[str]) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(source)
    assert named_test(file, "test_a") == problems


def test_every_threat_is_there_with_what_is_not_covered() -> None:
    assert THREATS.keys() == {
        "A cheating seat",
        "A cheating operator",
        "A flooding client",
        "A curious spectator",
        "A stolen token",
    }
    assert all("\nNot covered: " in text for text in THREATS.values())


@pytest.mark.parametrize(
    "line", [line for line in TEXT.splitlines() if line.startswith("| ") and "shown by" not in line]
)
def test_every_attempt_names_a_test(line: str) -> None:
    assert "::test_" in line
