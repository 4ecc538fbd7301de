"""The service's clock and entropy: the only places where they come from."""

from datetime import UTC, datetime
from secrets import token_bytes
from uuid import UUID, uuid5

from domain.kernel.basics import ChronicleId, GameKey, Instant, MatchId, PlayerId
from domain.kernel.chance import SECRET_BYTES

_CHRONICLES = UUID("5b5f1a52-6a53-4c59-9d0e-0c0f12c12c13")
_MATCHES = UUID("5b5f1a52-6a53-4c59-9d0e-0c0f12c12c12")
_REMATCHES = UUID("2f0b6f5e-9a7d-4f6b-8a61-0c0f12c12c12")
_EDITIONS = UUID("e1d171c5-7a0e-4f55-8d3b-0c0f12c12c12")


def now() -> Instant:
    """Say what time it is, as events write it."""
    return instant(datetime.now(UTC))


def instant(time: datetime) -> Instant:
    """Write a time, which knows its offset from UTC, as events do. Raises `OverflowError` at the ends of time."""
    return Instant(time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"))


def seconds_since(moment: Instant) -> float:
    """Say how long ago that was, in seconds; 0 for a moment of a clock that is ahead."""
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(moment)).total_seconds())


def new_secret() -> bytes:
    """Draw the 32 bytes that a match's chance comes from."""
    return token_bytes(SECRET_BYTES)


def new_id() -> str:
    """Make a fresh random id."""
    return str(UUID(bytes=token_bytes(16), version=4))


def chronicle_id(founder: PlayerId, key: str | None) -> ChronicleId:
    """Make a chronicle's id; the same one whenever the founder repeats a request under the same idempotency key."""
    return ChronicleId(new_id() if key is None else str(uuid5(_CHRONICLES, f"{founder}/{key}")))


def match_id(opener: PlayerId, key: str | None) -> MatchId:
    """Make a match's id; the same one whenever the opener repeats a request under the same idempotency key."""
    return MatchId(new_id() if key is None else str(uuid5(_MATCHES, f"{opener}/{key}")))


def rematch_id(match: MatchId, attempt: int) -> MatchId:
    """Make the id of a match's rematch, whoever asks for it; a later attempt's where earlier ones were given up."""
    return MatchId(str(uuid5(_REMATCHES, f"{match}/{attempt}")))


def editions_id(game: GameKey) -> UUID:
    """Name the stream that holds the owners' editions of a game: the same one in every process."""
    return uuid5(_EDITIONS, game)
