"""What a release lost, column by column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from tests.release.tables import K, patients, write


def test_more_columns_in_cells_lose_less_than_all_of_each(
    tmp_path: Path, quasi: dict[str, Any]
) -> None:
    table = write(tmp_path / "people.csv", patients())
    how: dict[str, Any] = {"k": K, "quasi": quasi, "drop": ["name"]}
    local = covey.anonymize(table, **how, out=tmp_path / "a")
    everywhere = covey.anonymize(table, **how, recoding="global", out=tmp_path / "b")
    assert local.plan.loss is not None
    assert everywhere.plan.loss is not None
    assert 0 < local.plan.loss <= everywhere.plan.loss <= 1


def test_tight_sets_lose_less_and_still_hold(tmp_path: Path, quasi: dict[str, Any]) -> None:
    table = write(tmp_path / "people.csv", patients())
    how: dict[str, Any] = {"k": K, "quasi": quasi, "drop": ["name"]}
    whole = covey.anonymize(table, **how, out=tmp_path / "a").plan.loss
    tight = covey.anonymize(table, **how, tight=True, out=tmp_path / "b").plan.loss
    assert whole is not None
    assert tight is not None
    assert tight < whole
    assert covey.verify(tmp_path / "b", table, tmp_path / "zips.geojson").holds
    with pytest.raises(covey.InvalidInput, match="share one partition"):
        covey.anonymize(table, **how, tight=True, recoding="global", out=tmp_path / "c")
