"""Folders that must be gone when a run ends, however it ends.

Each is removed by whoever made it. Should an interrupted run hang before it comes to that, as when
Ctrl-C strikes in the middle of an import that another thread waits for, the command line removes
what is left and ends the process.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_folders: set[Path] = set()


@contextmanager
def removed(folder: Path) -> Iterator[Path]:
    """A folder that is removed at the end of the block."""
    _folders.add(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


def remove_all() -> None:
    for folder in list(_folders):
        shutil.rmtree(folder, ignore_errors=True)
