"""The last version with Numba, taken from the history of this repository into build/numba."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.history import ROOT, borrowing, extract

FOLDER = ROOT / "build" / "numba"
LAST = "19b03e72e6aa2cc7f6c64135158a89c81b4a33cd"
"""The commit."""


def python() -> list[str]:
    """The command that runs Python with the old version; the first call sets it up."""
    source, home = FOLDER / "source", FOLDER / "venv"
    if not (FOLDER / "ready").exists():
        extract(LAST, source, "src")
        old = borrowing(home, source / "src", with_pip=True)
        subprocess.run([old, "-m", "pip", "install", "-q", "numba"], check=True)
        (FOLDER / "ready").touch()
    return [str(home / "bin" / "python")]


def native() -> list[str]:
    return [sys.executable]
