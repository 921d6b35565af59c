"""A table before and after, as measures of utility see it."""

from __future__ import annotations

import numpy as np
import pytest

from covey import InvalidInput
from covey.measures.utility.queries import query_error
from covey.measures.utility.tables import (
    PAIRED,
    Tables,
    View,
    bins_of,
    joint_after,
    joint_before,
    spread_of,
    view_of_values,
)

ONE = View("a", np.array([0, 1]), np.array([0]), np.array([[0.5, 0.5]]))


def test_bins_are_few_and_none_is_empty() -> None:
    rng = np.random.default_rng(0)
    for ordered in (True, False):
        for _ in range(50):
            counts = rng.integers(0, 50, int(rng.integers(1, 60)))
            found = bins_of(counts, ordered=ordered, most=7)
            assert len(found) == len(counts)
            assert sorted(set(found.tolist())) == list(range(int(found.max()) + 1))
            assert found.max() < max(7, min(len(counts), 7))
            if ordered:
                assert (np.diff(found) >= 0).all()


def test_the_shares_of_sets() -> None:
    found = spread_of([0, 2, 3], [0, 1, 1], np.array([0, 1]))
    assert found.tolist() == [[0.5, 0.5], [0.0, 1.0]]


def test_two_columns_against_plain_sums() -> None:
    rng = np.random.default_rng(1)
    n, sets, bins = 40, 5, 4
    views = []
    for name in "ab":
        spread = rng.random((sets, bins))
        spread /= spread.sum(axis=1, keepdims=True)
        views.append(View(name, rng.integers(0, bins, n), rng.integers(0, sets, n), spread))
    tables = Tables(tuple(views), rng.integers(1, 5, n), rng.integers(1, 5, n))
    before, after = np.zeros((bins, bins)), np.zeros((bins, bins))
    for row in range(n):
        before[views[0].before[row], views[1].before[row]] += tables.before[row]
        own = [view.spread[view.after[row]] for view in views]
        after += tables.after[row] * np.outer(*own)
    assert np.allclose(joint_before(tables, *views), before / before.sum())
    assert np.allclose(joint_after(tables, *views), after / after.sum())
    assert np.allclose(tables.joints[0, 1][1], after / after.sum())


def test_a_column_as_it_is() -> None:
    view = view_of_values("a", ["x", None, "y"], ["y", "x"], np.array([1, 2, 3]))
    assert view.before.tolist() == [0, 1, 2]
    assert view.after.tolist() == [2, 0]


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (lambda: View("a", np.array([2]), np.array([0]), np.array([[0.5, 0.5]])), "a bin is from"),
        (lambda: View("a", np.array([0]), np.array([1]), np.array([[0.5, 0.5]])), "a set is from"),
        (lambda: View("a", np.array([0]), np.array([0]), np.array([[0.5, 0.1]])), "add up to 1"),
        (lambda: Tables((ONE,), np.array([1]), np.array([1])), "other combinations"),
        (lambda: Tables((ONE,), np.array([1, 1]), np.array([0])), "no records"),
    ],
)
def test_what_does_not_fit_is_refused(view: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        view()  # type: ignore[operator]


def test_of_many_columns_only_the_first_are_paired() -> None:
    view = view_of_values("a", ["x", "y"], ["y", "x"], np.array([0, 1]))
    tables = Tables((view,) * (PAIRED + 30), np.array([1, 2]), np.array([2, 1]))
    assert len(tables.joints) == PAIRED * (PAIRED - 1) // 2
    assert query_error(tables, queries=50).queries == 50
