"""Names of categories that few people have."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import covey
from covey.cross_tables.cross_table import CrossTable
from covey.cross_tables.rare import rare_categories, without_total

TABLE = CrossTable.from_counts(
    ["town", "sex"], [["Ulm", "Ulm", "Bern", None], ["f", "m", "f", "f"]], [20, 20, 2, 1]
)


def test_categories_of_few_people_are_counted_by_column() -> None:
    assert rare_categories(TABLE, 5) == {"town": 1}, "a missing value is no name"
    assert rare_categories(TABLE, 2) == {}


def test_what_is_published_by_its_name_alone_follows_from_the_table() -> None:
    published = np.array([[-1, -1, -1], [20, 20, 40], [-1, -1, -1], [23, 20, 43]])
    assert without_total(["town", "sex"], published) == {"town": 2}


def test_the_owner_is_told_and_the_certificate_says_it(tmp_path: Path) -> None:
    rows = [*["Ulm,f"] * 20, *["Aarau,m"] * 20, *["Bern,f"] * 2]
    (tmp_path / "t.csv").write_text("\n".join(["town,sex", *rows]))
    out = tmp_path / "out"
    found = covey.tabulate(tmp_path / "t.csv", ["town", "sex"], k=5, out=out)
    (note,) = found.notes
    assert "1 category of 'town' with fewer than k = 5 records" in note
    assert "Bern" not in note
    told = json.loads((out / "certificate.json").read_text())
    assert told["names_without_total"] == {"town": 2}, "as many as are hidden"
    assert covey.verify(out, tmp_path / "t.csv").holds
    (out / "certificate.json").write_text(json.dumps(told | {"names_without_total": {}}))
    assert not covey.verify(out).holds
