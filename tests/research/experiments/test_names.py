from __future__ import annotations

import numpy as np
import pytest

from covey import LabelProblem, solve
from covey.problems.labels.approx import Order
from covey.research.data import CENSUS_TABLES, census_names
from covey.research.experiments.names import measure_curves, values_of_k


@pytest.mark.parametrize("table", CENSUS_TABLES)
def test_the_census_tables_are_those_of_the_paper(table: str) -> None:
    names = census_names(table)
    expected = {
        "female-1990": (4275, 89_940, "MARY", 2629),
        "male-1990": (1219, 90_052, "JAMES", 3318),
        "last-1990": (18_839, 79_590, "SMITH", 1006),
    }[table]
    first = next(iter(names))
    assert (len(names), sum(names.values()), first, names[first]) == expected
    assert min(names.values()) >= 1


def test_the_sweep_is_what_the_methods_find() -> None:
    """Points of the figure against the library's own calls, k by k."""
    counts = np.array(list(census_names("male-1990").values()))
    points = measure_curves("male-1990", every=3011, seed=9, advance=lambda _: None)
    for place, k in enumerate(points.ks.tolist()):
        problem = LabelProblem(counts, k)
        best = solve(problem, "balanced")
        assert points.curves["balanced"].largest[place] == best.cost
        assert points.lower_bound[place] == best.lower_bound
        orders: tuple[Order, ...] = ("random", "descending", "ascending")
        for order in orders:
            for method in ("fold", "spread"):
                result = solve(problem, method, order=order, seed=9)
                curve = points.curves[f"{order} {method}"]
                assert curve.largest[place] == result.cost
                assert curve.classes[place] == len(result.solution.sizes)
    assert points.certified == len(points.ks)


def test_k_runs_from_the_most_frequent_name_to_half_of_all() -> None:
    ks = values_of_k("last-1990")
    assert (ks[0], ks[-1], len(ks)) == (1006, 39_795, 38_790)


def test_progress_is_told_for_every_k() -> None:
    told: list[int] = []
    points = measure_curves("male-1990", every=100, seed=0, advance=told.append)
    assert sum(told) == len(points.ks)
