"""PostgreSQL's types, counted to the same texts as DuckDB counts its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey import InvalidInput
from covey.engine.duckdb import DuckDBEngine
from covey.engine.postgres import PostgresEngine
from covey.engine.postgres.dialect import hashed, mixed
from covey.engine.protocol import Counted, Generalization, ToTable
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


UNLIKE = [
    ("smallint", ["1", "2", "NULL"]),
    ("int", ["0", "-1", "2147483647", "NULL"]),
    # The server's own hash takes these for one number: both halves of them are mixed there.
    ("bigint", ["1", "4294967296", "-2", "0", "NULL"]),
    ("real", ["0", "'-0'", "0.1", "'NaN'", "NULL"]),
    ("double precision", ["0", "'-0'", "1e300", "'Infinity'", "NULL"]),
    ("numeric", ["1.0", "1.00", "NULL"]),
    ("numeric(9,2)", ["1.0", "1.01", "NULL"]),
    ("varchar(3)", ["'a'", "'A'", "''", "'a '", "NULL"]),
    ("boolean", ["true", "false", "NULL"]),
    ("date", ["'2000-01-01'", "'2000-01-02'", "'infinity'", "NULL"]),
    ("timestamp", ["'2000-01-01 00:00:00.000001'", "'2000-01-01 01:11:34.967296'", "NULL"]),
    ("timestamptz", ["'2000-01-01 00:00:00.000001Z'", "'2000-01-01 01:11:34.967296Z'", "NULL"]),
    ("time", ["'00:00:00.000001'", "'01:11:34.967296'", "NULL"]),
    ("uuid", ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "NULL"]),
    ("jsonb", ["'{}'", "'[]'", "NULL"]),
    ("int[]", ["'{1}'", "'{2}'", "NULL"]),
]


@pytest.mark.parametrize(("type_", "values"), UNLIKE)
def test_rows_that_are_not_alike_have_places_of_their_own(type_: str, values: list[str]) -> None:
    """Rows with one number would lie in the order of the table."""
    column = columns_at(table_of(type_, values * 2))[0]
    once, twice, other = (
        mixed(fields, key)
        for fields, key in (
            ([("it", column)], "7" * 64),
            ([("it", column), ("it", column)], "7" * 64),
            ([("it", column)], "8" * 64),
        )
    )
    for number in (once, twice):
        ((found, missing),) = server().run(
            f"SELECT count(DISTINCT {number}), count(*) - count({number}) FROM public.typed"
        )
        assert (found, missing) == (len(values), 0)
    ((same,),) = server().run(
        f"SELECT count(*) FILTER (WHERE {once} = {other}) FROM public.typed WHERE it IS NOT NULL"
    )
    assert same == 0, "the key gives the order"


@pytest.mark.parametrize(
    ("type_", "kind", "values"),
    [
        ("text", "text", ["''", "'?'", "'??'", "'?????'", "NULL"]),
        ("text", "ordered", ["'1'", "'2'", "' '", "NULL"]),
        ("bigint", "ordered", ["0", "1", "2", "4", "NULL"]),
        ("date", "ordered", ["'2000-01-01'", "'2000-01-02'", "NULL"]),
        ("numeric(9,2)", "ordered", ["0", "1.5", "NULL"]),
        ("double precision", "ordered", ["0", "'-0'", "NULL"]),
        ("timestamp", "ordered", ["'2000-01-01'", "'2000-01-02'", "NULL"]),
    ],
)
def test_a_missing_value_has_a_class_that_no_value_has(
    type_: str, kind: str, values: list[str]
) -> None:
    """Whatever stands for it in the join: every record gets the text of its own value."""
    url = table_of(f"{type_}, of text", [f"{v}, $${v}$$" for v in values])
    server().run("DROP TABLE IF EXISTS public.untyped")
    engine = PostgresEngine()
    with engine.open(engine.source(url), {"it": kind}) as snapshot:
        counted = snapshot.count()
        texts = [repr(text) for text in counted.texts[0].tolist()]
        generalization = Generalization(np.arange(len(texts)), {"it": texts})
        target = ToTable(read_address(server().url("public", "untyped")))
        with snapshot.recode(generalization, target, order="7" * 64) as hidden:
            hidden.reveal()
    found = server().run("SELECT it, count(*) FROM public.untyped GROUP BY 1")
    assert dict(found) == dict(zip(texts, counted.counts.tolist(), strict=True))
    ((missing,),) = server().run("SELECT it FROM public.untyped WHERE of = 'NULL'")
    assert missing == "None"
    server().run("DROP TABLE public.untyped")


def columns_at(url: str) -> tuple[Column, ...]:
    with server().connect() as connection:
        return columns_of(connection, read_address(url))
