"""Arrow IPC files and streams, Feather files."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from covey.core.errors import InvalidInput
from covey.io.inputs import open_input
from tests.io.inputs.files import file, rows

pa = import_module("pyarrow")
feather = import_module("pyarrow.feather")

TOWNS = pa.array(["Ulm", "Bern", None])
TABLE = pa.table({"age": [39, None, 41], "town": TOWNS.dictionary_encode()})
ROWS = [(39, "Ulm"), (None, "Bern"), (41, None)]


def test_a_feather_file(tmp_path: Path) -> None:
    feather.write_feather(TABLE, tmp_path / "in.feather")
    assert open_input(tmp_path / "in.feather").columns == ("age", "town")
    assert open_input(tmp_path / "in.feather").layout.format == "parquet"
    assert rows(tmp_path / "in.feather", tmp_path) == ROWS


def test_a_stream(tmp_path: Path) -> None:
    with pa.OSFile(str(tmp_path / "in"), "wb") as sink, pa.ipc.new_stream(sink, TABLE.schema) as to:
        to.write_table(TABLE)
    assert rows(tmp_path / "in", tmp_path) == ROWS


def test_what_is_not_whole_is_refused(tmp_path: Path) -> None:
    feather.write_feather(TABLE, tmp_path / "in.feather")
    content = (tmp_path / "in.feather").read_bytes()
    with pytest.raises(InvalidInput, match="not a whole Arrow file"):
        open_input(file(tmp_path, content[:-20], "cut.feather"))
    with pytest.raises(InvalidInput, match="first version"):
        open_input(file(tmp_path, b"FEA1" + content, "old.feather"))


def test_without_pyarrow_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feather.write_feather(TABLE, tmp_path / "in.feather")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInput, match=r"covey\[arrow\]"):
        open_input(tmp_path / "in.feather")
