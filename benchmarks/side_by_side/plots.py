"""Time and memory against n, a picture for each subject that has several sizes."""

from __future__ import annotations

from pathlib import Path

from benchmarks.side_by_side.result import DONE, Results
from benchmarks.side_by_side.subjects import SUBJECTS
from covey.core.plot import new_figure, save

COLOURS = (
    "#c0392b",
    "#2a6f97",
    "#3b8f5a",
    "#8e6bbf",
    "#b7791f",
    "#5f6b7a",
    "#d06a9a",
    "#1f1f1f",
    "#17a2a2",
)
RESOLUTION = 0.001
"""CPU seconds below which clocks differ: less, and none at all, is drawn as so many."""


def draw(results: Results, folder: Path) -> dict[str, Path]:
    """The pictures, by subject. covey is drawn in red."""
    drawn: dict[str, Path] = {}
    folder.mkdir(parents=True, exist_ok=True)
    for name, subject in SUBJECTS.items():
        rows = [row for row in results.of(name) if row.status == DONE]
        if len({row.n for row in rows}) < 2:
            continue
        figure = new_figure(9, 3.4)
        axes = figure.subplots(1, 2)
        for program, colour in zip(subject.programs, COLOURS, strict=False):
            own = sorted((row for row in rows if row.program == program), key=lambda row: row.n)
            if own:
                sizes = [row.n for row in own]
                style = {"color": colour, "marker": "o", "markersize": 4, "label": program}
                axes[0].plot(sizes, [at_least(row.cpu) for row in own], **style)
                axes[1].plot(sizes, [(row.peak or 0) / 2**20 for row in own], **style)
        for each, words in zip(axes, ("CPU seconds", "peak memory, MB"), strict=True):
            each.set(xscale="log", yscale="log", xlabel=f"n, {subject.unit}", ylabel=words)
            each.grid(alpha=0.3)
        axes[0].legend(fontsize=8, frameon=False)
        drawn[name] = folder / f"bench-{name}.png"
        save(figure, drawn[name], dpi=100)
    return drawn


def at_least(seconds: float | None) -> float:
    """What an axis of logarithms can show."""
    return max(seconds or 0.0, RESOLUTION)
