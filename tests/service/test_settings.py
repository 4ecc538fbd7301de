"""Settings: values from the environment, and errors that name the setting."""

from pathlib import Path

import pytest

from service.settings import Settings, SettingsError, from_environment

ENVIRONMENT = {
    "CHRONICLE_HOST": "::1",
    "CHRONICLE_PORT": "80",
    "CHRONICLE_DATA": "elsewhere",
    "CHRONICLE_DATABASE_URL": "postgresql://somewhere",
    "CHRONICLE_REGISTRATION": "closed",
    "CHRONICLE_LOG_FORMAT": "console",
    "CHRONICLE_LOG_LEVEL": "error",
    "CHRONICLE_BODY_LIMIT": "2048",
    "CHRONICLE_MATCHES_IN_MEMORY": "1",
    "CHRONICLE_QUEUE_BOUND": "2",
    "CHRONICLE_LONGEST_WAIT": "0",
    "CHRONICLE_STREAMS": "3",
    "CHRONICLE_ALL_STREAMS": "0",
    "CHRONICLE_STREAM_HEARTBEAT": "1",
    "CHRONICLE_STREAM_PATIENCE": "2",
    "CHRONICLE_OPEN_MATCHES": "7",
    "CHRONICLE_BOT_MATCHES": "8",
    "CHRONICLE_SLOW_CLIENT": "4",
    "CHRONICLE_CALLER_RATE": "5/second",
    "CHRONICLE_ADDRESS_RATE": "off",
    "CHRONICLE_FAILURE_RATE": "6/day",
    "CHRONICLE_TRUSTED_PROXIES": "10.0.0.1, 2001:db8::/32",
    "CHRONICLE_CORS_ORIGINS": "https://a.example,http://localhost:8080",
    "CHRONICLE_EXPIRES_AFTER": "60",
}
SETTINGS = Settings(
    host="::1",
    port=80,
    data=Path("elsewhere"),
    database_url="postgresql://somewhere",
    registration="closed",
    log_format="console",
    log_level="error",
    body_limit=2048,
    matches_in_memory=1,
    queue_bound=2,
    longest_wait=0,
    streams=3,
    all_streams=0,
    stream_heartbeat=1,
    stream_patience=2,
    open_matches=7,
    bot_matches=8,
    slow_client=4,
    caller_rate="5/second",
    address_rate="off",
    failure_rate="6/day",
    trusted_proxies=("10.0.0.1", "2001:db8::/32"),
    cors_origins=("https://a.example", "http://localhost:8080"),
    expires_after=60,
)


def test_without_variables_every_setting_has_its_default() -> None:
    assert from_environment({"PATH": "/bin"}) == Settings()


def test_every_setting_is_read_from_its_variable() -> None:
    assert len(ENVIRONMENT) == len(Settings.__struct_fields__)
    assert from_environment(ENVIRONMENT) == SETTINGS


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "eighty", "whole number from 1 to 65535"),
        ("PORT", "0", "whole number from 1 to 65535"),
        ("PORT", "65536", "whole number from 1 to 65535"),
        ("PORT", "-1", "whole number"),
        ("PORT", " 80", "whole number"),
        ("PORT", "8_0", "whole number"),
        ("PORT", "\u0661", "whole number"),
        ("PORT", "", "empty"),
        ("HOST", "", "empty"),
        ("DATABASE_URL", "", "empty"),
        ("REGISTRATION", "maybe", "one of open, closed"),
        ("LOG_FORMAT", "xml", "one of json, console"),
        ("LOG_LEVEL", "loud", "one of debug, info, warning, error"),
        ("BODY_LIMIT", "1", "whole number from 1024"),
        ("MATCHES_IN_MEMORY", "0", "whole number from 1"),
        ("QUEUE_BOUND", "1.5", "whole number"),
        ("LONGEST_WAIT", "301", "whole number from 0 to 300"),
        ("CALLER_RATE", "many", "600/minute"),
        ("CALLER_RATE", "0/minute", "600/minute"),
        ("ADDRESS_RATE", "5/week", "600/minute"),
        ("FAILURE_RATE", "5 per minute", "600/minute"),
        ("TRUSTED_PROXIES", "proxy.example", "does not appear to be"),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "has host bits set"),
        ("TRUSTED_PROXIES", "10.0.0.1,,", "does not appear to be"),
        ("CORS_ORIGINS", "example.org", "https://example.org"),
        ("CORS_ORIGINS", "https://a.example/", "https://example.org"),
        ("CORS_ORIGINS", "https://*.example", "https://example.org"),
        ("CORS_ORIGINS", "https://me@a.example", "https://example.org"),
        ("SLOW_CLIENT", "0", "whole number from 1"),
        ("ALL_STREAMS", "-1", "whole number from 0"),
        ("STREAM_HEARTBEAT", "0", "whole number from 1 to 300"),
        ("STREAM_PATIENCE", "301", "whole number from 1 to 300"),
        ("COLOUR", "red", "no such setting"),
    ],
)
def test_an_invalid_setting_is_refused_by_name(name: str, value: str, why: str) -> None:
    with pytest.raises(SettingsError, match=f"CHRONICLE_{name}.*{why}"):
        from_environment({f"CHRONICLE_{name}": value})
