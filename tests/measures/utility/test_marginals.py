"""Shares of a column in a release, against the original's."""

from __future__ import annotations

import numpy as np
import pytest

from covey.measures.utility.marginals import marginal_error, shares_after, shares_before
from covey.measures.utility.tables import Tables, View


def test_records_of_a_set_are_spread_evenly() -> None:
    spread = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])
    view = View("a", np.array([0, 1, 2]), np.array([0, 1]), spread)
    tables = Tables((view,), np.array([4, 4, 2]), np.array([4, 6]))
    assert shares_before(tables, view).tolist() == [0.4, 0.4, 0.2]
    assert shares_after(tables, view) == pytest.approx([0.4, 0.3, 0.3])
    assert marginal_error(tables, view) == pytest.approx(0.1)


def test_nothing_generalized_is_no_error() -> None:
    view = View("a", np.array([0, 1]), np.array([0, 1]), np.eye(2))
    assert marginal_error(Tables((view,), np.array([3, 5]), np.array([3, 5])), view) == 0.0
