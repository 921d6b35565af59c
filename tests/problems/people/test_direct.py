"""Labels and ordered values by people, against all groupings."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from covey.problems.people.direct import divided, grouped, sizes_of
from covey.problems.people.problem import PeopleProblem
from tests.problems.people.oracle import Visits, least, pairs, size, visits


@given(found=visits(items=7), k=st.integers(1, 6))
def test_runs_are_the_best_there_are(found: Visits, k: int) -> None:
    best = least(found, k, in_order=True)
    assume(best is not None)
    starts = divided(PeopleProblem(*pairs(found), k=k)).tolist()
    parts = [list(range(a, b)) for a, b in zip(starts, [*starts[1:], len(found)], strict=True)]
    sizes = [size(found, part) for part in parts]
    assert min(sizes) >= k
    assert max(sizes) == best


@given(found=visits(), k=st.integers(1, 6))
def test_labels_cost_at_most_three_times_the_optimum(found: Visits, k: int) -> None:
    best = least(found, k)
    assume(best is not None)
    assert best is not None
    problem = PeopleProblem(*pairs(found), k=k)
    classes = grouped(problem)
    parts = [np.flatnonzero(classes == c).tolist() for c in range(int(classes.max()) + 1)]
    sizes = [size(found, part) for part in parts]
    assert sizes == sizes_of(problem, classes).tolist()
    assert min(sizes) >= k
    assert max(sizes) <= min(3 * best, max(int(problem.weights.max()) + k - 1, 3 * k - 3))
