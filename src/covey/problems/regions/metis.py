"""METIS, in a process of its own where it takes long.

METIS hears neither Ctrl-C nor a time limit, and while it runs it takes SIGTERM for an error of its
own. It also keeps Python's lock. A process can be ended at any moment, and works beside this one.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.stop import Watch

FEW_AREAS = 5_000
"""METIS divides so few in a tenth of a second. To start a process takes longer."""

CHILD = """
import json, os, sys
sys.path[:] = json.loads(sys.argv[1])
if sys.platform == "linux":
    import ctypes
    # 1 is PR_SET_PDEATHSIG: to end with the process that waits for it.
    ctypes.CDLL(None).prctl(1, 9)
    if os.getppid() != int(sys.argv[2]):
        sys.exit(1)
from covey.problems.regions.metis import answer
answer()
"""

LOOK = 0.05
"""Seconds between two looks at the clock."""


class Task(NamedTuple):
    """A graph in rows, the weights of its areas, and what METIS is to do: so many parts, halved
    again and again or not, by this seed."""

    starts: NDArray[np.int32]
    neighbours: NDArray[np.int32]
    weights: NDArray[np.int32]
    parts: int
    halved: bool
    seed: int


class Division:
    """The part of every area, which is the same wherever METIS runs. Without a task there is no
    answer."""

    def __init__(self, task: Task | None) -> None:
        self.task = task
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Division:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            # The block waits for the end of the process, and closes its pipe.
            with self._process:
                self._process.kill()

    def begin(self) -> None:
        """Start the process, if it pays. Where there can be none, METIS runs in this one."""
        task = self.task
        if self._process is not None or task is None or len(task.weights) < FEW_AREAS:
            return
        # The task goes over a file: a pipe would have to be fed while this process has other work.
        with suppress(OSError), TemporaryFile() as given:
            for part in task:
                np.save(given, part)
            given.seek(0)
            self._process = subprocess.Popen(
                # Isolated: no variable and no folder of the caller decides what is loaded. The
                # paths are handed over instead.
                [sys.executable, "-I", "-c", CHILD, json.dumps(sys.path), str(os.getpid())],
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # Ctrl-C in a terminal goes to all processes of its session.
                start_new_session=True,
            )

    def wait(self, watch: Watch) -> NDArray[np.int32] | None:
        """The parts; None if time was over before."""
        if self.task is None:
            return None
        self.begin()
        if self._process is None:
            return divide(self.task)
        while True:
            try:
                found, _ = self._process.communicate(timeout=LOOK)
                break
            except subprocess.TimeoutExpired:
                if watch.expired:
                    return None
        # It failed, whatever the reason: METIS runs in this process.
        if self._process.returncode:
            return divide(self.task)
        return np.frombuffer(found, dtype=np.int32)


def divide(task: Task) -> NDArray[np.int32]:
    """What METIS says, in this process."""
    import pymetis

    with _silence():
        parts = pymetis.part_graph(
            task.parts,
            pymetis.CSRAdjacency(task.starts, task.neighbours),
            vweights=task.weights,
            options=pymetis.Options(seed=task.seed),
            recursive=task.halved,
        ).vertex_part
    return np.asarray(parts, dtype=np.int32)


def answer() -> None:
    """Do the task at standard input, and write the parts to standard output."""
    starts, neighbours, weights, *how = (np.load(sys.stdin.buffer) for _ in Task._fields)
    parts, halved, seed = (number.item() for number in how)
    found = divide(Task(starts, neighbours, weights, parts, halved, seed))
    sys.stdout.buffer.write(found.tobytes())


@contextmanager
def _silence() -> Iterator[None]:
    """METIS prints its remarks to the process's standard output, where covey's answers go."""
    library = ctypes.CDLL(None)
    # What was printed before must not be lost with METIS's remarks.
    library.fflush(None)
    try:
        kept = os.dup(1)
    except OSError:
        # There is no standard output that could be spoilt.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        library.fflush(None)
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
