"""A folder that appears whole or not at all."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import Any

from covey.core.errors import InvalidInput, exhausted
from covey.core.temporary import has_appeared, part_folder, umask
from covey.core.words import listed
from covey.io.inputs.paths import digest, fingerprint, state_of

CERTIFICATE_FILE = "certificate.json"
"""The file by which a former release is known: nothing else is ever overwritten. Folders of other
kinds have marks of their own."""
SIGNATURE = f"{CERTIFICATE_FILE}.sig"
"""The file of a signed release that its certificate cannot name."""
CERTIFICATE_FORMAT = "covey certificate "
"""How the format of every certificate begins, whatever its version."""
COUNTS_FORMAT = f"{CERTIFICATE_FORMAT}of counts"
"""How that of a table of counts begins."""

Vouched = Callable[[Any], Mapping[str, str | None]]
"""From the content of a mark to the names of the files beside it, with their fingerprints where it
knows them; a ValueError, KeyError or TypeError says that this is no mark of covey."""

Seen = dict[tuple[Path, tuple[int, ...]], str]
"""The fingerprints of files in a state."""

PUBLISHED = "The {what} was published in {target}."

# For renameat2 of Linux: paths count from the folder of the process, and both change places.
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def oddity(file: Path) -> str:
    """What keeps a file from being a plain one, in words; empty for a plain file. A link is not
    followed: what it leads to lies elsewhere, and may change there."""
    mode = file.lstat().st_mode
    if S_ISREG(mode):
        return ""
    if S_ISLNK(mode):
        return "a symbolic link"
    return "a folder" if S_ISDIR(mode) else "not a plain file"


def files_of_release(certificate: Any) -> Mapping[str, str | None]:
    """The files that a certificate of a release, whatever its version, has beside it."""
    format_ = str(certificate["format"])
    if not format_.startswith(CERTIFICATE_FORMAT) or format_.startswith(COUNTS_FORMAT):
        raise ValueError("format")
    # A signature is made after the certificate, which cannot know its fingerprint.
    return {**dict(certificate["files"]), SIGNATURE: None}


def files_of_counts(certificate: Any) -> Mapping[str, str | None]:
    """The same for a table of counts: neither takes the place of the other."""
    if not str(certificate["format"]).startswith(COUNTS_FORMAT):
        raise ValueError("format")
    return dict(certificate["files"])


@contextmanager
def release_folder(
    target: Path,
    overwrite: bool = False,
    inputs: Sequence[Path] = (),
    *,
    what: str = "release",
    mark: str = CERTIFICATE_FILE,
    vouched: Vouched = files_of_release,
) -> Iterator[Path]:
    """A hidden folder beside ``target`` that takes its place when the block ends well.

    If anything goes wrong before that, it is removed and ``target`` stays as it was.
    """
    seen: Seen = {}
    target = check_folder(
        target, overwrite, inputs, what=what, mark=mark, vouched=vouched, seen=seen
    )
    with _telling(what, target) as made, ExitStack() as until_done:
        try:
            # After an exchange the hidden folder is the former release.
            hidden = until_done.enter_context(part_folder(target))
        except OSError as error:
            where = f"folder can be made in {target.parent}"
            raise exhausted(error, f"no {where}") or InvalidInput(
                f"No {where}: {error.strerror}."
            ) from None
        # A rename keeps the inode, by which the folder is known again under its new name.
        made.append(hidden.stat())
        yield hidden
        # The hidden folder was private. From here on it is a folder like any other that the user
        # makes.
        hidden.chmod(0o777 & ~umask())
        # Somebody may have made it meanwhile, or changed it.
        check_folder(target, overwrite, inputs, what=what, mark=mark, vouched=vouched, seen=seen)
        if target.exists():
            _exchange(hidden, target)
        else:
            _rename(hidden, target)
        has_appeared(hidden)


@contextmanager
def _telling(what: str, target: Path) -> Iterator[list[os.stat_result]]:
    """If a folder took its place although something went wrong afterwards, the error says so."""
    made: list[os.stat_result] = []
    try:
        yield made
    except BaseException as error:
        if made and target.exists() and os.path.samestat(made[0], target.stat()):
            error.add_note(PUBLISHED.format(what=what, target=target))
        raise


def real_folder(target: Path) -> Path:
    """Where a folder really is, or is to be made; refused if it has no name."""
    try:
        real = target.resolve()
        real.exists()
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it leads to itself, or is no name"
    else:
        if real.name:
            return real
        why = "it is the root of the disk"
    raise InvalidInput(
        f"No folder can be called {str(target)[:100]!r}: {why}.", hint="Name another one."
    ) from None


def check_folder(
    target: Path,
    overwrite: bool = False,
    inputs: Sequence[Path] = (),
    *,
    what: str = "release",
    mark: str = CERTIFICATE_FILE,
    vouched: Vouched = files_of_release,
    seen: Seen | None = None,
) -> Path:
    """Refuse a folder that cannot be made or must not be replaced; returns where it really is.
    ``seen`` remembers fingerprints for a second look: a large file is read again only if it was
    touched meanwhile."""
    target = real_folder(target)
    if not target.parent.is_dir():
        raise InvalidInput(
            f"There is no folder {target.parent} to make {target.name} in.",
            hint=f"Make it first: mkdir -p {target.parent}",
        )
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise InvalidInput(f"No folder can be made in {target.parent}: it cannot be written to.")
    if not target.exists():
        return target
    if not target.is_dir():
        raise InvalidInput(f"{target} is a file; the name of a folder to make is expected.")
    if not overwrite:
        said = f"The folder {target} exists already, and is not touched."
        # The advice depends on whether it could be overwritten at all.
        try:
            check_folder(target, True, inputs, what=what, mark=mark, vouched=vouched, seen=seen)
        except InvalidInput:
            raise InvalidInput(said, hint="Name another one.") from None
        raise InvalidInput(
            said,
            hint="Name another one, or replace it with --overwrite.",
            remedy=[("--overwrite", "")],
        )
    # An input inside of the folder would be gone with it.
    for given in inputs:
        if given.resolve().is_relative_to(target):
            raise InvalidInput(
                f"{given} lies in {target}, which would be replaced; covey never changes its input."
            )
    _refuse_others(target, what, mark, vouched, {} if seen is None else seen)
    return target


def _refuse_others(target: Path, what: str, mark: str, vouched: Vouched, seen: Seen) -> None:
    """Refuse to replace what is not a release, or a release with something else beside it."""
    there = {file.name for file in target.iterdir()}
    if not there:
        return
    other = "Name another folder, or remove it yourself."
    if mark not in there or oddity(target / mark):
        raise InvalidInput(
            f"{target} is not a {what}: it has no {mark}. Only a {what} is overwritten.",
            hint=other,
        )
    try:
        vouched_for = vouched(json.loads((target / mark).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise InvalidInput(
            f"{target} is not a {what}: its {mark} is not one of covey. Only a {what} is"
            " overwritten.",
            hint=other,
        ) from None
    # Files of somebody else would be deleted with the folder.
    odd = {name: oddity(target / name) for name in sorted(there)}
    strange = [
        f"{name} ({words})" if words else name
        for name, words in odd.items()
        if words or name not in (*vouched_for, mark)
    ]
    if strange:
        raise InvalidInput(
            f"{target} is a {what}, but holds something else as well: {listed(strange)}.",
            hint="Move that elsewhere first: the whole folder would be replaced.",
        )
    _refuse_changed(target, what, mark, {name: vouched_for.get(name) for name in there}, seen)


def _refuse_changed(
    target: Path, what: str, mark: str, expected: Mapping[str, str | None], seen: Seen
) -> None:
    """Refuse to replace files that are only called like those of a release."""
    other = [
        name
        for name, vouched_for in sorted(expected.items())
        if vouched_for is not None and _fingerprint(target / name, seen) != vouched_for
    ]
    if other:
        raise InvalidInput(
            f"{target} is a {what}, but not as it was published: {listed(other)}"
            f" {'has' if len(other) == 1 else 'have'} another fingerprint than {mark} says.",
            hint="Somebody changed that, or put something else in its place. Name another folder,"
            " or remove this one yourself.",
        )


def _fingerprint(file: Path, seen: Seen) -> str:
    state = file, state_of(file)
    if state not in seen:
        seen[state] = fingerprint([digest(file)])
    return seen[state]


def _rename(new: Path, old: Path) -> None:
    try:
        new.rename(old)
    except OSError as error:
        raise exhausted(error, f"{old} cannot be made") or InvalidInput(
            f"{old} cannot be made: {error.strerror}."
        ) from None


def _exchange(new: Path, old: Path) -> None:
    """Swap two folders in one step where Linux can, so that a good one is always there."""
    if sys.platform == "linux":
        # Old C libraries lack it, and some file systems refuse it.
        rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        names = os.fsencode(new), os.fsencode(old)
        if rename and not rename(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _RENAME_EXCHANGE):
            return
    # Elsewhere two renames: for a moment there is no folder. If the second fails, the old one goes
    # back.
    aside = new.with_name(f"{new.name}.old")
    old.rename(aside)
    try:
        new.rename(old)
    except BaseException:
        aside.rename(old)
        raise
    aside.rename(new)
