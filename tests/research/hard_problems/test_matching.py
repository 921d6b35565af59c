from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.research.hard_problems.known import draw_source
from covey.research.hard_problems.matching import ThreeDimensionalMatching


def test_the_most_triples_without_a_matching() -> None:
    """n^3 - n^2: all of those that leave out one element."""
    for n in (2, 3):
        every = np.ndindex(n, n, n)
        source = ThreeDimensionalMatching(n, [triple for triple in every if triple[0] > 0])
        assert len(source.triples) == n**3 - n**2
        assert source.plainly_no
        assert source.solve() is None
    assert draw_source(ThreeDimensionalMatching, 2, 4, 0, wanted="no").answer is None
    with pytest.raises(InvalidInput, match="at most 4 triples"):
        draw_source(ThreeDimensionalMatching, 2, 5, 0, wanted="no")
    for seed in range(50):
        assert draw_source(ThreeDimensionalMatching, 2, 5, seed).answer is not None


@pytest.mark.parametrize(
    ("n", "triples", "message"),
    [
        (2, [], "no triples"),
        (2, [(0, 0, 2)], "element 3 in z; they run from 1 to 2"),
        (2, [(0, -1, 0)], "element 0 in y"),
        (2, [(0, 0)], "three whole numbers"),
        (2, [(0, 0, "a")], "three whole numbers"),
        (2, [(0, 0, 1), (1, 1, 1), (0, 0, 1)], "Triple 3 stood before"),
    ],
)
def test_bad_triples_are_refused(n: int, triples: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ThreeDimensionalMatching(n, triples)
