from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from covey.cli import run
from covey.release.receipt import OWNER_KEY, owner_key
from tests.loopback import Loopback, listening

# No test is about time: a loaded machine must not fail one.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Covey = Callable[..., Ran]


@pytest.fixture(scope="session", autouse=True)
def _owner_key_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test touches the key of whoever runs them."""
    os.environ[OWNER_KEY] = str(tmp_path_factory.mktemp("owner") / "owner.key")
    owner_key()  # the run that makes it says so


@pytest.fixture
def covey(capfd: pytest.CaptureFixture[str]) -> Covey:
    """Run a command line and see its exit code, stdout and stderr."""

    def call(*arguments: object) -> Ran:
        code = run([str(argument) for argument in arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

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
