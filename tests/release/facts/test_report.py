"""The facts of a release in its report."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import covey
from tests.release.tables import (
    K,
    patients,
    people,
    roles,
    texts,
    write,
)
from tests.report.page import Page


def test_the_report_has_a_typical_class_and_what_holds_besides_k(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    covey.anonymize(
        table,
        k=K,
        quasi={"age": covey.Ordered(), "zip": covey.Labels()},
        requirements=[covey.DistinctDiversity("illness", 2), covey.Closeness("illness", 0.5)],
        drop=["name"],
        out=tmp_path / "out",
    )
    page = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).text
    classes = Counter(texts(tmp_path / "out" / "table.csv", ["zip", "age"]))
    middle = sorted(classes.values())[(len(classes) - 1) // 2]
    shown = [
        f"For instance, {size} records are published as age: {age or '(missing)'}; zip: {code}."
        for (code, age), size in classes.items()
        if size == middle
    ]
    assert sum(each in page for each in shown) == 1
    assert (
        "Every class also has at least 2 different values of 'illness' and values of 'illness'"
        " spread within 0.5 of the table's." in page
    )


@pytest.mark.parametrize("kind", ["labels", "ordered", "points", "regions"])
def test_the_report_tells_the_classes_and_no_record(tmp_path: Path, kind: str) -> None:
    name, role = roles(tmp_path)[kind]
    table = write(tmp_path / "people.csv", people())
    release = covey.anonymize(table, k=K, quasi={name: role}, drop=["name"], out=tmp_path / "out")
    page = Page((tmp_path / "out" / "report.html").read_text(encoding="utf-8"))
    (data,) = page.data
    assert tuple(data["sizes"]) == release.certificate.classes.sizes
    assert len(data.get("rings", data["sizes"])) == len(data["sizes"])
    assert ("rings" in data) == (kind in ("points", "regions"))
    if kind == "ordered":
        lows = [entry.low or "" for entry in release.codebook]
        assert data["begins"] == lows
        assert lows[0] == lows[-1] == ""  # the first is open, the last is missing
        assert lows[1:-1] == sorted(lows[1:-1], key=float)
    published = release.certificate.records.published
    assert f"Each of the {published:,} published records" in page.text
    assert release.certificate.proof.words
    assert release.certificate.proof.words in page.text
    assert "person 1" not in page.text
    assert str(tmp_path) not in page.text
