"""How records that are withheld shift columns that pass through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from covey.engine.duckdb import DuckDBEngine
from covey.io.inputs import open_input
from covey.release.facts.shifts import Passing, shifts_of
from tests.release.tables import write


def test_columns_that_pass_through_are_measured_without_their_values(tmp_path: Path) -> None:
    """Two of six records are left out, both ill, and one of them without a note."""
    columns: dict[str, list[Any]] = {
        "age": [1, 1, 2, 2, 3, 3],
        "ill": ["n", "n", "n", "n", "y", "y"],
        "note": ["x", None, "x", None, "x", None],
    }
    file = write(tmp_path / "t.csv", columns)
    with DuckDBEngine().open(open_input(file), {"age": "integer"}) as snapshot:
        counted = snapshot.count()
        published = np.array([value != "3" for value in counted.values[0][counted.ranks[0]]])
        passing = Passing(snapshot, ("ill", "note"))
        found = {each.column: each for each in shifts_of(counted, published, passing, 2)}
        assert shifts_of(counted, np.ones(3, dtype=bool), passing, 2) == ()
    ill, noted = found["ill"], found["note"]
    assert (ill.value, ill.named) == (None, False)
    assert abs(ill.change) == pytest.approx(1 / 3)
    assert noted.change == 0
    assert (found["age"].value, found["age"].named) == (None, False), "only withheld ones have it"
