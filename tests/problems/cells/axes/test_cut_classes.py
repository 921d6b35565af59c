from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import covey
from covey.problems.cells.axes.cut_classes import CutClasses
from covey.problems.cells.class_rows import ClassRows
from covey.problems.cells.kinds import AT_POSITION, BY_MISSING
from covey.problems.cells.sets import ANY_SET


def test_in_one_partition_missing_values_that_no_cut_split_off_are_everywhere() -> None:
    axis = covey.OrderedAxis([0, 0, 1, -1], [1, 2])
    rows = ClassRows.of(np.array([0, 0, 1, 1], dtype=np.int32), 2)
    nothing: Any = None
    cut = CutClasses(
        path=nothing,
        leaf=np.arange(2),
        pool=np.zeros(0, dtype=np.int32),
        column=0,
        ways=frozenset({AT_POSITION}),
        members=rows,
        one_partition=True,
    )
    assert cut.kind(axis.codes).tolist() == [ANY_SET, ANY_SET]
    assert replace(cut, one_partition=False).kind(axis.codes).tolist() == [0, ANY_SET]
    split_off = replace(cut, ways=frozenset({AT_POSITION, BY_MISSING}))
    assert split_off.kind(axis.codes).tolist() == [0, ANY_SET]
