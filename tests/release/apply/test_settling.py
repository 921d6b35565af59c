"""New records that the codebook lacks, or that are too few for a class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from tests.release.tables import people, released, write


def test_values_that_the_codebook_lacks_must_be_settled(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    columns = people()
    columns["town"][:2] = ["Paris", "Rome"]
    new = write(tmp_path / "new.csv", columns)
    with pytest.raises(covey.Infeasible, match=r"2 records with 2 values \(in town\)") as refused:
        covey.apply(out, new, out=tmp_path / "new")
    assert refused.value.shown == ("town: 'Paris', 'Rome'",)
    assert not (tmp_path / "new").exists()
    done = covey.apply(out, new, out=tmp_path / "new", unknown="suppress")
    missing = sum(town is None for town in columns["town"])
    assert done.suppressed == 2 + missing
    assert covey.verify(tmp_path / "new", new).holds


def test_only_columns_whose_values_are_unknown_are_named(tmp_path: Path) -> None:
    men, women = [20, 30] * 20, [60, 70] * 20
    old = pl.DataFrame({"age": men + women, "sex": ["m"] * 40 + ["f"] * 40})
    quasi = {"age": covey.Ordered(), "sex": covey.Labels()}
    release = covey.anonymize(
        write(tmp_path / "old.csv", old.to_dict(as_series=False)),
        k=10,
        quasi=quasi,
        tight=True,
        out=tmp_path / "out",
    )
    assert release.folder is not None
    strange = pl.DataFrame({"age": [20], "sex": ["x"]})
    with pytest.raises(covey.Infeasible, match=r"1 combination \(in sex\) that the codebook"):
        covey.apply(release.folder, pl.concat([old, strange]))
    # Both values are there, but no class has them together.
    apart = pl.DataFrame({"age": [20], "sex": ["f"]})
    said = r"1 combination of known values \(the nearest classes differ in age, sex\) that the"
    with pytest.raises(covey.Infeasible, match=said):
        covey.apply(release.folder, pl.concat([old, apart]))
    said = r"2 combinations \(in sex; of known values the nearest classes differ in age, sex\) that"
    with pytest.raises(covey.Infeasible, match=said):
        covey.apply(release.folder, pl.concat([old, apart, strange]))


def test_classes_below_k_must_be_settled(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "ordered")
    columns = people()
    # Three old people only, in the last class.
    columns["age"] = [min(age or 0, 20) for age in columns["age"]]
    columns["age"][:3] = [89, 88, 89]
    new = write(tmp_path / "new.csv", columns)
    with pytest.raises(
        covey.Infeasible, match="3 records in 1 class of fewer than k = 12"
    ) as refused:
        covey.apply(out, new, out=tmp_path / "new")
    (shown,) = refused.value.shown
    name = shown.removeprefix("classes of fewer than k = 12: ")
    assert name.startswith(">= ")
    assert name not in str(refused.value)
    assert not (tmp_path / "new").exists()
    done = covey.apply(out, new, out=tmp_path / "new", below_k="suppress")
    assert done.suppressed == 3
    assert "3 records in 1 class of fewer than k = 12: suppressed" in done.notes
    assert 0 in done.sizes, "nobody is of middle age"
    assert covey.verify(tmp_path / "new", new).holds
    assert "suppressed" in done.summary()


def test_a_place_outside_of_all_rectangles_is_counted_but_not_told(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "points")
    columns = people()
    columns["lat"][0] = -12.3456
    with pytest.raises(covey.Infeasible, match=r"1 record with 1 value \(in .*\) that") as refused:
        covey.apply(out, pl.DataFrame(columns))
    assert "12.3" not in str(refused.value)


def test_which_class_has_too_few_is_not_published(tmp_path: Path) -> None:
    """One person in a class that is left out must not differ from nobody."""
    old = write(tmp_path / "old.csv", {"age": [10, 20, 30, 40] * 4})
    covey.anonymize(old, k=4, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    said: list[dict[str, Any]] = []
    for ages in ([10, 20] * 4 + [30], [10, 20] * 4 + [40]):
        new = write(tmp_path / "new.csv", {"age": ages})
        out = tmp_path / f"new{len(said)}"
        covey.apply(tmp_path / "out", new, out=out, below_k="suppress")
        assert covey.verify(out, new).holds
        data = json.loads((out / "certificate.json").read_text())
        data.pop("input")
        said.append(data | {"files": sorted(data["files"])})
    assert said[0] == said[1]
