from __future__ import annotations

import numpy as np

from covey import RectangleProblem
from covey.problems.rectangles.bound import Tilings


def test_a_search_over_the_tilings_of_a_large_grid_is_no_proof() -> None:
    """It was never finished by anybody, and is not begun."""
    rng = np.random.default_rng(1)
    problem = RectangleProblem(rng.random(3000), rng.random(3000), 10)
    assert Tilings(10).check(problem) is False
