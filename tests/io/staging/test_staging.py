"""DuckDB has a way to read every input that covey opens, and says so of others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from covey.core.errors import InternalError
from covey.io.inputs import open_input
from covey.io.reading import connect
from covey.io.staging import stage
from tests.engine.plain import PlainInput


def test_an_input_of_another_engine_is_refused(tmp_path: Path) -> None:
    with (
        connect() as connection,
        pytest.raises(InternalError, match="cannot read people, a PlainInput"),
    ):
        stage(PlainInput("people", ("zip",)), connection, tmp_path, ())


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_fingerprint_is_what_sha256sum_prints(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"in.{ending}"
    private = tmp_path / "private"
    private.mkdir()
    with connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS a, 2 AS b) TO '{path}'")
        seen = stage(open_input(path), connection, private, ()).fingerprint
    printed = subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True)
    assert seen == f"sha256:{printed.stdout.split()[0]}"
