from __future__ import annotations

import numpy as np

from covey import RectangleProblem
from covey._native.rectangles import Rule
from covey.problems.rectangles.cuts import grow, search


def on_a_grid() -> RectangleProblem:
    x, y = np.random.default_rng(0).integers(0, 30, (2, 2000))
    return RectangleProblem(x, y, 20)


def test_every_rule_grows_a_tiling() -> None:
    problem = on_a_grid()
    for rule in Rule:
        problem.check(grow(problem, rule, 25))


def test_a_search_keeps_to_its_cap() -> None:
    problem = on_a_grid()
    found = search(problem, 30, 0.5, 10**6, 60.0)
    assert found is not None
    problem.check(found)
    assert found.sizes.max() <= 30
    assert search(problem, 20, 0.5, 10**6, 60.0) is None
