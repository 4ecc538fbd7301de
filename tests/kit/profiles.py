"""How Hypothesis searches: the same few examples in every run, many random ones in tests that are marked slow."""

from typing import Final

from hypothesis import HealthCheck, settings

# A loaded machine must not fail a test, and whole matches are large examples.
_CALM: Final = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

settings.register_profile("suite", settings(_CALM, max_examples=60, derandomize=True))
settings.load_profile("suite")

MATCHES: Final = settings(max_examples=12)
"""For a test whose every example is a whole match."""

DEEP: Final = settings(max_examples=100, derandomize=False, database=None)
"""For a test that is run by name."""
