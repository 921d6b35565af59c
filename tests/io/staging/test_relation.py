"""A relation goes to a file and back, in its owner's connection."""

from __future__ import annotations

from pathlib import Path

import duckdb

from covey.io.inputs import open_input
from covey.io.inputs.relation import RelationInput
from covey.io.reading import connect
from covey.io.staging.relation import forget, new_name, rebuilt, stage_relation


def test_every_type_and_the_order_are_kept_and_nothing_stays_attached(tmp_path: Path) -> None:
    with duckdb.connect() as owner:
        owner.execute("CREATE TABLE mine AS SELECT range AS n, [range] AS list FROM range(3)")
        given = open_input(owner.sql("SELECT * FROM mine ORDER BY n DESC"))
        assert isinstance(given, RelationInput)
        with connect() as connection:
            staging = stage_relation(given, connection, tmp_path, ())
            query = f"SELECT c0, c1 FROM {staging.scan} ORDER BY {staging.row}"
            assert connection.execute(query).fetchall() == [(2, [2]), (1, [1]), (0, [0])]
        attached = owner.execute("SELECT database_name FROM duckdb_databases()").fetchall()
        assert {name for (name,) in attached} == {"memory", "system", "temp"}


def test_what_comes_back_is_a_relation_until_it_is_forgotten(tmp_path: Path) -> None:
    file = tmp_path / "out.duckdb"
    with duckdb.connect(str(file)) as made:
        made.execute("CREATE TABLE published AS SELECT 'x' AS a")
    with duckdb.connect() as owner:
        given = open_input(owner.sql("SELECT 1 AS a"))
        assert isinstance(given, RelationInput)
        name = new_name()
        assert name != new_name()
        assert rebuilt(given, file, "published", name).fetchall() == [("x",)]
        forget(given, name)
        forget(given, name)  # again, as after a run that did not get so far
        assert owner.execute("SHOW TABLES").fetchall() == []
