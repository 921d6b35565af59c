from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from covey.cli import run
from covey.solver import COMPILING
from tests.loopback import Loopback, listening


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Covey = Callable[..., Ran]


@pytest.fixture
def covey(capfd: pytest.CaptureFixture[str]) -> Covey:
    """Run a command line and see its exit code, stdout and stderr, whether or not it is the first
    to need its kernels."""

    def call(*arguments: object) -> Ran:
        code = run([str(argument) for argument in arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err.replace(f"note: {COMPILING}\n", ""))

    return call


@pytest.fixture
def names(tmp_path: Path) -> Path:
    file = tmp_path / "names.csv"
    file.write_text("value,count\nann,40\nbob,30\ncy,12\ndee,9\neve,9\n")
    return file


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    with listening() as server:
        yield server
