"""Random counts, asked of both tables."""

from __future__ import annotations

import numpy as np
import pytest

from covey import InvalidInput
from covey.measures.utility.queries import query_error
from covey.measures.utility.tables import Tables, View


def tables(published: bool, many: int = 4) -> Tables:
    codes = np.arange(many)
    spread = np.eye(many) if published else np.full((1, many), 1 / many)
    after = codes if published else np.zeros(many, np.int64)
    views = tuple(View(name, codes, after, spread, name == "a") for name in "ab")
    counts = np.array([40, 30, 20, 10])[:many]
    return Tables(views, counts, counts)


def test_what_is_published_as_it_is_is_counted_exactly() -> None:
    found = query_error(tables(True))
    assert found.queries == 1000
    assert found.median == pytest.approx(0.0, abs=1e-12)
    assert found.mean == pytest.approx(0.0, abs=1e-12)


def test_what_is_hidden_is_not() -> None:
    found = query_error(tables(False))
    assert found.median > 0.1
    assert found == query_error(tables(False), seed=0)
    assert found != query_error(tables(False), seed=1)


def test_withheld_records_are_missed() -> None:
    own = tables(True)
    fewer = Tables(own.views, own.before, np.array([20, 15, 10, 5]))
    assert query_error(fewer).median == pytest.approx(0.5)


def test_columns_of_one_value_and_no_queries() -> None:
    assert query_error(tables(True, 1)).queries == 0
    with pytest.raises(InvalidInput, match="one query or more"):
        query_error(tables(True), queries=0)
