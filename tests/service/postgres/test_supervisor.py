"""The supervisor's log stays within bounds."""

from contextlib import closing
from pathlib import Path

from service.postgres.supervisor import LOG_BYTES, RotatingLog


def test_a_full_log_is_rotated_and_one_old_file_is_kept(tmp_path: Path) -> None:
    with closing(RotatingLog(tmp_path / "server.log")) as log:
        for number in range(5):
            log.write(b"%d" % number * (LOG_BYTES // 2))
    assert {path.name: path.read_bytes()[:1] for path in tmp_path.iterdir()} == {
        "server.log": b"4",
        "server.log.1": b"2",
    }
    assert all(path.stat().st_size <= LOG_BYTES for path in tmp_path.iterdir())


def test_a_log_is_continued_after_a_restart(tmp_path: Path) -> None:
    for word in (b"one ", b"two"):
        with closing(RotatingLog(tmp_path / "server.log")) as log:
            log.write(word)
    assert (tmp_path / "server.log").read_bytes() == b"one two"
