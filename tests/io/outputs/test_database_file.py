from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from covey import InvalidInput
from covey.io.outputs.database_file import write_database
from covey.io.reading import literal

VALUES = {
    "HUGEINT": "170141183460469231731687303715884105727",
    "UBIGINT": "18446744073709551615",
    "DOUBLE": "CAST('nan' AS DOUBLE)",
    "FLOAT": "0.1",
    "DECIMAL(38,10)": "123456789.5",
    "BLOB": "'\\xAA\\x00b'::BLOB",
    "TIME": "TIME '12:00:01.123456'",
    "TIMESTAMP_S": "'2020-01-01 00:00:00'",
    "TIMESTAMP_NS": "'2020-01-01 00:00:00.123456789'",
    "TIMESTAMP WITH TIME ZONE": "'2020-01-01 00:00:00.5+02'",
    "INTERVAL": "INTERVAL '1 month 2 days 3.000001 seconds'",
    "UUID": "'123e4567-e89b-12d3-a456-426614174000'",
    "BIT": "'0101'::BIT",
    "ENUM('a', 'b c')": "'b c'",
    "INTEGER[2]": "[1, 2]",
    "VARCHAR[]": "['a, b', 'NULL', NULL, '\"it''s', '']",
    "STRUCT(a INTEGER, b VARCHAR)": "{'a': 1, 'b': 'x, }y'}",
    "MAP(VARCHAR, INTEGER)": "MAP {'k=,': 1}",
    "JSON": "'{\"a\": 1}'",
}


def test_every_type_comes_back_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "it's [a] *folder*"
    folder.mkdir()
    target = folder / "table.duckdb"
    listed = ", ".join(f"CAST({value} AS {type_})" for type_, value in VALUES.items())
    nothing = ", ".join("NULL" for _ in VALUES)
    names = ", ".join(f"c{at}" for at in range(len(VALUES)))
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'Asia/Tokyo'")
        connection.execute(
            f"CREATE TABLE own AS SELECT * FROM (SELECT {listed} UNION ALL SELECT {nothing})"
            f" t({names})"
        )
        write_database(connection, "FROM own", target, 'peo"ple')
        connection.execute(f"ATTACH {literal(target)} AS output (READ_ONLY)")
        written = connection.sql('SELECT * FROM output."peo""ple"')
        own = connection.sql("FROM own")
        assert written.types == own.types
        assert [str(type_) for type_ in own.types] == list(VALUES)
        texts = "CAST(COLUMNS(*) AS VARCHAR)"
        assert written.project(texts).fetchall() == own.project(texts).fetchall()
        assert connection.sql('FROM output."peo""ple" EXCEPT ALL FROM own').fetchall() == []
    assert list(folder.iterdir()) == [target]


def test_the_file_does_not_depend_on_what_was_in_memory(tmp_path: Path) -> None:
    """Else values that are not released fill the gaps between those that are."""
    seen = set()
    for number, secret in enumerate("ABC"):
        target = tmp_path / f"{number}.duckdb"
        with duckdb.connect(config={"threads": "2"}) as connection:
            connection.execute(
                "CREATE TABLE own AS SELECT i, 'v' || hash(i) AS v,"
                f" repeat('{secret}', 200) || i AS name FROM range(250000) t(i)"
            )
            write_database(connection, "SELECT i, v FROM own", target, "people")
        seen.add(target.read_bytes())
    assert len(seen) == 1


def test_types_without_a_faithful_text_are_refused(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE own (x UNION(n INTEGER, s VARCHAR))")
        with pytest.raises(InvalidInput, match="'x' is of the type UNION"):
            write_database(connection, "FROM own", tmp_path / "table.duckdb", "people")
    assert list(tmp_path.iterdir()) == []


def test_what_the_writer_says_is_heard(tmp_path: Path) -> None:
    target = tmp_path / "table.duckdb"
    target.write_text("no database")
    with duckdb.connect() as connection, pytest.raises(duckdb.Error, match="not a valid DuckDB"):
        write_database(connection, "SELECT 1 AS x", target, "people")
    assert list(tmp_path.iterdir()) == [target]
