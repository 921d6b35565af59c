"""Files that the browser sends: piece by piece into the private folder, up to a limit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from covey.core.errors import InvalidInput, exhausted
from covey.core.words import bytes_in_words

LIMIT = 1 << 30
"""Bytes of a file, unless the command line says otherwise."""
TOGETHER = 4
"""All files together may be so many times as large as one."""
FOLDER = "uploads"
LONGEST = 120
"""Bytes of a name: file systems have 255, and covey adds some."""


def name_of(given: str) -> str:
    """The name of a file without any folder, and without what a file system or a shell trips
    over.

    >>> name_of("../../etc/passwd"), name_of("C:\\\\data\\\\my table.csv"), name_of("..")
    ('passwd', 'my table.csv', 'table')
    """
    # Both signs of folders, whatever machine the browser runs on.
    last = given.replace("\\", "/").rpartition("/")[2]
    plain = "".join(letter for letter in last if letter.isprintable()).strip(". ")
    # The end of a long name is kept: its last letters say what kind of file it is.
    end = plain.encode(errors="ignore")[-LONGEST:].decode(errors="ignore")
    return end.strip(". ") or "table"


class Uploads:
    """What was sent so far, in the ``private`` folder: up to ``limit`` bytes a file, and TOGETHER
    times as much in all, with what is being sent."""

    def __init__(self, private: Path, limit: int = LIMIT) -> None:
        self._folder, self._limit = private / FOLDER, limit
        self._used = 0

    async def receive(self, name: str, length: int | None, pieces: AsyncIterator[bytes]) -> Path:
        """Write what comes to a file of its own; nothing stays of one that is refused or cut
        off."""
        # Before a byte is read, if the browser says how many come.
        self._refuse_above(0, length or 0)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        target = _free(self._folder, name_of(name))
        size = 0
        try:
            # Never a file that is there already.
            with target.open("xb") as file:
                async for piece in pieces:
                    self._refuse_above(size, len(piece))
                    size += len(piece)
                    # Counted piece by piece: several uploads at once share the limit.
                    self._used += len(piece)
                    file.write(piece)
            if length is not None and size != length:
                raise InvalidInput(f"Of {name_of(name)} only {bytes_in_words(size)} arrived.")
        # Also when the browser is gone or the page ends: no half of a file stays.
        except BaseException as error:
            self._used -= size
            target.unlink(missing_ok=True)
            if isinstance(error, OSError) and (limited := exhausted(error, "the upload failed")):
                raise limited from None
            raise
        return target

    def _refuse_above(self, size: int, more: int) -> None:
        """Refuse more of a file that has a size already."""
        if size + more > self._limit:
            raise _too_large(f"A file of at most {bytes_in_words(self._limit)} can be uploaded")
        together = TOGETHER * self._limit
        if self._used + more > together:
            raise _too_large(
                f"All uploads together may have {bytes_in_words(together)}, and"
                f" {bytes_in_words(self._used)} are there already"
            )


def _too_large(what: str) -> InvalidInput:
    return InvalidInput(
        f"{what}.",
        hint="Choose it by its path on this machine instead: then nothing is copied."
        " Or allow more: covey app --upload-limit",
    )


def _free(folder: Path, name: str) -> Path:
    """A place of its own for every upload, under the name that the file had."""
    number = 1
    while (own := folder / str(number)).exists():
        number += 1
    own.mkdir(mode=0o700)
    return own / name
