"""How the server joins what stays on it."""

from __future__ import annotations

import pytest

from covey.engine.postgres import PostgresEngine
from covey.engine.postgres.keeping import PostgresKeepingSnapshot
from tests.engine.postgres.people import Study

pytestmark = pytest.mark.xdist_group("postgres")


def test_combinations_meet_classes_by_all_columns_at_once(study: Study) -> None:
    """The server expects few rows where there are all combinations: it joined by some columns
    first, and read all classes for each row, which took the square of the table's time."""
    study.run(
        "INSERT INTO SCHEMA.people"
        " SELECT 'e' || n % 11, n % 70, 'd' || n % 3, 'x' || n % 67 FROM generate_series(1, 9000) n"
    )
    kinds = {"name": "text", "age": "ordered", "sex": "text", "diagnosis": "text"}
    engine = PostgresEngine()
    with engine.open_keeping(engine.source(study.url()), kinds) as snapshot:
        assert isinstance(snapshot, PostgresKeepingSnapshot)
        run = snapshot.connection.execute
        run(
            "INSERT INTO pg_temp.covey_placed"
            " SELECT r0, r1, r2, r3, row_number() OVER () / 5 FROM pg_temp.covey_coded"
        )
        run(
            "CREATE TEMPORARY TABLE covey_texts AS"
            " SELECT DISTINCT class, 'any' AS p0 FROM pg_temp.covey_placed"
        )
        run("ANALYZE pg_temp.covey_texts")
        groups = snapshot.kept.groups("pg_temp.covey_texts")
        plan = [line for (line,) in run(f"EXPLAIN SELECT p.class, p.p0 FROM {groups}")]
        # Combinations and classes meet by all columns at once.
        joins = [line for line in plan if "Cond:" in line]
        assert [line for line in joins if all(f".r{at})" in line for at in range(4))]
        assert not [line for line in plan if "Nested Loop" in line]
        ((rows,),) = run(f"SELECT count(*) FROM {groups}")
        assert list(run("SELECT count(*) FROM pg_temp.covey_grouped")) == [(rows,)]
