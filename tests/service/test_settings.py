"""Settings: a wrong one is named, with the reason."""

from pathlib import Path

import pytest

from service.settings import Settings, SettingsError, from_environment


def test_without_wishes_everything_has_its_default() -> None:
    assert from_environment({"PATH": "/bin"}) == Settings()


def test_every_setting_is_read_from_its_variable() -> None:
    given = {
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
        "CHRONICLE_STREAMS": "0",
        "CHRONICLE_STREAM_HEARTBEAT": "1",
        "CHRONICLE_STREAM_PATIENCE": "2",
    }
    assert len(given) == len(Settings.__struct_fields__)
    read = from_environment(given)
    assert read == Settings(
        *("::1", 80, Path("elsewhere"), "postgresql://somewhere", "closed", "console", "error", 2048, 1, 2, 0),
        *(0, 1, 2),
    )


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
        ("STREAMS", "-1", "whole number from 0"),
        ("STREAM_HEARTBEAT", "0", "whole number from 1 to 300"),
        ("STREAM_PATIENCE", "301", "whole number from 1 to 300"),
        ("COLOUR", "red", "no such setting"),
    ],
)
def test_a_wrong_setting_is_refused_by_name(name: str, value: str, why: str) -> None:
    with pytest.raises(SettingsError, match=f"CHRONICLE_{name}.*{why}"):
        from_environment({f"CHRONICLE_{name}": value})
