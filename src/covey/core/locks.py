"""A file that several runs read and replace, one after the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other block with this file runs. The file is made, empty and private, if it is
    not there. The block may replace it or remove it once, as its last step.

    Where a disk or system has no such locks, nobody waits.
    """
    if sys.platform == "win32":
        yield
        return
    handle = _locked(path)
    try:
        yield
    finally:
        os.close(handle)


def _locked(path: Path) -> int:
    while True:
        # No child process inherits the lock, and a pipe of this name does not block.
        handle = os.open(path, os.O_RDONLY | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        try:
            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX)
            # Who held the lock before may have put another file here: then that one counts.
            if path.exists() and os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        # It was removed between the two looks at it: begin again with a new file.
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
