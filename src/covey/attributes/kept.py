"""What is published where the combinations are elsewhere: attributes have a row for each value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Attribute
from covey.attributes.coded import CodedTable
from covey.attributes.description import Description
from covey.attributes.far_values import FarValues
from covey.core.dataclass import dataclass
from covey.problems.cells.boxed import BoxedCells, TalliedCells


@dataclass(frozen=True, eq=False)
class KeptDescription(Description):
    """``of_values`` are the records of each attribute's rows, which are its values;
    ``as_anything`` those without a value in it that share a class with some that have one."""

    of_values: tuple[NDArray[np.int64], ...]
    as_anything: tuple[int, ...]

    @property
    def classes_here(self) -> None:
        return None

    @property
    def answer_as_bytes(self) -> bytes:
        # The sets of all classes say as much as the class of every combination.
        sets = [getattr(own, one.name) for own in self.sets for one in fields(own)]
        return b"".join(each.tobytes() for each in (self.solution.sizes, *sets))

    @cached_property
    def far(self) -> tuple[FarValues, ...]:
        pairs = zip(self.attributes, self.of_values, strict=True)
        found = (attribute.far(records) for attribute, records in pairs)
        return tuple(each for each in found if each is not None)

    def _notes_on_values(self) -> Iterator[str]:
        for attribute, records, anything in zip(
            self.attributes, self.of_values, self.as_anything, strict=True
        ):
            yield from attribute.notes_on(records, anything)


def describe_kept(
    attributes: Sequence[Attribute],
    of_values: Sequence[NDArray[np.int64]],
    problem: TalliedCells,
    solution: BoxedCells,
    as_anything: Sequence[int],
    *,
    tight: bool,
) -> KeptDescription:
    nothing = np.zeros(0, dtype=np.int64)
    coded = CodedTable(
        attributes=tuple(attributes),
        problem=problem,
        items=nothing,
        tight=tight,
        single=None,
        sensitive={},
    )
    return KeptDescription(
        coded,
        solution,
        coded.attributes,
        problem.axes,
        solution.sets,
        nothing,
        tuple(of_values),
        tuple(as_anything),
    )
