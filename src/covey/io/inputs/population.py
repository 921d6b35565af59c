"""How a table of the population is named: with the column that says how many people a row is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from covey.io.postgres.address import is_address


def split_population(given: Any) -> tuple[Any, str]:
    """
    >>> split_population("people.csv:count"), split_population("people.csv")
    (('people.csv', 'count'), ('people.csv', ''))
    >>> split_population("all.db::people:count"), split_population("all.db::people")
    (('all.db::people', 'count'), ('all.db::people', ''))
    >>> split_population("postgresql://host:5432/db#study.people:count")
    ('postgresql://host:5432/db#study.people', 'count')
    >>> split_population("postgresql://host:5432/db")
    ('postgresql://host:5432/db', '')
    """
    if not isinstance(given, str) or Path(given).exists():
        return given, ""
    if is_address(given):
        server, named, table = given.rpartition("#")
        if not named:
            return given, ""  # refused where it is opened
        table, _, column = table.partition(":")
        return f"{server}#{table}", column
    table, colon, column = given.rpartition(":")
    # A double colon names a part of the file.
    counted = colon and "/" not in column and not table.endswith(":")
    return (table, column) if counted else (given, "")
