"""What the server and libpq say, without what nobody is to see."""

from __future__ import annotations

import sys

import pytest

from covey import InvalidInput
from covey.core.errors import OutOfResources
from covey.io.postgres.address import read_address
from covey.io.postgres.driver import SETTINGS, asking, begin, connect
from tests.postgres import SECRET, SECRET_IN_URL, free_port, server

pytestmark = pytest.mark.xdist_group("postgres")


def test_a_wrong_password_is_not_shown() -> None:
    url = server().url("public", "people", "nobody", SECRET_IN_URL)
    with pytest.raises(InvalidInput, match="no connection could be made") as raised:
        connect(read_address(url))
    assert SECRET not in str(raised.value)
    assert "PGPASSFILE" in raised.value.hint


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    url = f"postgresql://ann:{SECRET_IN_URL}@127.0.0.1:{free_port()}/db#s.t"
    with pytest.raises(InvalidInput, match="no connection could be made") as raised:
        connect(read_address(url))
    assert SECRET not in str(raised.value)


def test_a_value_is_not_shown_when_a_statement_fails() -> None:
    address = read_address(server().url("public", "people"))
    with connect(address) as connection:
        with pytest.raises(InvalidInput) as raised, asking(address):
            connection.execute("SELECT 'Ann Smith'::int4")
        assert "Ann" not in str(raised.value)
        assert raised.value.__suppress_context__
        with pytest.raises(OutOfResources), asking(address):
            connection.execute("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$")


def test_texts_of_values_do_not_depend_on_the_settings_of_the_server() -> None:
    server().run(
        "ALTER ROLE postgres SET DateStyle = 'German'",
        "ALTER ROLE postgres SET TimeZone = 'Asia/Tokyo'",
    )
    try:
        with connect(read_address(server().url("public", "people"))) as connection:
            found = connection.execute(
                "SELECT '2024-05-31'::date::text, '2024-05-31 12:00+00'::timestamptz::text,"
                " (0.1)::float8::text"
            ).fetchone()
    finally:
        server().run("ALTER ROLE postgres RESET ALL")
    assert found == ("2024-05-31", "2024-05-31 12:00:00+00", "0.1")


def test_an_old_server_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("covey.io.postgres.driver.OLDEST", 990_000)
    with pytest.raises(InvalidInput, match="covey needs 99 or newer"):
        connect(read_address(server().url("public", "people")))


def test_without_the_driver_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InvalidInput, match="psycopg") as raised:
        read_address("postgresql://db/c#s.t")
    assert "covey[postgres]" in raised.value.hint


def test_a_transaction_has_the_settings_whatever_its_session_has() -> None:
    """A pooler may run it in a session in which they were never made."""
    server().run("CREATE TABLE IF NOT EXISTS public.pooled (a int)")
    address = read_address(server().url("public", "pooled"))
    with connect(address) as connection:
        connection.execute("RESET ALL")
        assert connection.execute("SHOW row_security").fetchone() == ("on",)
        begin(connection, "public.pooled")
        for name in ("row_security", "statement_timeout", "search_path"):
            (found,) = connection.execute(f"SHOW {name}").fetchone()
            assert found == SETTINGS[name]
        connection.execute("ROLLBACK")
        assert connection.execute("SHOW row_security").fetchone() == ("on",)


def test_a_table_that_is_gone_is_no_bug() -> None:
    address = read_address(server().url("public", "gone"))
    with (
        connect(address) as connection,
        pytest.raises(InvalidInput, match="no such table any more"),
        asking(address),
    ):
        begin(connection, "public.gone")
