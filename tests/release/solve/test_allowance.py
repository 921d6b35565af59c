"""Records are withheld only where that loses less, and no column becomes coarse unseen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import covey
from covey.problems.cells.grids import search as grid_search


def outliers() -> dict[str, list[Any]]:
    """Ages from 20 to 60, and three that are far from these."""
    rng = np.random.default_rng(1)
    ages = [*rng.integers(20, 60, 197).tolist(), 900, 950, 1000]
    return {"age": ages, "weight": rng.integers(50, 80, 200).tolist()}


@pytest.mark.parametrize("recoding", ["global", "nested", "local"])
def test_a_column_does_not_become_coarse_because_its_outliers_are_withheld(recoding: str) -> None:
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    how: dict[str, Any] = {"k": 5, "quasi": quasi, "recoding": recoding}
    plain = covey.anonymize(pa.table(outliers()), **how)
    release = covey.anonymize(pa.table(outliers()), **how, suppress=0.05)
    assert release.plan.loss <= plain.plan.loss
    assert not [each for each in release.plan.warnings if "of its detail" in each]


def test_the_loss_is_on_the_scale_of_all_records_and_the_other_one_is_said_too() -> None:
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    plan = covey.anonymize(
        pa.table(outliers()), k=5, quasi=quasi, recoding="global", suppress=0.05
    ).plan
    assert plan.suppressed > 0
    assert plan.loss_of_published is not None
    assert plan.loss < plan.loss_of_published
    assert f"{plan.loss_of_published:.4f} on the scale of what is published" in plan.summary()


@pytest.mark.parametrize(("ends", "again"), [([900, 950, 1000], True), ([60, 61, 62], False)])
def test_a_search_is_made_again_only_if_a_column_has_lost_half_of_its_scale(
    ends: list[int], again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counted(*given: Any) -> Any:
        made.append(given)
        return search(*given)

    search = grid_search._search
    monkeypatch.setattr(grid_search, "_search", counted)
    table = outliers()
    table["age"][-3:] = ends
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    release = covey.anonymize(
        pa.table(table), k=5, quasi=quasi, recoding="global", suppress=0.05, time_limit=600
    )
    assert release.plan.suppressed > 0
    assert (len(made) > 1) == again
