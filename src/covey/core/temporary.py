"""Folders and files that must be gone when a run ends, however it ends.

The code that makes one removes it. An interrupted run may hang before that, as when Ctrl-C comes in
the middle of an import that another thread waits for: then the command line removes what is left
and ends the process. A run that is killed removes nothing: the next one does.

What covey makes has a name that nothing else has, from the moment it is there: which start of which
machine it was made under, a random number, and a sum over both. As long as its maker lives, it is
locked. The system undoes a lock when its process ends, in whichever container that was: a name of
covey's without a lock is left over. Where the lock says nothing, because another machine may hold
it on a disk that both share, or because the disk knows no locks, the leftover stays.
"""

from __future__ import annotations

import atexit
import errno
import os
import re
import shutil
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, exhausted
from covey.core.words import bytes_in_words, time_in_words

if sys.platform != "win32":
    import fcntl

BOOT = Path("/proc/sys/kernel/random/boot_id")
PRIVATE, PART = "covey-", ".part"
# DOTALL, below: names of files may hold line ends.
NAMED = re.compile(
    rf"(?:(?P<private>{PRIVATE})|\..*\.)"
    r"(?P<boot>[0-9a-f]{8})(?P<number>[0-9a-f]{16})(?P<sum>[0-9a-f]{8})"
    rf"(?(private)|\{PART})",
    re.DOTALL,
)
LONGEST = 120
"""Bytes of the name of what is being written that its part has in its own."""
A_DAY = 24 * 60 * 60
"""After so many seconds without a change what another machine made is left over, too."""
TRIES = 100

_held: set[Path] = set()
_cleared: set[Path] = set()
_appeared: set[Path] = set()
"""Hidden folders that changed places with what they replace: the former one lies there now."""


@contextmanager
def private_folder(parent: Path | None = None) -> Iterator[Path]:
    """A folder for the owner's eyes, in the temporary folder if not elsewhere, which is removed at
    the end of the block."""
    from tempfile import gettempdir

    try:
        made = _made(parent or Path(gettempdir()), PRIVATE, "", _make_folder)
    except OSError as error:
        what = f"No private folder can be made in {parent or 'the temporary folder'}"
        raise exhausted(error, what[0].lower() + what[1:]) or InvalidInput(
            f"{what}: {error.strerror}.", hint="Set TMPDIR to a folder that can be written to."
        ) from None
    with _kept(*made) as (folder, _):
        yield folder


@contextmanager
def part_folder(target: Path) -> Iterator[Path]:
    """A hidden folder beside ``target``. What is there at the end of the block, if it was not
    renamed, is removed."""
    made = _made(target.parent, f".{_short(target.name)}.", PART, _make_folder)
    with _kept(*made) as (folder, _):
        yield folder


@contextmanager
def part_file(target: Path) -> Iterator[tuple[Path, int]]:
    """A hidden file beside ``target``, open for writing. It is closed at the end of the block, and
    removed, if it was not renamed."""
    with _kept(*_made(target.parent, f".{_short(target.name)}.", PART, _make_file)) as made:
        yield made


@cache
def process_folder() -> Path:
    """A private folder that lasts as long as the process."""
    staying = ExitStack()
    atexit.register(staying.close)
    return staying.enter_context(private_folder())


def remove_all() -> None:
    for path in list(_held):
        _remove(path)


def has_appeared(part: Path) -> None:
    """A hidden folder has taken the place that it was made for."""
    _appeared.add(part)


def is_in_the_making() -> bool:
    """Whether something is being written that nobody sees yet."""
    return any(
        path.name.endswith(PART) and path not in _appeared and path.exists() for path in list(_held)
    )


@dataclass(frozen=True)
class Leftover:
    """What a killed run left behind; ``kept`` says why it must stay, if it must."""

    path: Path
    size: int
    changed: float
    kept: str = ""

    @property
    def age(self) -> float:
        """Seconds since it last changed."""
        return max(0.0, time.time() - self.changed)

    @property
    def in_words(self) -> str:
        return f"{bytes_in_words(self.size)}, last changed {time_in_words(self.age)} ago"

    def remove(self) -> bool:
        """Whether it is gone, no matter what removed it. One that is in use stays."""
        lock = None if self.kept else _lock(self.path)
        if lock is None:
            return not os.path.lexists(self.path)
        try:
            _remove(self.path)
        finally:
            os.close(lock)
        return not os.path.lexists(self.path)


def leftovers_in(folder: Path) -> list[Leftover]:
    """What killed runs of this user left in a folder. What living ones use is not among it."""
    if sys.platform == "win32":
        return []
    try:
        with os.scandir(folder) as entries:
            found = [Path(entry.path) for entry in entries if _is_ours(entry)]
    except OSError:
        return []
    return [left for path in sorted(found) if (left := _looked_at(path)) is not None]


def remove_leftovers(folder: Path) -> list[Leftover]:
    """Remove what killed runs left in a folder, once in the life of a process; what was removed."""
    where = Path(os.path.abspath(folder))  # noqa: PTH100 (it may be gone)
    if where in _cleared:
        return []
    _cleared.add(where)
    return [left for left in leftovers_in(where) if left.remove()]


@contextmanager
def _kept(path: Path, lock: int) -> Iterator[tuple[Path, int]]:
    _held.add(path)
    owner = os.getpid()
    try:
        yield path, lock
    finally:
        # A fork comes here as well, while its parent still needs what it made.
        if os.getpid() == owner:
            _remove(path)
        _held.discard(path)
        os.close(lock)


def _made(parent: Path, prefix: str, suffix: str, make: Callable[[Path], None]) -> tuple[Path, int]:
    """Something new with a name of covey's, and the descriptor that locks it."""
    remove_leftovers(parent)
    for _ in range(TRIES):
        path = parent / f"{prefix}{_token()}{suffix}"
        make(path)
        # Another process that removes leftovers may have seen it between these two lines, and
        # have removed it.
        lock = _lock(path, known=True)
        if lock is not None:
            return path, lock
        _remove(path)
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(parent))


def _make_folder(path: Path) -> None:
    path.mkdir(mode=0o700)


def _make_file(path: Path) -> None:
    path.touch(mode=0o600, exist_ok=False)


def _lock(path: Path, known: bool = False) -> int | None:
    """A descriptor that locks what is at a path; None, if another has it or it is gone. Where disks
    have no locks only who made it, and so is ``known``, gets one."""
    if sys.platform == "win32":
        return os.open(path if path.is_file() else os.devnull, os.O_RDWR) if known else None
    try:
        mode = path.lstat().st_mode
        how = os.O_RDONLY if stat.S_ISDIR(mode) else os.O_RDWR
        # A link that somebody put here is not followed, a pipe does not block, and no child keeps
        # the lock.
        handle = os.open(path, how | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError:
        if known:
            raise
        return None
    try:
        # Without waiting: a lock that is held says that its maker lives.
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # What was opened may have been removed since, and something else put in its place.
        if os.path.samestat(os.fstat(handle), path.lstat()):
            return handle
    except (BlockingIOError, FileNotFoundError):
        pass
    # This disk has no locks.
    except OSError:
        if known:
            return handle
    os.close(handle)
    return None


def _remove(path: Path) -> None:
    # What cannot be removed now is left over, and the next run finds it.
    with suppress(OSError):
        if stat.S_ISDIR(path.lstat().st_mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


def _is_ours(entry: os.DirEntry[str]) -> bool:
    """Whether the name is one of covey's, and what it names this user's own, and no link."""
    # The sum tells covey's names from such that only look alike: nothing of others may be removed.
    token = NAMED.fullmatch(entry.name)
    if token is None or token["sum"] != _sum(token["boot"], token["number"]):
        return False
    try:
        seen = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    # Private things are folders; parts are files or folders.
    a_file = stat.S_ISREG(seen.st_mode) and not token["private"]
    return (a_file or stat.S_ISDIR(seen.st_mode)) and seen.st_uid == os.geteuid()


def _looked_at(path: Path) -> Leftover | None:
    lock = _lock(path)
    if lock is None:
        return None
    try:
        size, changed = _measured(path)
    except OSError:
        return None
    finally:
        os.close(lock)
    token = NAMED.fullmatch(path.name)
    assert token is not None
    if token["boot"] != _boot() and time.time() - changed < A_DAY:
        why = (
            "made before this machine was last started, or on another one that may still use it:"
            " kept until a day after its last change"
        )
        return Leftover(path, size, changed, why)
    return Leftover(path, size, changed)


def _measured(path: Path) -> tuple[int, float]:
    """The bytes of all files, and the time of the last change."""
    first = path.lstat()
    size = first.st_size if stat.S_ISREG(first.st_mode) else 0
    changed = first.st_mtime
    for folder, _, names in os.walk(path):
        for name in names:
            seen = os.lstat(os.path.join(folder, name))  # noqa: PTH118
            size += seen.st_size
            changed = max(changed, seen.st_mtime)
    return size, changed


def _token() -> str:
    boot, number = _boot(), os.urandom(8).hex()
    return f"{boot}{number}{_sum(boot, number)}"


def _sum(boot: str, number: str) -> str:
    # No secret: it guards against chance, not against intent. Others cannot make what this user
    # owns.
    return f"{zlib.crc32(f'covey {boot} {number}'.encode()):08x}"


@cache
def _boot() -> str:
    """The last start of this machine, the same in all of its containers."""
    try:
        started = BOOT.read_text()
    # Not Linux. The name distinguishes machines, but not their starts.
    except OSError:
        import platform

        started = platform.node()
    return f"{zlib.crc32(started.encode()):08x}"


def _short(name: str) -> str:
    """The beginning of a name, up to a whole letter, so that more can follow."""
    raw = os.fsencode(name)
    if len(raw) <= LONGEST:
        return name
    return raw[:LONGEST].decode(sys.getfilesystemencoding(), errors="ignore")


def umask() -> int:
    """What is taken from the permissions of new files. It can only be read by setting it."""
    # What another thread makes in this moment is for its owner alone, rather than for everybody.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
