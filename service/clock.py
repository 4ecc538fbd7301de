"""Clock, random secrets and identifiers: the only module of the service that reads the clock or draws entropy."""

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
    """Return the current time in the format of events."""
    return instant(datetime.now(UTC))


def instant(time: datetime) -> Instant:
    """Format a time zone-aware time as events do. Raises `OverflowError` outside the supported range."""
    return Instant(time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"))


def seconds_since(timestamp: Instant) -> float:
    """Return the seconds since `timestamp`, or 0 if it is in the future of this machine's clock."""
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(timestamp)).total_seconds())


def new_secret() -> bytes:
    """Draw the 32 random bytes from which all randomness of a match is derived."""
    return token_bytes(SECRET_BYTES)


def new_id() -> str:
    """Return a random UUID."""
    return str(UUID(bytes=token_bytes(16), version=4))


def chronicle_id(founder: PlayerId, key: str | None) -> ChronicleId:
    """Return the id of a new chronicle. It is the same for retries with the same founder and idempotency key."""
    return ChronicleId(new_id() if key is None else str(uuid5(_CHRONICLES, f"{founder}/{key}")))


def match_id(opener: PlayerId, key: str | None) -> MatchId:
    """Return the id of a new match. It is the same for retries with the same creator and idempotency key."""
    return MatchId(new_id() if key is None else str(uuid5(_MATCHES, f"{opener}/{key}")))


def rematch_id(match: MatchId, attempt: int) -> MatchId:
    """Return the id of a match's rematch, the same for every requester. `attempt` counts abandoned rematches."""
    return MatchId(str(uuid5(_REMATCHES, f"{match}/{attempt}")))


def editions_id(game: GameKey) -> UUID:
    """Return the id of the stream that stores the published editions of a game."""
    return uuid5(_EDITIONS, game)
