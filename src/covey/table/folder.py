"""A folder that appears whole or not at all."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from covey.errors import InvalidInput

MARK = "certificate.json"
"""The file by which a former release is known: nothing else is ever overwritten. Folders of other
kinds have marks of their own."""

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


@contextmanager
def release_folder(
    target: Path,
    overwrite: bool = False,
    inputs: Sequence[Path] = (),
    *,
    what: str = "release",
    mark: str = MARK,
) -> Iterator[Path]:
    """A hidden folder beside ``target`` that takes its place when the block ends well.

    If anything goes wrong before that, it is removed and ``target`` stays as it was.
    """
    check_folder(target, overwrite, inputs, what=what, mark=mark)
    target = target.resolve()
    try:
        made = tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except OSError as error:
        raise InvalidInput(f"No folder can be made in {target.parent}: {error.strerror}.") from None
    hidden = Path(made)
    try:
        yield hidden
        hidden.chmod(0o777 & ~_umask())
        if target.exists():
            _exchange(hidden, target)
        else:
            hidden.rename(target)
    finally:
        # After an exchange this is the former release.
        shutil.rmtree(hidden, ignore_errors=True)


def check_folder(
    target: Path,
    overwrite: bool = False,
    inputs: Sequence[Path] = (),
    *,
    what: str = "release",
    mark: str = MARK,
) -> None:
    """Refuse, before any work is done, a folder that cannot be made or must not be replaced."""
    target = target.resolve()
    if not target.parent.is_dir():
        raise InvalidInput(
            f"There is no folder {target.parent} to make {target.name} in.",
            hint=f"Make it first: mkdir -p {target.parent}",
        )
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise InvalidInput(f"No folder can be made in {target.parent}: it cannot be written to.")
    if not target.exists():
        return
    if not target.is_dir():
        raise InvalidInput(f"{target} is a file; the name of a folder to make is expected.")
    if not overwrite:
        raise InvalidInput(
            f"The folder {target} exists already, and is not touched.",
            hint="Name another one, or replace it with --overwrite.",
        )
    if any(target.iterdir()) and not (target / mark).is_file():
        raise InvalidInput(
            f"{target} is not a {what}: it has no {mark}. Only a {what} is overwritten.",
            hint="Name another folder, or remove it yourself.",
        )
    for given in inputs:
        if given.resolve().is_relative_to(target):
            raise InvalidInput(
                f"{given} lies in {target}, which would be replaced; covey never changes its input."
            )


def _exchange(new: Path, old: Path) -> None:
    """Swap two folders in one step where Linux can, so that a good one is always there."""
    if sys.platform == "linux":
        rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        names = os.fsencode(new), os.fsencode(old)
        if rename and not rename(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE):
            return
    aside = new.with_name(f"{new.name}.old")
    old.rename(aside)
    try:
        new.rename(old)
    except BaseException:
        aside.rename(old)
        raise
    aside.rename(new)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
