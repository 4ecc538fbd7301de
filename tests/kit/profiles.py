"""Hypothesis settings for expensive examples; `tests/kit/seeds.py` defines the profiles."""

from typing import Final

from hypothesis import settings

MATCHES: Final = settings(max_examples=settings().max_examples // 5)
"""Settings for tests in which each example is a whole match."""

DEEP: Final = settings(max_examples=100)
"""Settings for tests that are run by name."""
