"""Compiled loops: the one place that touches Numba.

Import a module that uses :func:`kernel` only where its kernels run: Numba takes a third of a
second to load.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _give_numba_a_cache_folder() -> None:
    # Where Numba finds no folder to write to, cache=True raises at import: give it one that is
    # removed at exit, and the kernels are compiled anew in every process.
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    beside_the_code = Path(__file__).parent / "__pycache__"
    of_the_user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "numba"
    if not (_can_write(beside_the_code) or _can_write(of_the_user)):
        folder = tempfile.mkdtemp(prefix="covey-kernels-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["NUMBA_CACHE_DIR"] = folder


_give_numba_a_cache_folder()

import numba  # noqa: E402  (reads NUMBA_CACHE_DIR when it loads)


def kernel(function: F) -> F:
    """Compile a loop over arrays; it releases the GIL and is cached on disk."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))
