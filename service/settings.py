"""Settings from environment variables. An invalid setting stops the start with a message that names it."""

import re
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Literal, get_args
from urllib.parse import urlsplit

from msgspec import Struct

from domain.matches.settings import LONGEST_EXPIRY

OFF: Final = "off"
Registration = Literal["open", "closed"]
LogFormat = Literal["json", "console"]
LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(Exception):
    """An invalid or unusable setting. The message names the variable and the expected value."""


class Settings(Struct, frozen=True):
    """Settings of one service process. Each field is an environment variable `CHRONICLE_<NAME>`.

    Storage: `data` is the directory of the embedded database and the signing key. `database_url` selects another
    database server. `queue_bound` limits the appends that wait for a commit, `matches_in_memory` the match cache.

    Requests: `body_limit` is in bytes. `longest_wait` is the maximum duration of a long poll in seconds.
    `slow_client` is the time in seconds that a client may take to send a request or to read a response.

    Streams: `streams` limits the waiting requests of one caller, `all_streams` the open streams of the process.
    An idle stream sends a comment every `stream_heartbeat` seconds. A stream ends if its client reads nothing
    for `stream_patience` seconds.

    Quotas: `open_matches` and `bot_matches` limit one player's open matches and matches with bots. Rates have the
    form `number/second|minute|hour|day`, or are `off`. `expires_after` is the default number of seconds after
    which an open match expires.

    Network: the service accepts forwarded client addresses from `trusted_proxies` (addresses or networks), and
    cross-origin requests from the web origins `cors_origins`.
    """

    host: str = "127.0.0.1"
    port: int = 8012
    data: Path = Path(".chronicle")
    database_url: str | None = None
    registration: Registration = "open"
    log_format: LogFormat = "json"
    log_level: LogLevel = "info"
    body_limit: int = 64 * 1024
    matches_in_memory: int = 1_000
    queue_bound: int = 1_000
    longest_wait: int = 30
    streams: int = 64
    all_streams: int = 1_000
    stream_heartbeat: int = 15
    stream_patience: int = 20
    open_matches: int = 500
    bot_matches: int = 500
    slow_client: int = 30
    caller_rate: str = "20000/minute"
    address_rate: str = "10000/minute"
    failure_rate: str = "600/minute"
    trusted_proxies: tuple[str, ...] = ()
    cors_origins: tuple[str, ...] = ()
    expires_after: int = 7 * 24 * 3600


_NUMBERS = {
    "port": (1, 65_535),
    "body_limit": (1_024, 16 * 1024 * 1024),
    "matches_in_memory": (1, 1_000_000),
    "queue_bound": (1, 1_000_000),
    "longest_wait": (0, 300),
    "streams": (1, 1_000_000),
    "all_streams": (0, 100_000),
    "stream_heartbeat": (1, 300),
    "stream_patience": (1, 300),
    "open_matches": (1, 1_000_000),
    "bot_matches": (1, 1_000_000),
    "slow_client": (1, 600),
    "expires_after": (1, LONGEST_EXPIRY),
}
_RATES = ("caller_rate", "address_rate", "failure_rate")
_RATE: Final = re.compile(r"[1-9][0-9]{0,8}/(second|minute|hour|day)")
_CHOICES: dict[str, tuple[str, ...]] = {
    "registration": get_args(Registration),
    "log_format": get_args(LogFormat),
    "log_level": get_args(LogLevel),
}


def from_environment(environ: Mapping[str, str]) -> Settings:
    """Read the settings. Raises `SettingsError` for an unknown variable or an invalid value."""
    given = {name.removeprefix("CHRONICLE_").lower(): value for name, value in environ.items() if _is_setting(name)}
    unknown = given.keys() - set(Settings.__struct_fields__)
    if unknown:
        names = ", ".join(f"CHRONICLE_{name.upper()}" for name in sorted(unknown))
        raise SettingsError(f"{names}: no such setting.")
    fields = {name: _value(name, text) for name, text in given.items()}
    return Settings(**fields)


def _is_setting(name: str) -> bool:
    return name.startswith("CHRONICLE_") and not name.startswith("CHRONICLE_TEST_")


def _value(name: str, text: str) -> Any:  # noqa: ANN401 -- the type is that of the setting
    variable = f"CHRONICLE_{name.upper()}"
    if not text:
        raise SettingsError(f"{variable} is set but empty.")
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise SettingsError(f"{variable} must be a whole number from {low} to {high}, not {text!r}.")
        return int(text)
    if name in _RATES and text != OFF and not _RATE.fullmatch(text):
        raise SettingsError(
            f"{variable} must have the form 600/minute (or second, hour, day), or be off, not {text!r}."
        )
    if name in _LISTS:
        return tuple(_checked(variable, each.strip(), _LISTS[name]) for each in text.split(","))
    if name in _CHOICES and text not in _CHOICES[name]:
        raise SettingsError(f"{variable} must be one of {', '.join(_CHOICES[name])}, not {text!r}.")
    return Path(text) if name == "data" else text


def _proxy(text: str) -> str:
    ip_network(text)
    return text


def _origin(text: str) -> str:
    parts = urlsplit(text)
    is_origin = parts.scheme in {"http", "https"} and text == f"{parts.scheme}://{parts.netloc}"
    if text != "*" and (not is_origin or {"*", "@"} & set(text)):
        message = "an origin has the form https://example.org"
        raise ValueError(message)
    return text


def _checked(variable: str, text: str, check: Callable[[str], str]) -> str:
    try:
        return check(text)
    except ValueError as error:
        raise SettingsError(f"{variable} contains the invalid value {text!r}: {error}.") from None


_LISTS: Final[Mapping[str, Callable[[str], str]]] = {"trusted_proxies": _proxy, "cors_origins": _origin}
