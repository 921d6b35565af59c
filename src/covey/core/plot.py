"""Pictures by matplotlib, which is an extra."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from covey.core.errors import InvalidInput
from covey.core.temporary import part_file, umask

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def require_plotting() -> None:
    if find_spec("matplotlib") is None:
        raise InvalidInput(
            "The pictures need matplotlib, which is not installed.",
            hint="Install it with: pip install 'covey[plot]'",
        )


def new_figure(width: float, height: float) -> Figure:
    """An empty figure that is drawn without a screen; the same content gives the same bytes."""
    import matplotlib as mpl

    # A backend that needs no screen; and ids inside of an SVG are random without a fixed salt.
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "covey"
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def save(figure: Figure, target: Path, dpi: int = 150) -> None:
    """Save as PNG or SVG, by the name's ending; the file appears whole or not at all."""
    kind = target.suffix.lower()[1:]
    # The date of drawing would make equal pictures differ.
    metadata = {"Date": None} if kind == "svg" else None
    with part_file(target) as (part, _):
        figure.savefig(
            part, format=kind, dpi=dpi, metadata=metadata, bbox_inches="tight", pad_inches=0.2
        )
        # So far it was for its owner alone.
        part.chmod(0o666 & ~umask())
        part.replace(target)
