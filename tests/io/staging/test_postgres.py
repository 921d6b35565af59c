"""A table on a server, copied with its types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from covey.io.inputs import open_input
from covey.io.staging import rows as by_rows
from covey.io.staging import stage
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")

FIELDS = {
    "a": ("int2", "7"), "b": ("int8", "-5"), "c": ("float4", "0.1"), "d": ("float8", "1e16"),
    "e": ("numeric(9,2)", "1.5"), "f": ("numeric", "1.50"), "g": ("text", "E'x,\"y\"\\n'"),
    "h": ("text", "''"), "i": ("text", "NULL"), "j": ("date", "'0044-03-15 BC'"),
    "k": ("timestamp", "'0044-03-15 10:00 BC'"), "l": ("timestamptz", "'2024-05-31 12:00+02'"),
    "m": ("bool", "true"), "n": ("jsonb", "'{\"x\": 1}'"), "o": ("date", "'infinity'"),
    "p": ("float8", "'NaN'"), "q": ("time", "'12:30'"),
}  # fmt: skip
EXPECTED = [
    ("SMALLINT", "7"), ("BIGINT", "-5"), ("FLOAT", "0.1"), ("DOUBLE", "1e+16"),
    ("DECIMAL(9,2)", "1.50"), ("VARCHAR", "1.50"), ("VARCHAR", 'x,"y"\n'), ("VARCHAR", ""),
    ("VARCHAR", None), ("DATE", "0044-03-15 (BC)"), ("TIMESTAMP", "0044-03-15 (BC) 10:00:00"),
    ("TIMESTAMP WITH TIME ZONE", "2024-05-31 10:00:00+00"), ("BOOLEAN", "true"),
    ("VARCHAR", '{"x": 1}'), ("DATE", "infinity"), ("DOUBLE", "nan"), ("TIME", "12:30:00"),
]  # fmt: skip


def test_values_keep_their_types(tmp_path: Path) -> None:
    fields = ", ".join(f"{name} {type_}" for name, (type_, _) in FIELDS.items())
    values = ", ".join(value for _, value in FIELDS.values())
    server().run(
        "DROP TABLE IF EXISTS public.staged",
        f"CREATE TABLE public.staged ({fields})",
        f"INSERT INTO public.staged VALUES ({values})",
    )
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        given = open_input(server().url("public", "staged"))
        staging = stage(given, connection, tmp_path, ())
        types = [row[1] for row in connection.execute(f"DESCRIBE {staging.scan}").fetchall()]
        texts = ", ".join(f"CAST(c{at} AS VARCHAR)" for at in range(len(FIELDS)))
        ((*found,),) = connection.execute(f"SELECT {texts} FROM {staging.scan}").fetchall()
    assert list(zip(types, found, strict=True)) == EXPECTED
    assert not list(tmp_path.iterdir())


def test_the_fingerprint_is_that_of_the_rows_in_any_order(tmp_path: Path) -> None:
    seen = []
    for rows in ("(1, 'a'), (2, NULL)", "(2, NULL), (1, 'a')", "(1, 'a'), (2, '')"):
        server().run(
            "DROP TABLE IF EXISTS public.seen",
            "CREATE TABLE public.seen (a int, b text)",
            f"INSERT INTO public.seen VALUES {rows}",
        )
        with duckdb.connect() as connection:
            given = open_input(server().url("public", "seen"))
            seen.append(stage(given, connection, tmp_path, ()).fingerprint)
    assert seen[0] == seen[1] != seen[2]


@pytest.mark.parametrize("types", [["bool"], ["int4"], ["int2", "bool"], ["int8"], ["date"]])
def test_a_table_of_few_short_columns_has_a_fingerprint(tmp_path: Path, types: list[str]) -> None:
    fields = ", ".join(f"c{at} {type_}" for at, type_ in enumerate(types))
    server().run("DROP TABLE IF EXISTS public.short", f"CREATE TABLE public.short ({fields})")
    server().run("INSERT INTO public.short DEFAULT VALUES")
    with duckdb.connect() as connection:
        given = open_input(server().url("public", "short"))
        assert stage(given, connection, tmp_path, ()).fingerprint.startswith("sha256 of")


def test_the_fingerprint_of_a_long_table_needs_little_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server().run(
        "DROP TABLE IF EXISTS public.long",
        "CREATE TABLE public.long AS SELECT n FROM generate_series(1, 400000) n",
    )
    given = open_input(server().url("public", "long"))
    seen = []
    # All digests in one text are 26 MB, of which DuckDB would need several copies.
    for memory, batch in (("2GB", 1_000_000), ("80MB", 7_000)):
        monkeypatch.setattr(by_rows, "BATCH", batch)
        settings: dict[str, Any] = {
            "memory_limit": memory,
            "temp_directory": str(tmp_path / "spilled"),
        }
        with duckdb.connect(config=settings) as connection:
            seen.append(stage(given, connection, tmp_path, ()).fingerprint)
    assert seen[0] == seen[1]
