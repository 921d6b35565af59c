"""Answers about a table, which stays open: it is read once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from covey.app.worker import Answers, words_on
from covey.core.caller import all_spoken, spoken
from covey.core.errors import InvalidInput
from covey.io.columns.overview import overview_of
from covey.io.columns.table import Table, open_table
from covey.io.maps.files import read_fields
from covey.io.notation import Notation
from covey.io.reading import literal, quoted
from covey.release.explore.suggest import suggestion_of

PAGE = 100
"""Rows that are shown at a time."""
LETTERS = 200
"""Letters of a value that are shown."""


class OpenTable:
    """The table that the page is about."""

    def __init__(self) -> None:
        self._open, self._table = ExitStack(), None

    def __enter__(self) -> OpenTable:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    _table: Table | None

    @property
    def table(self) -> Table:
        if self._table is None:
            raise InvalidInput("No table is open yet.")
        return self._table

    def open(
        self, answers: Answers, table: str, reading: Mapping[str, Any], copy: str = ""
    ) -> dict[str, Any]:
        """What a table is, and what its columns look like. A ``copy`` is a Parquet file that all
        other steps read, so that the table is read once."""
        notation = Notation.of(
            reading.get("na"),
            reading.get("decimal"),
            reading.get("thousands"),
            reading.get("date_format"),
            reading.get("trim", False),
        )
        encoding, header = reading.get("encoding", ""), reading.get("header")
        with answers.progress({}) as report:
            report("reading the table")
            with ExitStack() as opening:
                given = opening.enter_context(open_table(table, encoding, header, notation))
                report("looking at its columns")
                overview = overview_of(given)
                suggestion = suggestion_of(given)
                if copy:
                    report("keeping a copy")
                    _write(given, copy)
                # The one before stays until this one is known to be a table.
                self._open.close()
                self._open, self._table = opening.pop_all(), given
        looks = {
            look.column: {**asdict(look), "advice": spoken(look.advice)}
            for look in suggestion.looks
        }
        columns = [
            {**view, "look": looks[view["column"]]} for view in overview.to_dict()["columns"]
        ]
        said = overview.to_dict()
        return {
            **said,
            "columns": columns,
            "notes": list(all_spoken(given.notes)),
            "remedy_words": words_on(said["remedy"]),
        }

    def rows(self, answers: Answers, page: int) -> dict[str, Any]:
        """A page of rows, with the values as they are read: a mark is a missing value."""
        table = self.table
        fields = ", ".join(
            f"left({table.text(column, 'shown')}, {LETTERS})" for column in table.columns
        )
        # The number comes from a request.
        first = max(int(page), 0) * PAGE
        # The engine keeps the order of the rows. To sort them again would read all before a page.
        found = table.fetch(f"SELECT {fields} FROM {table.scan} LIMIT {PAGE} OFFSET {first}")
        return {
            "first": first,
            "columns": list(table.columns),
            "rows": [list(row) for row in found],
        }

    def map_fields(self, answers: Answers, path: str, column: str) -> dict[str, Any]:
        """The fields of a map, and which share of a column's different values each of them has."""
        table = self.table
        text = table.text(column, "an area of a map")
        values = {row[0] for row in table.fetch(f"SELECT DISTINCT {text} FROM {table.scan}")}
        values.discard(None)
        found, areas = read_fields(Path(path))
        fields = [
            {"name": name, "share": len(values.intersection(own)) / len(values)}
            for name, own in found.items()
            if values
        ]
        return {"fields": fields, "areas": areas}

    def explain(self, answers: Answers, release: str, values: Mapping[str, Any]) -> dict[str, Any]:
        from covey.release.sets.explain import explain

        return explain(release, values).to_dict()


def _write(table: Table, target: str) -> None:
    """The rows in their order, with the values as they were read."""
    fields = ", ".join(f"c{at} AS {quoted(name)}" for at, name in enumerate(table.columns))
    table.run(f"COPY (SELECT {fields} FROM {table.scan}) TO {literal(target)} (FORMAT parquet)")
