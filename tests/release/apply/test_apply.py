"""New records by an old codebook."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest

import covey
from covey.release.certificate import fingerprint
from covey.release.owner.receipt import receipts_beside
from tests.release.tables import (
    ROLES,
    K,
    patients,
    people,
    released,
    roles,
    rows,
    write,
)


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


@pytest.mark.parametrize("type_", ["datetime64[ns]", "datetime64[s]", "object"])
def test_a_release_of_dates_takes_frames_of_any_type_of_date(tmp_path: Path, type_: str) -> None:
    days = [dt.date(2024, 1, 1) + dt.timedelta(days=at % 50) for at in range(200)]
    table = write(tmp_path / "old.csv", {"day": [str(day) for day in days]})
    covey.anonymize(table, k=K, quasi={"day": covey.Ordered()}, out=tmp_path / "out")
    texts = covey.apply(tmp_path / "out", pl.DataFrame({"day": [str(day) for day in days]}))
    frame = pd.DataFrame({"day": pd.Series(days).astype(type_)})
    done = covey.apply(tmp_path / "out", frame)
    assert list(done.table["day"]) == list(texts.table["day"])


def test_a_release_is_never_replaced_by_its_own_successor(tmp_path: Path) -> None:
    out, _ = released(tmp_path, "labels")
    before = (out / "certificate.json").read_bytes()
    with pytest.raises(covey.InvalidInput, match="would be replaced"):
        covey.apply(out, tmp_path / "old.csv", out=out, overwrite=True)
    assert (out / "certificate.json").read_bytes() == before


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


def test_the_records_that_are_left_out_are_listed(tmp_path: Path) -> None:
    old, new, listed = (tmp_path / name for name in ("old.csv", "new.csv", "gone.csv"))
    old.write_text("v,x\n" + "a,1\n" * 3 + "b,2\n" * 3)
    new.write_text("v,x\n" + "a,1\n" * 3 + "b,7\n" + "c,8\n")
    out = tmp_path / "out"
    covey.anonymize(old, k=3, quasi={"v": covey.Labels()}, out=out)
    how: dict[str, Any] = {"unknown": "suppress", "below_k": "suppress", "withheld": listed}
    done = covey.apply(out, new, out=tmp_path / "next", **how)
    assert done.suppressed == 2
    assert sorted(listed.read_text().splitlines()) == ["b,7", "c,8", "v,x"]
    assert listed.stat().st_mode & 0o077 == 0
    with pytest.raises(covey.InvalidInput, match="is there already"):
        covey.apply(out, new, out=tmp_path / "third", **how)
    assert not (tmp_path / "third").exists()
    with pytest.raises(covey.InvalidInput, match="A frame has no list"):
        covey.apply(out, pd.read_csv(new), **{**how, "withheld": tmp_path / "more.csv"})


def test_timestamps_before_the_year_1(tmp_path: Path) -> None:
    """Their mark is behind the day, before the time of day."""

    def table(name: str, *values: str) -> Path:
        rows = ", ".join(f"(TIMESTAMP '{value}')" for value in values)
        query = f"SELECT d, range AS n FROM (VALUES {rows}) t(d), range(9)"
        duckdb.sql(f"COPY ({query}) TO '{tmp_path / name}'")
        return tmp_path / name

    quasi = {"d": covey.Ordered()}
    covey.anonymize(
        table("old.parquet", "2019-01-01", "2020-01-01"), k=3, quasi=quasi, out=tmp_path / "out"
    )
    new = table("new.parquet", "3000-12-22 (BC)", "2021-01-01")
    done = covey.apply(tmp_path / "out", new, out=tmp_path / "new")
    assert sorted(set(pl.read_parquet(done.table)["d"])) == ["< 2020", ">= 2020"]
    for at, values in enumerate(
        (
            ("0290-12-22 (BC)", "0044-01-01 (BC)"),
            ("3000-12-22 (BC)", "2020-01-01"),
            ("12000-12-22 (BC) 10:00:00", "5000-01-01 (BC)", "2020-01-01"),
        )
    ):
        early = table(f"{at}.parquet", *values)
        covey.anonymize(early, k=3, quasi=quasi, out=tmp_path / f"{at}")
        assert covey.verify(tmp_path / f"{at}", early).holds
