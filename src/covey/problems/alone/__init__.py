"""One attribute alone, as cells: the answers of its own solver become cells, meet requirements and
count people.

``kind`` says what each kind of problem knows; ``labels``, ``intervals``, ``rectangles``,
``regions`` and ``trees`` are the kinds. A further kind is one more module, and a line in ``KINDS``.
"""

from __future__ import annotations

from collections.abc import Mapping

from covey.core.grouping import GroupingProblem
from covey.problems.alone.intervals import IntervalKind
from covey.problems.alone.kind import OwnKind
from covey.problems.alone.labels import LabelKind
from covey.problems.alone.rectangles import RectangleKind
from covey.problems.alone.regions import RegionKind
from covey.problems.alone.trees import TreeKind
from covey.problems.intervals.problem import IntervalProblem
from covey.problems.labels.problem import LabelProblem
from covey.problems.rectangles.problem import RectangleProblem
from covey.problems.regions.problem import RegionProblem
from covey.problems.trees.problem import TreeProblem

KINDS: Mapping[type[GroupingProblem], type[OwnKind[GroupingProblem]]] = {
    LabelProblem: LabelKind,
    IntervalProblem: IntervalKind,
    RectangleProblem: RectangleKind,
    RegionProblem: RegionKind,
    TreeProblem: TreeKind,
}


def kind_of(problem: GroupingProblem) -> OwnKind[GroupingProblem] | None:
    """What is known of a problem of one attribute; None for cells, which have several."""
    known = KINDS.get(type(problem))
    return None if known is None else known(problem)
