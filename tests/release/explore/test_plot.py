"""The picture of an exploration."""

from __future__ import annotations

from pathlib import Path

from covey.release.explore.explore import Choice, Exploration
from covey.release.explore.plot import draw


def test_the_same_figures_give_the_same_picture(tmp_path: Path) -> None:
    choices = tuple(
        Choice(k, recoding, classes=100 // k, largest=2 * k, loss=k / 50)
        for k in (2, 5, 10)
        for recoding in ("local", "global")
    )
    unsolved = Choice(1000, "local", why_not="too few records")
    found = Exploration("in.csv", 100, (*choices, unsolved))
    for name in ("a.svg", "b.svg", "c.png"):
        draw(found, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    drawn = (tmp_path / "a.svg").read_text()
    assert drawn.startswith("<?xml")
    assert (tmp_path / "c.png").stat().st_size > 10_000
