"""The sweep as files: a CSV of all points, the figure as PNG and SVG, and the text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from covey.core.plot import new_figure, save
from covey.core.temporary import part_folder
from covey.io.outputs.files import write_csv
from covey.research.experiments.names import CURVES, Sweep
from covey.research.experiments.observations import describe

SUBRANGES = 80
"""As in the paper, the maximum of each subrange is drawn."""

STYLES = {
    "random fold": ("Random Fold", "#c44e52", "-", 1.2),
    "descending fold": ("Sorted Fold (descending)", "#dd8452", "-", 1.2),
    "random spread": ("Random Spread", "#4c72b0", "-", 1.2),
    "descending spread": ("Sorted Spread (descending)", "#55a868", "-", 1.2),
    "lower bound": ("lower bound", "#222222", "-", 2.0),
    "balanced": ("balanced", "#f2c14e", "--", 1.2),
}


def write_figure(sweeps: list[Sweep], output: Path) -> list[Path]:
    """Write names.csv, names.png, names.svg and names.txt; all of them, or none."""
    output.parent.mkdir(parents=True, exist_ok=True)
    # Everything is written elsewhere first: a run that fails leaves no half of the files.
    with part_folder(output) as made:
        _write_points(sweeps, made / "names.csv")
        _draw(sweeps, made)
        (made / "names.txt").write_text(describe(sweeps) + "\n", encoding="utf-8")
        output.mkdir(exist_ok=True)
        return [file.replace(output / file.name) for file in sorted(made.iterdir())]


def _write_points(sweeps: list[Sweep], target: Path) -> None:
    header = ("table", "k", "lower_bound", *(curve.replace(" ", "_") for curve in CURVES))
    rows = (
        (sweep.table, *row)
        for sweep in sweeps
        for row in zip(
            sweep.ks.tolist(),
            sweep.lower_bound.tolist(),
            *(sweep.curves[curve].largest.tolist() for curve in CURVES),
            strict=True,
        )
    )
    write_csv(target, header, rows)


def _draw(sweeps: list[Sweep], folder: Path) -> None:
    figure = new_figure(8, 10.5)
    for panel, (axes, sweep) in enumerate(
        zip(figure.subplots(len(sweeps), 1), sweeps, strict=True)
    ):
        for curve, (label, colour, line, width) in STYLES.items():
            ratios = sweep.lower_bound / sweep.ks if curve == "lower bound" else sweep.ratio(curve)
            at, highest = _highest_per_subrange(sweep.ks, ratios)
            axes.plot(at, highest, line, color=colour, linewidth=width, label=label)
        axes.set_title(f"{sweep.table.upper()} ({sweep.total:,} records)", loc="left", fontsize=10)
        axes.set_ylabel("largest class / k")
        axes.grid(alpha=0.3)
        axes.xaxis.set_major_formatter("{x:,.0f}")
        if panel == 0:
            axes.legend(ncols=3, fontsize=8, frameon=False, loc="upper left")
            axes.set_ylim(top=axes.get_ylim()[1] * 1.12)
    axes.set_xlabel(f"k (the maximum of each of {SUBRANGES} subranges is drawn)")
    for name in ("names.png", "names.svg"):
        save(figure, folder / name)


def _highest_per_subrange(
    ks: NDArray[np.int64], ratios: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    parts = np.array_split(np.arange(len(ks)), min(SUBRANGES, len(ks)))
    at = [float(ks[part].mean()) for part in parts]
    return np.array(at), np.array([float(ratios[part].max()) for part in parts])
