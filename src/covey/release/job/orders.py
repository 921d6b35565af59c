"""What the columns of a frame state by their type. An ordered categorical of pandas, or an
enumeration of Polars, needs no order from the user, and comes back ordered; a boolean comes back as
one, if no set of its column has both values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from covey.attributes import Role
from covey.io.inputs import Input
from covey.io.inputs.frames import BOOLEAN, FALSE, TRUE, FrameInput, is_boolean, order_of

if TYPE_CHECKING:
    from covey.release.job import Job


def with_orders(job: Job, given: Input) -> Job:
    """The job with the order of every column whose type states one, if the job does not."""
    if not isinstance(given, FrameInput):
        return job
    quasi: dict[str, Role] = {}
    for name, role in job.quasi.items():
        order = order_of(given, name) if role.on_a_line else None
        quasi[name] = role if order is None else role.with_order(order)
    return replace(job, quasi=quasi)


def published_orders(
    given: Input, roles: Mapping[str, Role], texts_of: Callable[[str], Sequence[str | None]]
) -> Mapping[str, list[str]]:
    """The texts of the sets of such columns, in their order; ``texts_of`` has those of a column in
    the order of the codebook."""
    if not isinstance(given, FrameInput):
        return {}
    found = {}
    for column, role in roles.items():
        if role.stated_order and order_of(given, column):
            # Sets of a stated order are numbered by their first label, then by their last.
            found[column] = [text for text in texts_of(column) if text is not None]
    return found


def published_booleans(
    given: Input, texts: Mapping[str, Sequence[str | None]]
) -> Mapping[str, str]:
    """The kind of every column that comes back as booleans; ``texts`` are those of the classes."""
    # Only a frame that comes back keeps the types of a frame.
    if not isinstance(given, FrameInput) or given.whole:
        return {}
    return {
        column: BOOLEAN
        for column, own in texts.items()
        if is_boolean(given, column) and {*own} <= {TRUE, FALSE, None}
    }
