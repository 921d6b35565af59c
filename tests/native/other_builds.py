"""The extension module compiled in another way, in the place of the installed one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
STAND_IN = Path(__file__).parent / "stand_in"


class Missing(Exception):
    """Something that the machine lacks, in words for the user."""


def tool(name: str) -> str:
    """A program of the same environment as Python, or else of the machine."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which(name, path=path)
    if found is None:
        raise Missing(f"There is no {name}. Install it: {sys.executable} -m pip install {name}")
    return found


def compiler() -> str:
    found = shutil.which(os.environ.get("CXX", "c++"))
    if found is None:
        raise Missing("There is no C++ compiler. Install one (Debian: apt-get install g++).")
    return found


def build(name: str, *definitions: str) -> Path:
    """The module, compiled in build/NAME with these definitions of CMake. The folder stays, so that
    only what changed is compiled again."""
    folder = ROOT / "build" / name
    nanobind = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    cmake = tool("cmake")
    subprocess.run(
        [
            *(cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja"),
            f"-DCMAKE_MAKE_PROGRAM={tool('ninja')}",
            f"-DCMAKE_CXX_COMPILER={compiler()}",
            "-DCMAKE_BUILD_TYPE=Debug",
            f"-Dnanobind_DIR={nanobind}",
            f"-DPython_EXECUTABLE={sys.executable}",
            *definitions,
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    subprocess.run([cmake, "--build", str(folder)], check=True)
    (module,) = folder.glob("_native*.so")
    return module


def environment(
    module: Path, settings: Mapping[str, str], command: Sequence[str] = (sys.executable,)
) -> dict[str, str]:
    """In which Python, started by this command, loads the module in the place of the installed one,
    with some more settings."""
    paths = [str(STAND_IN), str(ROOT), os.environ.get("PYTHONPATH", "")]
    given = {
        **os.environ,
        "COVEY_NATIVE": str(module),
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        **settings,
    }
    loaded = subprocess.run(
        [*command, "-c", "from covey import _native; print(_native.__file__)"],
        env=given,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout.strip()
    if loaded != str(module):
        raise Missing(f"Python loads {loaded} instead of {module}.")
    return given
