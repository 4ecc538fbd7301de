"""Locks on a data folder that the kernel frees when their holders end, however they end."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HELD: set[int] = set()


def _forget() -> None:
    # A forked child (a process pool's, say) shares the parent's locks and pipes, and would keep them past its end.
    for descriptor in _HELD:
        os.close(descriptor)
    _HELD.clear()


os.register_at_fork(after_in_child=_forget)


@contextmanager
def ours_alone(descriptor: int) -> Iterator[int]:
    """Keep an open descriptor out of forked children, and close it at the end."""
    _HELD.add(descriptor)
    try:
        yield descriptor
    finally:
        if descriptor in _HELD:
            _HELD.discard(descriptor)
            os.close(descriptor)


def lock(path: Path, patience: float = 0.0) -> int | None:
    """Lock a file, created if missing, within `patience` seconds; the descriptor that holds it, or None."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    deadline = time.monotonic() + patience
    while not _locked(descriptor):
        if time.monotonic() >= deadline:
            os.close(descriptor)
            return None
        time.sleep(0.02)
    return descriptor


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
