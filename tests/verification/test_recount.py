"""Tables counted again: what the engine counts, by statements of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey.engine.duckdb import DuckDBEngine
from covey.io.inputs import open_input
from covey.verification import recount
from covey.verification.recount import opened
from tests.release.tables import people, write

KINDS = {"town": "text", "zip": "text", "age": "integer", "lat": "double", "cost": "decimal"}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("columns", [["town"], ["age"], ["cost"], list(KINDS)])
@pytest.mark.parametrize("together", [2, 40])
def test_as_the_engine_counts(
    tmp_path: Path, ending: str, columns: list[str], together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recount, "TOGETHER", together)
    file = write(tmp_path / f"people.{ending}", people())
    kinds = {column: KINDS[column] for column in columns}
    if ending == "parquet":
        kinds = {column: "number" if kind == "decimal" else kind for column, kind in kinds.items()}
    with DuckDBEngine().open(open_input(file), kinds) as snapshot:
        expected = snapshot.count()
    with opened(open_input(file)) as table:
        found = table.count(kinds)
    assert found.columns == expected.columns
    assert found.counts.tolist() == expected.counts.tolist()
    for own, its in zip(found.values + found.ranks, expected.values + expected.ranks, strict=True):
        assert np.asarray(own).tolist() == np.asarray(its).tolist()
