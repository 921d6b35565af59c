"""What the engine of Spark takes, and what it leaves to others."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.engine import engine_for
from covey.engine.duckdb import DuckDBEngine
from covey.engine.spark import SparkEngine
from covey.io.inputs.frames import FrameInput


def test_an_engine_is_found_by_its_name() -> None:
    assert isinstance(engine_for("people", None, "spark"), SparkEngine)
    assert isinstance(engine_for("people.csv", None, "duckdb"), DuckDBEngine)
    with pytest.raises(InvalidInput, match="one of duckdb, spark; given: 'sparc'"):
        engine_for("people.csv", None, "sparc")


def test_local_files_are_known_and_others_are_not(tmp_path: Path) -> None:
    (file := tmp_path / "part-1.parquet").touch()
    engine = SparkEngine()
    assert engine.files(tmp_path / "part-*.parquet") == (file,)
    assert engine.files(f"file://{file}") == (file,)
    assert engine.files(tmp_path) == (tmp_path,)
    assert engine.files("hdfs://cluster/people.parquet") == ()
    assert engine.files("clinic.people") == engine.files(None) == ()


def test_a_table_on_a_server_is_refused() -> None:
    with pytest.raises(InvalidInput, match="Spark does not read it"):
        SparkEngine().source("postgresql://ann@db/clinic#people")


def test_a_frame_of_this_process_is_counted_in_it() -> None:
    import pyarrow as pa

    engine = SparkEngine()
    given = engine.source(pa.table({"zip": ["a", "b", "a"]}))
    assert isinstance(given, FrameInput)
    with engine.open(given, {"zip": "text"}) as snapshot:
        assert snapshot.count().counts.tolist() == [2, 1]
