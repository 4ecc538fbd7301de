"""File locks on a data directory, released by the kernel when the process ends in any way."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_RETRY_SECONDS = 0.02
_PRIVATE: set[int] = set()


def _close_in_child() -> None:
    # A forked child, of a process pool for example, would otherwise hold the parent's locks and pipes beyond its end.
    for descriptor in _PRIVATE:
        os.close(descriptor)
    _PRIVATE.clear()


os.register_at_fork(after_in_child=_close_in_child)


@contextmanager
def private_descriptor(descriptor: int) -> Iterator[int]:
    """Keep an open descriptor out of forked children, and close it at the end of the block."""
    _PRIVATE.add(descriptor)
    try:
        yield descriptor
    finally:
        if descriptor in _PRIVATE:
            _PRIVATE.discard(descriptor)
            os.close(descriptor)


def acquire_lock(path: Path, timeout: float = 0.0) -> int | None:
    """Lock a file within `timeout` seconds, creating it if missing. Returns the locked descriptor or None."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + timeout
    while not _try_lock(descriptor):
        if time.monotonic() >= deadline:
            os.close(descriptor)
            return None
        time.sleep(_RETRY_SECONDS)
    return descriptor


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
