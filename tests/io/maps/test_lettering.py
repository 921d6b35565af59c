"""Words on a map do not cover each other."""

from __future__ import annotations

from itertools import combinations

from matplotlib.text import Annotation, Text

from covey.core.plot import new_figure
from covey.io.maps.lettering import write_apart


def test_words_at_one_place_are_moved_apart() -> None:
    figure = new_figure(4, 3)
    axes = figure.subplots()
    write_apart(axes, {str(number): (0.5, 0.5) for number in range(20)} | {"far": (0.1, 0.1)})
    figure.draw_without_rendering()
    words = [text for text in axes.texts if isinstance(text, Annotation)]
    boxes = [Text.get_window_extent(text) for text in words]
    assert len(boxes) == 21
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    lines = [text.arrow_patch is not None and text.arrow_patch.get_visible() for text in words]
    assert lines == [False, *[True] * 19, False]
