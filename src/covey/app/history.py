"""What can be taken back: changes of the job, and tables that were left for others."""

from __future__ import annotations

from collections.abc import Sequence

from covey.app.draft import Draft
from covey.core.dataclass import dataclass

LONGEST = 100
"""Changes that can be taken back."""


@dataclass(frozen=True)
class Stand:
    """The job at one time. ``safe`` is the draft as it was opened or last saved: leaving it
    loses no work. ``target`` is the folder that its release is written to."""

    draft: Draft
    safe: Draft
    target: str

    @property
    def table(self) -> str:
        return str(self.draft.data["table"])

    @property
    def has_decisions(self) -> bool:
        return self.draft != self.safe

    def is_read_as(self, other: Stand) -> bool:
        """Whether both are about one table, read in the same way."""
        return self.table == other.table and self.draft.reading == other.draft.reading


def after(history: Sequence[Stand], left: Stand) -> list[Stand]:
    """The history when a job is left for another one."""
    return [*history, left][-LONGEST:]


def elsewhere(history: Sequence[Stand], table: str) -> list[Stand]:
    """What is left of the history when a table has other columns by now, and no draft of it fits
    any more."""
    return [each for each in history if each.table != table]
