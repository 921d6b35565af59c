"""How strongly two columns depend on each other, before and after."""

from __future__ import annotations

import numpy as np
import pytest

from covey.measures.utility.associations import associations, cramers_v
from covey.measures.utility.tables import Tables, View


def test_against_the_definition() -> None:
    counts = np.array([[10, 20, 30], [30, 10, 5]])
    n = counts.sum()
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / n
    chi = ((counts - expected) ** 2 / expected).sum()
    assert cramers_v(counts / n) == pytest.approx(np.sqrt(chi / n / 1))


def test_a_column_of_one_value_tells_nothing() -> None:
    assert cramers_v(np.array([[0.3, 0.7]])) == 0.0
    assert cramers_v(np.array([[0.3, 0.7], [0.0, 0.0]])) == 0.0


def test_generalizing_weakens_an_association() -> None:
    """Of two equal columns one is published as anything: it tells nothing of the other."""
    codes, eye = np.array([0, 1]), np.eye(2)
    one, other = View("a", codes, codes, eye), View("b", codes, codes, eye)
    hidden = View("c", codes, np.zeros(2, np.int64), np.array([[0.5, 0.5]]))
    counts = np.array([5, 5])
    found = {
        each.columns: each for each in associations(Tables((one, other, hidden), counts, counts))
    }
    assert found["a", "b"].before == found["a", "b"].after == pytest.approx(1.0)
    assert found["a", "c"].before == pytest.approx(1.0)
    assert found["a", "c"].after == pytest.approx(0.0)
    assert found["a", "c"].change == pytest.approx(-1.0)
