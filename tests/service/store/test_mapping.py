from dataclasses import replace
from typing import Any, ClassVar

import pytest

from domain.kernel.basics import GENESIS, Hash, Instant, MatchId, Seat, Version
from domain.kernel.game import AnyGame, Upcaster
from domain.kernel.messages import Event
from domain.kernel.records import Imported, Record, Retry, Shape
from domain.matches.events import LIFECYCLE, MatchStarted, SeatTaken
from service.codec.record_mapper import RecordMapper, game_of
from service.store.errors import UnknownTopic
from tests.toy.game import GAME, Hide, PebbleHidden, PebblesShown

MATCH = MatchId("11111111-2222-4333-8444-555555555555")
AT = Instant("2026-11-30T02:32:49.000123Z")
DIGEST = Hash("ab" * 32)


def record(event: Event, **more: Any) -> Record:  # noqa: ANN401 -- any field of a record
    return Record(MATCH, Version(7), AT, event, GENESIS, DIGEST, **more)


def read(mapper: RecordMapper, topic: str, state: bytes) -> Record:
    return mapper.to_records(MATCH, [(7, topic, state)])[0]


@pytest.fixture
def mapper() -> RecordMapper:
    return RecordMapper(GAME, LIFECYCLE)


@pytest.mark.parametrize(
    ("told", "topic"),
    [
        (record(PebblesShown(1, (4, 9), 5, Seat(1))), "pebbles/pebbles_shown@1"),
        (record(PebbleHidden(Seat(0), 4), action=Hide(4)), "pebbles/pebble_hidden@1"),
        (record(MatchStarted(), retry=Retry(DIGEST, GENESIS, Version(7))), "match/match_started@1"),
        (record(SeatTaken(Seat(1), "chance", bot="random")), "match/seat_taken@1"),
        (record(PebblesShown(1, (4, 9), 5, Seat(1)), imported=Imported("key", "name")), "pebbles/pebbles_shown@1"),
    ],
)
def test_a_record_is_read_back_unchanged_under_a_stable_topic(mapper: RecordMapper, told: Record, topic: str) -> None:
    row = mapper.to_row(told)
    assert row[0] == topic
    assert read(mapper, *row) == told


def test_the_stored_json_is_stable(mapper: RecordMapper) -> None:
    topic, state = mapper.to_row(record(PebbleHidden(Seat(0), 4), action=Hide(4)))
    assert topic == "pebbles/pebble_hidden@1"
    assert state.decode() == (
        '{"at":"2026-11-30T02:32:49.000123Z","event":{"type":"pebble_hidden","seat":0,"pebble":4},'
        f'"prev":"{GENESIS}","hash":"{DIGEST}",'
        '"action":{"type":"hide","pebble":4}}'
    )


@pytest.mark.parametrize(
    "topic",
    [
        "pebbles/pebbles_shown@2",
        "pebbles/pebbles_counted@1",
        "match/match_paused@1",
        "marbles/pebbles_shown@1",
        "pebbles/match_started@1",
        "pebbles_shown",
        "",
    ],
)
def test_an_unknown_topic_raises(mapper: RecordMapper, topic: str) -> None:
    _, state = mapper.to_row(record(PebblesShown(1, (4, 9), 5, Seat(1))))
    with pytest.raises(UnknownTopic) as refusal:
        read(mapper, topic, state)
    assert refusal.value.topic == topic


@pytest.mark.parametrize("spoil", [b"", b"{}", b'{"at":1}', b"not json"])
def test_an_invalid_state_raises(mapper: RecordMapper, spoil: bytes) -> None:
    with pytest.raises(UnknownTopic):
        read(mapper, "pebbles/pebbles_shown@1", spoil)


def test_a_state_under_the_topic_of_another_event_raises(mapper: RecordMapper) -> None:
    _, state = mapper.to_row(record(PebblesShown(1, (4, 9), 5, Seat(1))))
    with pytest.raises(UnknownTopic):
        read(mapper, "pebbles/cheered@1", state)


def test_the_first_row_of_a_match_names_its_game() -> None:
    assert game_of(b'{"at":"","event":{"type":"match_opened","game":"pebbles"},"prev":"","hash":""}') == "pebbles"


class StoneThrown(Event, frozen=True, tag="stone_thrown"):
    """In revision 1 it had a `distance` in paces, in revision 2 in feet; both were secret."""

    REVISION: ClassVar[int] = 3
    WITHHELD: ClassVar[tuple[str, ...]] = ("aim",)
    seat: Seat
    inches: int
    aim: str


def _to_feet(fields: dict[str, Any]) -> dict[str, Any]:
    paces = fields.pop("paces")
    return {**fields, "feet": paces * 5}


def _to_inches(fields: dict[str, Any]) -> dict[str, Any]:
    feet = fields.pop("feet")
    return {**fields, "inches": feet * 12}


FIRST = Upcaster("stone_thrown", 1, ("paces",), _to_feet)
SECOND = Upcaster("stone_thrown", 2, ("feet",), _to_inches)


def with_events(*events: type[Event], retired: tuple[Upcaster, ...] = ()) -> AnyGame:
    return replace(GAME, events=(*GAME.events, *events), retired=retired)


@pytest.mark.parametrize(
    ("topic", "field", "value", "secret"),
    [("pebbles/stone_thrown@1", "paces", 2, ("paces",)), ("pebbles/stone_thrown@2", "feet", 10, ("feet",))],
)
def test_an_older_revision_is_upcast_step_by_step_and_its_shape_kept(
    topic: str, field: str, value: int, secret: tuple[str, ...]
) -> None:
    mapper = RecordMapper(with_events(StoneThrown, retired=(FIRST, SECOND)), LIFECYCLE)
    state = (
        f'{{"at":"{AT}","event":{{"type":"stone_thrown","seat":1,"aim":"left","{field}":{value}}},'
        f'"prev":"{GENESIS}","hash":"{DIGEST}","action":{{"type":"hide","pebble":4}}}}'
    )
    told = read(mapper, topic, state.encode())
    original = Shape("stone_thrown", int(topic[-1]), secret, {"seat": 1, field: value})
    assert told == record(StoneThrown(Seat(1), 120, "left"), action=Hide(4), original=original)
    assert mapper.to_row(record(told.event))[0] == "pebbles/stone_thrown@3"


@pytest.mark.parametrize("retired", [(), (FIRST,), (SECOND,), (FIRST, SECOND, Upcaster("stone_thrown", 3, (), dict))])
def test_every_older_revision_has_exactly_one_upcaster(retired: tuple[Upcaster, ...]) -> None:
    with pytest.raises(ValueError, match="upcasters do not match"):
        RecordMapper(with_events(StoneThrown, retired=retired), LIFECYCLE)


class Impostor(Event, frozen=True, tag="match_started"):
    """An event of a game with the name of a lifecycle event."""


class Twin(Event, frozen=True, tag="cheered"):
    """An event of a game with the name of another one."""


@pytest.mark.parametrize("event", [Impostor, Twin])
def test_two_events_of_one_name_raise(event: type[Event]) -> None:
    with pytest.raises(ValueError, match="same name"):
        RecordMapper(with_events(event), LIFECYCLE)
