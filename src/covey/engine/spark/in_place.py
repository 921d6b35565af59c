"""Files that are read where they lie: a change of them would be seen.

Where Spark runs on this machine alone, its jobs read the same files as this process sees. POSIX
systems note the moment of every change of a file; programs cannot set it, unless they set the clock
of the machine. So no copy is needed: a file that was changed meanwhile is refused before anything
appears, and before any answer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from covey.core.errors import InvalidInput
from covey.io.spark.driver import session_of

Stamp = tuple[int, ...]
FRESH = 5.0
"""Seconds. Two changes within one tick of the clock have one stamp, so that files that were changed
just now are copied. The coarsest clock of a file system has ticks of two seconds."""


def stamps_of(frame: Any) -> Mapping[Path, Stamp] | None:
    """When each file of a frame was changed last; None, if that does not say enough."""
    # Elsewhere, as on Windows, what is called the time of a change is that of the file's creation.
    if os.name != "posix":
        return None
    # Connect lists the files again for every job, and the machines of a cluster have disks of their
    # own.
    context = getattr(session_of(frame), "_sc", None)
    if context is None or not context.master.startswith("local"):
        return None
    found = {}
    for name in frame.inputFiles():
        url = urlsplit(name)
        if url.scheme != "file" or url.netloc:
            return None
        path = Path(unquote(url.path))
        stamp = _stamp(path)
        if stamp is None or not stamp[-1] / 1e9 < time.time() - FRESH:
            return None
        found[path] = stamp
    return found or None


def refuse_changed(name: str, stamps: Mapping[Path, Stamp]) -> None:
    """Refuse files that are not as they were."""
    if any(_stamp(path) != stamp for path, stamp in stamps.items()):
        raise InvalidInput(
            f"{name} was changed while covey read it; nothing was published.",
            hint="Run again when nobody changes the table.",
        )


def _stamp(path: Path) -> Stamp | None:
    """Which file it is, its size, and when it was changed; None, if it cannot be opened."""
    try:
        # Opened, since a network disk may remember an older state until then.
        with path.open("rb") as file:
            seen = os.fstat(file.fileno())
    except OSError:
        return None
    return (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
