"""Records are withheld only where that loses less, and no column becomes coarse unseen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import covey


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
