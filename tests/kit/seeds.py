"""Seeded chance: one number determines all randomness of a test run, and every failure prints it.

`CHRONICLE_TEST_SEED` sets the number, `random` picks one, and the default is constant. Tests and fixtures draw
through `rng` and `new_uuid`. The number also seeds Hypothesis, and the ids and secrets of services in this process.
Services in other processes use their own entropy, so no expectation may depend on it.
"""

import os
import random
import secrets
from collections import Counter
from collections.abc import Generator
from typing import Any, Final
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings

VARIABLE: Final = "CHRONICLE_TEST_SEED"
DEFAULT: Final = "12"

# No deadline, so that tests pass on a loaded machine; no size check, because whole matches are large examples.
# No database of failed examples, because the same seed finds them again on every machine.
_COMMON: Final = settings(
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
_chance: Final = random.Random()
_starts: Final = Counter[str]()

settings.register_profile("suite", _COMMON, max_examples=60)
settings.register_profile("quick", _COMMON, max_examples=15)
settings.load_profile("suite")


def new_uuid() -> UUID:
    """Random id, drawn from the generator of the running test or fixture."""
    return UUID(bytes=_chance.randbytes(16), version=4)


@pytest.fixture
def rng() -> random.Random:
    """Random generator of one test, the same in every run with the same seed."""
    return random.Random(_chance.getrandbits(64))


def run_seed() -> int:
    """Seed of the whole run. Picks one if the variable is `random`, and keeps it for the workers of pytest-xdist."""
    if os.environ.setdefault(VARIABLE, DEFAULT) == "random":
        os.environ[VARIABLE] = str(secrets.randbits(32))
    return int(os.environ[VARIABLE])


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Seed Hypothesis, and the ids and secrets of services in this process."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(run_seed())
    pytest.MonkeyPatch().setattr("service.clock.token_bytes", _chance.randbytes)


def pytest_report_header() -> str:
    """Seed at the top of every run."""
    return f"seed: {VARIABLE}={run_seed()}"


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
    """Seed each fixture by its name, so that its draws do not depend on the test that needs it first."""
    _restart(f"{request.node.nodeid}#{fixturedef.argname}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Seed each test by its name, so that its draws do not depend on the tests before it."""
    _restart(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Print the seed with every failure."""
    report = yield
    if report.failed:
        report.sections.append(("Seed", f"{VARIABLE}={run_seed()}"))
    return report


def _restart(place: str) -> None:
    # A fixture that runs again on the same database must not create the same ids.
    _chance.seed(f"{run_seed()}/{place}/{_starts[place]}")
    _starts[place] += 1
