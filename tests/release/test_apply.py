"""New records by an old codebook."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import covey
from covey.release.certificate import fingerprint
from covey.release.receipt import receipts_beside
from tests.release.tables import (
    ROLES,
    K,
    patients,
    people,
    roles,
    rows,
    write,
)


def released(folder: Path, kind: str) -> tuple[Path, tuple[str, ...]]:
    name, role = roles(folder)[kind]
    table = write(folder / "old.csv", people())
    covey.anonymize(
        table, k=K, quasi={name: role}, drop=["name"], out=folder / "out", missing="suppress"
    )
    return folder / "out", role.columns(name)


@pytest.mark.parametrize("kind", ROLES)
def test_the_same_records_are_recoded_alike(tmp_path: Path, kind: str) -> None:
    out, _ = released(tmp_path, kind)
    done = covey.apply(out / "codebook.csv", tmp_path / "old.csv", out=tmp_path / "new")
    assert rows(done.table) == rows(out / "table.csv")
    assert covey.verify(tmp_path / "new", tmp_path / "old.csv").holds


def test_the_nodes_of_nested_recoding_are_applied(tmp_path: Path) -> None:
    known = roles(tmp_path)
    quasi: dict[str, Any] = dict(known[kind] for kind in ("labels", "ordered", "tree"))
    table = write(tmp_path / "old.csv", people())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], recoding="nested", out=out)
    done = covey.apply(out, table, out=tmp_path / "new")
    assert rows(done.table) == rows(out / "table.csv")
    assert covey.verify(tmp_path / "new", table).holds


def test_a_release_stands_for_its_folder(tmp_path: Path) -> None:
    table = write(tmp_path / "old.csv", people())
    name, role = roles(tmp_path)["ordered"]
    how: dict[str, Any] = {"k": K, "quasi": {name: role}, "missing": "suppress"}
    release = covey.anonymize(table, **how, out=tmp_path / "out")
    done = covey.apply(release, table, out=tmp_path / "new")
    assert rows(done.table) == rows(release.table)
    assert covey.verify(release, table).holds
    assert "not checked" in str(covey.verify(release)).splitlines()[-1]
    with pytest.raises(covey.InvalidInput, match="A release is the folder"):
        covey.apply(7, table)


def test_an_edited_codebook_is_not_applied(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "ordered")
    book = out / "codebook.csv"
    book.write_text(book.read_text().replace("< ", "<= ", 1))
    with pytest.raises(covey.InvalidInput, match="is not the one that was released"):
        covey.apply(out, tmp_path / "old.csv", out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("kind", ["ordered", "points"])
def test_new_values_find_their_ranges(tmp_path: Path, kind: str) -> None:
    out, _ = released(tmp_path, kind)
    new = write(tmp_path / "new.csv", people(4000, seed=9))
    done = covey.apply(out, new, out=tmp_path / "new", unknown="suppress")
    assert min(done.sizes) >= K
    assert covey.verify(tmp_path / "new", new).holds


def test_an_order_has_a_class_for_every_new_value(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "ordered")
    columns = people()
    columns["age"] = [-5, 200] * 200
    done = covey.apply(out, pl.DataFrame(columns))
    assert set(done.table["age"]) < set((pl.read_csv(out / "table.csv"))["age"])


def test_values_that_the_codebook_lacks_must_be_settled(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    columns = people()
    columns["town"][:2] = ["Paris", "Rome"]
    new = write(tmp_path / "new.csv", columns)
    with pytest.raises(covey.Infeasible, match=r"2 records with 2 values \('Paris', 'Rome'\)"):
        covey.apply(out, new, out=tmp_path / "new")
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
    with pytest.raises(covey.Infeasible, match=r"1 combination \(sex: 'x'\) that the codebook"):
        covey.apply(release.folder, pl.concat([old, strange]))
    # Both values are there, but no class has them together.
    apart = pl.DataFrame({"age": [20], "sex": ["f"]})
    with pytest.raises(covey.Infeasible, match="1 combination of known values that the codebook"):
        covey.apply(release.folder, pl.concat([old, apart]))


@pytest.mark.parametrize("type_", ["datetime64[ns]", "datetime64[s]", "object"])
def test_a_release_of_dates_takes_frames_of_any_type_of_date(tmp_path: Path, type_: str) -> None:
    days = [dt.date(2024, 1, 1) + dt.timedelta(days=at % 50) for at in range(200)]
    table = write(tmp_path / "old.csv", {"day": [str(day) for day in days]})
    covey.anonymize(table, k=K, quasi={"day": covey.Ordered()}, out=tmp_path / "out")
    texts = covey.apply(tmp_path / "out", pl.DataFrame({"day": [str(day) for day in days]}))
    frame = pd.DataFrame({"day": pd.Series(days).astype(type_)})
    done = covey.apply(tmp_path / "out", frame)
    assert list(done.table["day"]) == list(texts.table["day"])


def test_classes_below_k_must_be_settled(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "ordered")
    columns = people()
    # Three old people only, in the last class.
    columns["age"] = [min(age or 0, 20) for age in columns["age"]]
    columns["age"][:3] = [89, 88, 89]
    new = write(tmp_path / "new.csv", columns)
    with pytest.raises(covey.Infeasible, match="3 records in 1 class of fewer than k = 12: >= "):
        covey.apply(out, new, out=tmp_path / "new")
    assert not (tmp_path / "new").exists()
    done = covey.apply(out, new, out=tmp_path / "new", below_k="suppress")
    assert done.suppressed == 3
    assert 0 in done.sizes, "nobody is of middle age"
    assert covey.verify(tmp_path / "new", new).holds
    assert "suppressed" in done.summary()


def test_a_place_outside_of_all_rectangles_is_counted_but_not_told(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "points")
    columns = people()
    columns["lat"][0] = -12.3456
    with pytest.raises(covey.Infeasible, match="1 record with 1 value that") as refused:
        covey.apply(out, pl.DataFrame(columns))
    assert "12.3" not in str(refused.value)


def test_a_release_is_never_replaced_by_its_own_successor(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    before = (out / "certificate.json").read_bytes()
    with pytest.raises(covey.InvalidInput, match="would be replaced"):
        covey.apply(out, tmp_path / "old.csv", out=out, overwrite=True)
    assert (out / "certificate.json").read_bytes() == before


def test_columns_that_the_release_dropped_stay_out(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    done = covey.apply(out, pl.DataFrame(people()), drop=["cost"])
    assert done.table.columns == ["town", "zip", "age", "lat", "lon"]
    assert done.unchanged == ("zip", "age", "lat", "lon")
    with pytest.raises(covey.InvalidInput, match="no column 'cots' \\(to be dropped\\)"):
        covey.apply(out, pl.DataFrame(people()), drop=["cots"])


def test_a_table_without_a_recoded_column_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("town,age\n" + "Ulm,1\n" * 4)
    (tmp_path / "new.csv").write_text("twon,age\n" + "Ulm,1\n" * 4)
    quasi = {"town": covey.Labels()}
    covey.anonymize(tmp_path / "in.csv", k=2, quasi=quasi, out=tmp_path / "out")
    message = r"has no column 'town' \(which the release recodes\)"
    with pytest.raises(covey.InvalidInput, match=message):
        covey.apply(tmp_path / "out", tmp_path / "new.csv", out=tmp_path / "new")


@pytest.mark.parametrize("kept", [True, False])
def test_new_records_keep_the_population(tmp_path: Path, kept: bool) -> None:
    """apply does not read it: which one it was is in the receipt of the release."""
    table, out, new = write(tmp_path / "old.csv", people()), tmp_path / "out", tmp_path / "new"
    how: dict[str, Any] = {"k_map": K, "population": str(table), "missing": "suppress"}
    covey.anonymize(table, k=K, quasi={"age": covey.Ordered()}, out=out, **how)
    if not kept:
        receipts_beside(out).unlink()
    covey.apply(out, table, out=new)
    found = covey.verify(new, table, population=str(table))
    assert found.holds
    held = {check.claim: check.held for check in found.checks}
    assert held["the population given is the one that was used"] is (True if kept else None)
    assert held[f"every class stands for {K} people of the population"]
    other = write(tmp_path / "other.csv", people(4000, seed=2))
    again = covey.verify(new, population=str(other))
    assert again.holds is not kept


@pytest.mark.parametrize("column", ["age", "cost"])
def test_a_column_that_the_release_needs_is_not_dropped(tmp_path: Path, column: str) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    how: dict[str, Any] = {"quasi": {"age": covey.Ordered()}, "sensitive": ["cost"]}
    covey.anonymize(table, k=K, drop=["name"], out=out, **how)
    with pytest.raises(covey.InvalidInput, match=f"{column!r} cannot be dropped"):
        covey.apply(out, table, out=tmp_path / "new", drop=[column])
    assert not (tmp_path / "new").exists()


def test_only_published_values_are_counted(tmp_path: Path) -> None:
    table = write(tmp_path / "t.csv", {"town": ["Ulm"] * 20 + ["Bern"] * 20})
    quasi = {"town": covey.Labels()}
    covey.anonymize(table, k=5, quasi=quasi, out=tmp_path / "out")
    new = write(tmp_path / "new.csv", {"town": ["Ulm"] * 20 + ["Bern"] * 2})
    applied = covey.apply(tmp_path / "out", new, out=tmp_path / "new", below_k="suppress")
    assert applied.quasi[0].distinct == 1


def test_shapes_of_points_are_the_same_in_any_alphabet(tmp_path: Path) -> None:
    table = write(tmp_path / "in.csv", {"größe": [1, 2, 3, 4] * 3, "長さ": [5, 6] * 6})
    quasi = {"größe, 長さ": covey.Points(x="größe", y="長さ")}
    covey.anonymize(table, k=3, quasi=quasi, out=tmp_path / "out")
    assert "größe" in (tmp_path / "out" / "classes.geojson").read_text(encoding="utf-8")
    covey.apply(tmp_path / "out", table, out=tmp_path / "again")
    for folder in ("out", "again"):
        assert covey.verify(tmp_path / folder, table).holds


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


def test_a_class_of_k_cannot_be_left_out_in_silence(tmp_path: Path) -> None:
    table = write(tmp_path / "old.csv", {"age": [10, 20, 30, 40] * 4})
    covey.anonymize(table, k=4, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    out = tmp_path / "new"
    covey.apply(tmp_path / "out", table, out=out)
    text = (out / "table.csv").read_text()
    kept = [line for line in text.splitlines() if line != ">= 40"]
    (out / "table.csv").write_text("\n".join(kept) + "\n")
    data = json.loads((out / "certificate.json").read_text())
    data["records"] = {"input": 16, "published": 12, "suppressed": 4}
    data["classes"] |= {"count": 3, "sizes": [4, 4, 4, 0]}
    data["files"]["table.csv"] = fingerprint(out / "table.csv")
    (out / "certificate.json").write_text(json.dumps(data))
    receipts_beside(out).unlink()
    found = covey.verify(out, table)
    assert not found.holds
    assert "class 4 is left out, though 4 records of the table are in it" in found.summary()


def test_new_records_get_the_cells_of_the_release(tmp_path: Path, quasi: dict[str, Any]) -> None:
    table = write(tmp_path / "people.csv", patients())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out)
    again = covey.apply(out, table, out=tmp_path / "again", drop=["name"])
    assert rows(tmp_path / "again" / "table.csv") == rows(out / "table.csv")
    assert again.suppressed == 0
    fewer = {name: values[:200] for name, values in patients().items()}
    new = write(tmp_path / "new.csv", fewer)
    with pytest.raises(covey.Infeasible, match="fewer than k = 12"):
        covey.apply(out, new, out=tmp_path / "new")


def test_new_records_must_meet_the_requirements_too(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    out = tmp_path / "out"
    asked = [covey.DistinctDiversity("illness", 2)]
    covey.anonymize(
        table, k=5, quasi={"age": covey.Ordered()}, drop=["name"], requirements=asked, out=out
    )
    applied = covey.apply(out, table, out=tmp_path / "again")
    assert applied.requirements == ("at least 2 different values of 'illness'",)
    assert applied.to_dict()["quasi"][0]["columns"] == ("age",)
    claims = [check.claim for check in covey.verify(tmp_path / "again", table).checks]
    assert any("illness" in claim for claim in claims)
    alike = write(tmp_path / "alike.csv", patients() | {"illness": ["flu"] * 400})
    with pytest.raises(covey.Infeasible, match="as the release asks"):
        covey.apply(out, alike, out=tmp_path / "alike", drop=["name"])
    assert not (tmp_path / "alike").exists()
