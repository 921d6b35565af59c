"""The last version without exchange, compiled in build/before_exchange."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig

from benchmarks.history import ROOT, borrowing, extract

FOLDER = ROOT / "build" / "before_exchange"
LAST = "277cfc8263a6b82ab024c8528283eb26eca81a16"
"""The commit."""


def python() -> str:
    """The Python with the old version; the first call compiles it."""
    source, site, home = FOLDER / "source", FOLDER / "site", FOLDER / "venv"
    if not (FOLDER / "ready").exists():
        extract(LAST, source)
        # The tools of the build stand beside this Python.
        tools = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
        install = ["pip", "install", "-q", "--no-deps", "--no-build-isolation"]
        subprocess.run(
            [sys.executable, "-m", *install, "--target", site, source],
            env={**os.environ, "PATH": tools},
            check=True,
        )
        borrowing(home, site, with_pip=False)
        (FOLDER / "ready").touch()
    return str(home / "bin" / "python")
