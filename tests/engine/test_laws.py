"""The protocol's laws, for every engine and wherever its tables lie."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from covey import InvalidInput
from covey.engine.protocol import Counted, Generalization, Hidden, Snapshot, ToFile
from covey.io.dates import SAMPLE
from covey.io.layout import Layout
from tests.engine.backends import Backend, Columns, Session
from tests.engine.conftest import MakeEngine
from tests.engine.steps import parse

PEOPLE: Columns = {
    "id": [1, 2, 3, 4, 5, 6],
    "zip": ["02139", None, "", "02139", "10001", "2139"],
    "age": [30, 31, None, 31, 9, 30],
    "note": ["a", "", None, 'x, "y"\nz', " é ", "=1"],
}


NOON = dt.datetime(2024, 5, 31, 12, 30)


def rows_of(counted: Counted) -> list[tuple[Any, ...]]:
    return list(zip(*(texts.tolist() for texts in counted.texts), counted.counts, strict=True))


def recoded(
    backend: Backend, snapshot: Snapshot, folder: Path, *suppressed: int, **more: Any
) -> Hidden:
    """Each combination in a class of its own, named by its number."""
    classes = np.arange(len(snapshot.count()))
    texts = [f"class {number}" for number in classes]
    classes[list(suppressed)] = -1
    kinds = snapshot.staged.kinds
    generalization = Generalization(classes, dict.fromkeys(kinds, texts))
    return snapshot.recode(generalization, backend.target(folder), **more)


@pytest.mark.parametrize(
    ("kind", "values", "texts"),
    [
        ("text", ["a", "A", "a ", " a", "", "ä", "a\u0308", "Z", "aa"],
         ["", " a", "A", "Z", "a", "a ", "aa", "a\u0308", "ä"]),
        ("text", ["02139", "2139", "2139.0", None], [None, "02139", "2139", "2139.0"]),
        ("text", ["\U0001f600", "\uffee", "z"], ["z", "\uffee", "\U0001f600"]),
        ("text", [10_000_000.0, 1e16, 0.1], ["0.1", "10000000.0", "1e+16"]),
        ("text", [True, False], ["false", "true"]),
        ("integer", [10, 9, -3, 2**62, None], [None, "-3", "9", "10", str(2**62)]),
        ("integer", ["007", "7", " 7 ", "+7", "10"], ["7", "10"]),
        ("decimal", [Decimal("10.50"), Decimal("9.25"), Decimal("-0.00")],
         ["0.00", "9.25", "10.50"]),
        ("decimal", ["10.5", "9.25", "9.250"], ["9.250000000000000000", "10.500000000000000000"]),
        ("number", [1e7, 2.5, -0.0, 0.0, 1e-5, 1e22, 1 / 3],
         ["0.0", "1e-05", "0.3333333333333333", "2.5", "10000000.0", "1e+22"]),
        ("number", ["1e7", "10000000", "-0", "0.0", "0.1"], ["0.0", "0.1", "10000000.0"]),
        ("double", ["0.1", "0.10000000000000000001", None], [None, "0.1"]),
        ("date", [dt.date(2024, 5, 31), dt.date(900, 1, 2), None],
         [None, "0900-01-02", "2024-05-31"]),
        ("date", ["2024-05-31", " 2023-12-01"], ["2023-12-01", "2024-05-31"]),
        ("timestamp", [NOON, NOON.replace(microsecond=250_000), dt.datetime(2024, 5, 31),
                       NOON.replace(microsecond=2)],
         ["2024-05-31 00:00:00", "2024-05-31 12:30:00", "2024-05-31 12:30:00.000002",
          "2024-05-31 12:30:00.25"]),
    ],
)  # fmt: skip
def test_values_have_the_text_and_the_order_of_their_kind(
    engine: Session,
    backend: Backend,
    tmp_path: Path,
    kind: str,
    values: list[Any],
    texts: list[Any],
) -> None:
    table = backend.put(tmp_path, {"v": values, "other": range(len(values))})
    counted = engine.open(table, {"v": kind}).count()
    assert counted.texts[0].tolist() == texts
    assert counted.records == len(values)


def test_missing_values_are_values_of_their_own_and_come_first(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text", "age": "ordered"})
    assert rows_of(snapshot.count()) == [
        (None, "31", 1), ("", None, 1), ("02139", "30", 1), ("02139", "31", 1), ("10001", "9", 1),
        ("2139", "30", 1),
    ]  # fmt: skip
    assert snapshot.staged.kinds == {"zip": "text", "age": "integer"}
    assert (snapshot.staged.rows, snapshot.staged.columns) == (6, tuple(PEOPLE))


def test_counting_again_gives_the_same_object(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    assert snapshot.count() is snapshot.count()


@pytest.mark.parametrize("order", [None, "7" * 64])
def test_others_are_published_where_a_column_stood(
    engine: Session, backend: Backend, tmp_path: Path, order: str | None
) -> None:
    if order is None and not engine.engine.capabilities.keeps_order:
        order = "8" * 64
    table = backend.put(tmp_path, {"a": ["x", "y", "z"], "age": [30, 40, 50], "z": [1, 2, 3]})
    snapshot = engine.open(table, {"age": "integer"})
    texts: dict[str, list[str | None]] = {"low": [None, "40"], "high": ["39", None]}
    generalization = Generalization(np.array([0, 1, 1]), texts, {"age": ("low", "high")})
    with snapshot.recode(generalization, backend.target(tmp_path), order=order) as hidden:
        counted = hidden.count(["low", "high"])
        assert rows_of(counted) == [(None, "39", 1), ("40", None, 2)]
        assert rows_of(hidden.count(["a", "high"])) == [
            ("x", "39", 1), ("y", None, 1), ("z", None, 1),
        ]  # fmt: skip
        found = backend.read(hidden.reveal())
    assert sorted(found, key=str) == [
        ("x", None, "39", 1), ("y", "40", None, 2), ("z", "40", None, 3),
    ]  # fmt: skip
    lacking = Generalization(np.array([0, 1, 1]), texts, {"years": ("low", "high")})
    with pytest.raises(InvalidInput, match="texts for age"):
        snapshot.recode(lacking, backend.target(tmp_path))


VALUES = {
    "text": st.none() | st.text(st.sampled_from("aAä\u0308 0é\U0001f600\uffee"), max_size=3),
    "integer": st.none() | st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3),
    "number": st.none() | st.floats(allow_nan=False, allow_infinity=False) | st.just(-0.0),
    "date": st.none() | st.dates(),
    "timestamp": st.none() | st.datetimes(),
}


def written(value: Any, kind: str) -> str:
    """What the contract says that the text of a value is, in Python's own words."""
    if kind == "number":
        return repr(value + 0.0)
    if kind == "timestamp":
        text: str = value.isoformat(" ", "microseconds")
        return text.rstrip("0").removesuffix(".") if value.microsecond else text[:19]
    return str(value)


def test_counts_are_those_of_a_dictionary(backend: Backend, tmp_path: Path) -> None:
    """Held against Python alone: groups, their order, and the fingerprint in any order of rows."""

    @given(data=st.data())
    @settings(max_examples=backend.examples)
    def held(data: st.DataObject) -> None:
        hold_counts(backend, tmp_path, data)

    held()


def hold_counts(backend: Backend, folder: Path, data: st.DataObject) -> None:
    kinds = data.draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=3))
    row = st.tuples(*(VALUES[kind] for kind in kinds))
    rows = data.draw(st.lists(row, min_size=1, max_size=12))
    # A column without any value is refused, and has no type.
    rows.append(tuple(data.draw(VALUES[kind].filter(lambda v: v is not None)) for kind in kinds))
    named = {f"c{at}": kind for at, kind in enumerate(kinds)}
    found = []
    for order in (rows, data.draw(st.permutations(rows))):
        table = backend.put(folder, dict(zip(named, zip(*order, strict=True), strict=True)))
        with Session(backend.engine(folder)) as engine:
            found.append(engine.open(table, named).count())
    expected: dict[tuple[Any, ...], int] = {}
    for values in rows:
        key = tuple(value + 0.0 if isinstance(value, float) else value for value in values)
        expected[key] = expected.get(key, 0) + 1
    ordered = sorted(expected, key=lambda key: [() if v is None else (v,) for v in key])
    texts = [
        tuple(None if v is None else written(v, k) for v, k in zip(key, kinds, strict=True))
        for key in ordered
    ]
    assert rows_of(found[0]) == [
        (*text, expected[key]) for text, key in zip(texts, ordered, strict=True)
    ]
    assert found[0].fingerprint == found[1].fingerprint


def test_another_table_has_another_fingerprint(
    make_engine: MakeEngine, backend: Backend, tmp_path: Path
) -> None:
    changes: Sequence[Mapping[str, Sequence[Any]]] = [
        {"v": ["a", "b", "b"]}, {"v": ["a", "a", "b"]}, {"w": ["a", "b", "b"]},
        {"v": ["a", "b", None]}, {"v": ["a", "b", ""]}, {"v": ["a", "b", "b "]},
    ]  # fmt: skip
    seen = set()
    for columns in changes:
        with make_engine() as engine:
            table = backend.put(tmp_path, columns)
            seen.add(engine.open(table, dict.fromkeys(columns, "text")).count().fingerprint)
    assert len(seen) == len(changes)


def test_shares_of_distinct_values_tell_an_identifier(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    columns = {"v": ["a", "b"] * 500, "id": range(1000), "sex": ["f", "m"] * 500}
    found = engine.open(backend.put(tmp_path, columns), {"v": "text"}).distinct(["id", "sex"])
    assert found["id"] > 0.8
    assert found["sex"] < 0.05


def test_columns_of_dates_are_found_by_their_values(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    days = [dt.date(1979, 3, 12) + dt.timedelta(days=at) for at in range(10)]
    columns: Columns = {
        "v": ["a", "b"] * 5,
        "col7": days,
        "col8": [dt.datetime(day.year, day.month, day.day, 8, 30) for day in days],
        "col9": [f"{day.day}.{day.month}.{day.year}" for day in days],
        "few": [None, *days[1:6], None, None, None, None],
        "unknown": ["unknown", *(day.strftime("%b %d, %Y") for day in days[1:])],
        "mixed": [*map(str, days[:8]), "x", "y"],
        "nothing": [None] * 9 + ["x"],
        "number": [19791340 + at for at in range(10)],
        "compact": [int(day.strftime("%Y%m%d")) for day in days],
    }
    snapshot = engine.open(backend.put(tmp_path, columns), {"v": "text"})
    found = snapshot.dates([column for column in columns if column != "v"])
    assert list(found) == ["col7", "col8", "col9", "few", "unknown", "compact"]
    assert not snapshot.dates([])


def test_dates_are_looked_for_in_the_first_rows_that_verifying_looks_at(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    """Of a column that has them only in later rows no engine says more than another."""
    lines, first = SAMPLE + 2_000, SAMPLE
    columns: Columns = {
        "v": ["a", "b"] * (lines // 2),
        "late": [None] * first + ["2024-05-31"] * (lines - first),
        "early": ["2024-05-31"] * first + ["none"] * (lines - first),
        "in time": [None] * (first - 1) + ["2024-05-31"] * (lines - first + 1),
    }
    found = engine.open(backend.put(tmp_path, columns), {"v": "text"})
    others = ["late", "early", "in time"]
    # As a release asks: shares first, of which Spark finds dates in the same job.
    found.distinct(others)
    assert list(found.dates(others)) == ["early", "in time"]


def test_other_columns_are_kept_to_the_letter(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    columns: Columns = {
        "v": ["a", "b", None, "a"],
        "text": ["02139", "", None, ' x, "y"\n'],
        "number": [0.1, 1e7, None, 1 / 3],
        "whole": [2**53 + 1, -1, None, 0],
        "day": [dt.date(2024, 5, 31), dt.date(1066, 10, 14), None, dt.date(9999, 12, 31)],
        "money": [Decimal("0.10"), Decimal("-12345678901234.56"), None, Decimal("7.00")],
    }
    snapshot = engine.open(backend.put(tmp_path, columns), {"v": "text"})
    with recoded(backend, snapshot, tmp_path) as hidden:
        found = backend.read(hidden.reveal())
    expected = list(zip(*columns.values(), strict=True))
    classes = {None: "class 0", "a": "class 1", "b": "class 2"}
    assert sorted(found, key=str) == sorted(
        ((classes[row[0]], *row[1:]) for row in expected), key=str
    )
    assert (hidden.rows, hidden.suppressed) == (4, 0)


@pytest.mark.needs("keeps_order")
def test_rows_stay_in_their_order(engine: Session, backend: Backend, tmp_path: Path) -> None:
    columns = {"id": range(5000), "v": [f"v{at * 7919 % 13}" for at in range(5000)]}
    snapshot = engine.open(backend.put(tmp_path, columns), {"v": "text"})
    found = backend.read(recoded(backend, snapshot, tmp_path, 3).reveal())
    texts = snapshot.count().texts[0].tolist()
    left = [at for at in range(5000) if texts.index(columns["v"][at]) != 3]
    assert [row[0] for row in found] == left
    assert all(row[1] == f"class {texts.index(columns['v'][row[0]])}" for row in found)


def test_a_key_gives_an_order_that_says_nothing_of_the_old_one(
    make_engine: MakeEngine, backend: Backend, tmp_path: Path
) -> None:
    found = []
    for key, step in (("7" * 64, 1), ("7" * 64, -1), ("8" * 64, 1)):
        columns = {"id": range(200)[::step], "v": [f"v{at % 5}" for at in range(200)[::step]]}
        with make_engine() as engine:
            snapshot = engine.open(backend.put(tmp_path, columns), {"v": "text"})
            found.append(backend.read(recoded(backend, snapshot, tmp_path, order=key).reveal()))
    assert found[0] == found[1]
    assert found[0] != found[2]
    assert sorted(found[0]) == sorted(found[2])
    assert [row[0] for row in found[0]] not in (list(range(200)), list(range(200))[::-1])


def test_a_hidden_table_is_counted_from_where_it_lies(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    with recoded(backend, snapshot, tmp_path, 0, drop=["id"]) as hidden:
        assert rows_of(hidden.count(["zip", "age"])) == [
            ("class 1", None, 1), ("class 2", "30", 1), ("class 2", "31", 1), ("class 3", "9", 1),
            ("class 4", "30", 1),
        ]  # fmt: skip
        assert (hidden.rows, hidden.suppressed) == (5, 1)


def test_formulas_are_those_of_published_rows(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    assert snapshot.formulas(["note", "age"]) == {"note": 1}
    last = len(snapshot.count()) - 1
    with recoded(backend, snapshot, tmp_path, last) as hidden:
        assert hidden.formulas(["note", "age"]) == {}


@pytest.mark.needs("writes_files")
def test_withheld_records_are_written_whole(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    target = ToFile(tmp_path / "withheld.csv", Layout("csv"))
    with recoded(backend, snapshot, tmp_path, 0, 2, drop=["id"]) as hidden:
        assert hidden.withheld(target) == hidden.suppressed == 3
    header, *rows = parse(target.path.read_text())
    assert header == tuple(PEOPLE)
    assert sorted(rows, key=str) == [
        ("1", "02139", "30", "a"), ("2", None, "31", ""), ("4", "02139", "31", 'x, "y"\nz')
    ]  # fmt: skip


def test_what_is_not_revealed_is_discarded(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    with recoded(backend, snapshot, tmp_path):
        pass
    assert backend.left(tmp_path) == []
    with pytest.raises(ZeroDivisionError), recoded(backend, snapshot, tmp_path):
        raise ZeroDivisionError
    assert backend.left(tmp_path) == []
    with recoded(backend, snapshot, tmp_path) as hidden:
        table = hidden.reveal()
    hidden.discard()
    assert len(backend.read(table)) == 6, "what was revealed stays"


def test_a_snapshot_sees_the_same_rows_whatever_happens_to_the_table(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    snapshot = engine.open(backend.put(tmp_path, PEOPLE), {"zip": "text"})
    backend.put(tmp_path, {name: values[:2] for name, values in PEOPLE.items()})
    assert snapshot.count().records == 6
    with recoded(backend, snapshot, tmp_path) as hidden:
        assert hidden.count(["zip"]).records == 6


def test_two_tables_can_be_open_at_once(engine: Session, backend: Backend, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    one = engine.open(backend.put(folders[0], PEOPLE), {"zip": "text"})
    two = engine.open(backend.put(folders[1], {"zip": ["x", "x"]}), {"zip": "text"})
    assert (one.count().records, two.count().records) == (6, 2)
    assert rows_of(two.count()) == [("x", 2)]


def test_a_failed_run_leaves_nothing(
    make_engine: MakeEngine, backend: Backend, tmp_path: Path
) -> None:
    private = tmp_path / "private"
    table = backend.put(tmp_path, PEOPLE)
    before = sorted(path for path in tmp_path.rglob("*") if path != private)
    with make_engine() as engine, pytest.raises(InvalidInput, match="'note' is not all"):
        engine.open(table, {"note": "ordered"})
    assert not list(private.iterdir())
    with make_engine() as engine:
        snapshot = engine.open(table, {"zip": "text"})
        with pytest.raises(InvalidInput):
            recoded(backend, snapshot, tmp_path / "none")
    assert not list(private.iterdir())
    assert sorted(path for path in tmp_path.rglob("*") if path != private) == before


@pytest.mark.needs("makes_pseudonyms")
@pytest.mark.parametrize(
    "people",
    [["p1", "p2", None, "Ä, '", "p1", ""], [1, -20, None, 2**40, 1, 7]],
    ids=["text", "int"],
)
def test_pseudonyms_are_hmac_of_the_text(
    engine: Session, backend: Backend, tmp_path: Path, people: list[Any]
) -> None:
    key = hashlib.sha256(b"a key").hexdigest()
    columns = {"zip": ["a"] * len(people), "who": people}
    snapshot = engine.open(backend.put(tmp_path, columns), {"zip": "text"})
    generalization = Generalization(np.array([0]), {"zip": ["all"]}, pseudonyms={"who": key})
    target = backend.target(tmp_path)
    with snapshot.recode(generalization, target, order="7" * 64) as hidden:
        rows = backend.read(hidden.reveal())
    texts = [None if person is None else str(person) for person in people]
    expected = [
        None
        if text is None
        else hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()[:32]
        for text in texts
    ]
    assert sorted(map(str, rows)) == sorted(str(("all", name)) for name in expected)
