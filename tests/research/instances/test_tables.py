from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from covey import IntervalProblem, LabelProblem, RectangleProblem, RegionProblem
from covey.core.grouping import GroupingProblem
from covey.research.instances.tables import command, write_classes, write_instance
from covey.research.tight.families import cells_typed


def rows(file: Path) -> list[list[str]]:
    with file.open(newline="") as lines:
        return list(csv.reader(lines))


@pytest.mark.parametrize(
    ("problem", "file", "expected"),
    [
        (LabelProblem([3, 2], 2), "values.csv", [["value", "count"], ["w1", "3"], ["w2", "2"]]),
        (IntervalProblem([3, 2], 2), "values.csv", [["value", "count"], ["1", "3"], ["2", "2"]]),
        (
            RectangleProblem([0, 4], [1, 2], 2, [3, 2]),
            "points.csv",
            [["x", "y", "count"], ["0", "1", "3"], ["4", "2", "2"]],
        ),
        (
            RegionProblem([3, 2], [(0, 1)], 2),
            "nodes.csv",
            [["id", "weight"], ["1", "3"], ["2", "2"]],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_instance_and_its_answer(
    tmp_path: Path, problem: GroupingProblem, file: str, expected: list[list[str]]
) -> None:
    write_instance(problem, tmp_path)
    assert rows(tmp_path / file) == expected
    write_classes(problem, [0, 1], tmp_path / "solution.csv")
    assert rows(tmp_path / "solution.csv") == [
        [*row, number] for row, number in zip(expected, ["class", "1", "2"], strict=True)
    ]
    assert str(tmp_path / file) in command(problem, tmp_path)


def test_borders_have_a_file_of_their_own(tmp_path: Path) -> None:
    write_instance(RegionProblem([3, 2, 2], [(0, 1), (1, 2)], 2), tmp_path)
    assert rows(tmp_path / "edges.csv") == [["a", "b"], ["1", "2"], ["2", "3"]]


def test_cells_have_a_row_for_every_record(tmp_path: Path) -> None:
    problem = cells_typed(4).problem
    write_instance(problem, tmp_path)
    header, *records = rows(tmp_path / "records.csv")
    assert header == ["a1", "a2", "a3"]
    assert sorted(Counter(map(tuple, records)).values()) == [3] * 6 + [4]
    assert command(problem, tmp_path).count("--ordered") == 3
