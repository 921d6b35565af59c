from __future__ import annotations

import numpy as np

from covey import LabelProblem
from covey.core.lower_bounds import Arithmetic, Pigeonhole, certify, common_divisor, least_squares


def test_the_heaviest_label_bounds() -> None:
    problem = LabelProblem([40, 5, 5, 5], k=10)
    assert certify(problem, 40) == Arithmetic(40, most_classes=2)
    assert "heaviest" in certify(problem, 40).words(problem)


def test_the_average_bounds() -> None:
    problem = LabelProblem([5] * 5, k=10)
    assert certify(problem, 13).bound == 15, "sizes are multiples of 5"


def test_the_pigeonhole_is_stronger_where_heavy_labels_must_share() -> None:
    """Three classes: of the four heaviest two share one, 12 at least; two classes: 7 + 7 = 14."""
    problem = LabelProblem([7, 7, 7, 5], k=8)
    assert certify(problem, 14) == Pigeonhole(12, most_classes=3)
    assert certify(problem, 14).holds(problem)


def test_least_squares_gives_heavy_labels_a_class_of_their_own() -> None:
    assert least_squares(np.array([50, 5, 5, 5]), 3) == 50**2 + 8**2 + 7**2
    assert least_squares(np.array([5, 5]), 1) == 100


def test_the_common_divisor_is_that_of_all_weights() -> None:
    assert common_divisor(np.array([4] * 2000 + [6])) == 2
    assert common_divisor(np.array([0, 9, 6])) == 3
