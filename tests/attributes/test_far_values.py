"""Ordered values far outside of the rest."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey.attributes.far_values import FarValues, far_values
from covey.attributes.ordered import positions


def far(*values: str, kind: str = "integer", records: list[int] | None = None) -> list[str]:
    counts = np.array(records or [100] * (len(values) - 1) + [1])
    found = far_values("x", values, positions(kind, values), counts, int(counts.sum()))
    return [] if found is None else [value for value, _ in found.values]


AGES = [str(age) for age in range(17, 91)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([*AGES, "999"], ["999"]),
        ([*AGES, "998", "999"], ["998", "999"]),
        (["-99", *AGES], ["-99"]),
        (["-99", *AGES, "999"], ["-99", "999"]),
        ([*AGES, "1200"], ["1200"]),
        (["1", "2", "3", "4", "5", "9"], ["9"]),
        ([*AGES, "99"], []),
        ([*AGES, "120"], []),
        (["-1", *AGES], []),
        (["0", "1", "99"], []),
    ],
)
def test_gaps_decide_and_codes_need_smaller_ones(values: list[str], expected: list[str]) -> None:
    assert far(*values, records=[10] * len(values)) == expected


def test_dates() -> None:
    days = [f"2024-0{month}-01" for month in range(1, 8)]
    assert far(*days, "9999-12-31", kind="date") == ["9999-12-31"]
    assert far("1900-01-01", *days, kind="date") == ["1900-01-01"]
    assert far(*days, "2025-08-01", kind="date") == []


def test_many_records_are_not_far_unless_they_look_like_codes() -> None:
    assert far("1", "2", "3", "500", records=[10, 10, 10, 10]) == []
    assert far("1", "2", "3", "999", records=[10, 10, 10, 10]) == ["999"]
    assert far("1", "2", "3", "999", records=[10, 10, 10, 40]) == []


@pytest.mark.parametrize(
    ("column", "values", "shell", "python"),
    [
        ("age", ["999"], "--na age=999 ", '{"age": "999"}'),
        ("age", ["888", "999"], "--na age=888,999 ", '{"age": ["888", "999"]}'),
        ("my age", ["888", "999"], "--na 'my age=888,999' ", '{"my age": ["888", "999"]}'),
    ],
)
def test_what_is_proposed_can_be_copied(
    column: str, values: list[str], shell: str, python: str
) -> None:
    words = FarValues(column, tuple((value, 2) for value in values), "20", "69").words
    assert shell in words
    assert f"(na={python} in Python)" in words
    frame = pd.DataFrame({column: [*range(20, 70), *map(int, values)]})
    quasi = {column: covey.Ordered()}
    (said,) = covey.anonymize(frame, k=5, quasi=quasi).plan.far
    assert python in said
    assert covey.anonymize(frame, k=5, quasi=quasi, na=json.loads(python)).plan.far == ()


def test_what_a_few_people_have_is_not_proposed_as_a_mark() -> None:
    few = FarValues("age", (("873", 9), ("999", 2)), "20", "69").words
    assert "--na" not in few
    assert few.endswith("if they stand for what is not known: leave such values empty in the table")
    assert "--na age=873 " in FarValues("age", (("873", 10),), "20", "69").words


def test_incomes_with_a_long_tail_are_not_warned_of() -> None:
    """Lognormal, as incomes are: 200 tables of 2,000 people, and no false alarm."""
    random = np.random.default_rng(5)
    found = 0
    for _ in range(200):
        incomes, counts = np.unique(
            random.lognormal(10.5, 1.0, 2000).astype(int), return_counts=True
        )
        texts = [str(income) for income in incomes]
        found += far_values("x", texts, incomes.astype(float), counts, 2000) is not None
    assert found == 0


def test_the_owner_sees_the_values_and_the_report_only_that_there_are_some(tmp_path: Path) -> None:
    ages = [20 + at % 50 for at in range(60)]
    frame = pd.DataFrame({"age": [*ages, 999, 999]})
    frame.to_csv(tmp_path / "t.csv", index=False)
    how: dict[str, Any] = {"k": 5, "quasi": {"age": covey.Ordered()}}
    release = covey.anonymize(tmp_path / "t.csv", out=tmp_path / "out", **how)
    (said,) = release.plan.far
    assert "999 (2 times) is far outside of the rest, 20 to 69" in said
    assert 'na={"age": "999"}' in release.plan.summary()
    (warning,) = [each for each in release.plan.warnings if "far outside" in each]
    assert "999" not in warning
    files = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert b"lie far outside of the rest" in files["report.html"]
    assert {"audit.json", "certificate.json", "codebook.csv", "table.csv"} <= set(files)
    for name, content in files.items():
        text = html.unescape(content.decode("utf-8"))
        assert "(2 times)" not in text, name
        assert said not in text, name
    assert covey.verify(tmp_path / "out", tmp_path / "t.csv").holds
    assert covey.anonymize(frame, na={"age": "999"}, **how).plan.far == ()
