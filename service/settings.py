"""Settings from environment variables; a wrong one stops the start with a sentence that says which and why."""

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
    """A setting that cannot be used."""


class Settings(Struct, frozen=True):
    """How one service process runs; each field is an environment variable `CHRONICLE_<NAME>`.

    `data` holds the embedded database and the signing key; `database_url` names another server instead.
    `body_limit` is in bytes; `matches_in_memory` bounds the cache; `queue_bound` how many appends may wait;
    `longest_wait` of a long poll is in seconds, and so is how long a `slow_client` may take to send a request or to
    read an answer. `streams` bounds how many requests of one caller wait for news, `all_streams` how many streams are
    open at once; an idle one says that it is alive every `stream_heartbeat` seconds, and who takes nothing for
    `stream_patience` seconds is let go. `open_matches` and `bot_matches` bound how many of one person's matches wait
    for players or have bots in them. Rates are `number/second|minute|hour|day`, or `off`. `trusted_proxies` are
    addresses or networks that say for whom they ask, `cors_origins` the web pages that may. `expires_after` is how
    many seconds a match waits to be started where its opener says nothing else.
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
    """Read the settings. Raises `SettingsError` for an unknown variable or a value that cannot be used."""
    given = {name.removeprefix("CHRONICLE_").lower(): value for name, value in environ.items() if _is_ours(name)}
    unknown = given.keys() - set(Settings.__struct_fields__)
    if unknown:
        names = ", ".join(f"CHRONICLE_{name.upper()}" for name in sorted(unknown))
        raise SettingsError(f"{names}: there is no such setting.")
    fields = {name: _value(name, text) for name, text in given.items()}
    return Settings(**fields)


def _is_ours(name: str) -> bool:
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
        raise SettingsError(f"{variable} must be like 600/minute (second, hour, day), or off, not {text!r}.")
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
    is_one = parts.scheme in {"http", "https"} and text == f"{parts.scheme}://{parts.netloc}"
    if text != "*" and (not is_one or {"*", "@"} & set(text)):
        message = "it must be like https://example.org"
        raise ValueError(message)
    return text


def _checked(variable: str, text: str, check: Callable[[str], str]) -> str:
    try:
        return check(text)
    except ValueError as error:
        raise SettingsError(f"{variable} holds {text!r}: {error}.") from None


_LISTS: Final[Mapping[str, Callable[[str], str]]] = {"trusted_proxies": _proxy, "cors_origins": _origin}
