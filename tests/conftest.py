from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from covey.cli import run
from covey.engine.spark import in_place
from covey.release.owner.receipt import OWNER_KEY, owner_key
from tests import postgres, spark
from tests.effort import cases
from tests.loopback import Loopback, listening

# No test is about time: a loaded machine must not fail one. And a test that passed passes again:
# every run draws the same examples, unless COVEY_RANDOM is set (make test-long) or attacks look
# for new ones (make attack).
settings.register_profile(
    "repeatable",
    max_examples=cases(100, quick=20),
    deadline=None,
    derandomize="COVEY_RANDOM" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a server its tests are left out, which is said at the end; in CI they fail."""
    if os.environ.get("CI") == "true":
        return
    for item in items:
        for group, words in not_there().items():
            if any(group in mark.args for mark in item.iter_markers("xdist_group")):
                item.add_marker(pytest.mark.skip(words))


def not_there() -> dict[str, str]:
    """The groups of tests whose server is not installed, and what is said of each."""
    found = {} if postgres.programs() else {"postgres": postgres.MISSING}
    return found if spark.java() else found | {"spark": spark.MISSING}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for words in not_there().values():
        terminalreporter.write_line(words, red=True)


def pytest_sessionfinish() -> None:
    postgres.stop()
    spark.stop()


@pytest.fixture(autouse=True)
def _spark_copies_files(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long ago they were written: tests say so where Spark reads files where they lie."""
    if any("spark" in mark.args for mark in request.node.iter_markers("xdist_group")):
        monkeypatch.setattr(in_place, "FRESH", inf)


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
