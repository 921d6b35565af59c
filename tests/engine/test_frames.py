"""Frames come back as the same kind, with all that was not recoded as it was."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import geopandas as gpd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import shapely

from covey import InvalidInput
from tests.engine.backends import Session
from tests.engine.conftest import MakeEngine
from tests.engine.steps import release

pytestmark = pytest.mark.needs("returns_frames", "takes_frames")

COLUMNS: dict[str, list[Any]] = {
    "id": [5, 3, 9, 1],
    "zip": ["02139", None, "", "02139"],
    "day": [dt.date(2024, 5, day) for day in (3, 1, 2, 3)],
    "cost": [1.5, None, 2.5, 0.1],
}
CLASSES = ["class 1", "class 0", "class 0", "class 1"]


def geo(columns: dict[str, list[Any]]) -> gpd.GeoDataFrame:
    points = [shapely.Point(i, i) for i in range(len(columns["zip"]))]
    return gpd.GeoDataFrame(columns, geometry=points, crs=4326, index=list("dbca"))


FRAMES: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "pandas": lambda columns: pd.DataFrame(columns, index=[7, 7, 2, 0]),
    "geopandas": geo,
    "polars": pl.DataFrame,
    "arrow": pa.table,
}


def rows(frame: Any) -> list[dict[str, Any]]:
    if isinstance(frame, pl.DataFrame):
        return frame.to_dicts()
    if isinstance(frame, pa.Table):
        found: list[dict[str, Any]] = frame.to_pylist()
        return found
    return [{str(k): v for k, v in row.items()} for row in frame.to_dict("records")]


@pytest.mark.parametrize("kind", FRAMES)
def test_a_frame_comes_back_as_its_kind(engine: Session, kind: str) -> None:
    frame = FRAMES[kind](COLUMNS)
    counted, published = release(engine, frame, {"zip": "text"}, None)
    assert type(published.table) is type(frame)
    assert counted.texts[0].tolist() == [None, "", "02139"]
    assert [row["zip"] for row in rows(published.table)] == CLASSES
    assert [row["id"] for row in rows(published.table)] == COLUMNS["id"]
    assert list(rows(published.table)[0]) == list(rows(frame)[0])
    assert published.recount().counts.tolist() == [2, 2]
    assert rows(frame)[0]["zip"] == "02139", "the input is untouched"


@pytest.mark.parametrize("kind", FRAMES)
def test_rows_are_suppressed_and_columns_dropped(engine: Session, kind: str) -> None:
    frame = FRAMES[kind](COLUMNS)
    _, published = release(engine, frame, {"zip": "text"}, None, drop=["cost"], suppress=1)
    assert [row["id"] for row in rows(published.table)] == [5, 9, 1]
    assert "cost" not in rows(published.table)[0]
    assert published.suppressed == 1


@pytest.mark.parametrize("kind", FRAMES)
def test_shuffled_rows_stay_together(make_engine: MakeEngine, kind: str) -> None:
    columns = {name: values * 20 for name, values in COLUMNS.items() if name != "cost"}
    columns["id"] = list(range(80))
    frame = pl.DataFrame(columns) if kind == "polars" else pa.table(columns)
    if kind in ("pandas", "geopandas"):
        frame = pd.DataFrame(columns)
    found = []
    for _ in range(2):
        with make_engine() as engine:
            _, published = release(engine, frame, {"zip": "text"}, None, order="3" * 64)
            found.append(rows(published.table))
    assert found[0] == found[1]
    assert [row["id"] for row in found[0]] != columns["id"]
    assert all(row["zip"] == CLASSES[row["id"] % 4] for row in found[0])


def test_pandas_keeps_index_and_types(engine: Session) -> None:
    frame = pd.DataFrame(
        {
            "zip": pd.Categorical(["b", None, "a"]),
            "small": np.array([1, 2, 3], dtype=np.int8),
            "when": pd.to_datetime(["2024-01-01", None, "2024-01-03"]),
            "any": [[1], {"a": 2}, None],
        },
        index=pd.MultiIndex.from_tuples([(1, "x"), (2, "y"), (3, "z")]),
    )
    _, published = release(engine, frame, {"zip": "text"}, None)
    others = ["small", "when", "any"]
    pd.testing.assert_frame_equal(published.table[others], frame[others])
    assert published.table["zip"].tolist() == ["class 1", "class 0", "class 0"]


def test_a_geodataframe_keeps_its_map(engine: Session) -> None:
    frame = geo(COLUMNS)
    _, published = release(engine, frame, {"zip": "text"}, None)
    assert published.table.crs == frame.crs
    assert published.table.geometry.equals(frame.geometry)
    assert list(published.table.index) == list("dbca")


@pytest.mark.parametrize("kind", FRAMES)
def test_ordered_columns_of_frames(engine: Session, kind: str) -> None:
    snapshot = engine.open(FRAMES[kind](COLUMNS), {"day": "ordered", "cost": "double"})
    staged, counted = snapshot.staged, snapshot.count()
    assert staged.kinds == {"day": "date", "cost": "double"}
    assert counted.texts[0].tolist()[0] == "2024-05-01"
    assert np.isnan(counted.numbers("cost")[0])
    assert counted.numbers("cost").tolist()[1:] == [2.5, 0.1, 1.5]


LONG_AGO = [dt.datetime(1066, 10, 14, 9), dt.datetime(1500, 1, 1), dt.datetime(2500, 1, 1)]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": np.array(LONG_AGO, "datetime64[s]")}),
        pd.DataFrame({"a": np.array(LONG_AGO, "datetime64[us]")}),
        pl.DataFrame({"a": LONG_AGO}),
        pl.DataFrame({"a": LONG_AGO}, schema={"a": pl.Datetime("ms")}),
        pa.table({"a": pa.array(LONG_AGO, pa.timestamp("s"))}),
        pl.DataFrame({"a": [time.date() for time in LONG_AGO]}),
    ],
)
@pytest.mark.parametrize("kind", ["text", "ordered"])
def test_times_that_nanoseconds_do_not_reach(engine: Session, frame: Any, kind: str) -> None:
    texts = engine.open(frame, {"a": kind}).count().texts[0].tolist()
    assert [text[:10] for text in texts] == ["1066-10-14", "1500-01-01", "2500-01-01"]


def test_nanoseconds_are_kept(engine: Session) -> None:
    frame = pd.DataFrame({"a": np.array([1, 2], "datetime64[ns]")})
    counted = engine.open(frame, {"a": "ordered"}).count()
    assert [text[-9:] for text in counted.texts[0]] == ["000000001", "000000002"]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_times_with_a_zone_are_said_to_be_utc(engine: Session, kind: str) -> None:
    days = pd.date_range("2024-01-01", periods=3, tz="Europe/Zurich")
    frame = pd.DataFrame({"a": days}) if kind == "pandas" else pl.DataFrame({"a": days.to_list()})
    staged = engine.open(frame, {"a": "ordered"}).staged
    assert staged.notes == ("times in 'a' have a zone, and are published in UTC",)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": [2**126, 5, None]}, dtype=object),
        pl.DataFrame({"a": [2**126, 5, None]}, schema={"a": pl.Int128}),
    ],
)
def test_numbers_of_more_than_64_bits(engine: Session, frame: Any) -> None:
    snapshot = engine.open(frame, {"a": "ordered"})
    assert snapshot.staged.kinds == {"a": "integer"}
    assert snapshot.count().texts[0].tolist() == [None, "5", str(2**126)]


def test_a_relation_comes_back_in_its_connection(engine: Session) -> None:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE t (id HUGEINT, zip VARCHAR, tags INTEGER[])")
        connection.execute(
            "INSERT INTO t VALUES (170141183460469231731687303715884105727, '02', [1, 2]),"
            " (2, NULL, NULL), (3, '', [])"
        )
        relation = connection.sql("FROM t")
        counted, published = release(engine, relation, {"zip": "text"}, None)
        assert type(published.table) is type(relation)
        assert counted.texts[0].tolist() == [None, "", "02"]
        assert published.table.types == relation.types
        expected = [(2**127 - 1, "class 1", [1, 2]), (2, "class 0", None), (3, "class 0", [])]
        assert published.recount().counts.tolist() == [2, 1]
        assert published.table.order("id DESC").fetchall() == [expected[0], *expected[:0:-1]]
        attached = "SELECT 1 FROM duckdb_databases() WHERE database_name LIKE 'covey%'"
        assert connection.execute(attached).fetchall() == []


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "two columns of one name"),
        (pd.DataFrame({"a": [1, "secret", 2.5]}), "'a' holds numbers and text mixed.* row 2"),
        (pd.DataFrame({"a": [None, None]}), "'a' has no values"),
        (pd.DataFrame({"a": []}), "no rows"),
        (pl.DataFrame({"b": [1]}), "no column 'a'"),
        (pl.LazyFrame({"a": [1]}), "lazy"),
        (pl.DataFrame({"a": [float("inf")]}), "not finite"),
        (pd.DataFrame({"a": [None, {"secret": 1}]}), "'a' holds a dict, first in row 2"),
        (pd.DataFrame({"a": [dt.timedelta(1)]}), "'a' holds a length of time"),
        (pl.DataFrame({"a": [["secret"]]}), "'a' holds a list"),
        (geo(COLUMNS).rename_geometry("a"), "'a' holds a Point"),
        (pd.DataFrame({"a": [2**127, 1]}), "'a' holds a number beyond"),
        (pd.DataFrame({"a": np.array([10**16], "datetime64[s]")}), "beyond the year"),
        ([1, 2], "given: list"),
    ],
)
def test_bad_frames_are_refused(engine: Session, frame: Any, message: str) -> None:
    kind = "ordered" if "finite" in message else "text"
    with pytest.raises(InvalidInput, match=message) as refused:
        release(engine, frame, {"a": kind}, None)
    assert "secret" not in str(refused.value)


def test_a_frame_is_not_written_to_a_folder(engine: Session, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="comes back as a frame"):
        release(engine, pl.DataFrame({"a": ["x"]}), {"a": "text"}, tmp_path)
