"""The types of the compiled loops, as ``make stubs`` writes them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "covey" / "_native"


def derive(folder: Path) -> dict[str, str]:
    """The stubs that belong to the extension module that is installed, by the names of files."""
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-r", "-m", "covey._native", "-O", folder],
        check=True,
    )
    return {path.name: path.read_text() for path in (folder / "_native").glob("*.pyi")}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        stubs = derive(Path(folder))
    for path in FOLDER.glob("*.pyi"):
        path.unlink()
    for name, text in stubs.items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
