"""Events of streams other than matches are read back unchanged, under stable topics."""

import pytest

from domain.chronicles.events import CHRONICLE, ChronicleEvent, ChronicleFounded, MatchEntered, Member, ReignRecorded
from domain.kernel.basics import Instant, MatchId
from service.codec.event_mapper import EventMapper
from service.store.errors import UnknownTopic
from tests.kit.story import ALICE, MATCH

AT = Instant("2026-11-30T02:32:49.000123Z")
MAPPER = EventMapper("chronicle", CHRONICLE)
MEMBERS = (Member(2, ALICE), Member(1, bot="sensible"))


@pytest.mark.parametrize(
    ("event", "topic"),
    [
        (ChronicleFounded("The Quiet Table", 1, ALICE), "chronicle/chronicle_founded@1"),
        (
            ReignRecorded(1, MATCH, MEMBERS, 7, "may", True, "won", 40, "honoured", "dame", 2, "Festival"),
            "chronicle/reign_recorded@1",
        ),
    ],
)
def test_an_event_is_read_back_unchanged_under_a_stable_topic(event: ChronicleEvent, topic: str) -> None:
    row = MAPPER.to_row(AT, event)
    assert row[0] == topic
    assert MAPPER.to_event(*row) == event


def test_the_stored_json_is_stable() -> None:
    _, state = MAPPER.to_row(AT, MatchEntered(MatchId("m")))
    assert state == b'{"at":"2026-11-30T02:32:49.000123Z","event":{"type":"match_entered","match":"m"}}'


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("chronicle/match_entered@2", b'{"at":"","event":{"type":"match_entered","match":"m"}}'),
        ("match/match_opened@1", b"{}"),
        ("chronicle/match_entered@1", b"no JSON"),
        ("chronicle/match_entered@1", b'{"at":"","event":{"type":"match_left","match":"m"}}'),
    ],
)
def test_unreadable_rows_are_reported(topic: str, state: bytes) -> None:
    with pytest.raises(UnknownTopic):
        MAPPER.to_event(topic, state)
