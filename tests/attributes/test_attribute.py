"""Records without a value, which every kind of column treats alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from tests.attributes.tables import coded
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


@pytest.mark.parametrize(
    ("as_anything", "notes"),
    [
        ([], ["3 records have no value in 'age': published as missing, in classes without others"]),
        ([0, 1], ["3 records have no value in 'age': published as *, in classes with others"]),
        (
            [1],
            [
                "2 records have no value in 'age': published as missing, in classes without others",
                "1 record has no value in 'age': published as *, in classes with others",
            ],
        ),
    ],
)
def test_missing_values_are_said_to_be_where_they_are(
    tmp_path: Path, as_anything: list[int], notes: list[str]
) -> None:
    """Alone, together with others as *, or some of them each."""
    file = write(
        tmp_path / "in.csv",
        {"age": [None, None, None, 30, 31, 32], "sex": ["f", "f", "m", "f", "m", "m"]},
    )
    table, counted = coded(file, {"age": covey.Ordered(), "sex": covey.Labels()}, k=1)
    (age, _) = table.attributes
    missing = np.flatnonzero(age.missing)
    assert counted.counts[missing].tolist() == [2, 1]
    found = age.notes_on(counted.counts, int(counted.counts[missing[as_anything]].sum()))
    assert len(found) == len(notes)
    assert all(said.startswith(note) for said, note in zip(found, notes, strict=True))
