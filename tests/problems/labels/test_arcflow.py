from __future__ import annotations

import numpy as np
import pytest

from covey.core.stop import Stop
from covey.problems.labels import arcflow
from covey.problems.labels.arcflow import Model, Outcome, TooLarge, build_graph
from covey.problems.labels.items import Items


def solved(sizes: list[int], least: int, most: int) -> arcflow.FlowAnswer:
    graph = build_graph(Items.from_sizes(np.array(sizes), least), least, most)
    return Model(graph, np.ones(len(graph.end_weights))).solve(Stop(seconds=10).start())


def test_a_flow_uses_every_item_once() -> None:
    sizes = [5, 4, 3, 3, 2, 1]
    answer = solved(sizes, 9, 9)
    assert answer.outcome is Outcome.SOLVED
    assert answer.bins is not None
    assert np.bincount(answer.bins, weights=sizes).tolist() == [9, 9]


def test_the_fewest_classes_are_found() -> None:
    answer = solved([3, 3, 3, 3], 3, 6)
    assert answer.bins is not None
    assert int(answer.bins.max()) + 1 == 2


def test_what_no_classes_can_hold_is_infeasible() -> None:
    assert solved([6, 6, 6], 10, 12).outcome is Outcome.INFEASIBLE


def test_a_model_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arcflow, "MAX_ARCS", 3)
    with pytest.raises(TooLarge):
        build_graph(Items.from_sizes(np.arange(20, 0, -1), 30), 30, 60)
