"""A table in, a release out: all kinds of quasi-identifiers, files and frames."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import geopandas as gpd
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import shapely

import covey
from covey.io.inputs import open_input
from covey.release.job import Job
from covey.release.publish import plan_job
from tests.effort import spread
from tests.engine.steps import parse
from tests.release.tables import ROLES, K, people, roles, write, zips


def shown(file: Path, columns: tuple[str, ...]) -> Counter[tuple[Any, ...]]:
    """Records by the texts of some columns, read without covey."""
    if file.suffix == ".csv":
        header, *rows = parse(file.read_text())
        return Counter(tuple(row[header.index(column)] for column in columns) for row in rows)
    with duckdb.connect() as connection:
        listed = ", ".join(columns)
        return Counter(connection.execute(f"SELECT {listed} FROM '{file}'").fetchall())


@pytest.mark.parametrize(("kind", "ending"), spread(product(ROLES, ["csv", "parquet"]), quick=9))
def test_every_class_of_the_release_has_k_records(tmp_path: Path, kind: str, ending: str) -> None:
    name, role = roles(tmp_path)[kind]
    columns = people()
    table = write(tmp_path / f"people.{ending}", columns)
    before = table.read_bytes()
    release = covey.anonymize(
        table, k=K, quasi={name: role}, drop=["name"], out=tmp_path / "out", missing="own"
    )
    assert release.table == tmp_path / "out" / f"table.{ending}"
    sizes = shown(release.table, role.columns(name))
    assert min(sizes.values()) >= K
    assert sum(sizes.values()) == len(columns["name"])
    assert sorted(sizes.values()) == sorted(release.certificate.classes.sizes)
    assert release.certificate.status in ("optimal", "feasible")
    given = open_input(release.table)
    assert given.columns == tuple(column for column in columns if column != "name")
    shapes = ["classes.geojson"] if kind in ("points", "regions") else []
    found = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert found == sorted(
        [
            "audit.json",
            "cells.csv",
            "certificate.json",
            "codebook.csv",
            "report.html",
            f"table.{ending}",
            *shapes,
        ]
    )
    assert table.read_bytes() == before
    assert covey.verify(tmp_path / "out", table, getattr(role, "map", None)).holds


FRAMES: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "pandas": lambda columns: pd.DataFrame(columns, index=range(1000, 1000 + len(columns["age"]))),
    "geopandas": lambda columns: gpd.GeoDataFrame(
        columns, geometry=[shapely.Point(row, row) for row in range(len(columns["age"]))]
    ),
    "polars": pl.DataFrame,
    "arrow": pa.table,
}


@pytest.mark.parametrize(("kind", "frame"), spread(product(ROLES, FRAMES), quick=13))
def test_a_frame_comes_back_as_its_kind(tmp_path: Path, kind: str, frame: str) -> None:
    name, role = roles(tmp_path)[kind]
    columns = people()
    given = FRAMES[frame](columns)
    release = covey.anonymize(given, k=K, quasi={name: role}, drop=["name"])
    assert type(release.table) is type(given)
    assert release.folder is None
    texts = [list(release.table[column]) for column in role.columns(name)]
    sizes = Counter(zip(*(map(str, text) for text in texts), strict=True))
    assert min(sizes.values()) >= K
    kept = [column for column in ("age", "cost") if column not in role.columns(name)]
    for column in kept:
        assert [str(value) for value in release.table[column]] == [
            str(value) for value in given[column]
        ]
    if frame == "pandas":
        assert list(release.table.index) == list(given.index)


def test_a_relation_comes_back_in_its_connection() -> None:
    with duckdb.connect() as connection:
        connection.execute(
            "CREATE TABLE t AS SELECT i AS id, 'v' || i % 7 AS v FROM range(70) r(i)"
        )
        release = covey.anonymize(connection.sql("FROM t"), k=20, quasi={"v": covey.Labels()})
        sizes = Counter(release.table.project("v").fetchall())
    assert min(sizes.values()) >= 20


def test_shuffling_breaks_the_order_on_purpose() -> None:
    frame = pl.DataFrame({"v": [f"v{row % 5}" for row in range(100)], "id": list(range(100))})
    quasi = {"v": covey.Labels()}
    kept = covey.anonymize(frame, k=20, quasi=quasi).table["id"].to_list()
    mixed = covey.anonymize(frame, k=20, quasi=quasi, shuffle=True).table["id"].to_list()
    assert kept == list(range(100))
    assert mixed != kept
    assert sorted(mixed) == kept


@pytest.mark.parametrize("kind", ROLES)
def test_the_same_input_job_and_seed_give_the_same_bytes(tmp_path: Path, kind: str) -> None:
    name, role = roles(tmp_path)[kind]
    table = write(tmp_path / "people.csv", people())
    for out in ("one", "two"):
        covey.anonymize(table, k=K, quasi={name: role}, seed=3, out=tmp_path / out)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes(), file.name


def test_leading_zeros_and_empty_text_survive(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("zip\n" + "02139\n" * 5 + '""\n' * 5 + "2139\n" * 5)
    covey.anonymize(table, k=5, quasi={"zip": covey.Labels()}, out=tmp_path / "out")
    assert shown(tmp_path / "out" / "table.csv", ("zip",)) == {
        ("02139",): 5,
        ("",): 5,
        ("2139",): 5,
    }


def test_ordered_classes_are_round_and_open_at_the_ends(tmp_path: Path) -> None:
    frame = pl.DataFrame({"income": [1003.17 * row for row in range(1, 41)]})
    release = covey.anonymize(frame, k=10, quasi={"income": covey.Ordered()})
    assert release.table["income"].unique(maintain_order=True).to_list() == [
        "< 11000",
        "[11000, 21000)",
        "[21000, 31000)",
        ">= 31000",
    ]


def test_labels_in_a_stated_order() -> None:
    frame = pl.DataFrame({"v": ["never"] * 3 + ["rarely"] * 4 + ["often"] * 6})
    order = covey.Ordered(order=["never", "rarely", "sometimes", "often"])
    release = covey.anonymize(frame, k=5, quasi={"v": order})
    assert set(release.table["v"]) == {"never to rarely", "sometimes to often"} or set(
        release.table["v"]
    ) == {"never to sometimes", "often"}
    with pytest.raises(covey.InvalidInput, match="1 label in 'v' not in the stated order"):
        covey.anonymize(frame, k=5, quasi={"v": covey.Ordered(order=["never", "rarely"])})


def test_regions_are_called_by_prefix_and_heaviest_member(tmp_path: Path) -> None:
    map_ = zips(tmp_path / "zips.geojson", width=2)
    frame = pl.DataFrame({"zip": ["00000"] * 9 + ["00001"] * 2 + ["00002"] * 8 + ["00003"] * 2})
    role = covey.Regions(map_, key="code")
    release = covey.anonymize(frame, k=10, quasi={"zip": role})
    assert set(release.table["zip"]) == {"0000* (00000 and 1 more)", "0000* (00002 and 1 more)"}
    assert any("00004" in note for note in release.plan.notes), "the island has no class"


@pytest.mark.parametrize("kind", ["ordered", "points", "regions"])
def test_missing_values_are_a_class_of_their_own_if_they_reach_k(tmp_path: Path, kind: str) -> None:
    name, role = roles(tmp_path)[kind]
    columns = people()
    own = role.columns(name)
    without: list[Any] = [None] * 11
    columns[own[0]] = columns[own[0]][:-11] + without
    columns["age"] = [40 if age is None else age for age in columns["age"][:-11]] + (
        without if kind == "ordered" else [40] * 11
    )
    frame = pl.DataFrame(columns)
    shared = covey.anonymize(frame, k=12, quasi={name: role})
    for column in own:
        (text,) = set(shared.table[column].to_list()[-11:])
        assert text.endswith(" or missing")
    release = covey.anonymize(frame, k=11, quasi={name: role})
    for column in own:
        assert release.table[column].to_list()[-11:] == without, "also the other half of a place"
        assert release.table[column].null_count() == 11
    left = covey.anonymize(frame, k=12, quasi={name: role}, missing="suppress")
    assert len(left.table) == len(frame) - 11
    assert left.certificate.records.suppressed == 11
    with pytest.raises(covey.InvalidInput, match='missing="error" asks for none'):
        covey.anonymize(frame, k=11, quasi={name: role}, missing="error")


def test_missing_labels_may_share_a_class() -> None:
    frame = pl.DataFrame({"v": ["a"] * 6 + [None] * 3 + ["b"] * 3})
    release = covey.anonymize(frame, k=6, quasi={"v": covey.Labels()})
    assert set(release.table["v"]) == {"a", "b, (missing)"}
    frame = pl.DataFrame({"v": ["a"] * 6 + [None] * 6})
    release = covey.anonymize(frame, k=6, quasi={"v": covey.Labels()})
    assert set(release.table["v"]) == {"a", None}
    left = covey.anonymize(frame, k=6, quasi={"v": covey.Labels()}, missing="suppress")
    assert left.table["v"].to_list() == ["a"] * 6


def test_codes_that_the_map_lacks_are_refused_or_suppressed(tmp_path: Path) -> None:
    role = covey.Regions(zips(tmp_path / "zips.geojson"), key="code")
    columns = people()
    columns["zip"][:3] = ["99999", "99998", "99999"]
    frame = pl.DataFrame(columns)
    with pytest.raises(covey.InvalidInput, match=r"lacks 2 codes.*3 records\.") as why:
        covey.anonymize(frame, k=K, quasi={"zip": role})
    assert why.value.shown == (
        "'99998' in row 2 below the header",
        "'99999' in row 1 below the header",
    )
    assert "9999" not in str(why.value)
    assert 'unmapped="suppress"' in why.value.hint
    release = covey.anonymize(frame, k=K, quasi={"zip": role}, unmapped="suppress")
    assert release.certificate.records.suppressed == 3
    assert not any(entry.value in ("99999", "99998") for entry in release.codebook)


def test_codes_that_the_map_lacks_are_assigned_or_excluded_and_verified(tmp_path: Path) -> None:
    path = zips(tmp_path / "zips.geojson")
    columns = people()
    known = columns["zip"][5]
    columns["zip"][:3] = ["99999", "99998", "99999"]
    table = write(tmp_path / "in.csv", columns)
    role = covey.Regions(
        path, key="code", exclude=["99999"], assign={"99998": known}, within="prefix:1"
    )
    assert role.assign == (("99998", known),)
    release = covey.anonymize(table, k=K, quasi={"zip": role}, out=tmp_path / "out")
    assert release.certificate.records.suppressed == 2
    listed = {entry.value for entry in release.codebook}
    assert "99998" in listed
    assert "99999" not in listed
    assert any("the records of excluded areas" in note for note in release.notes)
    verified = covey.verify(tmp_path / "out", table, map=path)
    assert verified.holds, verified.summary()
    assert not any(check.held is None for check in verified.checks)


@pytest.mark.parametrize("unmapped", ["error", "suppress"])
def test_codes_of_suppressed_records_are_in_no_published_file(
    tmp_path: Path, unmapped: str
) -> None:
    """Nor is one that was assigned, and that no record has."""
    path = zips(tmp_path / "zips.geojson")
    columns = people()
    known, area = columns["zip"][5], columns["zip"][6]
    columns["zip"][:2] = ["Ann Smith", "Bob Jones"]
    table = write(tmp_path / "in.csv", columns)
    out = tmp_path / "out"
    role = covey.Regions(
        path,
        key="code",
        exclude=["Ann Smith", "Bob Jones", area],
        assign={"Cy Young": known},
    )
    release = covey.anonymize(table, k=K, quasi={"zip": role}, out=out, unmapped=unmapped)
    said = release.certificate.quasi["zip"]
    assert (said.exclude, said.exclude_more) == ((area,), 2)
    assert (said.assign, said.assign_more) == (None, 1)
    for file in out.iterdir():
        text = file.read_text()
        assert not any(name in text for name in ("Ann Smith", "Bob Jones", "Cy Young")), file
    verified = covey.verify(out, table, map=path)
    assert verified.holds, verified.summary()
    assert not any(check.held is None for check in verified.checks)
    assert covey.verify(out, table).holds
    covey.apply(out, table, out=tmp_path / "new", unknown="suppress")
    assert covey.verify(tmp_path / "new", table, map=path).holds


def test_assigned_codes_whose_records_are_withheld_leave_no_trace(tmp_path: Path) -> None:
    path = zips(tmp_path / "zips.geojson")
    codes = people()["zip"]
    known = codes[5]
    columns: dict[str, list[Any]] = {"zip": codes, "sex": ["m"] * len(codes)}
    columns["zip"][0], columns["sex"][0] = "Ann Smith", None
    table = write(tmp_path / "in.csv", columns)
    out = tmp_path / "out"
    role = covey.Regions(path, key="code", assign={"Ann Smith": known})
    quasi = {"zip": role, "sex": covey.Labels()}
    covey.anonymize(table, k=K, quasi=quasi, missing="suppress", out=out)
    assert not any("Ann Smith" in file.read_text() for file in out.iterdir())
    verified = covey.verify(out, table, map=path)
    assert verified.holds, verified.summary()


@pytest.mark.parametrize("kept", [0, 5])
def test_codes_without_their_zeros_are_not_to_be_left_out(tmp_path: Path, kept: int) -> None:
    """Where most codes lack, to leave them out would leave out most of the table."""
    role = covey.Regions(zips(tmp_path / "zips.geojson"), key="code")
    columns = people()
    columns["zip"][kept:] = [code.lstrip("0") or "0" for code in columns["zip"][kept:]]
    with pytest.raises(covey.InvalidInput) as why:
        covey.anonymize(pl.DataFrame(columns), k=K, quasi={"zip": role})
    assert "lost leading zeros" in why.value.hint
    assert "suppress" not in why.value.hint


def test_points_across_the_antimeridian_and_at_a_pole(tmp_path: Path) -> None:
    lon = [179.5, -179.5, 179.9, -179.9] * 10 + [0.0]
    columns = {"lat": [float(row) for row in range(40)] + [90.0], "lon": lon}
    table = write(tmp_path / "in.csv", columns)
    points = {"place": covey.Points(lat="lat", lon="lon")}
    release = covey.anonymize(table, k=10, quasi=points, out=tmp_path / "out")
    assert release.certificate.classes.count >= 3
    assert covey.verify(tmp_path / "out", table).holds


def test_the_codebook_and_the_certificate_hold_no_single_counts_or_places(tmp_path: Path) -> None:
    name, role = roles(tmp_path)["points"]
    columns = people()
    table = write(tmp_path / "people.csv", columns)
    covey.anonymize(table, k=K, quasi={name: role}, drop=["name"], out=tmp_path / "out")
    for file in ("codebook.csv", "certificate.json", "classes.geojson"):
        text = (tmp_path / "out" / file).read_text()
        assert not any(str(place) in text for place in columns["lat"] if len(str(place)) == 7)
        assert str(tmp_path) not in text
    with (tmp_path / "out" / "codebook.csv").open() as opened:
        rows = list(csv.DictReader(opened))
    assert set(rows[0]) == {"set", "column", "holds", "value", "low", "high", "published"}


@pytest.mark.parametrize("turned", [0, 40, 180])
@pytest.mark.parametrize("k", [4, 40])
def test_points_around_the_globe_lie_in_their_rectangles(
    tmp_path: Path, turned: int, k: int
) -> None:
    lon = [(at * 350 / 39 - 175 + turned + 180) % 360 - 180 for at in range(40)]
    lat = [(at * 7 % 11) - 5.5 for at in range(40)]
    table = write(tmp_path / "wide.csv", {"lat": lat, "lon": lon})
    quasi = {"place": covey.Points(lat="lat", lon="lon")}
    covey.anonymize(table, k=k, quasi=quasi, out=tmp_path / "out")
    found = covey.verify(tmp_path / "out", table)
    assert found.holds, found.summary()


def test_an_index_is_pointed_out_and_broken_with_the_order() -> None:
    frame = pd.DataFrame({"town": ["Ulm", "Bern"] * 20}, index=[f"AHV {at}" for at in range(40)])
    quasi = {"town": covey.Labels()}
    kept = covey.anonymize(frame, k=5, quasi=quasi)
    assert list(kept.table.index) == list(frame.index)
    assert any("index comes back as it is" in note for note in kept.plan.notes)
    shuffled = covey.anonymize(frame, k=5, quasi=quasi, shuffle=True)
    assert list(shuffled.table.index) == list(range(40))
    assert Counter(shuffled.table["town"]) == Counter(frame["town"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quasi": {}}, "Which column is a quasi-identifier"),
        ({"sensitive": ["a"]}, "A column has one role: 'a' is sensitive and also a quasi"),
        ({"sensitive": ["c"]}, "no column 'c'"),
        ({"suppress": 1.5}, "from 0 to below 1; given: 1.5"),
        ({"recoding": "all"}, "recoding is one of local, nested, global"),
        ({"weights": {"b": 2}}, "a weight for 'b', which is no quasi-identifier"),
        ({"quasi": {"aa": covey.Labels()}}, "no column 'aa'"),
        ({"quasi": {"a": "label"}}, "The role of 'a' is covey.Labels"),
        ({"drop": ["a"]}, "'a' is dropped and also a quasi-identifier"),
        ({"drop": ["bb"]}, "no column 'bb'"),
        ({"missing": "drop"}, "missing is one of own, suppress, error"),
        ({"k": 0}, "positive whole number"),
        ({"format": "csv"}, "A frame comes back as a frame"),
        ({"seed": -1}, "A seed is"),
    ],
)
def test_what_is_amiss_is_said(change: dict[str, Any], message: str) -> None:
    frame = pl.DataFrame({"a": ["x", "y"], "b": [1, 2]})
    arguments: dict[str, Any] = {"k": 1, "quasi": {"a": covey.Labels()}} | change
    with pytest.raises(covey.InvalidInput, match=message):
        covey.anonymize(frame, **arguments)


@pytest.mark.parametrize("format_", ["xlsx", "sqlite", "duckdb", "parquet"])
def test_other_formats_verify_and_lose_no_empty_text(tmp_path: Path, format_: str) -> None:
    columns = people()
    table = write(tmp_path / "people.csv", columns)
    quasi = {"town": covey.Labels()}
    how: dict[str, Any] = {"quasi": quasi, "format": format_, "out": tmp_path / "out"}
    covey.anonymize(table, k=100, **how)
    assert covey.verify(tmp_path / "out", table).holds
    alone = write(tmp_path / "alone.csv", {"town": [""] * 5 + ["Ulm"] * 5})
    how["out"] = tmp_path / "alone"
    if format_ == "xlsx":
        with pytest.raises(covey.InvalidInput, match="cannot be told from missing values in Excel"):
            covey.anonymize(alone, k=5, **how)
        assert not (tmp_path / "alone").exists()
    else:
        covey.anonymize(alone, k=5, **how)
        assert covey.verify(tmp_path / "alone", alone).holds


def test_a_plan_says_what_does_not_reach_or_occur(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", {"age": list(range(20, 60)), "dx": ["flu", "gout"] * 20})
    (tmp_path / "tree.csv").write_text("flu;ill;*\ngout;ill;*\npox;ill;*\n")
    quasi: dict[str, covey.Role] = {
        "age": covey.Ordered(bands=[30, 40]),
        "dx": covey.Tree(str(tmp_path / "tree.csv")),
    }
    notes = plan_job(Job(str(table), 5, quasi)).notes
    assert any("outermost bands are open, and have them" in note for note in notes)
    assert any("that no published record has: 'pox'" in note for note in notes)
