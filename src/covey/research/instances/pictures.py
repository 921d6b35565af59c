"""Pictures of hard instances, their gadgets in colours, by matplotlib, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.grouping import Grouping
from covey.core.plot import new_figure, save
from covey.core.words import plural
from covey.problems.rectangles.problem import RectangleSolution
from covey.research.hard_problems.reduction import Reduction
from covey.research.reductions.labels import HardLabels
from covey.research.reductions.rectangles import HardRectangles, lattice
from covey.research.reductions.regions import HardRegions
from covey.research.reductions.tiles import SIZE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, WALL = "#3b3f46", "#7b8794", "#e4e1da"
GADGETS = {
    "choice": "#2f7d4f",
    "wire": "#3f7fb5",
    "link": "#3f7fb5",
    "tuple": "#c0392b",
    "crossing": "#8a5fb0",
    "cap": "#b9b4a8",
}
OUTLINES_AT_MOST = 20_000


def draw_instance(hard: Reduction, solution: Grouping | None, target: Path) -> None:
    """An instance, with its solution where there is one."""
    if isinstance(hard, HardRegions):
        draw_graph(hard, solution, target)
    elif isinstance(hard, HardRectangles):
        draw_lattice(hard, solution, target)
    else:
        assert isinstance(hard, HardLabels)
        draw_weights(hard, solution, target)


def draw_weights(hard: HardLabels, solution: Grouping | None, target: Path) -> None:
    """The labels side by side; in their classes, one on the other, where a solution is known."""
    figure = new_figure(9, 5)
    axes = figure.subplots()
    weights = hard.problem.weights
    if solution is None:
        axes.bar(np.arange(1, len(weights) + 1), np.sort(weights)[::-1], color=GADGETS["wire"])
        axes.set_xlabel("label, the heaviest first")
    else:
        floor = np.zeros(len(solution.sizes))
        stacked = np.zeros(len(solution.sizes), dtype=int)
        shades = (GADGETS["wire"], GADGETS["choice"], GADGETS["crossing"])
        # The heaviest at the bottom, so that the parts of classes can be compared.
        for label in np.argsort(-weights, kind="stable").tolist():
            at = int(solution.classes[label])
            axes.bar(at + 1, weights[label], bottom=floor[at], color=shades[stacked[at] % 3],
                     edgecolor="white", linewidth=0.5)  # fmt: skip
            floor[at] += weights[label]
            stacked[at] += 1
        axes.set_xlabel("class")
    axes.axhline(hard.problem.k, color=INK, linestyle="dashed", linewidth=1)
    axes.set_ylabel("records (dashed: k)")
    axes.set_title(_title(hard, solution), loc="left", color=INK)
    save(figure, target)


def draw_graph(hard: HardRegions, solution: Grouping | None, target: Path) -> None:
    """Areas by their gadgets; borders inside of the solution's regions are thick."""
    figure, axes = _sheet(*np.ptp(hard.points, axis=0).tolist())
    scale = _scale(figure, float(np.ptp(hard.points[:, 0])) + 1)
    edges = hard.problem.graph.edges
    inside = np.zeros(len(edges), dtype=bool)
    if solution is not None:
        inside = solution.classes[edges[:, 0]] == solution.classes[edges[:, 1]]
    show_graph(axes, hard.points, edges, hard.gadgets, inside, scale)
    _legend(axes, [kind for kind in GADGETS if kind in hard.gadgets])
    axes.margins(0.03)
    axes.set_title(_title(hard, solution), loc="left", color=INK)
    save(figure, target)


def show_graph(
    axes: Axes,
    points: NDArray[np.float64],
    edges: NDArray[Any],
    gadgets: Sequence[str],
    thick: NDArray[np.bool_],
    scale: float,
) -> None:
    """A graph with its gadgets in colours, an edge in that of the rarer gadget of its ends."""
    from matplotlib.collections import LineCollection

    order = list(GADGETS)
    ranks = np.array([order.index(gadget) for gadget in gadgets])
    shades = np.array([GADGETS[kind] for kind in order])
    # Of the two gadgets at its ends, the later one in GADGETS gives an edge its colour.
    of_edge = shades[ranks[edges].max(axis=1)]
    for chosen, width, alpha in ((~thick, 0.012, 0.7), (thick, 0.032, 1.0)):
        axes.add_collection(
            LineCollection(
                list(points[edges[chosen]]),
                colors=of_edge[chosen].tolist(),
                linewidths=width * scale,
                alpha=alpha,
            )
        )
    sizes = np.where(ranks == order.index("cap"), 0.02, 0.04) * scale
    axes.scatter(
        points[:, 0],
        points[:, 1],
        s=sizes**2,
        c=shades[ranks].tolist(),
        linewidths=0,
        zorder=3,
        clip_on=False,
    )


def draw_lattice(hard: HardRectangles, solution: Grouping | None, target: Path) -> None:
    """Places by their tiles, pairs darker than singles; a known solution's cells are outlined where
    they are of more than one place."""
    height, width = hard.drawing.shape
    figure, axes = _sheet(width / SIZE, height / SIZE)
    extent = (-0.5, width - 0.5, -0.5, height - 0.5)
    axes.imshow(_colours(hard), extent=extent, interpolation="nearest")
    if isinstance(solution, RectangleSolution):
        cells = solution.cells
        # Longer than one place, with some room for rounding.
        shown = (cells[:, 2] - cells[:, 0] > 1.9) | (cells[:, 3] - cells[:, 1] > 1.9)
        _outline(axes, cells[shown][:OUTLINES_AT_MOST], 0.012 * _scale(figure, width / SIZE))
    _legend(axes, ["wire", "choice", "tuple", "crossing"])
    axes.set_xlim(extent[:2])
    axes.set_ylim(extent[2:])
    axes.set_title(_title(hard, solution), loc="left", color=INK)
    save(figure, target)


def _colours(hard: HardRectangles) -> NDArray[np.float64]:
    """A colour for each place: that of its tile, the stronger the more points are in a corridor."""
    from matplotlib.colors import to_rgb

    _, weights = lattice(hard.layout)
    wall = np.array(to_rgb(WALL))
    shown = np.broadcast_to(wall, (*weights.shape, 3)).copy()
    strength = {0: 0.15, 1: 0.5, 2: 1.0}
    for (row, column), tile in hard.layout.tiles.items():
        part = np.s_[SIZE * row : SIZE * (row + 1), SIZE * column : SIZE * (column + 1)]
        full = np.array(to_rgb(GADGETS[tile.kind]))
        for count, share in strength.items():
            shown[part][weights[part] == count] = share * full + (1 - share)
    for mark, kind in (("o", "choice"), ("t", "tuple")):
        shown[hard.drawing == mark] = to_rgb(GADGETS[kind])
    return shown


def _title(hard: Reduction, solution: Grouping | None) -> str:
    answer = f"at least {hard.no:,}" if solution is None else f"{hard.yes:,}"
    return (
        f"{hard.problem.description}, k = {hard.problem.k:,}: the largest class has {answer}"
        if not isinstance(hard, HardLabels)
        else f"{plural(len(hard.problem.weights), 'label')}, k = {hard.problem.k:,}:"
        f" the largest class has {answer}"
    )


def _sheet(across: float, high: float) -> tuple[Figure, Axes]:
    """An empty drawing without axes, as wide and high as what it is to hold, in tiles."""
    width = float(np.clip(across + 1, 5, 16))
    height = float(np.clip((high + 1) * width / (across + 1), 3, 24))
    figure = new_figure(width, height + 0.8)
    axes = figure.subplots()
    axes.set_aspect("equal")
    axes.set_axis_off()
    return figure, axes


def _scale(figure: Figure, tiles: float) -> float:
    """Points of the picture to a tile."""
    return 72 * float(figure.get_figwidth()) / tiles


def _outline(axes: Axes, cells: NDArray[np.float64], width: float) -> None:
    from matplotlib.collections import PolyCollection

    # A little inside of the cells, so that neighbours do not share a line.
    inner = cells + np.array([0.12, 0.12, -0.12, -0.12])
    # West, south, east and north as four corners, anticlockwise.
    corners = inner[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    axes.add_collection(
        PolyCollection(list(corners), facecolors="none", edgecolors=INK, linewidths=width)
    )


def _legend(axes: Axes, kinds: list[Any]) -> None:
    from matplotlib.patches import Patch

    handles = [Patch(color=GADGETS[kind], label=kind) for kind in kinds]
    axes.legend(
        handles=handles, loc="upper left", bbox_to_anchor=(0, 0), ncols=len(kinds), frameon=False
    )
