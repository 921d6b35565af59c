"""The engine's copy of the table: written when it is opened, and read by every step but the release
itself, which reads the table, as the command line does. It stays until another table is opened: a
process may be reading it, and what is known of the table is known of its copy."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = "copies"
BYTES = ("encoding", "header")
"""How the bytes of a table are read, which says nothing of its copy."""


class Copies:
    """One at a time, each in a folder of its own below the ``private`` one."""

    def __init__(self, private: Path) -> None:
        self._parent = private / FOLDER
        self._made = 0
        self._now: Path | None = None

    @property
    def now(self) -> Path:
        assert self._now is not None
        return self._now

    def begin(self, table: str) -> Path:
        """A place for the copy of a table; the one before stays until this one is kept."""
        # Never the same folder again: a process may still read the one before.
        self._made += 1
        folder = self._parent / str(self._made)
        folder.mkdir(parents=True, mode=0o700)
        return folder / f"{Path(table).name}.parquet"

    def keep(self, copy: Path) -> None:
        before, self._now = self._now, copy
        if before is not None:
            shutil.rmtree(before.parent, ignore_errors=True)

    def drop(self, copy: Path) -> None:
        """Remove a copy that was begun and is not kept, with what was written of it."""
        shutil.rmtree(copy.parent, ignore_errors=True)

    def stand_ins(self, sample: int) -> list[str]:
        """The files that are read instead of the table, of which a refusal speaks."""
        return [str(self.now), str(sample_of(self.now, sample))]


def sample_of(copy: Path, rows: int) -> Path:
    """Where so many rows of a copy are, once they are drawn."""
    return copy.parent / str(rows) / copy.name


def reading_of_copy(reading: Mapping[str, Any]) -> dict[str, Any]:
    """How the copy of a table is read, of which it is known how the table itself is."""
    return {name: own for name, own in reading.items() if name not in BYTES}
