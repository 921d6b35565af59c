"""What the files beside a table say of it: the certificate of a release, or a job file."""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

CERTIFICATE_FILE = "certificate.json"
LARGEST = 100_000_000
"""Bytes of a file that is looked into. A job file is far smaller; a certificate grows with the
classes."""
UNREADABLE = (OSError, ValueError, KeyError, TypeError, RecursionError)


class Beside(NamedTuple):
    """What the certificate beside a table says of it, as far as covey repeats it: the column that
    identifies a person, if people are counted, and whether the rows were shuffled."""

    person: str | None = None
    shuffled: bool = False


def certificate_beside(table: Any) -> Beside:
    """What the certificate of the release says that a table is of; nothing if there is none.
    Anybody may have written it: it only makes covey say something."""
    if not isinstance(table, str | Path):
        return Beside()
    path = Path(table)
    try:
        data = json.loads(_text(path.parent / CERTIFICATE_FILE))
        # A certificate of another table in the same folder says nothing of this one.
        if data["table"]["file"] != path.name:
            return Beside()
        person, shuffled = data.get("person"), data.get("shuffled")
    except UNREADABLE:
        return Beside()
    return Beside(person if isinstance(person, str) else None, shuffled is True)


def note_on_people(table: Any, columns: Sequence[str]) -> Iterator[str]:
    """That records are counted although the files beside a table count its people, and how to
    count these; ``columns`` are those of the table."""
    said = _people_of_release(table) or _people_of_job(table)
    if said is None:
        return
    file, person = said
    folder = str(file.parent)
    words = f"{file} says that k counts people, by {person!r}; here records are counted"
    if person in columns:
        yield (
            f"{words}. To count people: --person {shlex.quote(person)} (person={person!r} in"
            " Python)"
        )
    else:
        yield (
            f"{words}, for the table does not show who is who. To count people, you need the table"
            f" that it was made of: covey verify {shlex.quote(folder)} --against TABLE"
            f' (covey.verify({folder!r}, against="TABLE") in Python)'
        )


def _people_of_release(table: Any) -> tuple[Path, str] | None:
    person = certificate_beside(table).person
    return None if person is None else (Path(table).parent / CERTIFICATE_FILE, person)


def _people_of_job(table: Any) -> tuple[Path, str] | None:
    """The first job file in the folder of a table that counts people in that table."""
    if not isinstance(table, str | Path):
        return None
    path = Path(table)
    try:
        # In the order of names, so that the note is the same on every file system.
        jobs = sorted(path.parent.glob("*.toml")) if path.is_file() else []
    except UNREADABLE:
        return None
    for file in jobs:
        try:
            job = tomllib.loads(_text(file))
            same = (file.parent / job["table"]).resolve() == path.resolve()
        except UNREADABLE:
            continue
        if same and isinstance(job.get("person"), str) and job["person"]:
            return file, job["person"]
    return None


def _text(file: Path) -> str:
    """The text of a plain file of bearable size: anybody may have put it there."""
    if not file.is_file() or file.stat().st_size > LARGEST:
        raise OSError(f"{file} is not looked into")
    return file.read_text(encoding="utf-8")
