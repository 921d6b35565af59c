"""The judge imports nothing of covey, so the words that it waits for are compared here."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks import judge, people
from attacks.broken import Broken

import covey
from covey.verification import region_names


def test_the_claim_that_may_stay_open_is_the_one_that_verify_makes() -> None:
    assert judge.HEAVIEST == region_names.HEAVIEST


def test_a_class_of_few_people_is_found(tmp_path: Path) -> None:
    """Ten visits of one person are a class of k = 5 records, and of one person."""
    rows = [
        {"row": f"r{at}", "who": f"p{at // 10}", "house": "h", "age": str(30 + at // 10),
         "town": "t", "illness": "ab"[at % 2]}
        for at in range(40)
    ]  # fmt: skip
    table, out = tmp_path / "visits.csv", tmp_path / "out"
    lines = [",".join(people.COLUMNS), *(",".join(row.values()) for row in rows)]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    covey.anonymize(
        table, k=5, quasi={"age": covey.Ordered()}, drop=["who", "house", "town"], out=out
    )
    asked = people.Asked(5, 0, 0, ("age",), "local", 0)
    with pytest.raises(Broken, match="too few people"):
        people._judge(rows, asked, out)
