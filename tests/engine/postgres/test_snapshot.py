"""One transaction sees one table, all of it, and asks for no more rights than it needs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from covey import InvalidInput
from covey.engine.postgres import PostgresEngine
from covey.engine.postgres import snapshot as module
from covey.engine.postgres.counting import count_rows
from covey.engine.postgres.snapshot import PostgresSnapshot
from covey.io.inputs.postgres import PostgresInput, open_postgres
from tests.engine.postgres.people import RELEASE, Study
from tests.postgres import SECRET, SECRET_IN_URL, server

pytestmark = pytest.mark.xdist_group("postgres")


def opened(study: Study) -> PostgresSnapshot:
    engine = PostgresEngine()
    found = engine.open(engine.source(study.url()), {"age": "ordered"})
    assert isinstance(found, PostgresSnapshot)
    return found


def test_nobody_empties_the_table_meanwhile(study: Study) -> None:
    import psycopg

    with opened(study) as snapshot:
        with pytest.raises(psycopg.errors.LockNotAvailable):
            server().run("SET lock_timeout = '50ms'", f"TRUNCATE {study.schema}.people")
        study.run("DELETE FROM SCHEMA.people")
        assert snapshot.count().records == 200
        assert snapshot.distinct(["name"]) == {"name": 1.0}
    assert study.run("SELECT count(*) FROM SCHEMA.people") == [(0,)]


def test_rows_that_come_between_count_and_apply_are_not_published(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted_and_changed(*given: Any) -> Any:
        found = count_rows(*given)
        study.run("INSERT INTO SCHEMA.people VALUES ('Eve', 17, 'f', 'rare')")
        study.run("UPDATE SCHEMA.people SET age = 99")
        return found

    monkeypatch.setattr(module, "count_rows", counted_and_changed)
    study.anonymize()
    assert study.run("SELECT count(*) FROM SCHEMA.release") == [(200,)]
    assert study.run("SELECT count(*) FROM SCHEMA.release WHERE diagnosis = 'rare'") == [(0,)]


def test_other_columns_since_it_was_looked_at_are_refused(study: Study) -> None:
    given = open_postgres(study.url())
    study.run("ALTER TABLE SCHEMA.people ADD COLUMN more int")
    with pytest.raises(InvalidInput, match="other columns"):
        PostgresSnapshot(given, {"age": "ordered"})


def test_hidden_rows_are_an_error_and_no_silent_loss(study: Study) -> None:
    with reader(study):
        study.run("ALTER TABLE SCHEMA.people ENABLE ROW LEVEL SECURITY")
        study.run("CREATE POLICY own ON SCHEMA.people USING (sex = 'f')")
        with pytest.raises(InvalidInput, match="has not the right") as raised:
            study.anonymize("reader", SECRET_IN_URL)
    assert "Row-level security" in raised.value.hint
    assert study.tables == ["people"]


class reader:  # noqa: N801
    """A user who may read the table and make others beside it, and nothing else."""

    def __init__(self, study: Study, *without: str) -> None:
        self.study, self.without = study, without

    def __enter__(self) -> None:
        schema = self.study.schema
        rights = {
            "SELECT": f"GRANT SELECT ON {schema}.people TO reader",
            "CREATE": f"GRANT CREATE ON SCHEMA {schema} TO reader",
            "USAGE": f"GRANT USAGE ON SCHEMA {schema} TO reader",
        }
        given = [right for name, right in rights.items() if name not in self.without]
        server().run(
            f"CREATE ROLE reader LOGIN PASSWORD '{SECRET}'",
            "REVOKE TEMP ON DATABASE postgres FROM PUBLIC",
            *given,
        )

    def __exit__(self, *raised: object) -> None:
        server().run("GRANT TEMP ON DATABASE postgres TO PUBLIC")
        server().run("DROP OWNED BY reader CASCADE", "DROP ROLE reader")


def test_reading_the_source_and_making_tables_are_all_rights_that_are_needed(study: Study) -> None:
    with reader(study):
        study.anonymize("reader", SECRET_IN_URL)
        assert study.tables == ["people", *RELEASE]


@pytest.mark.parametrize("right", ["SELECT", "CREATE", "USAGE"])
def test_a_missing_right_is_named(study: Study, right: str) -> None:
    with reader(study, right):
        with pytest.raises(InvalidInput, match=right) as raised:
            study.anonymize("reader", SECRET_IN_URL)
        assert f"GRANT {right} ON " in raised.value.hint
        assert ("ON SCHEMA" in raised.value.hint) == (right != "SELECT")
        assert SECRET not in str(raised.value)
        assert study.tables == ["people"]


def test_identifiers_are_known_beyond_the_first_rows(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first 50 names are distinct; the diagnoses come again."""
    monkeypatch.setattr(module, "FIRST_ROWS", 50)
    monkeypatch.setattr(module, "ONE_IN", 2)
    study.run("INSERT INTO SCHEMA.people SELECT 'Ann', 30, 'f', 'flu' FROM generate_series(1, 800)")
    with opened(study) as snapshot:
        found = snapshot.distinct(["name", "diagnosis"])
    assert 0.1 < found["name"] < 0.3
    assert found["diagnosis"] < 0.2


def test_some_rows_come_from_everywhere_in_a_table_and_in_a_view(study: Study) -> None:
    """Of 2,000 rows in two halves about 100: some of each half, and the same ones once more."""
    study.run("DELETE FROM SCHEMA.people")
    study.run(
        "INSERT INTO SCHEMA.people SELECT 'Ann', 30, CASE WHEN n <= 1000 THEN 'f' ELSE 'm' END,"
        " 'flu' FROM generate_series(1, 2000) n"
    )
    study.run("CREATE VIEW SCHEMA.some AS SELECT * FROM SCHEMA.people")
    for table in ("people", "some"):
        with PostgresSnapshot(open_postgres(study.url(table)), {"sex": "text"}) as snapshot:
            sex, name = snapshot.sample(["sex", "name"], 100)
            again, _ = snapshot.sample(["sex", "name"], 100)
            assert sex.tolist() == again.tolist(), table
            assert np.bincount(sex).min() >= 20, table
            assert 60 <= len(sex) <= 160, table
            assert not name.any()
            assert len(snapshot.sample(["sex"], 2000)[0]) == 2000


def test_a_view_is_a_table_too(study: Study) -> None:
    study.run("CREATE VIEW SCHEMA.some AS SELECT * FROM SCHEMA.people WHERE age < 50")
    given = open_postgres(study.url("some"))
    assert isinstance(given, PostgresInput)
    with PostgresSnapshot(given, {"sex": "text"}) as snapshot:
        ((records,),) = study.run("SELECT count(*) FROM SCHEMA.some")
        assert snapshot.count().records == records
