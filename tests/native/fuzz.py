"""Calls every function at the border to the compiled loops with random arguments, right and wrong.

A call returns or raises one of a few errors; anything else is a finding: a crash, another error, a
call that does not stop when it is interrupted. So is a function that never returned: nothing but
its checks was tried. What every function did is printed at the end.

    python -m tests.native.fuzz --seconds 30 --seed 0 labels regions.Graph

Names choose functions by how they begin. The seed is that of the day, if none is given: the same
seed makes the same calls. They are made in a second process, which notes each one before it makes
it, so that the last one is known after a crash.
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
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from tests.native.arguments import Maker, find
from tests.native.examples import Life, copied, record
from tests.native.signatures import Signature, signatures

EXPECTED = (TypeError, ValueError, IndexError, OverflowError, MemoryError)

PATIENCE = 1.0
"""Seconds after which a call is interrupted, as by Ctrl-C."""

GRACE = 30.0
"""Seconds after which a call that an interruption did not end is a finding. A sanitized loop is
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
        self.lives: dict[str, list[Life]] = {}
        """Of every class, what its instances were made of and went through."""
        self.stages: dict[str, list[tuple[Life, int]]] = {}
        """Of every method, where in these lives it was called."""
        self.outcomes: dict[str, Counter[str]] = {each.name: Counter() for each in chosen}

    def learn(self) -> None:
        """Start from the arguments with which covey itself calls the functions."""
        modules = {each.name.split(".")[0] for each in self.chosen}
        # All of a module: a method needs an instance, which needs others.
        recorder = record(
            [each for each in signatures() if each.name.split(".")[0] in modules], self.random
        )
        for name, calls in recorder.calls.items():
            if name in self.accepted:
                self.accepted[name] += [list(arguments) for arguments in calls]
        self.lives = recorder.lives
        for lives in self.lives.values():
            for life in lives:
                for place, (name, _) in enumerate(life.calls):
                    self.stages.setdefault(name, []).append((life, place))

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        signal.signal(signal.SIGALRM, _interrupt)
        # Every function as covey calls it, however little time there is: one such call after the
        # other until one returns, since some of them are refused.
        for signature in self.chosen:
            for known in range(max(1, len(self.stages.get(signature.name, ())))):
                self.call(signature, known)
                if self.outcomes[signature.name]["returned"]:
                    break
        while time.monotonic() < end:
            for signature in self.chosen:
                self.call(signature)
                if time.monotonic() >= end:
                    break

    def call(self, signature: Signature, known: int | None = None) -> None:
        """``known``: as in the call of that number that covey itself has made, if there is any."""
        outcomes = self.outcomes[signature.name]
        self.describe(signature.name, ["instance and arguments are made"])
        faulthandler.dump_traceback_later(GRACE, exit=True)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            target, arguments = self.prepared(signature, known)
            if target is None:
                return
            self.describe(signature.name, arguments)
            kept = list(copied(arguments))
            made = target(*arguments)
        except EXPECTED as error:
            outcomes[type(error).__name__] += 1
        except Interrupted:
            outcomes["interrupted"] += 1
        else:
            outcomes["returned"] += 1
            self.keep(self.accepted[signature.name], kept)
            if isinstance(target, type):
                self.keep(self.instances.setdefault(signature.name, []), made)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()

    def prepared(self, signature: Signature, known: int | None) -> tuple[Any, list[Any]]:
        """What is called, and with what; None for a method while there is no instance."""
        name, owner = signature.name, signature.owner
        if owner is None:
            examples = self.accepted[name]
            as_it_is = known is not None and examples
            return find(name), list(examples[0]) if as_it_is else self.arguments(signature)
        instance, example = self.instance(signature, known)
        if instance is None:
            return None, []
        method = name.rpartition(".")[2]
        if signature.is_property:
            return lambda: getattr(instance, method), []
        if example is None:
            arguments = self.arguments(signature)
        elif known is not None or not example or self.random.random() < 0.2:
            arguments = list(copied(example))
        else:
            module = name.split(".")[0]
            arguments = self.maker.changed(example, signature.parameters[: len(example)], module)
        return getattr(instance, method), arguments

    def instance(self, signature: Signature, known: int | None) -> tuple[Any, Sequence[Any] | None]:
        """An instance for a method, mostly at a place of its life where covey called this method,
        and then with what."""
        assert signature.owner is not None
        instances = self.instances.setdefault(signature.owner, [])
        stages = self.stages.get(signature.name)
        if stages and (known is not None or self.random.random() < 0.7):
            life, place = self.maker.pick(stages) if known is None else stages[known]
            instance = relived(find(signature.owner), life, place)
            self.keep(instances, instance)
            return instance, life.calls[place][1]
        lives = self.lives.get(signature.owner)
        if lives and (not instances or self.random.random() < 0.1):
            life = self.maker.pick(lives)
            place = int(self.random.integers(len(life.calls) + 1))
            self.keep(instances, relived(find(signature.owner), life, place))
        return self.maker.pick(instances) if instances else None, None

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


def relived(made: type, life: Life, place: int) -> Any:
    """An instance that has gone through so many calls of another's life."""
    instance = made(*copied(life.made_of))
    for name, arguments in life.calls[:place]:
        getattr(instance, name.rpartition(".")[2])(*copied(arguments))
    return instance


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
    return report(fuzzer.outcomes, seed)


def report(all_outcomes: Mapping[str, Counter[str]], seed: int) -> int:
    """Print what became of the calls of every function; 1 if one of them never returned."""
    for name, outcomes in all_outcomes.items():
        print(f"{name}: {_counted(outcomes)}")
    together = sum(all_outcomes.values(), Counter[str]())
    calls = together.total()
    print(f"{len(all_outcomes)} functions, {calls:,} calls: {_counted(together)}. Seed {seed}.")
    silent = [name for name, outcomes in all_outcomes.items() if not outcomes["returned"]]
    if silent:
        print(
            f"Never returned: {', '.join(silent)}. Add a call to tests/native/hand_made.py.",
            file=sys.stderr,
        )
    return 1 if silent else 0


def _counted(outcomes: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in outcomes.most_common()) or "not called"


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
            print(
                f"FAILED with exit code {code}, given {' '.join(arguments)}. The last call was:"
                f"\n{last}",
                file=sys.stderr,
            )
    return 1 if code else 0


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.native.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", help="how the names of functions begin")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, help="that of the day, if it is not given")
    parser.add_argument("--note", type=Path, help="where the last call is noted, in this process")
    options = parser.parse_args(given)
    chosen = [each for each in signatures() if each.name.startswith(tuple(options.names) or ("",))]
    if not chosen:
        known = ", ".join(sorted({each.name.split(".")[0] for each in signatures()}))
        parser.error(f"no function has such a name; they begin with: {known}.")
    if options.note:
        return work(chosen, options.seconds, options.seed, options.note)
    # Here, once for both processes: a day may end meanwhile.
    today = f"{date.today():%Y%m%d}"
    seed = [] if options.seed is not None else ["--seed", today]
    return watch([*given, *seed], options.seconds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
