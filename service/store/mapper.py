"""Match records as stored rows, and back.

A topic is a stable name with the revision of its event: `queen_of_12/dice_rolled@1`, and
`match/match_opened@1` for what happens to a match of any game. The names are the storage format.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.basics import GameKey, Hash, Instant, MatchId, Version
from domain.kernel.game import AnyGame, Upcaster
from domain.kernel.messages import Event, either, tag_of
from domain.kernel.records import Imported, Record, Retry, Shape
from service.store.errors import UnknownTopic
from service.store.rows import Stored
from service.store.topics import MATCH, topic_of

EventT = TypeVar("EventT")
ActionT = TypeVar("ActionT")


class _Stored(Struct, Generic[EventT, ActionT], frozen=True, omit_defaults=True):
    """The state of a row: a record without what its stream and version say."""

    at: Instant
    event: EventT
    prev: Hash
    hash: Hash
    action: ActionT | None = None
    retry: Retry | None = None
    imported: Imported | None = None


class _Opening(Struct, frozen=True):
    game: GameKey


_OPENING = msgspec.json.Decoder(_Stored[_Opening, Any])


def game_of(state: bytes) -> GameKey:
    """The game that the first row of a match names: it says which mapper reads the match."""
    return _OPENING.decode(state).event.game


class Mapper:
    """Reads and writes the rows of one game's matches."""

    def __init__(self, game: AnyGame, lifecycle: tuple[type[Event], ...]) -> None:
        """Know the events of `game` and of every match; raises `ValueError` where these do not fit together."""
        kinds = {tag_of(kind): kind for kind in (*lifecycle, *game.events)}
        if len(kinds) < len(lifecycle) + len(game.events) or game.key == MATCH:
            message = f"{game.key}: two events of a match have the same name"
            raise ValueError(message)
        prefixes = {kind: MATCH if kind in lifecycle else game.key for kind in kinds.values()}
        self._topics = {kind: topic_of(prefixes[kind], kind) for kind in kinds.values()}
        self._current = frozenset(self._topics.values())
        self._retired = {f"{game.key}/{old.type}@{old.revision}": old for old in game.retired}
        _check_upcasters(game)
        self._events, actions = either(kinds.values()), either(game.actions)
        self._encoder = msgspec.json.Encoder()
        self._decoder = _decoder(self._events, actions)
        self._any_decoder = _decoder(dict[str, Any], actions)

    def to_row(self, record: Record) -> tuple[str, bytes]:
        """The topic and state of a record."""
        stored = _Stored(
            record.at, record.event, record.prev, record.hash, record.action, record.retry, record.imported
        )
        return self._topics[type(record.event)], self._encoder.encode(stored)

    def to_records(self, match: MatchId, rows: Sequence[Stored]) -> list[Record]:
        """The records of a match's stored events, brought up to the events' current revisions.

        Raises `UnknownTopic` for what this version of the program cannot read.
        """
        current, topics, decode = self._current, self._topics, self._decoder.decode
        records = []
        # One loop without calls of our own: this is half of what loading a match waits for.
        for number, topic, state in rows:
            version = Version(number)
            try:
                if topic not in current:
                    records.append(self._upcast(match, version, topic, state))
                    continue
                one = decode(state)
            except msgspec.DecodeError as error:
                raise UnknownTopic(topic, str(error)) from error
            event = one.event
            if topics[type(event)] != topic:
                raise UnknownTopic(topic, f"it holds a {tag_of(type(event))}")
            records.append(
                Record(match, version, one.at, event, one.prev, one.hash, one.action, one.retry, None, one.imported)
            )
        return records

    def _upcast(self, match: MatchId, version: Version, topic: str, state: bytes) -> Record:
        written = self._retired.get(topic)
        if written is None:
            raise UnknownTopic(topic, "neither a current event nor a retired shape of one")
        stored = self._any_decoder.decode(state)
        fields = {name: value for name, value in stored.event.items() if name != "type"}
        for old in self._steps_from(written):
            fields = old.upcast(dict(fields))
        event: Event = msgspec.convert({**fields, "type": written.type}, self._events, str_keys=True)
        original = _shape(written, stored.event, event.WITHHELD)
        known = (stored.prev, stored.hash, stored.action, stored.retry)
        return Record(match, version, stored.at, event, *known, original, stored.imported)

    def _steps_from(self, written: Upcaster) -> list[Upcaster]:
        steps = [old for old in self._retired.values() if old.type == written.type and old.revision >= written.revision]
        return sorted(steps, key=lambda old: old.revision)


def _shape(written: Upcaster, fields: dict[str, Any], withheld: tuple[str, ...]) -> Shape:
    told = {name: value for name, value in fields.items() if name != "type" and name not in withheld}
    return Shape(written.type, written.revision, written.secret, told)


def _decoder(events: Any, actions: Any) -> msgspec.json.Decoder[_Stored[Any, Any]]:  # noqa: ANN401 -- as above
    stored: Any = _Stored
    return msgspec.json.Decoder(stored[events, actions])


def _check_upcasters(game: AnyGame) -> None:
    needed = {(tag_of(kind), revision) for kind in game.events for revision in range(1, kind.REVISION)}
    given = {(old.type, old.revision) for old in game.retired}
    if needed != given:
        message = f"{game.key}: retired shapes and upcasters do not fit: {sorted(needed ^ given)}"
        raise ValueError(message)
