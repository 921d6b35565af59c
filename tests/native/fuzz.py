"""Calls every function at the border to the compiled loops with random arguments, right and wrong.

A call returns or raises one of a few errors; anything else is a finding: a crash, another error, a
call that does not stop when it is interrupted.

    python -m tests.native.fuzz --seconds 30 --seed 0 labels regions.Graph

Names choose functions by how they begin. The calls are made in a second process, which notes each
one before it makes it, so that the last one is known after a crash.
"""

from __future__ import annotations

import argparse
import faulthandler
import mmap
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.native.arguments import Maker, find
from tests.native.signatures import Signature, signatures

EXPECTED = (TypeError, ValueError, IndexError, OverflowError, MemoryError)

PATIENCE = 1.0
"""Seconds after which a call is interrupted, as by Ctrl-C."""

GRACE = 30.0
"""Seconds after which a call that did not heed the interruption is a finding. A sanitized loop is
slow between two looks at the clock."""

MEMORY = 3 << 30
"""Bytes that the process may use: a call that asks for more gets a MemoryError."""

NOTE = 1 << 14
"""Bytes of the description of a call."""

KEPT = 60
"""Arguments that a function accepted, and instances of a class, which are used again."""


COMMAND = (sys.executable, "-m", "tests.native.fuzz")
"""Starts the process that makes the calls."""


class Interrupted(BaseException):
    """The call took longer than PATIENCE. No error that a loop could take for its own."""


class Fuzzer:
    def __init__(self, chosen: Sequence[Signature], seed: int, note: mmap.mmap) -> None:
        self.random = np.random.default_rng(seed)
        self.chosen = list(chosen)
        self.note = note
        self.instances: dict[str, list[Any]] = {}
        self.maker = Maker(self.random, self.instances)
        self.accepted: dict[str, list[list[Any]]] = {each.name: [] for each in chosen}
        self.outcomes: Counter[str] = Counter()

    def learn(self) -> None:
        """Start from the arguments with which covey itself calls the functions."""
        from tests.native.examples import record

        for name, calls in record(self.chosen, self.random).items():
            self.accepted[name] += [list(arguments) for arguments in calls]

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        signal.signal(signal.SIGALRM, _interrupt)
        # Every function at least once, however little time there is.
        for signature in self.chosen:
            self.call(signature)
        while time.monotonic() < end:
            for signature in self.chosen:
                self.call(signature)
                if time.monotonic() >= end:
                    break

    def call(self, signature: Signature) -> None:
        target = self.target(signature)
        if target is None:
            return
        arguments = self.arguments(signature)
        self.describe(signature.name, arguments)
        kept = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        faulthandler.dump_traceback_later(GRACE, exit=True)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            made = target(*arguments)
        except EXPECTED as error:
            self.outcomes[type(error).__name__] += 1
        except Interrupted:
            self.outcomes["interrupted"] += 1
        else:
            self.outcomes["returned"] += 1
            self.keep(self.accepted[signature.name], kept)
            if isinstance(find(signature.name), type):
                self.keep(self.instances.setdefault(signature.name, []), made)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()

    def target(self, signature: Signature) -> Any:
        """What is called; None for a method while there is no instance."""
        if signature.owner is None:
            return find(signature.name)
        known = self.instances.get(signature.owner)
        if not known:
            return None
        instance, name = self.maker.pick(known), signature.name.rpartition(".")[2]
        if signature.is_property:
            return lambda: getattr(instance, name)
        return getattr(instance, name)

    def arguments(self, signature: Signature) -> list[Any]:
        module = signature.name.split(".")[0]
        examples = self.accepted[signature.name]
        if examples and signature.parameters and self.random.random() < 0.8:
            example = self.maker.pick(examples)
            return self.maker.changed(example, signature.parameters[: len(example)], module)
        return self.maker.arguments(signature.parameters, module)

    def keep(self, kept: list[Any], new: Any) -> None:
        if len(kept) < KEPT:
            kept.append(new)
        else:
            kept[int(self.random.integers(KEPT))] = new

    def describe(self, name: str, arguments: Sequence[Any]) -> None:
        text = f"{name}({', '.join(_shown(each) for each in arguments)})"
        line = text.encode(errors="replace")[: NOTE - 1]
        self.note[: len(line) + 1] = line + b"\0"


def _interrupt(*_: object) -> None:
    raise Interrupted


def _shown(value: Any) -> str:
    if isinstance(value, np.ndarray):
        some = np.array2string(value.ravel()[:30], separator=", ", max_line_width=10**6)
        return f"<{value.dtype} {value.shape} strides {value.strides} {some}>"
    return repr(value)[:200]


def work(chosen: Sequence[Signature], seconds: float, seed: int, note: Path) -> int:
    faulthandler.enable()
    with note.open("r+b") as file, mmap.mmap(file.fileno(), NOTE) as noted:
        fuzzer = Fuzzer(chosen, seed, noted)
        fuzzer.learn()
        # A sanitizer reserves more addresses than there is memory.
        if "COVEY_NATIVE" not in os.environ:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        fuzzer.run(seconds)
    calls = sum(fuzzer.outcomes.values())
    found = ", ".join(f"{count:,} {name}" for name, count in fuzzer.outcomes.most_common())
    print(f"{len(chosen)} functions, {calls:,} calls: {found}.")
    return 0


def watch(arguments: Sequence[str], seconds: float) -> int:
    """Run the calls in a second process, and say which call was the last if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "last-call"
        note.write_bytes(bytes(NOTE))
        command = [*COMMAND, *arguments, "--note", str(note)]
        try:
            code = subprocess.run(command, timeout=seconds + 10 * GRACE, check=False).returncode
        except subprocess.TimeoutExpired:
            code = -1
        if code:
            last = note.read_bytes().split(b"\0")[0].decode(errors="replace")
            print(f"FAILED with exit code {code}. The last call was:\n{last}", file=sys.stderr)
    return 1 if code else 0


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.native.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", help="how the names of functions begin")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--note", type=Path, help="where the last call is noted, in this process")
    options = parser.parse_args(given)
    chosen = [each for each in signatures() if each.name.startswith(tuple(options.names) or ("",))]
    if not chosen:
        known = ", ".join(sorted({each.name.split(".")[0] for each in signatures()}))
        parser.error(f"no function has such a name; they begin with: {known}.")
    if options.note:
        return work(chosen, options.seconds, options.seed, options.note)
    return watch(given, options.seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
