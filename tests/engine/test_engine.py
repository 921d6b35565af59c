"""What every engine owes that writes files."""

from __future__ import annotations

import gzip
from pathlib import Path

import duckdb
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from covey import InvalidInput, OutOfResources
from covey.engine.protocol import Generalization
from covey.io.layout import Layout
from tests.effort import cases
from tests.engine.backends import ENGINES, Session
from tests.engine.conftest import MakeEngine
from tests.engine.steps import Row, parse, recode, release, written

pytestmark = pytest.mark.needs("writes_files")

PEOPLE = """id,zip,age,note
1,02139,30,a
2,,31,""
3,"",9,
4,02139,31,"x, ""y""
z"
5,10001,9,é
6,02139,30,a
"""


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text(PEOPLE)
    return file


def test_missing_empty_and_leading_zeros_are_distinguished(engine: Session, people: Path) -> None:
    snapshot = engine.open(people, {"zip": "text"})
    staged, counted = snapshot.staged, snapshot.count()
    assert (staged.rows, staged.columns) == (6, ("id", "zip", "age", "note"))
    assert counted.texts[0].tolist() == [None, "", "02139", "10001"]
    assert counted.counts.tolist() == [1, 1, 3, 1]
    assert counted.missing("zip").tolist() == [True, False, False, False]
    assert counted.notes == (
        "1 record has no value in 'zip': that is a value of its own",
        "1 record has empty text in 'zip', which is not missing",
    )


def test_several_columns_are_counted_at_once(engine: Session, people: Path) -> None:
    snapshot = engine.open(people, {"zip": "text", "age": "ordered"})
    staged, counted = snapshot.staged, snapshot.count()
    assert staged.kinds == {"zip": "text", "age": "integer"}
    assert list(zip(*counted.texts, counted.counts, strict=True)) == [
        (None, "31", 1),
        ("", "9", 1),
        ("02139", "30", 2),
        ("02139", "31", 1),
        ("10001", "9", 1),
    ]
    assert counted.ranks[1].tolist() == [2, 0, 1, 2, 0]
    assert counted.numbers("age").tolist() == [31, 9, 30, 31, 9]


def test_hundreds_of_columns_are_counted_in_little_memory(
    make_engine: MakeEngine, tmp_path: Path
) -> None:
    rng = np.random.default_rng(0)
    names = [f"c{at}" for at in range(300)]
    rows = rng.integers(0, 5, (50, len(names))).tolist()
    lines = [",".join(map(str, row)) for row in [names, *rows]]
    (tmp_path / "wide.csv").write_text("\n".join(lines) + "\n")
    with make_engine() as engine:
        snapshot = engine.open(tmp_path / "wide.csv", dict.fromkeys(names, "text"))
        counted = snapshot.count()
    found = sorted(zip(*counted.texts, strict=True))
    assert found == sorted(tuple(map(str, row)) for row in rows)


def test_only_the_recoded_column_changes(engine: Session, people: Path, tmp_path: Path) -> None:
    _, published = release(engine, people, {"zip": "text"}, tmp_path)
    assert parse(published.table.read_text()) == [
        ("id", "zip", "age", "note"),
        ("1", "class 1", "30", "a"),
        ("2", "class 0", "31", ""),
        ("3", "class 0", "9", None),
        ("4", "class 1", "31", 'x, "y"\nz'),
        ("5", "class 1", "9", "é"),
        ("6", "class 1", "30", "a"),
    ]
    assert (published.rows, published.suppressed) == (6, 0)


def test_identifiers_are_dropped_and_suppressed_values_not_published(
    engine: Session, people: Path, tmp_path: Path
) -> None:
    _, published = release(engine, people, {"zip": "text"}, tmp_path, drop=["id"], suppress=2)
    rows = parse(published.table.read_text())
    assert rows[0] == ("zip", "age", "note")
    assert [row[1] for row in rows[1:]] == ["30", "31", "9", "30"]
    assert (published.rows, published.suppressed) == (4, 2)


def test_a_class_may_be_published_as_missing_or_empty(
    engine: Session, people: Path, tmp_path: Path
) -> None:
    snapshot = engine.open(people, {"zip": "text"})
    generalization = Generalization(np.array([0, 1, 1, 1]), {"zip": [None, ""]})
    published = recode(snapshot, generalization, tmp_path, Layout("csv"))
    rows = parse(published.table.read_text())
    assert [row[1] for row in rows[1:]] == ["", None, "", "", "", ""]
    assert published.recount().texts[0].tolist() == [None, ""]


def test_columns_may_be_called_anything(make_engine: MakeEngine, tmp_path: Path) -> None:
    file = tmp_path / "in.csv"
    names: Row = (None, 'a "b"', "c,\nd", "it's", "file_row_number")
    file.write_text("\ufeff" + written([names, ("1", "2", "3", "4", "5")]))
    with make_engine() as engine:
        _, published = release(engine, file, {"c,\nd": "text"}, tmp_path)
        assert parse(published.table.read_text()) == [
            ("", *names[1:]),
            ("1", "2", "class 0", "4", "5"),
        ]
        assert published.recount().records == 1
    with make_engine() as engine, pytest.raises(InvalidInput, match="Column 1 has no name"):
        release(engine, file, {"c,\nd": "text"}, tmp_path, Layout("parquet"))
    with make_engine() as engine:
        kinds = {"it's": "text", 'a "b"': "ordered"}
        _, published = release(engine, file, kinds, tmp_path, Layout("parquet"), drop=[""])
        with duckdb.connect() as connection:
            found = connection.sql(f"FROM '{published.table}'")
            assert found.columns == ['a "b"', "c,\nd", "it's", "file_row_number"]
    with make_engine() as engine:
        private = tmp_path / "private"
        _, again = release(engine, published.table, {"file_row_number": "text"}, private)
        assert again.recount().records == 1


def test_the_recount_reads_what_is_written(engine: Session, people: Path, tmp_path: Path) -> None:
    _, published = release(engine, people, {"zip": "text", "age": "ordered"}, tmp_path)
    again = published.recount()
    assert again.texts[0].tolist() == ["class 0", "class 1", "class 2"]
    assert again.counts.tolist() == [2, 3, 1]
    with published.table.open("a") as file:
        file.write("9,class 0,class 0,\n")
    assert published.recount().counts.tolist() == [3, 3, 1]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_what_was_counted_is_what_is_published(
    engine: Session, people: Path, tmp_path: Path, ending: str
) -> None:
    file = people
    if ending == "parquet":
        file = tmp_path / "people.parquet"
        with duckdb.connect() as connection:
            connection.execute(f"COPY (FROM '{people}') TO '{file}'")
    snapshot = engine.open(file, {"zip": "text"})
    counted = snapshot.count()
    file.write_bytes(b"somebody else was here")
    generalization = Generalization(np.zeros(len(counted), dtype=int), {"zip": ["all"]})
    published = recode(snapshot, generalization, tmp_path, Layout(ending))
    assert published.recount().records == 6


def test_the_same_input_gives_the_same_bytes(make_engine: MakeEngine, tmp_path: Path) -> None:
    file = tmp_path / "many.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT i AS id, 'v' || i % 1000 AS v FROM range(300000) t(i))"
            f" TO '{file}' (ROW_GROUP_SIZE 20000)"
        )
    for layout in (Layout("parquet"), Layout("csv", compressed=True)):
        for order in (None, "1" * 64):
            seen = set()
            for _ in range(2):
                with make_engine() as engine:
                    _, published = release(
                        engine, file, {"v": "text"}, tmp_path, layout, order=order
                    )
                    seen.add(published.table.read_bytes())
            assert len(seen) == 1


def test_shuffling_forgets_the_order_of_the_input(make_engine: MakeEngine, tmp_path: Path) -> None:
    rows = [f"{i},v{i % 5}\n" for i in range(200)]
    found = []
    for number, order in enumerate((rows, rows[::-1])):
        file = tmp_path / f"in{number}.csv"
        file.write_text("id,v\n" + "".join(order))
        with make_engine() as engine:
            _, published = release(engine, file, {"v": "text"}, tmp_path, order="7" * 64)
            found.append(parse(published.table.read_text())[1:])
    assert found[0] == found[1]
    assert sorted(row[0] or "" for row in found[0]) == sorted(str(i) for i in range(200))
    assert [row[0] for row in found[0]] != [str(i) for i in range(200)]


@pytest.mark.parametrize(
    ("kind", "values", "found", "texts"),
    [
        ("ordered", ["10", " 9", "+9"], "integer", ["9", "10"]),
        ("integer", ["007", "7"], "integer", ["7"]),
        ("text", ["007", "7"], "text", ["007", "7"]),
        ("date", ["2024-05-31", "2023-01-01"], "date", ["2023-01-01", "2024-05-31"]),
        ("ordered", ["2024-05-31 10:00", "2024-05-30"], "timestamp", None),
        ("double", ["1e3", "-0.0", "0"], "double", ["0.0", "1000.0"]),
    ],
)
def test_columns_are_read_as_they_are_named(
    engine: Session,
    tmp_path: Path,
    kind: str,
    values: list[str],
    found: str,
    texts: list[str] | None,
) -> None:
    file = tmp_path / "values.csv"
    file.write_text("v,w\n" + "".join(f"{value},x\n" for value in values))
    snapshot = engine.open(file, {"v": kind})
    staged, counted = snapshot.staged, snapshot.count()
    assert staged.kinds == {"v": found}
    assert texts is None or counted.texts[0].tolist() == texts


def test_typed_columns_need_no_detour(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "typed.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT DATE '2024-01-02' - CAST(i AS INTEGER) AS d, 1 / (i + 3) AS x, NULL AS n"
            f" FROM range(2) t(i)) TO '{file}'"
        )
    snapshot = engine.open(file, {"d": "ordered", "x": "ordered"})
    staged, counted = snapshot.staged, snapshot.count()
    assert staged.kinds == {"d": "date", "x": "number"}
    assert counted.texts[0].tolist() == ["2024-01-01", "2024-01-02"]
    assert counted.numbers("x").tolist() == [1 / 4, 1 / 3]


@pytest.mark.parametrize(
    ("text", "kinds", "message"),
    [
        ("v,w\n1,2\n", {"vv": "text"}, r"no column 'vv' .*\nDid you mean 'v'"),
        ("v,w\n1,2\n", {}, "At least one column"),
        ("v,w\n1,2\n", {"v": "whole"}, "read as one of text, ordered"),
        ("v,w\n", {"v": "text"}, "no rows"),
        ("v,w\n,1\n,2\n", {"v": "text"}, "'v' has no values"),
        ("v,w\n ,1\n,2\n", {"v": "ordered"}, "'v' has no values"),
        ("v,w\n1,1\nsecret,2\n", {"v": "ordered"}, "first in row 2 below"),
        ("v,w\n1,1\nsecret,2\n", {"v": "integer"}, "1 of its values are not whole numbers"),
        ("v,w\n1,1\nsecret\n", {"v": "text"}, "line 3: the header names 2 columns"),
        ("v,V\n1,1\n", {"v": "text"}, "two columns of one name"),
        ("v,w\n1,secret\0\n", {"v": "text"}, "line 2: there is a NUL byte"),
    ],
)
def test_bad_tables_are_refused_without_a_record(
    engine: Session, tmp_path: Path, text: str, kinds: dict[str, str], message: str
) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(InvalidInput, match=message) as refused:
        release(engine, file, kinds, tmp_path)
    assert "secret" not in str(refused.value)
    assert not list(tmp_path.glob("table*"))
    assert file.read_text() == text


def test_a_codebook_fits_what_was_counted(engine: Session, people: Path, tmp_path: Path) -> None:
    snapshot = engine.open(people, {"zip": "text"})
    with pytest.raises(InvalidInput, match="each of 4 counted values"):
        recode(snapshot, Generalization(np.array([0, 0]), {"zip": ["a"]}), tmp_path, Layout("csv"))
    with pytest.raises(InvalidInput, match="numbered from 0 to 0"):
        Generalization(np.array([0, 1]), {"zip": ["a"]})
    with pytest.raises(InvalidInput, match="one text for each class"):
        Generalization(np.array([0, 1]), {"zip": ["a"], "age": ["b", "c"]})


def test_dropping_needs_a_column_that_is_there(
    engine: Session, people: Path, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'note'"):
        release(engine, people, {"zip": "text"}, tmp_path, drop=["noet"])
    with pytest.raises(InvalidInput, match="nothing to publish"):
        release(engine, people, {"zip": "text"}, tmp_path, drop=["id", "zip", "age", "note"])


def test_a_full_disk_is_said(engine: Session, people: Path, tmp_path: Path) -> None:
    (tmp_path / "table.csv").symlink_to("/dev/full")
    with pytest.raises(OutOfResources, match="disk is full"):
        release(engine, people, {"zip": "text"}, tmp_path)


def test_a_damaged_column_is_found_when_it_is_published(engine: Session, tmp_path: Path) -> None:
    file = tmp_path / "in.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT i % 9 AS a, md5(CAST(i AS VARCHAR)) AS b FROM range(50000) t(i))"
            f" TO '{file}'"
        )
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 5000] = b"\xff" * 5000
    file.write_bytes(content)
    with pytest.raises(InvalidInput, match="not a whole Parquet file"):
        release(engine, file, {"a": "text"}, tmp_path)


def test_a_folder_that_is_not_there_is_said(engine: Session, people: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be written"):
        release(engine, people, {"zip": "text"}, tmp_path / "none")


def test_nothing_staged_is_left(make_engine: MakeEngine, people: Path, tmp_path: Path) -> None:
    private = tmp_path / "private"
    with make_engine() as engine:
        release(engine, people, {"zip": "text"}, tmp_path)
        assert list(private.iterdir())
    assert not list(private.iterdir())
    with pytest.raises(InvalidInput), make_engine() as engine:
        release(engine, people, {"zip": "text"}, tmp_path / "none")
    assert not list(private.iterdir())


VALUES = st.none() | st.text(
    st.characters(codec="utf-8", exclude_characters="\0") | st.sampled_from('",;\n\r 0é'),
    max_size=6,
)


@given(data=st.data(), columns=st.integers(2, 4), delimiter=st.sampled_from(",;\t|"))
@settings(
    max_examples=cases(60, quick=25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_untouched_columns_come_out_as_they_were(
    tmp_path: Path, engine_name: str, data: st.DataObject, columns: int, delimiter: str
) -> None:
    header: Row = tuple(f"name {at}" for at in range(columns))
    row = st.tuples(*[VALUES] * columns)
    rows = data.draw(st.lists(row, min_size=1, max_size=8))
    rows.append(tuple("x" for _ in header))
    packed = data.draw(st.booleans())
    file = tmp_path / "in.csv"
    text = written([header, *rows], delimiter).encode()
    file.write_bytes(gzip.compress(text) if packed else text)
    with Session(ENGINES[engine_name].engine(tmp_path)) as engine:
        counted, published = release(engine, file, {"name 1": "text"}, tmp_path)
        again = published.recount()
    content = published.table.read_bytes()
    found = parse((gzip.decompress(content) if packed else content).decode(), delimiter)
    assert found[0] == header
    kept = [at for at in range(columns) if at != 1]
    assert [[row[at] for at in kept] for row in found[1:]] == [
        [row[at] for at in kept] for row in rows
    ]
    values = counted.texts[0].tolist()
    assert [row[1] for row in found[1:]] == [f"class {values.index(row[1]) // 2}" for row in rows]
    assert set(values) == {row[1] for row in rows}
    assert again.records == len(rows)
