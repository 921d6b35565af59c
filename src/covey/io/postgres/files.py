"""The files of a release on a server: the tables beside it, and a private copy of these files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.io.postgres.address import Address
from covey.io.postgres.catalog import exists, qualified
from covey.io.postgres.driver import asking, connect

ENDINGS = {"codebook": "_codebook", "cells": "_cells", "certificate": "_certificate"}
"""What the tables beside a release are called, behind its own name."""
LISTED = {"codebook": "codebook.csv", "cells": "cells.csv"}
"""The files that are tables as well."""


def tables_of(address: Address) -> list[Address]:
    """All tables of a release."""
    return [address, *(address.beside(ending) for ending in ENDINGS.values())]


@contextmanager
def downloaded(address: Address) -> Iterator[Path]:
    """A private folder with the files of a release, all but its table."""
    certificate = address.beside(ENDINGS["certificate"])
    with private_folder() as folder:
        with closing(connect(address)) as connection, asking(certificate):
            if not exists(connection, certificate):
                raise InvalidInput(
                    f"{address.name} is not a release: there is no table {certificate.table}.",
                    hint="Name the table that covey anonymize -o wrote.",
                )
            rows = connection.execute(f"SELECT file, content FROM {qualified(certificate)}")
            for name, content in rows:
                # Before anything is written.
                _refuse_odd(certificate, name)
                (folder / name).write_bytes((content or "").encode())
        yield folder


def _refuse_odd(certificate: Address, name: object) -> None:
    """Anybody may have written the table: a name must not lead out of the folder."""
    plain = isinstance(name, str) and Path(name).name == name and name.isprintable()
    if not plain or not name or str(name).startswith("."):
        raise InvalidInput(f"{certificate.name} has a file without a plain name.")
