"""What goes beside a release on a server: its codebook, its classes, and its files, in tables.

========================  ==================================================================
table                     holds
========================  ==================================================================
``RELEASE``               the rows
``RELEASE_codebook``      codebook.csv, a row for each of its lines
``RELEASE_cells``         cells.csv, a row for each class
``RELEASE_certificate``   every file of the release as text, by its name: certificate.json,
                          report.html, codebook.csv, cells.csv and shapes of classes
========================  ==================================================================
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from covey.core.errors import InvalidInput
from covey.engine.protocol import ToTable
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.io.postgres.address import WRITTEN, Address
from covey.io.postgres.catalog import exists, qualified, refuse_no_right_to_create
from covey.io.postgres.copying import copied_in
from covey.io.postgres.driver import asking, connect
from covey.io.postgres.files import ENDINGS, LISTED, tables_of
from covey.io.reading import literal, quoted

LONGEST = 63
"""Bytes of a name, beyond which PostgreSQL cuts it off."""
MARK = "covey release"
"""How the comment on every table of a release begins: nothing else is ever overwritten."""


def check_target(target: ToTable) -> None:
    """Refuse a table that cannot be made or must not be replaced, before any work is done."""
    address = address_of(target)
    with closing(connect(address)) as connection, asking(address, "written"):
        refuse_no_right_to_create(connection, address)
        refuse_taken(connection, target)


def address_of(target: ToTable) -> Address:
    """Where the table is on its server: other engines may have names of other kinds."""
    if not isinstance(target.address, Address):
        raise InvalidInput(
            f"{target.address.name} is no table on a PostgreSQL server.",
            hint=f"Write: {WRITTEN}",
        )
    return target.address


def refuse_taken(connection: Any, target: ToTable) -> None:
    """Refuse a name that is too long, or that something else has. The lock keeps two runs from one
    name; it ends with the transaction."""
    address = address_of(target)
    # PostgreSQL cuts longer names off without an error: two tables could have one name.
    if max(len(each.table.encode()) for each in tables_of(address)) > LONGEST:
        most = LONGEST - max(map(len, ENDINGS.values()))
        raise InvalidInput(
            f"The name of the table {address.table!r} is too long: {most} bytes at most, so that"
            " those beside it have names as well."
        )
    (free,) = connection.execute(
        "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))",
        (f"covey {qualified(address)}",),
    ).fetchone()
    if not free:
        raise InvalidInput(
            f"Another run is publishing {address.name} just now.",
            hint="Wait until it has ended, or name another table.",
        )
    there = _seen(connection, address)
    if not there:
        return
    if not target.overwrite:
        raise InvalidInput(
            f"{there[0].name} exists already, and is not touched.",
            hint="Name another table, or replace a former release with --overwrite.",
        )
    # A table that merely has the name of a release is somebody's own, and is never dropped.
    certificate = address.beside(ENDINGS["certificate"])
    if certificate not in there:
        raise _not_ours(there[0], f"there is no table {certificate.table}")
    for each in there:
        if not _comment(connection, each).startswith(MARK):
            raise _not_ours(each, "its comment does not say so")


def _seen(connection: Any, address: Address) -> list[Address]:
    """The tables of a release that are there. In a transaction that is what was there when it
    began."""
    return [each for each in tables_of(address) if exists(connection, each)]


def _not_ours(address: Address, why: str) -> InvalidInput:
    return InvalidInput(
        f"{address.name} is not a release of covey: {why}. Only a release is overwritten.",
        hint="Name another table, or remove it yourself.",
    )


def _comment(connection: Any, address: Address) -> str:
    (found,) = connection.execute(
        "SELECT obj_description(to_regclass(%s), 'pg_class')", (qualified(address),)
    ).fetchone()
    return found or ""


def store(connection: Any, target: ToTable, hidden: Address) -> None:
    """Give the hidden table its name, and put beside it what goes there."""
    address = address_of(target)
    # Not what others made since: that nobody has looked at, and it keeps this release from its
    # name.
    for each in _seen(connection, address) if target.overwrite else ():
        connection.execute(f"DROP TABLE IF EXISTS {qualified(each)}")
    connection.execute(f"ALTER TABLE {qualified(hidden)} RENAME TO {quoted(address.table)}")
    words = f"{MARK}: the rows."
    if target.beside is not None:
        words += f" The certificate and the report are in {_named(address, 'certificate')}."
        _store_files(connection, address, target.beside)
    connection.execute(f"COMMENT ON TABLE {qualified(address)} IS {literal(words)}")


def _named(address: Address, what: str) -> str:
    return f"{address.schema}.{address.table}{ENDINGS[what]}"


def _store_files(connection: Any, address: Address, folder: Path) -> None:
    certificate = qualified(address.beside(ENDINGS["certificate"]))
    named = 'file text COLLATE "C" PRIMARY KEY, content text'
    connection.execute(f"CREATE TABLE {certificate} ({named})")
    files = sorted(file for file in folder.iterdir() if file.is_file())
    copied_in(connection, certificate, ([f.name, f.read_bytes().decode()] for f in files))
    words = f"{MARK}: the files of {address.schema}.{address.table}, {CERTIFICATE_FILE} among them."
    connection.execute(f"COMMENT ON TABLE {certificate} IS {literal(words)}")
    for what, file in LISTED.items():
        if (folder / file).is_file():
            _store_lines(connection, address.beside(ENDINGS[what]), folder / file)


def _store_lines(connection: Any, address: Address, file: Path) -> None:
    """A CSV file that covey wrote, as a table of texts: an empty field is missing, a quoted one
    is empty text, as PostgreSQL has it as well."""
    import csv

    # Read by Python, which knows names that are quoted or have commas.
    with file.open(encoding="utf-8", newline="") as lines:
        header = next(csv.reader(lines))
    columns = ", ".join(f'{quoted(name)} text COLLATE "C"' for name in header)
    connection.execute(f"CREATE TABLE {qualified(address)} ({columns})")
    copying = f"COPY {qualified(address)} FROM STDIN (FORMAT csv, HEADER true)"
    with connection.cursor() as cursor, cursor.copy(copying) as copy, file.open("rb") as source:
        while chunk := source.read(1 << 20):
            copy.write(chunk)
    words = f"{MARK}: {file.name}, a row for each line."
    connection.execute(f"COMMENT ON TABLE {qualified(address)} IS {literal(words)}")
