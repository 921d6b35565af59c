"""The orders that the columns of a frame state by their type: an ordered categorical of pandas, or
an enumeration of Polars, needs no order from the user, and comes back ordered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from covey.attributes import Ordered, Role
from covey.io.inputs import Input
from covey.io.inputs.frames import FrameInput, order_of

if TYPE_CHECKING:
    from covey.attributes.description import Description
    from covey.release.job import Job


def with_orders(job: Job, given: Input) -> Job:
    """The job with the order of every column whose type states one, if the job does not."""
    if not isinstance(given, FrameInput):
        return job
    quasi: dict[str, Role] = {}
    for name, role in job.quasi.items():
        quasi[name] = role
        if isinstance(role, Ordered) and role.order is None and role.kind is None:
            order = order_of(given, name)
            quasi[name] = role if order is None else replace(role, order=order)
    return replace(job, quasi=quasi)


def published_orders(given: Input, description: Description) -> Mapping[str, list[str]]:
    """The texts of the sets of such columns, in their order."""
    if not isinstance(given, FrameInput):
        return {}
    found = {}
    for attribute, named in zip(description.attributes, description.named, strict=True):
        role, column = attribute.role, attribute.columns[0]
        if isinstance(role, Ordered) and role.order is not None and order_of(given, column):
            # Sets of a stated order are numbered by their first label, then by their last.
            found[column] = [text for text in named.texts[column] if text is not None]
    return found
