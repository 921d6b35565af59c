"""psycopg, which is an extra, and what PostgreSQL says through it.

A message of the server may quote a value of a record, and one of libpq a password. So what is said
to the user is made from the code of an error, and from its text only while a connection is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from covey.core.errors import (
    CoveyError,
    InternalError,
    InvalidInput,
    OutOfResources,
    Unanswered,
)

if TYPE_CHECKING:
    from covey.io.postgres.address import Address

HIDDEN = "***"
OLDEST = 140_000
"""The first version that has a hash of whole rows."""
SINCE_TRANSACTION_TIMEOUT = 170_000
LOST = ("08", "57P01", "57P02", "57P03", "57P05", "25P03", "25P04")
"""How the codes of errors begin after which there is no connection; libpq's own have none."""
REFUSALS = {
    "3F000": "there is no such schema",
    "42P01": "there is no such table any more",
    "25006": "the server, or this user, only reads: nothing can be written there",
    "55P03": "another session holds a lock on it",
    "40P01": "another session waits for the same tables (a deadlock)",
    "2BP01": "others, such as views, are made of what it would replace",
    "57014": "the server cancelled the statement",
    "22P05": "a text cannot be stored in the encoding of the database",
    "22003": "a number is out of the range of its type",
}
WAITED = ("55P03", "40P01", "57014")
"""Those after which another try may be answered."""
LIMITS = {
    "53100": "The disk of the server is full",
    "53200": "The memory of the server is not enough",
    "53300": "The server has too many connections",
    "53400": "A limit of the server is reached",
}
SETTINGS = {
    "client_encoding": "UTF8",
    # What values are written as, the same on every server.
    "DateStyle": "ISO, YMD",
    "TimeZone": "UTC",
    "IntervalStyle": "postgres",
    "extra_float_digits": "1",
    "bytea_output": "hex",
    "standard_conforming_strings": "on",
    # No function or operator of somebody else is called instead of the server's own.
    "search_path": "pg_catalog, pg_temp",
    # Rows that a policy hides are an error, and not a silent loss.
    "row_security": "off",
    # The search for classes may take a while, in which the server hears nothing.
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    # The rows that are looked at first are the same each time.
    "synchronize_seqscans": "off",
    # A session that holds a table for longer than this is named as the reason.
    "lock_timeout": "30s",
    # With few or wrong statistics a merge of two sorted tables is chosen, which is three times as
    # slow as a hash.
    "enable_mergejoin": "off",
}


def psycopg() -> Any:
    """The driver, refused in words where it is not installed."""
    try:
        import psycopg
        import psycopg.conninfo
        import psycopg.sql
    except ImportError:
        raise InvalidInput(
            "PostgreSQL needs the package psycopg, which is not installed.",
            hint="Install it: pip install 'covey[postgres]'",
        ) from None
    return psycopg


def connect(address: Address) -> Any:
    """A connection with the settings above, on which every transaction is begun in words."""
    driver = psycopg()
    try:
        connection = driver.connect(
            address.settings, autocommit=True, application_name="covey", client_encoding="UTF8"
        )
    except (driver.Error, OSError, UnicodeError) as error:
        raise Unanswered(
            f"{address.server}: no connection could be made: {_shown(error, address)}",
            hint="Who connects, and the password, come from the URL, from the variables PGUSER and"
            " PGPASSWORD, from a service file, or from ~/.pgpass (PGPASSFILE).",
        ) from None
    with asking(address):
        try:
            # Whatever goes wrong, also Ctrl-C, leaves no connection open.
            _refuse_old(address, connection.info.server_version)
            _set(connection, in_transaction=False)
        except BaseException:
            connection.close()
            raise
    return connection


def begin(connection: Any, table: str, mode: str = "") -> None:
    """A transaction that sees a table as it is at one moment; ``table`` is its name in SQL.

    The lock comes first: the transaction sees what is there at its first query, and a TRUNCATE
    between that and a later lock would leave it without rows. Then the settings are made once more,
    for the transaction alone: a pooler may give each another session of the server.
    """
    connection.execute(f"BEGIN ISOLATION LEVEL REPEATABLE READ{mode}")
    connection.execute(f"LOCK TABLE {table} IN ACCESS SHARE MODE")
    _set(connection, in_transaction=True)


def _set(connection: Any, *, in_transaction: bool) -> None:
    settings = dict(SETTINGS)
    if connection.info.server_version >= SINCE_TRANSACTION_TIMEOUT:
        settings["transaction_timeout"] = "0"
    # With the schema, for the search path is not set yet.
    calls = ", ".join(["pg_catalog.set_config(%s, %s, %s)"] * len(settings))
    given = [each for pair in settings.items() for each in (*pair, in_transaction)]
    connection.execute(f"SELECT {calls}", given)


def _refuse_old(address: Address, version: int) -> None:
    if version < OLDEST:
        raise InvalidInput(
            f"{address.server} is PostgreSQL {version // 10_000}; covey needs"
            f" {OLDEST // 10_000} or newer."
        )


def _shown(error: BaseException, address: Address) -> str:
    """What libpq says of a connection, in one line and without a password."""
    text = " ".join(str(error).split())
    # The longest first: a secret may be part of another.
    for secret in sorted(address.secrets, key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


@contextmanager
def asking(address: Address, doing: str = "read") -> Iterator[None]:
    """Turn what the server says into a refusal; ``doing`` is what was being done to the table."""
    driver = psycopg()
    try:
        yield
    except driver.Error as error:
        raise refusal(address, error, doing) from None
    except UnicodeError:
        raise InvalidInput(
            f"{address.name} holds text that is not UTF-8.", hint="Correct those rows first."
        ) from None


def refusal(address: Address, error: Any, doing: str = "read") -> CoveyError:
    """What an error means, by its code."""
    code = error.sqlstate or ""
    what = f"{address.name} cannot be {doing}"
    if code in LIMITS:
        return OutOfResources(f"{LIMITS[code]}: {what}.")
    if code == "42501":
        return InvalidInput(f"{what}: this user has not the right to.", hint=_rights(error, doing))
    if code == "42P07":
        return InvalidInput(f"{address.name} exists already, and is not touched.")
    if code in REFUSALS:
        kind = Unanswered if code in WAITED else InvalidInput
        return kind(f"{what}: {REFUSALS[code]}.")
    if code.startswith(LOST) or not code:
        return Unanswered(
            f"{address.server}: the connection was lost; nothing was published.",
            hint="Run it again when the server is there.",
        )
    if code.startswith("42"):
        # Of statements, not of rows: it quotes names only.
        return InternalError(
            f"PostgreSQL refuses a statement ({code}: {error.diag.message_primary})"
        )
    return Unanswered(f"{what} (PostgreSQL's error {code}).")


def _rights(error: Any, doing: str) -> str:
    said = str(error.diag.message_primary or "")
    if "row-level security" in said:
        return (
            "Row-level security hides some of its rows from this user, who would publish the rest"
            " as if it were all: take a user who sees all rows (BYPASSRLS, or the owner)."
        )
    if doing == "read":
        return "Reading needs SELECT on the table and USAGE on its schema."
    return "Publishing needs CREATE and USAGE on the schema of the release."
