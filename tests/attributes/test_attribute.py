"""Records without a value, which every kind of column treats alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import covey
from tests.release.tables import write


@pytest.mark.parametrize("rule", [{"l": 3}, {"t": 0.3}])
def test_missing_values_that_do_not_meet_a_rule_take_no_value_from_others(
    tmp_path: Path, rule: dict[str, Any]
) -> None:
    """They are enough for a class of k, but all have one diagnosis."""
    ages: list[Any] = [20 + at % 40 for at in range(400)] + [None] * 15
    ill = ["abcd"[at // 40 % 4] for at in range(400)] + ["a"] * 15
    table = write(tmp_path / "t.csv", {"age": ages, "ill": ill})
    quasi = {"age": covey.Ordered()}
    out = tmp_path / "out"
    release = covey.anonymize(table, k=10, quasi=quasi, sensitive={"ill": rule}, out=out)
    assert release.plan.classes > 20
    assert any(str(entry.published).endswith(" or missing") for entry in release.codebook)
    assert covey.verify(out, table).holds
    assert covey.verify(covey.apply(out, table, out=tmp_path / "new"), table).holds
