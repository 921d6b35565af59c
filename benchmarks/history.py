"""Former versions of covey, taken from the history of this repository, beside the present one."""

from __future__ import annotations

import subprocess
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]


def extract(commit: str, source: Path, *paths: str) -> None:
    """Files and folders of a commit, or all of it."""
    source.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(
        ["git", "archive", commit, *paths], cwd=ROOT, check=True, capture_output=True
    )
    subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)


def borrowing(home: Path, covey: Path, *, with_pip: bool) -> Path:
    """The Python of a new environment in which that covey is found before what both versions need,
    which is borrowed from this environment."""
    venv.create(home, with_pip=with_pip)
    paths = f"{covey}\n{ROOT}\n{sysconfig.get_path('purelib')}\n"
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(paths)
    return home / "bin" / "python"
