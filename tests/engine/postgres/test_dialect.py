"""PostgreSQL's types, counted to the same texts as DuckDB counts its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.engine.duckdb import DuckDBEngine
from covey.engine.postgres import PostgresEngine
from covey.engine.postgres.dialect import hashed
from covey.engine.protocol import Counted
from covey.io.postgres.address import read_address
from covey.io.postgres.catalog import Column, columns_of
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")

TYPED = [
    # type, values in SQL, kinds
    ("smallint", ["1", "-5", "NULL"], ("text", "ordered", "decimal", "double")),
    ("bigint", ["9223372036854775807", "0"], ("text", "integer", "number")),
    ("real", ["0.1", "1e7", "'-0'", "0", "NULL"], ("text", "ordered", "double")),
    ("double precision", ["1e15", "1e16", "0.1", "1e-5", "'-0'", "0", "NULL"],
     ("text", "ordered", "double")),
    ("numeric(9,2)", ["0.1", "-12.345", "7"], ("text", "ordered", "number")),
    ("date", ["'2024-05-31'", "'0044-03-15 BC'", "'12000-01-01'", "NULL"], ("text", "ordered")),
    ("timestamp", ["'2024-05-31 12:30'", "'2024-05-31 12:30:00.25'", "'0044-03-15 10:00 BC'"],
     ("text", "ordered", "timestamp")),
    ("timestamptz", ["'2024-05-31 12:30+02'", "'2024-05-31 10:30Z'", "'2024-05-31 12:30:00.5+00'"],
     ("text", "ordered")),
    ("boolean", ["true", "false", "NULL"], ("text",)),
    ("uuid", ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "NULL"], ("text",)),
    ("text", ["'7'", "'007'", "' 7 '", "'10'", "NULL", "''"], ("text", "integer", "double")),
    ("varchar(20)", ["'2024-05-31'", "'2023-01-02'"], ("text", "ordered")),
    ("text", ["'1.5'", "'2'", "'1.50'"], ("ordered", "number")),
    ("text", ["E'a\\tb'", "E'a\\nb'", "'\\'", "'\\N'", "'ä'", "'Ä'", "'A'", "'a'"], ("text",)),
]  # fmt: skip


def counted_by(engine: PostgresEngine | DuckDBEngine, url: str, kind: str) -> Counted:
    with engine.open(engine.source(url), {"it": kind}) as snapshot:
        return snapshot.count()


def table_of(type_: str, values: list[str]) -> str:
    rows = ", ".join(f"({value})" for value in values)
    server().run(
        "DROP TABLE IF EXISTS public.typed",
        f"CREATE TABLE public.typed (it {type_})",
        f"INSERT INTO public.typed VALUES {rows}",
    )
    return server().url("public", "typed")


@pytest.mark.parametrize(("type_", "values", "kinds"), TYPED)
def test_values_are_counted_as_duckdb_counts_them(
    type_: str, values: list[str], kinds: tuple[str, ...]
) -> None:
    """DuckDB reads the same table, copied to it with its types."""
    url = table_of(type_, values)
    for kind in kinds:
        here, there = (counted_by(e, url, kind) for e in (DuckDBEngine(), PostgresEngine()))
        assert there.texts[0].tolist() == here.texts[0].tolist(), kind
        assert there.counts.tolist() == here.counts.tolist(), kind
        assert there.fingerprint == here.fingerprint, kind


@pytest.mark.parametrize(
    ("type_", "value", "words"),
    [
        ("double precision", "'NaN'", "finite numbers"),
        ("real", "'-Infinity'", "finite numbers"),
        ("numeric", "'NaN'", "finite numbers"),
        ("numeric", "'Infinity'", "finite numbers"),
        ("date", "'infinity'", "finite dates"),
        ("timestamp", "'-infinity'", "finite timestamps"),
        ("timestamptz", "'infinity'", "finite timestamps"),
        ("time", "'12:30'", "times of day"),
        ("interval", "'2 days'", "lengths of time"),
        ("text", "'x'", "not all numbers, dates or timestamps"),
    ],
)
def test_what_has_no_place_in_an_order_is_refused(type_: str, value: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        counted_by(PostgresEngine(), table_of(type_, [value, value]), "ordered")


def test_numbers_of_any_scale_are_told_by_their_values() -> None:
    url = table_of("numeric", ["1.0", "1.00", "10", "2"])
    found = counted_by(PostgresEngine(), url, "ordered")
    assert (found.texts[0].tolist(), found.counts.tolist()) == (["1", "2", "10"], [2, 1, 1])
    found = counted_by(PostgresEngine(), table_of("numeric", ["1.50", "10"]), "ordered")
    assert found.texts[0].tolist() == ["1.500000000000000000", "10.000000000000000000"]


def test_a_collation_that_takes_two_texts_for_one_does_not_merge_them() -> None:
    server().run(
        "CREATE COLLATION IF NOT EXISTS public.anyhow"
        " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
    )
    url = table_of("text COLLATE public.anyhow", ["'a'", "'A'", "'b'"])
    found = counted_by(PostgresEngine(), url, "text")
    assert found.texts[0].tolist() == ["A", "a", "b"]


def test_columns_may_be_called_anything(tmp_path: Path) -> None:
    names = ["k0", "c0", "class", 'a"b', "a.b", "m0", "select", "zip code", "é", "b"]
    fields = ", ".join('"{}" text'.format(name.replace('"', '""')) for name in names)
    server().run(
        "DROP TABLE IF EXISTS public.odd",
        f"CREATE TABLE public.odd ({fields})",
        f"INSERT INTO public.odd SELECT {', '.join(['n::text'] * len(names))}"
        " FROM generate_series(1, 3) n",
    )
    engine = PostgresEngine()
    given = engine.source(server().url("public", "odd"))
    assert given.columns == tuple(names)
    with engine.open(given, dict.fromkeys(names, "text")) as snapshot:
        assert snapshot.count().records == 3
        assert set(snapshot.dates(names)) == set()


@pytest.mark.parametrize(
    ("type_", "values", "distinct"),
    [
        ("smallint", ["1", "2", "1", "NULL"], 2),
        ("int", ["1", "2", "1"], 2),
        ("bigint", ["1", "2", "1"], 2),
        ("real", ["0.1", "0.5", "0.1"], 2),
        ("double precision", ["0.1", "'NaN'", "0.1"], 2),
        ("numeric", ["1.0", "1.00", "1.0"], 2),
        ("numeric(9,2)", ["1.0", "1.00", "2"], 2),
        ("varchar(3)", ["'a'", "'A'", "'a'", "NULL"], 2),
        ("date", ["'2024-05-31'", "'2024-06-01'", "'2024-06-01'"], 2),
        ("jsonb", ["'{}'", "'[]'", "'[]'"], 2),
        ("point", ["'(0,0)'", "'(0,1)'", "'(0,1)'"], 2),
        ("int[]", ["'{1}'", "'{2}'", "'{2}'"], 2),
    ],
)
def test_values_of_any_type_are_told_apart_by_a_number(
    type_: str, values: list[str], distinct: int
) -> None:
    url = table_of(type_, values)
    number = hashed("it", columns_at(url)[0])
    missing = "NULL" in values
    ((found,),) = server().run(f"SELECT count(DISTINCT {number}) FROM public.typed")
    assert found in ({distinct, distinct + 1} if missing else {distinct})


def columns_at(url: str) -> tuple[Column, ...]:
    with server().connect() as connection:
        return columns_of(connection, read_address(url))
