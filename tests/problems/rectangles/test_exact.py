from __future__ import annotations

from covey import RectangleProblem, solve
from covey.core.lower_bounds import least_largest


def test_a_pinwheel_needs_more_than_guillotine_cuts() -> None:
    """Four pieces of 3 around a centre of 3: only the search of all tilings has it."""
    shape = ["AAB", "DEB", "DCC"]
    x, y, weights = [], [], []
    for row, line in enumerate(shape):
        for column, _ in enumerate(line):
            x.append(column)
            y.append(row)
            weights.append(3 if (row, column) == (1, 1) else 1 if (row + column) % 2 else 2)
    problem = RectangleProblem(x, y, 3, weights)
    result = solve(problem, "exact")
    assert result.cost == least_largest(problem)[0] == 3
    assert solve(problem, "proportional").cost > 3
