"""covey with too little of something: python -m attacks.starved WHAT AMOUNT FOLDER ARGUMENTS...

The libraries are loaded and used first, in FOLDER, since what they do without memory to load is not
covey's. Then the limit is set, and the command runs.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

LIMITS = {
    "memory": resource.RLIMIT_AS,
    "file size": resource.RLIMIT_FSIZE,
    "open files": resource.RLIMIT_NOFILE,
}


def main() -> None:
    what, amount, folder, *arguments = sys.argv[1:]
    warm_up(Path(folder), arguments)
    least = used_memory() if what == "memory" else open_files() if what == "open files" else 0
    resource.setrlimit(LIMITS[what], (least + int(amount),) * 2)
    from covey.cli import main as covey

    covey(arguments)


def warm_up(folder: Path, arguments: list[str]) -> None:
    """The same command with a few records: what it imports does not count towards the limit."""
    from attacks.terminal import run_here

    table = Path(arguments[1])
    few = folder / table.name
    few.write_text("".join(table.read_text(encoding="utf-8").splitlines(True)[:200]))
    told = [*arguments[:1], str(few), *arguments[2:]]
    told[told.index("-o") + 1] = str(folder / "out")
    done = run_here(*told)
    if done.code:
        sys.exit(f"the warm-up ended with {done.code}: {done.err}")


def used_memory() -> int:
    """Bytes of address space, by the kernel."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    main()
