"""Models that are trained on a release and tested on the original."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from covey import InvalidInput
from covey.measures.utility.models import accuracies
from covey.measures.utility.tables import Tables, View

CODES = np.arange(2)
COUNTS = np.array([60, 40])


def tables(hidden: bool) -> Tables:
    spread = np.full((1, 2), 0.5) if hidden else np.eye(2)
    after = np.zeros(2, np.int64) if hidden else CODES
    return Tables((View("a", CODES, after, spread),), COUNTS, COUNTS)


def test_a_column_that_tells_the_target() -> None:
    for found in accuracies(tables(hidden=False), "ill", ["no", "yes"], ["no", "yes"]):
        assert (found.release, found.original, found.majority) == (1.0, 1.0, 0.6)


def test_nothing_is_told_by_what_is_hidden() -> None:
    for found in accuracies(tables(hidden=True), "ill", ["no", None], ["no", None]):
        assert (found.release, found.original) == (0.6, 1.0)


def test_a_release_with_one_value_of_the_target() -> None:
    own = tables(hidden=False)
    for found in accuracies(own, "ill", ["no", "yes"], ["yes", "yes"]):
        assert found.release == 0.4


def test_rare_values_are_told_as_one() -> None:
    codes = np.arange(40)
    view = View("a", codes % 24, codes % 24, np.eye(24))
    counts = np.arange(40, 0, -1)
    texts = [f"v{at}" for at in range(40)]
    (linear, _) = accuracies(Tables((view,), counts, counts), "t", texts, texts)
    assert linear.majority == pytest.approx(counts[5:].sum() / counts.sum())


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (["no", "no"], ["no", "no"], "has 1 value: there is nothing to predict"),
        (["no", "yes"], ["no", "perhaps"], "that the original lacks"),
    ],
)
def test_targets_that_cannot_be_told(before: list[str], after: list[str], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        accuracies(tables(hidden=False), "ill", before, after)


def test_a_model_needs_columns() -> None:
    with pytest.raises(InvalidInput, match="a column besides its target"):
        accuracies(Tables((), COUNTS, COUNTS), "ill", ["a", "b"], ["a", "b"])


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(InvalidInput, match="not installed") as caught:
        accuracies(tables(hidden=False), "ill", ["no", "yes"], ["no", "yes"])
    assert "covey[models]" in str(caught.value.hint)
