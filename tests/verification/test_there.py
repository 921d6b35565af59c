"""What comes here of a table that stays where it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.io.inputs.postgres import open_postgres
from covey.verification.in_postgres import OnServer, on_server
from covey.verification.opening import table_there
from covey.verification.recount import opened
from covey.verification.there import TableThere
from tests.engine.postgres.people import Study, made
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Study]:
    monkeypatch.chdir(tmp_path)
    with made() as study:
        yield study


@pytest.fixture
def came(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """All rows that came from the server."""
    found: list[tuple[Any, ...]] = []
    ask, bring = OnServer.ask, OnServer.bring

    def asked(self: OnServer, query: str) -> list[tuple[Any, ...]]:
        rows = ask(self, query)
        found.extend(rows)
        return rows

    def brought(self: OnServer, query: str, here: Any, table: str, *how: Any) -> None:
        bring(self, query, here, table, *how)
        found.extend(here.execute(f"SELECT * FROM {table}").fetchall())

    monkeypatch.setattr(OnServer, "ask", asked)
    monkeypatch.setattr(OnServer, "bring", brought)
    return found


def test_no_rows_come_here(study: Study, came: list[tuple[Any, ...]]) -> None:
    study.run("ALTER TABLE SCHEMA.people ADD note text")
    study.run("UPDATE SCHEMA.people SET note = 'note of ' || name")
    study.anonymize(person="name", drop=[], sensitive={"diagnosis": {"l": 2}})
    log = server().folder / "log"
    before = log.stat().st_size
    found = covey.verify(study.url("release"), study.url())
    assert found.holds, found
    with log.open("rb") as file:
        file.seek(before)
        lines = file.read().decode().splitlines()
    tables = [f'FROM "{study.schema}"."{name}"' for name in ("people", "release")]
    asked = [line for line in lines if any(table in line for table in tables)]
    assert len(asked) > 5
    # Every statement counts, or numbers what it samples.
    assert all("count(" in line or "dense_rank()" in line for line in asked), asked
    # The log has all statements and their parameters.
    shown = ("Name", "note of", "'d3'", ",d3", ",f)", ",m)")
    assert not [line for line in lines if any(value in line for value in shown)]
    values = {value for row in came for value in row if isinstance(value, str)}
    assert "d3" in values, "a sensitive value, with its count"
    assert not [value for value in values if "Name" in value or "note" in value]


def test_it_is_as_in_a_copy(study: Study) -> None:
    study.run("ALTER TABLE SCHEMA.people ADD born date, ADD seen text")
    study.run("UPDATE SCHEMA.people SET born = date '1950-01-01' + age, seen = '1950-01-01'")
    study.run("UPDATE SCHEMA.people SET name = ' name 1 ' WHERE name = 'Name 2'")
    study.run("UPDATE SCHEMA.people SET name = NULL WHERE age = 30")
    given = open_postgres(study.url())
    columns = list(given.columns)
    kinds = {"age": "integer", "sex": "text", "born": "date"}
    with opened(given) as copy, on_server([given]) as places, table_there(places[0], given) as own:
        assert isinstance(own, TableThere)
        counted, expected = own.count(kinds), copy.count(kinds)
        assert [list(each) for each in counted.texts] == [list(each) for each in expected.texts]
        assert counted.counts.tolist() == expected.counts.tolist()
        assert own.sizes(["sex", "age"]) == copy.sizes(["sex", "age"])
        assert (own.rows, own.types) == (copy.rows, copy.types)
        assert own.spellings("name") == copy.spellings("name") == (197, 196)
        assert own.dates(columns) == copy.dates(columns) == ("born", "seen")
        shares = own.shares(columns)
        assert shares == pytest.approx(copy.shares(columns), abs=0.05)
        assert own.shares([]) == {}
        # Numbers may be others, and say of the same rows that they are alike.
        ours, theirs = own.sample(["age", "name"], 1000), copy.sample(["age", "name"], 1000)
        assert [len(set(each.tolist())) for each in ours] == [
            len(set(each.tolist())) for each in theirs
        ]
        assert 20 < len(own.sample(["age"], 50)[0]) < 90


def test_values_are_looked_at_in_all_rows_by_their_hash(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    from covey.verification import there

    monkeypatch.setattr(there, "FIRST_ROWS", 50)
    monkeypatch.setattr(there, "ONE_IN", 1)
    given = open_postgres(study.url())
    with on_server([given]) as places, table_there(places[0], given) as own:
        assert own.shares(["name", "sex"]) == {"name": 1.0, "sex": 2 / 50}


def test_floats_are_what_was_counted(study: Study) -> None:
    """A short float is the double that it is, and zero is one number."""
    study.run("ALTER TABLE SCHEMA.people ADD score float4, ADD z float8")
    study.run(
        "UPDATE SCHEMA.people SET score = age * 1.1,"
        " z = CASE WHEN sex = 'f' THEN '-0'::float8 WHEN age % 2 = 0 THEN 0 END"
    )
    quasi = {"score": covey.Ordered(), "sex": covey.Labels()}
    study.anonymize(quasi=quasi)
    found = covey.verify(study.url("release"), study.url())
    assert found.holds, found
