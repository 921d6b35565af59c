"""Tables on a server in one transaction, which changes nothing there."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.io.inputs.postgres import open_postgres
from covey.verification.in_postgres import OnServer, on_server
from covey.verification.opening import table_there
from tests.engine.postgres.people import made
from tests.postgres import SECRET, SECRET_IN_URL, server

pytestmark = pytest.mark.xdist_group("postgres")


def test_a_table_that_got_other_columns_is_refused() -> None:
    with made() as study:
        given = open_postgres(study.url())
        study.run("ALTER TABLE SCHEMA.people ADD more text")
        with pytest.raises(InvalidInput, match="got other columns"), on_server([given]):
            pass


def test_both_are_seen_as_they_were_at_one_moment() -> None:
    with made() as study:
        given = open_postgres(study.url())
        with on_server([given]) as (place,):
            study.run("DELETE FROM SCHEMA.people")
            assert place.rows == 200


def test_who_may_only_read_verifies_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without the right to make a table, not even a temporary one."""
    monkeypatch.chdir(tmp_path)
    with made() as study:
        study.anonymize()
        user = f"reader_{study.schema}"
        server().run(
            f"CREATE ROLE {user} LOGIN PASSWORD '{SECRET}'",
            f"GRANT USAGE ON SCHEMA {study.schema} TO {user}",
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {study.schema} TO {user}",
            "REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC",
        )
        try:
            found = covey.verify(
                study.url("release", user, SECRET_IN_URL), study.url("people", user, SECRET_IN_URL)
            )
            assert found.holds, found
        finally:
            server().run(
                "GRANT TEMPORARY ON DATABASE postgres TO PUBLIC",
                f"DROP OWNED BY {user}",
                f"DROP ROLE {user}",
            )


def test_numbers_are_one_person_however_they_are_written() -> None:
    with made() as study:
        study.run("ALTER TABLE SCHEMA.people ADD number numeric, ADD code varchar")
        given = open_postgres(study.url())
        with on_server([given]) as (place,):
            assert isinstance(place, OnServer)
            same = [place.holder(given.columns.index(name)) for name in ("number", "code")]
    assert [each[0] for each in same] == ["c", "t"]


def test_texts_that_are_alike_for_a_collation_are_not() -> None:
    with made(9) as study:
        study.run(
            "CREATE COLLATION SCHEMA.loose"
            " (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
        )
        study.run("ALTER TABLE SCHEMA.people ADD town text COLLATE SCHEMA.loose")
        study.run(
            "UPDATE SCHEMA.people SET town = CASE WHEN name < 'Name 5' THEN 'ab' ELSE 'AB' END"
        )
        given = open_postgres(study.url())
        with on_server([given]) as places, table_there(places[0], given) as table:
            counted = table.count({"town": "text"})
            assert list(counted.values[0]) == ["AB", "ab"]
            assert table.dates(["town"]) == ()
            assert table.shares(["town"]) == {"town": 2 / 9}
            assert table.spellings("town") == (2, 1)
