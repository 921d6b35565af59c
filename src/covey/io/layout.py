"""How a table is laid down in a file: what the input was, and so what the release will be."""

from __future__ import annotations

from dataclasses import dataclass, replace

from covey.core.errors import InvalidInput, closest

ENDINGS = {
    "csv": ".csv",
    "parquet": ".parquet",
    "xlsx": ".xlsx",
    "duckdb": ".duckdb",
    "sqlite": ".sqlite",
}
"""The formats that covey reads and writes."""
PARTS = "part-*.parquet"
"""The files of a table in parts, by their pattern."""
SERVER = "postgresql"
"""The format of a table that is no file, but on a server."""


@dataclass(frozen=True)
class Layout:
    """``part`` is the sheet or the table where a file holds several; ``delimiter``, ``compressed``
    (gzip) and ``escaped`` (texts that begin like a formula have a quote in front) are for CSV.
    A table in ``parts`` is many Parquet files, which many machines wrote at once.
    Frames have the format ``frame``, tables on a server ``SERVER``."""

    format: str
    delimiter: str = ","
    compressed: bool = False
    part: str = ""
    escaped: bool = False
    parts: bool = False

    @property
    def ending(self) -> str:
        """
        >>> Layout("csv", compressed=True).ending
        '.csv.gz'
        """
        return ENDINGS[self.format] + (".gz" if self.compressed else "")

    def to_format(self, format_: str) -> Layout:
        """The same in another format, as an option names it."""
        if format_ not in ENDINGS:
            raise InvalidInput(
                f"A table is written as {', '.join(ENDINGS)}; given: {format_}.",
                hint=closest(format_, ENDINGS),
                given=format_,
            )
        return self if format_ == self.format else replace(Layout(format_), part=self.part)
