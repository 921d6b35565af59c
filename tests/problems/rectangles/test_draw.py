from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from covey import RectangleProblem, solve


@pytest.mark.parametrize("count", [50, 30_000])
def test_a_tiling_is_drawn(count: int, tmp_path: Path) -> None:
    import_module("matplotlib")
    from covey.problems.rectangles.draw import draw_tiling

    x, y = np.random.default_rng(0).random((2, count))
    target = tmp_path / "cells.png"
    draw_tiling(solve(RectangleProblem(x, y, 10)), target)
    assert target.read_bytes().startswith(b"\x89PNG")
