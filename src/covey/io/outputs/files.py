"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from covey.core.errors import InvalidInput, exhausted
from covey.core.temporary import part_file, umask

_QUOTED = re.compile(r'["\n\r]')


def check_target(
    target: Path, *inputs: Path, endings: tuple[str, ...] = (".csv",), option: str = "-o"
) -> None:
    """Refuse, before any work is done, a file that cannot be written or that is an input;
    ``option`` is what it was named by."""
    if target.suffix.lower() not in endings:
        raise InvalidInput(
            f"{target} cannot be written: the name of a file ending in {' or '.join(endings)} is"
            " expected."
        )
    # A name may be too long for the disk.
    with refusing(target):
        is_folder = _is_folder(target)
    if is_folder:
        raise InvalidInput(f"{target} is a folder; the name of a file to write is expected.")
    if not target.parent.is_dir():
        raise InvalidInput(
            f"There is no folder {target.parent} to write {target.name} into.",
            hint=f"Make it first: mkdir -p {target.parent}",
        )
    if not os.access(target.parent, os.W_OK):
        raise InvalidInput(f"The folder {target.parent} cannot be written to.")
    for given in inputs:
        if target.exists() and given.exists() and target.samefile(given):
            raise InvalidInput(
                f"{target} is the input itself, which covey never changes.",
                hint=f"Name another file with {option}.",
            )


def _is_folder(path: Path) -> bool:
    """What ``Path.is_dir`` says, except that from Python 3.14 on that says no to every error, also
    to a name that is too long."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


@contextmanager
def replacing(target: Path, *, private: bool = False) -> Iterator[TextIO]:
    """A text file that takes the place of ``target`` when it is complete. Only its owner can read
    a ``private`` one.

    If anything goes wrong before that, it is removed and ``target`` stays as it was.
    """
    with refusing(target), part_file(target) as (written, handle):
        # The handle stays open, which is the sign that the part is in use.
        with open(handle, "w", encoding="utf-8", newline="", closefd=False) as file:
            yield file
        # As if the user had made it: a part is private until then.
        if not private:
            written.chmod(0o666 & ~umask())
        written.replace(target)


@contextmanager
def refusing(target: Path) -> Iterator[None]:
    """Turn what keeps a file from being written into a refusal."""
    try:
        yield
    except OSError as error:
        raise exhausted(error, f"{target} cannot be written") or InvalidInput(
            f"{target} cannot be written: {error.strerror}."
        ) from None


def write_csv(target: Path, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Rows as CSV. None is an empty field, empty text a quoted one, so that they stay apart."""
    write_lines(target, header, (",".join(map(field, row)) + "\n" for row in rows))


def write_lines(target: Path, header: Iterable[str], lines: Iterable[str]) -> None:
    """A header, and lines of CSV as they are."""
    with replacing(target) as file:
        file.write(",".join(map(field, header)) + "\n")
        file.writelines(lines)


def field(value: object, delimiter: str = ",") -> str:
    # csv.writer cannot tell None from "" before Python 3.12.
    if value is None:
        return ""
    text = str(value)
    # Most fields are, and need no further look.
    if text.isalnum():
        return text
    # Blanks at the ends are quoted, too: some programs take them off elsewhere.
    if not text or delimiter in text or _QUOTED.search(text) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
