"""How many examples Hypothesis tries where an example is expensive; `tests/kit/seeds.py` sets up everything else."""

from typing import Final

from hypothesis import settings

MATCHES: Final = settings(max_examples=settings().max_examples // 5)
"""Settings of a test whose every example is a whole match."""

DEEP: Final = settings(max_examples=100)
"""Settings of a test that is run by name."""
