"""A release is there as a whole, or nothing of it is."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import psycopg
import pytest

import covey
from covey import CoveyError, InvalidInput, OutOfResources
from covey.engine.postgres import PostgresEngine, hidden, snapshot
from covey.engine.postgres.beside import MARK, refuse_taken, store
from covey.engine.postgres.recoding import Recoding
from covey.engine.protocol import ToTable
from covey.io.postgres.driver import connect
from tests.engine.postgres.people import RELEASE, Study
from tests.postgres import server

pytestmark = pytest.mark.xdist_group("postgres")


class Cut:
    """A connection that the server ends before a certain step."""

    def __init__(self, connection: Any, step: int) -> None:
        self.connection, self.left = connection, step
        ((self.number,),) = connection.execute("SELECT pg_backend_pid()").fetchall()

    def __getattr__(self, name: str) -> Any:
        if name in ("execute", "cursor"):
            if self.left == 0:
                server().run(f"SELECT pg_terminate_backend({self.number}, 5000)")
            self.left -= 1
        return getattr(self.connection, name)


@pytest.mark.parametrize(
    ("how", "every"), [({}, 1), ({"keep_combinations": True, "part_size": 60}, 7)]
)
def test_a_connection_that_is_cut_at_any_step_leaves_nothing(
    study: Study, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any], every: int
) -> None:
    before = study.run("SELECT * FROM SCHEMA.people ORDER BY 1")
    for step in range(0, 200, every):
        cut: list[Cut] = []
        monkeypatch.setattr(
            snapshot, "connect", lambda a, s=step, c=cut: c.append(Cut(connect(a), s)) or c[0]
        )
        try:
            study.anonymize(**how)
        except CoveyError as error:
            assert "the connection was lost" in str(error), step  # noqa: PT017
            assert study.tables == ["people"], step
            assert study.run("SELECT * FROM SCHEMA.people ORDER BY 1") == before
        else:
            assert cut[0].left >= 0
            break
    assert step > 20, "every statement of a release is a step"
    assert study.tables == ["people", *RELEASE]


def test_a_table_that_exists_is_not_touched(study: Study) -> None:
    study.run("CREATE TABLE SCHEMA.release AS SELECT 1 AS mine")
    for overwrite, words in ((False, "exists already"), (True, "not a release of covey")):
        with pytest.raises(InvalidInput, match=words):
            study.anonymize(overwrite=overwrite)
    assert study.run("SELECT mine FROM SCHEMA.release") == [(1,)]
    assert study.tables == ["people", "release"]


def test_a_former_release_is_replaced_if_that_is_asked(study: Study) -> None:
    study.anonymize()
    first = study.file("certificate.json")
    with pytest.raises(InvalidInput, match="exists already"):
        study.anonymize(k=10)
    assert study.file("certificate.json") == first
    study.anonymize(k=10, overwrite=True)
    assert '"k": 10' in study.file("certificate.json")
    assert study.tables == ["people", *RELEASE]


@pytest.mark.parametrize("name", RELEASE)
def test_a_table_that_took_the_place_of_a_released_one_is_not_replaced(
    study: Study, name: str
) -> None:
    study.anonymize()
    study.run(f"DROP TABLE SCHEMA.{name}")
    study.run(f"CREATE TABLE SCHEMA.{name} AS SELECT 1 AS mine")
    with pytest.raises(InvalidInput, match="not a release of covey"):
        study.anonymize(overwrite=True)
    assert study.run(f"SELECT mine FROM SCHEMA.{name}") == [(1,)]


def test_a_source_is_never_replaced_by_its_own_release(study: Study) -> None:
    """Even if it is a release itself."""
    study.anonymize()
    before = study.run("SELECT * FROM SCHEMA.release ORDER BY ctid")
    for out in ("release", "other"):
        given = study.url("release" if out == "release" else "other_cells")
        study.run("CREATE TABLE IF NOT EXISTS SCHEMA.other_cells AS SELECT * FROM SCHEMA.people")
        with pytest.raises(InvalidInput, match=r"never changes its input|not a release of covey"):
            covey.anonymize(
                given, k=5, quasi={"sex": covey.Labels()}, out=study.url(out), overwrite=True
            )
    assert study.run("SELECT * FROM SCHEMA.release ORDER BY ctid") == before


def test_a_release_that_others_are_made_of_is_not_replaced(study: Study) -> None:
    study.anonymize()
    study.run("CREATE VIEW SCHEMA.seen AS SELECT age FROM SCHEMA.release")
    first = study.file("certificate.json")
    with pytest.raises(InvalidInput, match="such as views"):
        study.anonymize(k=10, overwrite=True)
    assert study.file("certificate.json") == first
    assert study.tables == ["people", *RELEASE, "seen"]


def test_a_run_that_is_interrupted_leaves_nothing(study: Study) -> None:
    """Ctrl-C while the server is busy: it stops, and undoes what it did."""
    slow = "SELECT *, pg_sleep(0.05)::text AS slept FROM SCHEMA.people"
    study.run(f"CREATE VIEW SCHEMA.slow AS {slow}")
    how = ["anonymize", study.url("slow"), "-k", "5", "--label", "sex", "--drop", "slept"]
    run = subprocess.Popen(
        [sys.executable, "-m", "covey", *how, "-o", study.url("release")],
        stderr=subprocess.PIPE,
        text=True,
    )
    busy = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE application_name = 'covey' AND state = 'active' AND query LIKE '%slow%'"
    )
    while run.poll() is None and server().run(busy) == [(0,)]:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 130, said
    until = time.monotonic() + 30
    while server().run(busy) != [(0,)] and time.monotonic() < until:
        time.sleep(0.05)
    assert server().run(busy) == [(0,)]
    assert study.tables == ["people", "slow"]


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_table_that_appears_meanwhile_is_not_touched(
    study: Study, monkeypatch: pytest.MonkeyPatch, overwrite: bool
) -> None:
    def refused_and_made(connection: Any, target: Any) -> None:
        refuse_taken(connection, target)
        study.run("CREATE TABLE SCHEMA.release AS SELECT 1 AS mine")

    monkeypatch.setattr(hidden, "refuse_taken", refused_and_made)
    with pytest.raises(InvalidInput, match="exists already"):
        study.anonymize(overwrite=overwrite)
    assert study.run("SELECT mine FROM SCHEMA.release") == [(1,)]
    assert study.tables == ["people", "release"]


def test_a_transaction_in_which_something_failed_is_not_taken_for_a_release(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server answers COMMIT by ROLLBACK then, and says no error."""

    def stored_and_failed(connection: Any, *how: Any) -> None:
        store(connection, *how)
        with contextlib.suppress(psycopg.Error):
            connection.execute("SELECT 1 / 0")

    monkeypatch.setattr(hidden, "store", stored_and_failed)
    with pytest.raises(CoveyError, match="was not published"):
        study.anonymize()
    assert study.tables == ["people"]


def test_of_two_runs_at_once_one_publishes(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins when the first has written its rows, and waits for nothing."""
    found: list[str] = []
    reveal: Callable[[Any], Any] = hidden.PostgresHidden.reveal

    def meanwhile(self: Any) -> Any:
        def second() -> None:
            try:
                study.anonymize(receipts="second.jsonl")
            except CoveyError as error:
                found.append(str(error))

        monkeypatch.setattr(hidden.PostgresHidden, "reveal", reveal)
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        return reveal(self)

    monkeypatch.setattr(hidden.PostgresHidden, "reveal", meanwhile)
    study.anonymize()
    assert len(found) == 1
    assert "Another run is publishing" in found[0]
    assert study.tables == ["people", *RELEASE]


def test_a_recount_that_differs_publishes_nothing(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Recoding.query

    def without_some(self: Any, *given: Any) -> str:
        return f"SELECT * FROM ({write(self, *given)}) q WHERE sex <> 'f'"

    monkeypatch.setattr(Recoding, "query", without_some)
    with pytest.raises(CoveyError, match=r"were to be published|counted again"):
        study.anonymize()
    assert study.tables == ["people"]


def test_the_order_of_the_rows_says_nothing(study: Study) -> None:
    """By ctid, the place of a row in its file, which nobody else can hide."""
    study.anonymize(drop=[])
    found = study.run("SELECT name FROM SCHEMA.release ORDER BY ctid")
    study.run("CREATE TABLE SCHEMA.turned AS SELECT * FROM SCHEMA.people ORDER BY ctid DESC")
    study.run("DROP TABLE SCHEMA.people")
    study.run("ALTER TABLE SCHEMA.turned RENAME TO people")
    study.anonymize(drop=[], overwrite=True)
    assert study.run("SELECT name FROM SCHEMA.release ORDER BY ctid") == found
    numbers = [int(name.split()[1]) for (name,) in found]
    assert sorted(numbers) == list(range(1, 201))
    rising = sum(b > a for a, b in pairwise(numbers))
    assert 70 < rising < 130


@pytest.mark.parametrize("command", ["CREATE TABLE AS", "ALTER TABLE", "COMMENT"])
def test_a_disk_that_is_full_in_the_middle_leaves_nothing(study: Study, command: str) -> None:
    """The server says so while rows are written, while they get their name, and at the end."""
    before = study.run("SELECT * FROM SCHEMA.people ORDER BY 1")
    server().run(
        "CREATE FUNCTION public.full_disk() RETURNS event_trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE SQLSTATE '53100'; END $$",
        "CREATE EVENT TRIGGER full_disk ON ddl_command_end"
        f" WHEN TAG IN ('{command}') EXECUTE FUNCTION public.full_disk()",
    )
    try:
        with pytest.raises(OutOfResources, match="cannot be written"):
            study.anonymize()
    finally:
        server().run("DROP EVENT TRIGGER full_disk", "DROP FUNCTION public.full_disk()")
    assert study.tables == ["people"]
    assert study.run("SELECT * FROM SCHEMA.people ORDER BY 1") == before
    study.anonymize()
    assert study.tables == ["people", *RELEASE]


def test_names_that_are_too_long_are_refused(study: Study) -> None:
    with pytest.raises(InvalidInput, match="too long"):
        study.anonymize(out=study.url("r" * 60))


def test_tables_say_what_they_are(study: Study) -> None:
    study.anonymize()
    found = {
        name: study.run(f"SELECT obj_description('SCHEMA.{name}'::regclass)")[0][0]
        for name in RELEASE
    }
    assert "release_certificate" in found["release"]
    assert all(words.startswith(MARK) for words in found.values())
    lines = study.file("codebook.csv").count("\n") - 1
    assert study.run("SELECT count(*) FROM SCHEMA.release_codebook") == [(lines,)]


def test_a_name_of_another_engine_is_no_table_here() -> None:
    class Elsewhere(NamedTuple):
        name: str

    with pytest.raises(InvalidInput, match=r"lake\.people is no table on a PostgreSQL server"):
        PostgresEngine().check_target(ToTable(Elsewhere("lake.people")))
