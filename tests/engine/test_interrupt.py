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
from covey.cli import _terminate
from covey.engine.duckdb import DuckDBEngine
from covey.table.folder import release_folder
from tests.engine.steps import release

signal.signal(signal.SIGTERM, _terminate)
folder = Path(sys.argv[1])
with release_folder(folder / "out") as hidden, DuckDBEngine(folder=folder / "private") as engine:
    release(engine, folder / "in.parquet", {"v": "text"}, hidden)
    print("published", flush=True)
    while True:
        engine.publish(hidden)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    private = tmp_path / "private"
    private.mkdir()
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT i AS id, 'v' || i % 999 AS v FROM range(1000000) t(i)) TO '{file}'"
        )
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, str(tmp_path)],
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
    assert process.returncode != 0
    assert "nterrupt" in said or "Terminated" in said
    assert sorted(tmp_path.iterdir()) == [file, private]
    assert not list(private.iterdir())
