from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import covey
from covey.core.domination import domination_of
from covey.core.grouping import Objective


def found(weights: list[int], k: int, classes: list[int], objective: Objective = "max-size") -> Any:
    own = np.array(classes)
    there = own >= 0
    sizes = np.bincount(own[there], weights=np.array(weights)[there]).astype(np.int64)
    return domination_of(covey.LabelProblem(weights, k, objective), own, sizes)


def test_what_tells_answers_apart_where_one_value_is_the_largest_class() -> None:
    one = found([60, 9, 8, 7, 6], 10, [0, 1, 1, 2, 2])
    assert (one.records, one.total, one.classes, one.most_classes) == (60, 90, 3, 4)
    assert (one.quadratic, one.shared) == (60 * 50 + 17 * 7 + 13 * 3, 17)
    assert one.least_quadratic <= one.quadratic
    other = found([60, 9, 8, 7, 6], 10, [0, 1, 1, 1, 1])
    assert (other.classes, other.shared) == (2, 30), "worse, and no less optimal"


@pytest.mark.parametrize(
    ("weights", "classes", "objective"),
    [
        ([19, 9, 8], [0, 1, 1], "max-size"),
        ([30, 9, 8], [0, 0, 1], "max-size"),
        ([30, 20, 20], [0, 1, 1], "max-size"),
        ([60, 9, 8], [0, 1, 1], "quadratic"),
        ([60, 9, 8], [0, 1, 2], "max-size"),
    ],
)
def test_nothing_dominates(weights: list[int], classes: list[int], objective: Objective) -> None:
    """Below 2k; with others in its class; a larger class; another objective; below k."""
    assert found(weights, 10, classes, objective) is None


def test_withheld_items_and_classes_of_one_are_not_shared() -> None:
    assert found([60, 12, 3], 10, [0, 1, -1]).shared == 0
    assert "largest class of several values: none" in found([60, 12, 3], 10, [0, 1, -1]).words


def test_summary_comparison_and_plan_say_so(tmp_path: Any) -> None:
    problem = covey.LabelProblem([60, 9, 8, 7, 6], 10)
    assert (
        "besides      one value is the largest class, so compare by"
        in covey.solve(problem).summary()
    )
    plain = covey.LabelProblem([9, 8, 7, 6], 10)
    assert "besides" not in covey.solve(plain).summary()
    table = tmp_path / "t.csv"
    labels = [label for label, n in zip("abcde", [60, 9, 8, 7, 6], strict=True) for _ in range(n)]
    table.write_text("v\n" + "".join(f"{label}\n" for label in labels))
    out = tmp_path / "out"
    release = covey.anonymize(table, k=10, quasi={"v": covey.Labels()}, out=out)
    assert "besides      one value is the largest class, so compare by" in release.summary()
    report = (out / "report.html").read_text()
    assert "One value alone has as many, so every answer has such a class" in report
    assert covey.verify(out, against=table).holds
