"""What every engine refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.io.kinds import refuse_unknown
from covey.io.notation import Notation


def refuse_unfit(given: Input, kinds: Mapping[str, str]) -> None:
    """Refuse columns to count that the table has not, or that cannot be read so."""
    if not kinds:
        raise InvalidInput("At least one column is to be counted; given: none.")
    for column, kind in kinds.items():
        place(given.name, given.columns, column, "a quasi-identifier")
        refuse_unknown(kind)


def refuse_notation(notation: Notation, engine: str) -> None:
    """Refuse another notation than covey's own where values are read elsewhere than in DuckDB."""
    if not notation.is_plain:
        raise InvalidInput(
            f"{engine} reads values as covey writes them: --na, --decimal, --thousands,"
            " --date-format and --trim are for tables that DuckDB reads in this process.",
            hint="Name a folder with -o and leave --engine away, so that the table is copied here;"
            " or write its values as 1234.5 and 2024-05-31, and missing ones as NULL, in a view.",
        )


def refuse_no_values(name: str, counted: Counted) -> None:
    for column in counted.columns:
        if counted.missing(column).all():
            raise InvalidInput(f"{name}: the column {column!r} has no values.", given=column)


def columns_without(given: Input, drop: Sequence[str]) -> list[str]:
    """The columns that are published."""
    for column in drop:
        place(given.name, given.columns, column, "to be dropped")
    columns = [column for column in given.columns if column not in drop]
    if not columns:
        raise InvalidInput("All columns are dropped: there is nothing to publish.")
    return columns
