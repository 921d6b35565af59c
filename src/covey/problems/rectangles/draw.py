"""A picture of a tiling by rectangles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from covey.core.plot import new_figure, save
from covey.core.result import Result
from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

POINTS_AT_MOST = 20_000
"""More points than this are thinned evenly: a picture cannot show them."""


def draw_tiling(result: Result, target: Path) -> None:
    """The tiling over the points, coloured by class size."""
    from matplotlib.collections import PolyCollection

    problem, solution = result.problem, result.solution
    assert isinstance(problem, RectangleProblem)
    assert isinstance(solution, RectangleSolution)
    cells = solution.cells
    x_low, y_low, x_high, y_high = problem.box
    figure = new_figure(8, 7)
    axes = figure.subplots()
    corners: Any = cells[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    # Where cells are many, their borders would hide the colours.
    border = 0.6 if len(cells) < 2000 else 0.0
    shapes = PolyCollection(
        corners, array=solution.sizes, cmap="viridis", edgecolor="white", linewidth=border
    )
    axes.add_collection(shapes)
    # Rounded up: at most so many points are left.
    step = -(-len(problem.weights) // POINTS_AT_MOST)
    x, y = problem.x[::step], problem.y[::step]
    axes.scatter(x, y, s=np.clip(3000 / len(x), 0.2, 8), c="black", alpha=0.5, linewidths=0)
    axes.set_xlim(x_low, x_high)
    axes.set_ylim(y_low, y_high)
    axes.set_title(
        f"{len(cells):,} cells, k = {problem.k:,}, largest {int(solution.sizes.max()):,}",
        loc="left",
    )
    figure.colorbar(shapes, label="records in the cell")
    save(figure, target)
