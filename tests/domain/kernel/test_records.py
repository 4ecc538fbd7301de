"""Records: the chain links them, and a viewer is shown what he may know."""

from typing import ClassVar

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.basics import GENESIS, Hash, Instant, MatchId, Seat, Version
from domain.kernel.messages import OMNISCIENT, SPECTATOR, Event, Viewer
from domain.kernel.records import (
    Cause,
    Link,
    Record,
    Retry,
    Seal,
    Shape,
    Shown,
    canonical_form,
    hash_of,
    known_to_nobody,
    known_to_viewer,
    link,
    show,
)
from tests.toy.game import BagShuffled, Cheer, Cheered, HandDealt, Hide, PebbleHidden

SEED = bytes(range(32))
MATCH = MatchId("11111111-2222-4333-8444-555555555555")
NOON = Instant("2026-11-30T12:00:00.000000Z")
START = Link(MATCH, Version(0), GENESIS)
ZERO, ONE = Seat(0), Seat(1)
SEAT_ZERO, SEAT_ONE = Viewer(frozenset((ZERO,))), Viewer(frozenset((ONE,)))
DEAL = link(START, NOON, HandDealt(ONE, (7, 9, 2)), SEED)
HIDDEN = link(START, NOON, PebbleHidden(ONE, 9), SEED, Cause(Hide(9)))
CHEERED = link(START, NOON, Cheered(ZERO), SEED, Cause(Cheer()))


class Numbered(Event, frozen=True, tag="numbered"):
    """An event with what JSON knows only as text keys, and with a part that never leaves the service."""

    WITHHELD: ClassVar[tuple[str, ...]] = ("inner",)
    counts: dict[Seat, int]
    inner: str


def seen(record: Record, viewer: Viewer) -> Shown:
    return show(record, SEED, known_to_viewer(viewer))


def seal_of(record: Record, viewer: Viewer) -> Seal:
    sealed = seen(record, viewer).sealed
    assert sealed is not None
    return sealed


def test_records_are_numbered_and_chained() -> None:
    # given a match with one event
    first = link(START, NOON, Cheered(ZERO), None)
    # when another happens
    second = link(Link(MATCH, first.version, first.hash), NOON, Cheered(ONE), None)
    # then it stands on the first
    assert (first.version, second.version) == (1, 2)
    assert (first.prev, second.prev) == (GENESIS, first.hash)
    assert first.hash != second.hash


def test_anybody_can_compute_the_hash_from_what_he_is_shown() -> None:
    for record in (DEAL, HIDDEN, CHEERED):
        for viewer in (SPECTATOR, SEAT_ZERO, SEAT_ONE, OMNISCIENT):
            assert hash_of(seen(record, viewer)) == record.hash


@pytest.mark.parametrize(
    "altered",
    [
        {"at": Instant("2026-11-30T12:00:00.000001Z")},
        {"match": MatchId("11111111-2222-4333-8444-555555555556")},
        {"version": Version(2)},
        {"prev": Hash("1" * 64)},
        {"event": PebbleHidden(ZERO, 9)},
        {"event": PebbleHidden(ONE, 8)},
        {"action": Hide(8)},
        {"action": Cheer()},
        {"action": None},
    ],
)
def test_the_hash_covers_every_part(altered: dict[str, object]) -> None:
    other = msgspec.structs.replace(HIDDEN, **altered)
    assert hash_of(show(other, SEED, known_to_nobody)) != HIDDEN.hash


def test_the_mark_of_a_request_is_not_in_the_chain() -> None:
    marked = link(START, NOON, PebbleHidden(ONE, 9), SEED, Cause(Hide(9), Retry(Hash("a"), Hash("b"), Version(1))))
    assert marked.hash == HIDDEN.hash


def test_a_sealed_part_is_shown_to_those_who_know_it() -> None:
    for viewer in (SEAT_ONE, OMNISCIENT):
        assert seal_of(DEAL, viewer).secret == {"event": {"pebbles": (7, 9, 2)}}
    for viewer in (SPECTATOR, SEAT_ZERO):
        sealed = seal_of(DEAL, viewer)
        assert (sealed.salt, sealed.secret) == (None, None)
        assert sealed.commitment == seal_of(DEAL, OMNISCIENT).commitment


def test_the_open_part_tells_nothing_of_the_sealed_one() -> None:
    assert seen(DEAL, SEAT_ONE).data == {"to": ONE}
    assert seen(HIDDEN, SEAT_ONE).data == {}


def test_a_part_known_to_nobody_is_open_only_at_the_end() -> None:
    shuffled = link(START, NOON, BagShuffled((3, 1, 2)), SEED)
    assert seal_of(shuffled, Viewer(frozenset((ZERO, ONE)))).secret is None
    assert seal_of(shuffled, OMNISCIENT).secret == {"event": {"order": (3, 1, 2)}}


def test_a_sealed_action_is_part_of_the_seal() -> None:
    assert seen(HIDDEN, SPECTATOR).action is None
    assert seal_of(HIDDEN, SEAT_ONE).secret == {"action": {"type": "hide", "pebble": 9}, "event": {"pebble": 9}}


def test_an_open_action_is_shown_to_everybody() -> None:
    assert seen(CHEERED, SPECTATOR).action == {"type": "cheer"}
    assert seen(CHEERED, SPECTATOR).sealed is None


def test_the_seat_stands_beside_the_data() -> None:
    assert seen(CHEERED, SPECTATOR).seat == ZERO
    assert seen(CHEERED, SPECTATOR).data == {}
    assert seen(DEAL, SPECTATOR).seat is None


def test_nothing_is_sealed_before_there_is_a_seed() -> None:
    with pytest.raises(ValueError, match="seed"):
        link(START, NOON, HandDealt(ONE, (1, 2, 3)), None)


def test_a_withheld_field_is_shown_to_nobody() -> None:
    record = link(START, NOON, Numbered({ZERO: 3}, "inner"), SEED)
    assert "inner" not in seen(record, OMNISCIENT).data
    assert replace(record, event=Numbered({ZERO: 3}, "other")).hash == record.hash


def test_numbers_as_keys_become_text() -> None:
    record = link(START, NOON, Numbered({Seat(10): 1, Seat(9): 2}, ""), SEED)
    assert b'"data":{"counts":{"10":1,"9":2}}' in canonical_form(seen(record, SPECTATOR))


def test_an_event_of_an_older_revision_is_shown_as_it_was_written() -> None:
    # given an event that was written before its first field was renamed, and was brought up since
    written = Shape("pebble_hidden", 0, ("stone",), {"seat": 1, "stone": 9})
    record = replace(HIDDEN, original=written)
    # then everybody is shown the old form, sealed as it was, and the hash is that of the old form
    shown = seen(record, SEAT_ONE)
    assert (shown.revision, shown.seat, shown.data) == (0, ONE, {})
    assert seal_of(record, SEAT_ONE).secret == {"action": {"type": "hide", "pebble": 9}, "event": {"stone": 9}}
    assert seal_of(record, SPECTATOR).secret is None
    assert hash_of(shown) != HIDDEN.hash
