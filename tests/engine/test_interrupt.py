"""A run that is stopped leaves neither a release nor a private copy."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

WORK = """
import signal, sys
from pathlib import Path
from covey.cli import cli, run
from covey.io.outputs.folder import release_folder
from tests.engine.backends import ENGINES, Session
from tests.engine.steps import release

# A shell that runs the tests in the background lets its children ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
folder = Path(sys.argv[1])

@cli.command()
def work():
    target, private = folder / "out", folder / "private"
    engine = ENGINES[sys.argv[2]].engine(private)
    with release_folder(target) as hidden, Session(engine) as session:
        release(session, folder / "in.parquet", {"v": "text"}, hidden)
        print("published", flush=True)
        while True:
            release(session, folder / "in.parquet", {"v": "text"}, hidden)

sys.exit(run(["work"]))
"""


HANG = """
import signal, sys, threading
from pathlib import Path
import covey.cli
from covey.io.outputs.folder import release_folder

signal.signal(signal.SIGINT, signal.default_int_handler)
covey.cli.PATIENCE = 0.5

def hang():
    try:
        print("published", flush=True)
        threading.Event().wait()
    finally:
        threading.Event().wait()

@covey.cli.cli.command()
def work():
    with release_folder(Path(sys.argv[1]) / "out"):
        if sys.argv[2] == "inside":
            hang()
    hang()

sys.exit(covey.cli.run(["work"]))
"""


def said_when_it_hangs(where: str, folder: Path) -> str:
    process = subprocess.Popen(
        [sys.executable, "-c", HANG, str(folder), where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "published\n"
    assert list(folder.iterdir())
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    return said


def test_a_run_that_hangs_when_it_is_stopped_is_ended(tmp_path: Path) -> None:
    assert said_when_it_hangs("inside", tmp_path) == "covey: interrupted; nothing was written\n"
    assert not list(tmp_path.iterdir())


def test_a_run_that_hangs_afterwards_does_not_say_that_nothing_was_written(tmp_path: Path) -> None:
    assert said_when_it_hangs("afterwards", tmp_path) == "covey: interrupted\n"
    assert (tmp_path / "out").exists()


@pytest.mark.needs("writes_files")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_leaves_nothing(
    engine_name: str, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT i AS id, 'v' || i % 999 AS v FROM range(1000000) t(i)) TO '{file}'"
        )
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, str(tmp_path), engine_name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "published\n"
    assert list(private.iterdir())
    time.sleep(0.3)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    how = "interrupted" if number is signal.SIGINT else "terminated"
    assert said.endswith(f"covey: {how}; nothing was written\n"), said
    assert sorted(tmp_path.iterdir()) == [file, private]
    assert not list(private.iterdir())
