"""Milestones: which events are allowed."""

import pytest

from domain.kernel.basics import Seat
from domain.kernel.milestones import Milestones
from tests.toy.game import PebbleHidden, PebblesShown


def test_an_event_with_a_sealed_part_is_no_milestone() -> None:
    with pytest.raises(ValueError, match="pebble_hidden has a sealed part"):
        Milestones(rounds={PebblesShown: lambda shown: shown.round, PebbleHidden: lambda _: 1})


def test_other_events_tell_nothing() -> None:
    milestones = Milestones(rounds={PebblesShown: lambda shown: shown.round})
    assert milestones.mark_of(PebblesShown(2, (1, 2), 3, Seat(1)), 2) is None
    assert milestones.round_of(PebblesShown(2, (1, 2), 3, Seat(1))) == 2
