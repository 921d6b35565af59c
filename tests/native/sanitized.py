"""Runs the tests of the compiled loops with loops that check themselves.

    python -m tests.native.sanitized [address,undefined|thread] [paths of more tests ...]

The extension module is compiled with the compiler's sanitizers into build/sanitized-..., where it
stays, so that only what changed is compiled again. It takes the place of the installed one in the
tests and in the fuzzer, and only there.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.native.other_builds import ROOT, Missing, build, compiler, environment, tool

RUNTIMES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}
"""What a program that is not sanitized itself, such as Python, must load first."""

OPTIONS = {
    # Python keeps memory until it ends, which is no leak.
    "ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}

FUZZ_SECONDS = 30


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


def python(sanitizers: Sequence[str]) -> list[str]:
    """Python's command. ThreadSanitizer's map of the memory has no room for random addresses."""
    if "thread" not in sanitizers:
        return [sys.executable]
    return [tool("setarch"), platform.machine(), "--addr-no-randomize", sys.executable]


def run(sanitizers: Sequence[str], paths: Sequence[str]) -> int:
    unknown = [name for name in sanitizers if name not in RUNTIMES]
    if unknown:
        raise Missing(f"No sanitizer is called {unknown[0]!r}; there are: {', '.join(RUNTIMES)}.")
    settings = {
        **OPTIONS,
        "LD_PRELOAD": os.pathsep.join(runtimes(sanitizers, compiler())),
        # Python's own pool of memory would hide what is read beyond an object's end.
        "PYTHONMALLOC": "malloc",
    }
    module = build(f"sanitized-{'-'.join(sanitizers)}", f"-DCOVEY_SANITIZE={','.join(sanitizers)}")
    command = python(sanitizers)
    given = environment(module, settings, command)
    # What a sanitizer says before it ends the process goes past Python: it must not be captured.
    pytest = ["-m", "pytest", "-p", "no:cacheprovider", "--capture=sys", "tests/native", *paths]
    code = subprocess.run(
        [*command, *pytest],
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
