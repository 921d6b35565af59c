"""The releases that were made: each in a private folder, to be looked at and taken away."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from covey.app.draft import Draft
from covey.core.errors import InvalidInput
from covey.release.job import Job
from covey.release.job.file import write_job

FOLDER = "runs"
JOB_FILE, RELEASE, LOOK_FILE = "job.toml", "release", "look.json"
RECEIPTS = f"{RELEASE}.receipts.jsonl"


class Runs:
    """Finished ones, by their number from 1 on. ``chosen`` is the one that is looked at and taken
    away: the last one, until somebody chooses another; ``beside`` is compared with it. Both are 0
    for none."""

    def __init__(self, private: Path) -> None:
        self._parent = private / FOLDER
        self._done: list[dict[str, Any]] = []
        self._drafts: list[Draft] = []
        self.chosen = self.beside = 0

    def __len__(self) -> int:
        return len(self._done)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._done)

    def of(self, table: str) -> list[dict[str, Any]]:
        """The runs of one table."""
        pairs = zip(self._done, self._drafts, strict=True)
        return [run for run, draft in pairs if draft.data["table"] == table]

    def turn_to(self, table: str) -> None:
        """Another table is open: its last run is looked at."""
        own = self.of(table)
        self.chosen, self.beside = own[-1]["number"] if own else 0, 0

    def begin(self, job: Job) -> Path:
        """An empty folder for the next run, with its job."""
        # A run that failed or was cancelled leaves a folder under the same number.
        folder = self._parent / str(len(self) + 1)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        write_job(job, folder / JOB_FILE)
        return folder

    def finish(self, draft: Draft, **figures: Any) -> None:
        """Add a run with the job that it was made of: the job on the page goes on changing."""
        self._done.append({"number": len(self) + 1, **figures})
        self._drafts.append(draft)
        self.chosen = len(self)

    def choose(self, number: int, beside: int) -> None:
        self._check(number)
        if beside:
            self._check(beside)
        self.chosen, self.beside = number, 0 if beside == number else beside

    def folder(self, number: int) -> Path:
        """Of a run that is finished."""
        self._check(number)
        return self._parent / str(number)

    def draft(self, number: int) -> Draft:
        """What a run was made of."""
        self._check(number)
        return self._drafts[number - 1]

    def _check(self, number: int) -> None:
        if not 1 <= number <= len(self):
            raise InvalidInput(f"There is no run {number}.", given=number)


def packed(folder: Path) -> Path:
    """The release of a run in one file, made when it is first asked for. It takes as long as
    compressing the table: call it outside of the loop that serves the page."""
    target, release = folder / f"{RELEASE}.zip", folder / RELEASE
    if not target.exists():
        part = target.with_suffix(".part")
        with ZipFile(part, "w", ZIP_DEFLATED) as file:
            for each in sorted(release.iterdir()):
                # Below a folder, so that unpacking does not scatter files.
                file.write(each, f"{RELEASE}/{each.name}")
        part.rename(target)
    return target
