"""The last version with Numba, taken from the history of this repository into build/numba."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "numba"
LAST = "19b03e72e6aa2cc7f6c64135158a89c81b4a33cd"
"""The commit."""


def python() -> list[str]:
    """The command that runs Python with the old version; the first call sets it up."""
    source, home = FOLDER / "source", FOLDER / "venv"
    if not (FOLDER / "ready").exists():
        source.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(
            ["git", "archive", LAST, "src"], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
        venv.create(home, with_pip=True)
        # All that both versions need is borrowed; covey itself is found before it.
        paths = f"{source / 'src'}\n{ROOT}\n{sysconfig.get_path('purelib')}\n"
        (packages,) = home.glob("lib/python*/site-packages")
        (packages / "borrowed.pth").write_text(paths)
        subprocess.run([home / "bin" / "python", "-m", "pip", "install", "-q", "numba"], check=True)
        (FOLDER / "ready").touch()
    return [str(home / "bin" / "python")]


def native() -> list[str]:
    return [sys.executable]
