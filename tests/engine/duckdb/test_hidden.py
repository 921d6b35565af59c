"""What DuckDB hands back and is not revealed is gone, also from its owner's connection."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

from covey.core.errors import InternalError
from covey.engine.duckdb import DuckDBEngine
from covey.engine.protocol import Generalization, ToFile, ToFrame
from covey.io.layout import Layout
from tests.engine.backends import Session

ALL = Generalization(np.array([0, 0]), {"zip": ["all"]})
KEPT = "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'covey%'"


def test_a_relation_that_is_not_revealed_leaves_no_table(tmp_path: Path) -> None:
    with duckdb.connect() as connection, Session(DuckDBEngine(folder=tmp_path)) as engine:
        relation = connection.sql("SELECT * FROM (VALUES ('a'), ('b')) t(zip)")
        snapshot = engine.open(relation, {"zip": "text"})
        with snapshot.recode(ALL, ToFrame()) as hidden:
            assert hidden.count(["zip"]).counts.tolist() == [2]
            assert len(connection.execute(KEPT).fetchall()) == 1
        assert connection.execute(KEPT).fetchall() == []
        with snapshot.recode(ALL, ToFrame()) as hidden:
            table = hidden.reveal()
        assert table.fetchall() == [("all",), ("all",)]


def test_a_table_is_recoded_as_often_as_asked(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("zip\na\nb\n")
    with Session(DuckDBEngine(folder=tmp_path)) as engine:
        snapshot = engine.open(tmp_path / "in.csv", {"zip": "text"})
        found = []
        for number, text in enumerate(("one", "two")):
            target = ToFile(tmp_path / f"{number}.csv", Layout("csv"))
            generalization = Generalization(np.array([0, -1]), {"zip": [text]})
            found.append(snapshot.recode(generalization, target).reveal().read_text())
    assert found == ["zip\none\n", "zip\ntwo\n"]


def test_a_file_does_not_come_back_as_a_frame(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("zip\na\nb\n")
    with Session(DuckDBEngine(folder=tmp_path)) as engine:
        snapshot = engine.open(tmp_path / "in.csv", {"zip": "text"})
        with pytest.raises(InternalError, match="needs a file"):
            snapshot.recode(ALL, ToFrame())
