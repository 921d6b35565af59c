"""Compiled loops: the one place that touches Numba.

Import a module that uses :func:`kernel` only where its kernels run: Numba takes a third of a
second to load.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys
from numpy.typing import NDArray

from covey.core.temporary import process_folder

F = TypeVar("F", bound=Callable[..., object])

PACKAGE = Path(__file__).parent.parent


def _put_off_blas() -> None:
    """Before the first kernel Numba imports scipy.linalg, if it is installed, to see whether BLAS
    could be called, which takes half as long as to load Numba itself. Where BLAS is called it looks
    again."""
    if "scipy.linalg" in sys.modules or find_spec("scipy") is None:
        return
    linalg: Any = import_module("numba.np.linalg")
    looks, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = looks


_put_off_blas()


class _Compiled(FunctionCache):
    """A kernel's machine code on disk. To load it, Numba would first set up all that it can
    compile, which takes longer than the rest; who does compile sets it up anyway."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile a loop over arrays; it releases the GIL and is cached on disk."""
    compiled: Any = numba.njit(nogil=True)(function)
    settings = vars(config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = before or _cache_folder()
    try:
        compiled._cache = _Compiled(function)  # type: ignore[no-untyped-call]
    finally:
        settings["CACHE_DIR"] = before
    return cast(F, compiled)


@cache
def _cache_folder() -> str:
    """A folder for compiled kernels that belongs to exactly these sources.

    Numba looks only at the file of the kernel itself to see whether what it compiled is still good,
    not at the files of the kernels that it calls.
    """
    sources = hashlib.sha256()
    for where, inner, names in os.walk(PACKAGE):
        inner[:] = sorted(set(inner) - {"__pycache__"})
        for name in sorted(name for name in names if name.endswith(".py")):
            sources.update(Path(where, name).read_bytes())
    name = f"kernels-{sources.hexdigest()[:16]}"
    of_the_user = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    for home in (PACKAGE / "__pycache__", of_the_user / "covey"):
        folder = _made(home, name)
        if folder is not None:
            return str(folder)
    # Nowhere to write: compile again in every process.
    return str(process_folder())


def mark_compiled(what: str) -> None:
    """Remember that all kernels of this name are in the cache."""
    if not os.environ.get("NUMBA_CACHE_DIR"):
        (Path(_cache_folder()) / f"{what}.compiled").touch()


def is_compiled(what: str) -> bool:
    """Whether its kernels need only be loaded."""
    return (
        not os.environ.get("NUMBA_CACHE_DIR")
        and (Path(_cache_folder()) / f"{what}.compiled").exists()
    )


def _made(home: Path, name: str) -> Path | None:
    """The folder in its home, without those of other sources; None if it cannot be written to."""
    try:
        folder = home.expanduser() / name
        if not folder.is_dir():
            for old in home.expanduser().glob("kernels-*"):
                shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):
        return None


@kernel
def wide(number: Any) -> int:
    """The same number with 64 bits: a loop is compiled again for every width of its arguments, and
    for a literal besides."""
    return int(np.int64(number))


@kernel
def enlarged(array: NDArray[Any], size: int) -> NDArray[Any]:
    """A longer array that begins as this one. To assign to a slice instead compiles for seconds."""
    longer = np.empty(size, array.dtype)
    for place in range(len(array)):
        longer[place] = array[place]
    return longer
