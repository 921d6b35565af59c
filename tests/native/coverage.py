"""Which lines the tests reach, of Python and of C++: ``python -m tests.native.coverage [paths]``.

The tests run once, with an extension module that counts its lines. Both tables are printed, and it
fails below the floors: ``fail_under`` of pyproject.toml for Python, ``FLOOR`` for C++.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

from tests.native.other_builds import ROOT, Missing, build, environment

PYTHON = (sys.executable, "-m")
FLOOR = 98
"""Percent of the lines of the loops and of the border."""


def run(paths: Sequence[str]) -> int:
    module = build("coverage", "-DCOVEY_COVERAGE=ON")
    for counts in module.parent.rglob("*.gcda"):
        counts.unlink()
    given = environment(module, {})
    subprocess.run([*PYTHON, "coverage", "erase"], cwd=ROOT, check=True)
    tests = subprocess.run(
        [*PYTHON, "pytest", "-n", "auto", "--cov", "--cov-report=", "--cov-fail-under=0", *paths],
        env=given,
        cwd=ROOT,
        check=False,
    )
    of_python = subprocess.run([*PYTHON, "coverage", "report"], cwd=ROOT, check=False)
    of_native = subprocess.run(
        [
            *(*PYTHON, "gcovr", "--root", str(ROOT), "--filter", "native/", str(module.parent)),
            *("--merge-lines", "--fail-under-line", str(FLOOR)),
        ],
        cwd=ROOT,
        check=False,
    )
    return tests.returncode or of_python.returncode or of_native.returncode


def main(paths: Sequence[str]) -> int:
    try:
        return run(paths)
    except Missing as missing:
        print(missing, file=sys.stderr)
    except subprocess.CalledProcessError as failed:
        print(f"This failed: {' '.join(map(str, failed.cmd))}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
