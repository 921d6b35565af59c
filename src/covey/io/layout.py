"""How a table is laid down in a file: what the input was, and so what the release will be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest

ENDINGS = {
    "csv": ".csv",
    "parquet": ".parquet",
    "xlsx": ".xlsx",
    "duckdb": ".duckdb",
    "sqlite": ".sqlite",
    "dta": ".dta",
    "sav": ".sav",
    "xpt": ".xpt",
}
"""The formats that covey reads and writes."""
PARTS = "part-*.parquet"
"""The files of a table in parts, by their pattern."""
FRAME = "frame"
"""The format of a table that is no file, but a frame in memory."""
FRAMES_AS = "parquet"
"""The format of a frame that is written to a folder, if no other is asked for: it keeps types."""
SERVER = "postgresql"
"""The format of a table that is no file, but on a server."""


@dataclass(frozen=True)
class Labels:
    """What Stata, SPSS and SAS say of columns, and of values, by the names of the columns."""

    of_columns: Mapping[str, str] = field(default_factory=dict)
    of_values: Mapping[str, Mapping[float, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """``part`` is the sheet or the table where a file holds several; ``delimiter``, ``compressed``
    (gzip) and ``escaped`` (texts that begin like a formula have a quote in front) are for CSV.
    A table in ``parts`` is many Parquet files, which many machines wrote at once.
    ``labels`` are those that the input had. Frames have the format ``FRAME``, tables on a server
    ``SERVER``."""

    format: str
    delimiter: str = ","
    compressed: bool = False
    part: str = ""
    escaped: bool = False
    parts: bool = False
    # Not compared, and so not hashed: mappings cannot be.
    labels: Labels | None = field(default=None, compare=False)

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
        if format_ == self.format:
            return self
        # The delimiter, packing and escaping are for CSV alone, and parts for Parquet.
        return replace(Layout(format_), part=self.part, labels=self.labels)
