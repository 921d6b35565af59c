"""A connection to a server that is cut at any step of any command."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from covey.core.temporary import process_folder
from tests.conftest import Covey
from tests.engine.postgres.people import Study, made
from tests.postgres import SECRET, SECRET_IN_URL, server

pytestmark = pytest.mark.xdist_group("postgres")

real = psycopg.connect
VALUES = ("Name 1", "d3", SECRET, SECRET_IN_URL, "Traceback")
"""What no message may hold: values of records, and a password."""


@dataclass
class Steps:
    """Connections and statements of a command; before ``last`` the server ends the connection, or
    takes none."""

    last: int
    done: int = 0
    numbers: list[int] = field(default_factory=list)

    def connect(self, *given: Any, **how: Any) -> Any:
        if self.is_last():
            raise psycopg.OperationalError("connection refused")
        connection = real(*given, **how)
        return Watched(self, connection, connection.info.backend_pid)

    def is_last(self) -> bool:
        self.done += 1
        return self.done == self.last + 1


@dataclass
class Watched:
    steps: Steps
    connection: Any
    number: int

    def __getattr__(self, name: str) -> Any:
        if name in ("execute", "cursor") and self.steps.is_last():
            with real(server().url("", "").partition("#")[0], autocommit=True) as other:
                other.execute(f"SELECT pg_terminate_backend({self.number}, 5000)")
        return getattr(self.connection, name)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """A table and its release, of a user who logs in with a password."""
    with pytest.MonkeyPatch.context() as patch, made(40) as study:
        patch.chdir(tmp_path_factory.mktemp("receipts"))
        user = f"cut_{study.schema}"
        study.anonymize(sensitive={"diagnosis": {"l": 2}})
        server().run(
            f"CREATE ROLE {user} LOGIN PASSWORD '{SECRET}'",
            f"GRANT ALL ON SCHEMA {study.schema} TO {user}",
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {study.schema} TO {user}",
        )
        yield study
        server().run(f"DROP OWNED BY {user}", f"DROP ROLE {user}")


def commands(study: Study) -> dict[str, tuple[Any, ...]]:
    def url(table: str) -> str:
        return study.url(table, f"cut_{study.schema}", SECRET_IN_URL)

    people, release = url("people"), url("release")
    asked = ("--ordered", "age", "-k", 5)
    return {
        "verify": ("verify", release),
        "verify --against": ("verify", release, "--against", people),
        "apply": ("apply", release, people, "-o", url("more"), "--unknown", "suppress"),
        "apply to a folder": ("apply", release, people, "-o", "out"),
        "check": ("check", people, "--quasi", "age,sex"),
        "explore": ("explore", people, *asked, "--recoding", "local"),
        "anonymize to a folder": ("anonymize", people, *asked, "--drop", "name", "-o", "out"),
        "risk": ("risk", people, "--quasi", "age,sex"),
        "look": ("look", people),
        "suggest": ("suggest", people),
    }


NAMES = tuple(commands(Study("")))


@pytest.mark.parametrize("name", NAMES)
def test_it_is_an_error_in_words_and_leaves_nothing(
    study: Study, covey: Covey, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = commands(study)[name]
    private, here = tmp_path / "private", tmp_path / "here"
    private.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    process_folder()
    before, left = there(study), set(private.iterdir())
    for last in range(300):
        steps = Steps(last)
        with monkeypatch.context() as patch:
            patch.setattr(psycopg, "connect", steps.connect)
            done = covey(*command)
        assert set(private.iterdir()) == left, last
        if steps.done <= last:
            break
        assert (done.code, done.out) == (2, ""), (last, done)
        assert "the connection was lost" in done.err or "no connection" in done.err, (last, done)
        assert not [value for value in VALUES if value in done.err], (last, done)
        assert there(study) == before, last
        assert list(here.iterdir()) == [], last
    assert done.code in (0, 3), done
    assert last > 5, "every connection and every statement is a step"
    drop_more(study)


def there(study: Study) -> list[Any]:
    """What is on the server: tables, rows, and connections of covey."""
    rows = "SELECT * FROM SCHEMA.{} t ORDER BY t::text"
    open_ = "SELECT pid FROM pg_stat_activity WHERE application_name = 'covey'"
    tables = study.tables
    return [
        tables,
        study.run(rows.format("people")),
        study.run(rows.format("release")),
        study.run(open_),
    ]


def drop_more(study: Study) -> None:
    more = [table for table in study.tables if table.startswith("more")]
    for table in more:
        study.run(f"DROP TABLE SCHEMA.{table}")
