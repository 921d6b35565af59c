"""What every engine owes: some rows as numbers for their values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from covey.engine.sampling import one_in
from tests.engine.backends import Backend, Session

TABLE: dict[str, list[Any]] = {
    "age": [30, 30, None, 41] * 300,
    "sex": ["f", "m", "m", "f"] * 300,
    "town": ["a", "a", None, "c"] * 300,
}


def test_equal_values_have_equal_numbers(engine: Session, backend: Backend, tmp_path: Path) -> None:
    snapshot = engine.open(backend.put(tmp_path, TABLE), {"age": "integer"})
    whole = snapshot.sample(["age", "town", "sex"], 5_000)
    assert [len(own) for own in whole] == [1_200] * 3
    age, town, sex = whole
    assert [len(np.unique(own)) for own in whole] == [3, 3, 2]
    assert len(np.unique(age * 10 + town)) == 3
    assert len(np.unique(age * 10 + sex)) == 4
    some = snapshot.sample(["age", "sex"], 100)
    assert 20 <= len(some[0]) <= 400
    assert [len(np.unique(own)) for own in some] == [3, 2]
    assert snapshot.sample([], 100) == ()


def test_all_rows_are_taken_where_there_are_few() -> None:
    assert one_in(1_999, 1_000) == 1
