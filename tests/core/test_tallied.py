"""Bounds from a tally against those of the items themselves."""

from __future__ import annotations

import numpy as np
import pytest

from covey.core.grouping import GroupingProblem, Objective
from covey.core.lower_bounds import certify
from covey.core.tallied import Tallied
from covey.core.tallied import certify as certify_tallied
from tests.effort import cases


class Listed(GroupingProblem):
    problem_kind = "cells"
    item = "combination"


@pytest.mark.parametrize("objective", ["max-size", "quadratic"])
def test_the_bound_is_that_of_the_items(objective: Objective) -> None:
    rng = np.random.default_rng(3)
    kinds = set()
    for _ in range(cases(400, quick=150)):
        unit, many = int(rng.integers(1, 4)), int(rng.integers(1, 60))
        items = unit * rng.geometric(rng.choice([0.1, 0.3, 0.9]), many)
        k = int(rng.integers(1, items.sum() + 1)) if rng.random() < 0.2 else int(rng.integers(1, 9))
        if rng.random() < 0.3:
            # Nearly all of them too heavy to share a class, and too light for one.
            k = int(rng.integers(6, 12))
            items = rng.integers(k // 2 + 1, k, many)
        if items.sum() < k:
            continue
        whole = Listed(items, k, objective)
        tallied = Tallied(*np.unique(items, return_counts=True), k, objective)
        assert (tallied.total, tallied.largest) == (whole.total, whole.largest)
        # A cost that no bound reaches, and one that the simplest does.
        for cost in (-1, certify(whole, -1).bound):
            found = certify_tallied(tallied, cost)
            assert found == certify(whole, cost)
            kinds.add(found.kind)
            assert found._explained(tallied) == found._explained(whole)
        assert tallied.description.startswith(f"{len(items):,} ")
    assert kinds == ({"arithmetic"} if objective == "quadratic" else {"arithmetic", "pigeonhole"})
