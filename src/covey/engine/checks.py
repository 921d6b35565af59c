"""What every engine refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted
from covey.io.inputs import Input
from covey.io.inputs.base import place
from covey.io.kinds import refuse_unknown


def refuse_unfit(given: Input, kinds: Mapping[str, str]) -> None:
    """Refuse columns to count that the table has not, or that cannot be read so."""
    if not kinds:
        raise InvalidInput("At least one column is to be counted; given: none.")
    for column, kind in kinds.items():
        place(given.name, given.columns, column, "a quasi-identifier")
        refuse_unknown(kind)


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
