from __future__ import annotations

import pytest

from covey import RectangleProblem, solve


def worst_case(k: int) -> tuple[list[int], list[int], list[int]]:
    """69 locations on which cuts that keep k on both sides can end with a cell of 5k - 4.

    A centre of k with four arms; along each arm in turn k - 1 records, then 1, then as many
    locations of k as outweigh all that came before.
    """
    x, y, weights = [0], [0], [k]
    rest = 5 * k - 4
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        outer = [k - 1, 1, *([k] * ((rest - 1) // k))]
        for step, weight in enumerate(outer, start=1):
            x.append(dx * step)
            y.append(dy * step)
            weights.append(weight)
        rest += ((rest - 1) // k) * k + 1
    return x, y, weights


@pytest.mark.parametrize("k", [5, 20, 100])
def test_the_paper_s_worst_case_shows_the_bound_of_kd_cuts(k: int) -> None:
    x, y, weights = worst_case(k)
    assert len(x) == 69
    problem = RectangleProblem(x, y, k, weights)
    median = solve(problem, "kd", rule="median")
    assert median.cost == 5 * k - 4 == median.guarantee.limit
    assert solve(problem, "proportional").cost == k
    for rule in ("smallest", "min-bound"):
        assert solve(problem, "kd", rule=rule).cost <= 5 * k - 4
