"""DuckDB has a way to read every input that covey opens, and says so of others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.core.errors import InternalError
from covey.io.inputs import open_input
from covey.io.inputs.paths import digest
from covey.io.reading import connect
from covey.io.staging import stage
from tests.engine.plain import PlainInput
from tests.io.inputs.files import file, rows


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


def test_a_file_that_changes_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path, "a,b\n1,2\n")

    def written_to(given: Path) -> str:
        with given.open("a") as other:
            other.write("3,4\n")
        return digest(given)

    monkeypatch.setattr("covey.io.staging.csv.digest", written_to)
    with pytest.raises(InvalidInput, match="changed while it was read"):
        rows(path, tmp_path)
