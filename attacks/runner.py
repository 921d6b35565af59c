"""Campaigns from the outside: a process that dies or hangs is a failure of its case."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attacks.case import Campaign

ROOT = Path(__file__).parent.parent
FAILURES = 20
"""So many in one campaign are enough."""
START = 60.0
"""Seconds until the first case begins."""


@dataclass(frozen=True)
class Failure:
    campaign: str
    seed: int
    message: str

    @property
    def line(self) -> str:
        """What reproduces it."""
        return f"python -m attacks {self.campaign} --seed {self.seed} --cases 1"

    @property
    def likeness(self) -> str:
        """The message without what differs from seed to seed."""
        return re.sub(r"'[^']*'|\"[^\"]*\"|[0-9]+|/\S+", "_", self.message)[:120]


@dataclass
class Outcome:
    """What became of a campaign."""

    campaign: str
    cases: int = 0
    tries: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)


def run_campaign(campaign: Campaign, seed: int, seconds: float, cases: int = 10**9) -> Outcome:
    """As many cases as the time allows, from the seed on; at least one."""
    outcome = Outcome(campaign.name)
    begin = time.time()
    until, last = begin + seconds, seed + cases
    while seed < last and (time.time() < until or not outcome.cases):
        if len(outcome.failures) >= FAILURES:
            break
        seed = _run_worker(campaign, seed, until, last - seed, outcome)
    outcome.seconds = time.time() - begin
    return outcome


def _run_worker(campaign: Campaign, seed: int, until: float, cases: int, outcome: Outcome) -> int:
    """One process until it ends, however it does; returns the seed to go on with."""
    with tempfile.TemporaryFile("w+") as said:
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [
                sys.executable, "-m", "attacks.worker", campaign.name,
                "--seed", str(seed), "--until", repr(until), "--cases", str(cases),
                "--report", str(writing),
            ],
            cwd=ROOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said, pass_fds=[writing],
            start_new_session=True,
        )  # fmt: skip
        os.close(writing)
        watched = _Watched(seed)
        try:
            for event in _events(reading, campaign.patience):
                watched.hear(event, campaign.name, outcome)
                if len(outcome.failures) >= FAILURES:
                    break
            else:
                process.wait(timeout=60)
        except (TimeoutError, subprocess.TimeoutExpired):
            watched.hang(campaign, outcome)
        finally:
            _end(process)
            os.close(reading)
        said.seek(0)
        watched.ended(process.returncode, campaign.name, outcome, said.read()[-1500:])
        return watched.next


def _end(process: subprocess.Popen[bytes]) -> None:
    """With all that it started, also if it ended by itself: its session has its number as long as
    one of its children lives."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class _Watched:
    """What is known of a worker from what it said."""

    def __init__(self, seed: int) -> None:
        self.next = seed
        self.open: int | None = None
        self.last = ""
        self.tries = 0

    def hear(self, event: dict[str, Any], name: str, outcome: Outcome) -> None:
        if "start" in event:
            self.open, self.last, self.tries = event["start"], "", 0
        elif "trying" in event:
            self.last = event["trying"]
            self.tries += 1
        else:
            self.close(outcome, event["tries"])
            outcome.seen.update(event["seen"])
            if event["broken"] is not None:
                outcome.failures.append(Failure(name, event["done"], event["broken"]))

    def close(self, outcome: Outcome, tries: int) -> None:
        assert self.open is not None
        self.next, self.open = self.open + 1, None
        outcome.cases += 1
        outcome.tries += max(tries, 1)

    def hang(self, campaign: Campaign, outcome: Outcome) -> None:
        self._fail(
            campaign.name, outcome, f"still running after {campaign.patience:.0f} s{self._what}"
        )

    def ended(self, code: int, name: str, outcome: Outcome, said: str) -> None:
        if self.open is None:
            if code > 0:
                self.open = self.next
                self._fail(name, outcome, f"the campaign itself ended with code {code}: {said}")
            return
        if len(outcome.failures) >= FAILURES:
            return
        what = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self._fail(name, outcome, f"the process was ended by {what}{self._what} {said}")

    def _fail(self, name: str, outcome: Outcome, message: str) -> None:
        seed = self.next if self.open is None else self.open
        self.open = seed
        outcome.failures.append(Failure(name, seed, message))
        self.close(outcome, self.tries)

    @property
    def _what(self) -> str:
        return f", trying {self.last}" if self.last else ""


def _events(pipe: int, patience: float) -> Iterator[dict[str, Any]]:
    """What a worker says, until it says no more; TimeoutError if that takes too long."""
    kept, limit = b"", START
    while True:
        ready, _, _ = select.select([pipe], [], [], limit)
        if not ready:
            raise TimeoutError
        part = os.read(pipe, 1 << 16)
        if not part:
            return
        *lines, kept = (kept + part).split(b"\n")
        for line in lines:
            yield json.loads(line)
        limit = patience
