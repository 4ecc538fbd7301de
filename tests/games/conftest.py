"""Sets how Hypothesis searches."""

import tests.kit.profiles  # noqa: F401 -- loads the profile
