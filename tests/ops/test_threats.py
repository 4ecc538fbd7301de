"""The threat model names tests; they exist, and no threat goes without."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ops" / "threats.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)))
THREATS = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_the_threat_model_names_exists(file: str, name: str) -> None:
    assert re.search(rf"^(?:async )?def {name}\(", (ROOT / file).read_text(), re.MULTILINE)


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
