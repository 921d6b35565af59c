"""What was asked of sensitive attributes, counted in the released table."""

from __future__ import annotations

import json
from pathlib import Path

import covey
from tests.release.tables import write
from tests.verification.forged import failed


def test_an_ordered_distance_is_that_of_the_values_that_occur(tmp_path: Path) -> None:
    """Two values are the whole way apart, whether or not others could be missing."""
    towns, costs = ["a"] * 8 + ["b"] * 8, [1] * 6 + [2] * 2 + [1] * 2 + [2] * 6
    table = write(tmp_path / "t.csv", {"town": towns, "cost": costs})
    out = tmp_path / "out"
    covey.anonymize(
        table, k=8, quasi={"town": covey.Labels()}, sensitive=["cost:t-ordered=0.25"], out=out
    )
    assert covey.verify(out, table).holds
    path = out / "certificate.json"
    data = json.loads(path.read_text())
    data["sensitive"]["cost"]["t-ordered"] = 0.24
    path.write_text(json.dumps(data))
    assert "every class has values of 'cost' spread within 0.24 of the table's in their order" in (
        failed(covey.verify(out))
    )
