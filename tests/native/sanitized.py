"""Runs the tests of the compiled loops with loops that check themselves.

    python -m tests.native.sanitized [address,undefined|thread] [paths of more tests ...]

The extension module is compiled with the compiler's sanitizers into build/sanitized-..., where it
stays, so that only what changed is compiled again. It takes the place of the installed one in the
tests and in the fuzzer, and only there.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
STAND_IN = Path(__file__).parent / "stand_in"

RUNTIMES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}
"""What a program that is not sanitized itself, such as Python, must load first."""

OPTIONS = {
    # Python keeps memory until it ends, which is no leak.
    "ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}

FUZZ_SECONDS = 30


class Missing(Exception):
    """Something that the machine lacks, in words for the user."""


def runtimes(sanitizers: Sequence[str], compiler: str) -> list[str]:
    """The files of the sanitizers' runtimes."""
    found = []
    for sanitizer in sanitizers:
        name = RUNTIMES[sanitizer]
        where = subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        # A compiler that does not have the file answers with its name alone.
        if not Path(where).is_absolute() or not Path(where).exists():
            raise Missing(
                f"The compiler {compiler} has no {name}, which -fsanitize={sanitizer} needs."
                " Install it (Debian: apt-get install libgcc-13-dev, with the number of the"
                " compiler's version) or name another compiler with CXX=g++."
            )
        found.append(str(Path(where).resolve()))
    return found


def tool(name: str) -> str:
    """A program of the same environment as Python, or else of the machine."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which(name, path=path)
    if found is None:
        raise Missing(f"There is no {name}. Install it: {sys.executable} -m pip install {name}")
    return found


def build(sanitizers: Sequence[str], compiler: str) -> Path:
    """The sanitized extension module."""
    folder = ROOT / "build" / f"sanitized-{'-'.join(sanitizers)}"
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
            f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DCOVEY_SANITIZE={','.join(sanitizers)}",
            "-DCMAKE_BUILD_TYPE=Debug",
            f"-Dnanobind_DIR={nanobind}",
            f"-DPython_EXECUTABLE={sys.executable}",
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    subprocess.run([cmake, "--build", str(folder)], check=True)
    (module,) = folder.glob("_native*.so")
    return module


def environment(module: Path, preloaded: Sequence[str]) -> dict[str, str]:
    """In which Python loads this module in the place of the installed one."""
    paths = [str(STAND_IN), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        **OPTIONS,
        "COVEY_NATIVE": str(module),
        "LD_PRELOAD": os.pathsep.join(preloaded),
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        # Python's own pool of memory would hide what is read beyond an object's end.
        "PYTHONMALLOC": "malloc",
    }


def python(sanitizers: Sequence[str]) -> list[str]:
    """Python's command. ThreadSanitizer's map of the memory has no room for random addresses."""
    if "thread" not in sanitizers:
        return [sys.executable]
    return [tool("setarch"), platform.machine(), "--addr-no-randomize", sys.executable]


def run(sanitizers: Sequence[str], paths: Sequence[str]) -> int:
    unknown = [name for name in sanitizers if name not in RUNTIMES]
    if unknown:
        raise Missing(f"No sanitizer is called {unknown[0]!r}; there are: {', '.join(RUNTIMES)}.")
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        raise Missing("There is no C++ compiler. Install one (Debian: apt-get install g++).")
    preloaded = runtimes(sanitizers, compiler)
    module = build(sanitizers, compiler)
    given = environment(module, preloaded)
    command = python(sanitizers)
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
    code = subprocess.run(
        [*command, "-m", "pytest", "-p", "no:cacheprovider", "tests/native", *paths],
        env=given,
        cwd=ROOT,
        check=False,
    ).returncode
    if code:
        return code
    return subprocess.run(
        [*command, "-m", "tests.native.fuzz", "--seconds", str(FUZZ_SECONDS)],
        env=given,
        cwd=ROOT,
        check=False,
    ).returncode


def main(given: Sequence[str]) -> int:
    which, *paths = given or ["address,undefined"]
    try:
        return run(which.split(","), paths)
    except Missing as missing:
        print(missing, file=sys.stderr)
    except subprocess.CalledProcessError as failed:
        print(f"This failed: {' '.join(map(str, failed.cmd))}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
