"""Random tables of all kinds of attributes, small enough to be solved hundreds of times."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

import covey
from covey.problems.cells.axes import JoinedBy, TreeAxis
from tests.problems.cells import oracle

KINDS = ("labels", "ordered", "places", "areas", "islands")


def random_axis(rng: np.random.Generator, kind: str, rows: int, gaps: float) -> Any:
    """An attribute of that kind; a share of ``gaps`` of its values is missing."""
    size = int(rng.integers(1, 9))
    codes = rng.integers(0, size, rows)
    if kind == "labels":
        return covey.LabelAxis(codes, size)
    missing = rng.random(rows) < gaps
    codes = np.where(missing, -1, codes)
    if kind == "ordered":
        return covey.OrderedAxis(codes, np.cumsum(rng.integers(1, 9, size)))
    if kind == "places":
        y = np.where(missing, -1, rng.integers(0, 5, rows))
        return covey.PlaceAxis(codes, y, np.cumsum(rng.integers(1, 9, size)), np.arange(5))
    edges = [(v, int(rng.integers(max(0, v - 3), v))) for v in range(1, size)]
    if kind == "islands":
        edges = [edge for edge in edges if rng.random() < 0.7]
    return covey.AreaAxis(codes, covey.Graph.from_edges(size, edges))


def made_axis(rng: np.random.Generator, kind: str, rows: int) -> Any:
    """An attribute of any kind, also of those that have nested sets of their own."""
    if kind == "trees":
        return TreeAxis(rng.integers(0, 5, rows), 5, [5, 5, 6, 6, 7, 7, 7, -1])
    if kind == "regions":
        plain = random_axis(rng, "islands", rows, 0.1)
        by = JoinedBy(np.ones(plain.size, dtype=np.int64))
        return covey.AreaAxis(plain.codes, plain.graph, joined_by=by)
    return random_axis(rng, kind, rows, 0.1)


@st.composite
def tables(draw: Any) -> dict[str, Any]:
    """The axes, counts and k of a problem for cells."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(4, 50))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    gaps = draw(st.sampled_from([0.0, 0.05, 0.3]))
    counts = rng.integers(1, draw(st.sampled_from([2, 5, 30])), rows)
    return {
        "axes": [random_axis(rng, kind, rows, gaps) for kind in kinds],
        "counts": counts,
        "k": draw(st.integers(1, max(1, int(counts.sum()) // 4))),
    }


def random_problem(rng: np.random.Generator, **more: Any) -> covey.CellProblem:
    rows = int(rng.integers(5, 60))
    axes = oracle.random_axes(rng, rows)
    return covey.CellProblem(axes, rng.integers(1, 5, rows), int(rng.integers(1, 6)), **more)


def numbers(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, dtype=np.int32)
