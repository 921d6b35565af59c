"""Pictures by matplotlib, which is an extra."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.temporary import part_file
from covey.io.outputs.files import umask

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from covey.core.result import Result

POINTS_AT_MOST = 20_000
"""More points than this are thinned evenly: a picture cannot show them."""


def require_plotting() -> None:
    if find_spec("matplotlib") is None:
        raise InvalidInput(
            "The pictures need matplotlib, which is not installed.",
            hint="Install it with: pip install 'covey[plot]'",
        )


def new_figure(width: float, height: float) -> Figure:
    """An empty figure that is drawn without a screen; the same content gives the same bytes."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "covey"
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, target: Path, dpi: int = 150) -> None:
    """Save as PNG or SVG, by the name's ending; the file appears whole or not at all."""
    kind = target.suffix.lower()[1:]
    metadata = {"Date": None} if kind == "svg" else None
    with part_file(target) as (part, _):
        figure.savefig(
            part, format=kind, dpi=dpi, metadata=metadata, bbox_inches="tight", pad_inches=0.2
        )
        # So far it was for its owner alone.
        part.chmod(0o666 & ~umask())
        part.replace(target)


def draw_cells(result: Result, target: Path) -> None:
    """The tiling over the points, coloured by class size."""
    from matplotlib.collections import PolyCollection

    from covey.problems.rectangles.problem import RectangleProblem, RectangleSolution

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
