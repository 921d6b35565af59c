from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import InvalidInput
from covey.cross_tables import cross_table
from covey.cross_tables.cross_table import CrossTable, Sums, with_totals


def test_totals_of_two_columns_and_of_all() -> None:
    assert with_totals(np.array([[1, 2], [3, 4]])).tolist() == [[1, 2, 3], [3, 4, 7], [4, 6, 10]]


def test_the_sums_hold_for_any_table() -> None:
    rng = np.random.default_rng(0)
    for shape in [(4,), (2, 3), (2, 3, 2)]:
        values = with_totals(rng.integers(0, 9, shape)).ravel()
        sums = Sums.of([size + 1 for size in shape])
        left = np.zeros(sums.count)
        np.add.at(left, sums.row, sums.sign * values[sums.cell])
        assert not left.any()


def test_sums_among_some_cells_leave_the_others_out() -> None:
    some = Sums.of([3, 3]).among(np.array([1, 0, 1, 0, 0, 0, 0, 0, 0], dtype=bool))
    assert some.count == 3  # one row of the table, and two columns
    assert sorted(some.cell.tolist()) == [0, 0, 1, 1]


def test_missing_values_are_a_category_and_no_text_is_taken_for_one() -> None:
    table = CrossTable.from_counts(["sex"], [["f", None]], [3, 2])
    assert table.categories == (("f", "(missing)"),)
    with pytest.raises(InvalidInput, match=r"the value '\(total\)'"):
        CrossTable.from_counts(["sex"], [["(total)"]], [3])


def test_a_total_has_as_many_records_as_parts_that_are_not_0() -> None:
    table = CrossTable.from_counts(["a", "b"], [["x", "x", "y"], ["1", "2", "2"]], [5, 1, 7])
    assert table.least.reshape(3, 3).tolist() == [[1, 1, 2], [0, 1, 1], [1, 2, 3]]


def test_tables_that_nobody_could_read_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_table, "MOST_CELLS", 5)
    with pytest.raises(InvalidInput, match="at most 5 are protected"):
        CrossTable.from_counts(["a", "b"], [["x", "y"], ["1", "2"]], [1, 1])
