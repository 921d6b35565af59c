"""The pictures of docs/explanation/hardness.md. Draw them: python -m
covey.research.instances.gallery FOLDER"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from covey.core.plot import new_figure, save
from covey.research.hard_problems.matching import ThreeDimensionalMatching
from covey.research.instances.pictures import draw_graph, draw_lattice, show_graph
from covey.research.reductions.gadgets import Board, Key
from covey.research.reductions.rectangles import HardRectangles
from covey.research.reductions.regions import HardRegions


def write_pictures(folder: Path) -> list[Path]:
    """The gadgets of regions, and one matching as regions and as rectangles."""
    folder.mkdir(parents=True, exist_ok=True)
    source = ThreeDimensionalMatching(2, [(0, 0, 0), (0, 1, 1), (1, 1, 1)])
    matching = (0, 2)
    written = [folder / f"hard-{name}.png" for name in ("gadgets", "regions", "rectangles")]
    draw_gadgets(written[0])
    regions = HardRegions.from_matching(source)
    draw_graph(regions, regions.solution(matching), written[1])
    rectangles = HardRectangles.from_matching(source)
    draw_lattice(rectangles, rectangles.solution(matching), written[2])
    return written


def draw_gadgets(target: Path) -> None:
    """What hard graphs are built of, side by side."""
    panels: list[tuple[str, Callable[[Board], None]]] = [
        ("link", _link),
        ("choice", _choice),
        ("triangle", _triangle),
        ("crossing", _crossing),
        ("cap, one neighbour", lambda board: _cap(board, [(0, -0.3)])),
        ("cap, two neighbours", lambda board: _cap(board, [(-0.25, -0.2), (0.25, -0.2)])),
    ]
    figure = new_figure(9, 6)
    for axes, (title, build) in zip(figure.subplots(2, 3).ravel(), panels, strict=True):
        board = Board()
        build(board)
        edges = np.array(board.edges)
        thick = np.zeros(len(edges), dtype=bool)
        points = np.array(board.at)
        scale = 180 / max(float(np.ptp(points, axis=0).max()), 0.5)
        show_graph(axes, points, edges, board.gadgets, thick, scale)
        axes.set_title(title, loc="left", fontsize=10)
        axes.set_aspect("equal")
        axes.set_axis_off()
        axes.margins(0.1)
    save(figure, target, dpi=100)


def _link(board: Board) -> None:
    one, two = board.vertex("choice", (-0.4, 0)), board.vertex("choice", (0.4, 0))
    board.link(one, two, Key((0, 0), "E"), 0.12)


def _choice(board: Board) -> None:
    centre = board.vertex("choice", (0, 0))
    for x, y in ((0, 0.5), (0, -0.5), (0.5, 0)):
        board.link(centre, board.vertex("choice", (x, y)), Key((0, 0), ""), 0.1)


def _triangle(board: Board) -> None:
    corners = [(-0.16, 0.06), (0.16, 0.06), (0.0, -0.16)]
    ends = [(-0.6, 0.06), (0.6, 0.06), (0.0, -0.5)]
    found = board.triangle("tuple", list(corners), Key((0, 0), "tuple"))
    for corner, end in zip(found, ends, strict=True):
        board.link(corner, board.vertex("choice", end), Key((0, 0), ""), 0.08)


def _crossing(board: Board) -> None:
    board.crossing((0, 0), (0, 0))


def _cap(board: Board, neighbours: list[tuple[float, float]]) -> None:
    hung = board.vertex("choice", (0, 0))
    others = [board.vertex("choice", at) for at in neighbours]
    board.edges += [(hung, other) for other in others]
    board.cap_all(only=hung)


if __name__ == "__main__":
    for file in write_pictures(Path(sys.argv[1])):
        print(f"wrote {file}")
