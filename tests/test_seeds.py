"""Every failure prints the seed of its run, and the same seed gives the same draws in any order of tests."""

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DRAWS = """
from hypothesis import given, strategies as st
from service.clock import new_id
from tests.kit.seeds import new_uuid

def test_rng(rng): print("\\nrng", rng.random())
def test_uuid(): print("\\nuuid", new_uuid())
def test_service(): print("\\nservice", new_id())

@given(st.integers())
def test_hypothesis(number): print("\\nhypothesis", number)
"""
FAILS = "def test_fails(rng): assert rng.random() > 1"

pytest_plugins = ["pytester"]
Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a test file in a process of its own with a seed; gives what it printed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def run(source: str, seed: str, *more: str) -> pytest.RunResult:
        monkeypatch.setenv("CHRONICLE_TEST_SEED", seed)
        pytester.makepyfile(test_draws=source)
        return pytester.runpytest_subprocess("-s", "-p", "tests.kit.seeds", "-p", "no:cacheprovider", *more)

    return run


def draws(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.startswith(("rng", "uuid", "service", "hypothesis"))]


def test_a_failure_prints_the_seed(run: Run) -> None:
    result = run(FAILS, "34")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["seed: CHRONICLE_TEST_SEED=34", "*- Seed -*", "CHRONICLE_TEST_SEED=34"])


def test_a_failure_prints_a_seed_that_was_picked(run: Run) -> None:
    result = run(FAILS, "random", "--numprocesses=1")
    result.assert_outcomes(failed=1)
    lines = [line for line in result.outlines if "CHRONICLE_TEST_SEED=" in line]
    assert len(lines) == 2
    assert lines[0] == f"seed: {lines[1]}"
    assert lines[1].removeprefix("CHRONICLE_TEST_SEED=").isdecimal()


def test_the_seed_decides_every_draw(run: Run) -> None:
    one, again, other = (draws(run(DRAWS, seed)) for seed in ("34", "34", "35"))
    assert len(one) > 60
    assert one == again
    assert not set(one[:3]) & set(other[:3])


def test_a_draw_does_not_depend_on_the_tests_before_it(run: Run) -> None:
    together = draws(run(DRAWS, "34"))
    alone = draws(run(DRAWS, "34", "-k", "test_service"))
    assert alone == [line for line in together if line.startswith("service")]
