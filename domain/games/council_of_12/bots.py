"""x."""

from domain.kernel.game import play_at_random as play_sensibly
