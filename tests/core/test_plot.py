"""Pictures by matplotlib."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.core import plot


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda _: None)
    with pytest.raises(InvalidInput, match="not installed") as raised:
        plot.require_plotting()
    assert "covey[plot]" in str(raised.value.hint)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_same_picture_has_the_same_bytes(tmp_path: Path, ending: str) -> None:
    saved = []
    for name in ("one", "two"):
        figure = plot.new_figure(2, 2)
        figure.subplots().plot([0, 1], [1, 0])
        target = tmp_path / f"{name}.{ending}"
        plot.save(figure, target)
        saved.append(target.read_bytes())
    assert saved[0] == saved[1]
    assert len(list(tmp_path.iterdir())) == 2
