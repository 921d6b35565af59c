"""The answer behind a release, read back from its codebook."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import set_sizes
from covey.attributes.coded import CodedTable
from covey.attributes.names import class_names
from covey.core.dataclass import dataclass
from covey.problems.cells.answer import CellAnswer
from covey.problems.cells.sets import Sets
from covey.verification.claims import Claimed

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PublishedSets:
    """What a quasi-identifier was generalized to: the texts of every set by column, and the set of
    every class."""

    texts: dict[str, list[str | None]]
    of_class: Numbers

    @classmethod
    def of(cls, claimed: Claimed, name: str) -> PublishedSets:
        columns = claimed.roles[name].columns(name)
        return cls(claimed.book.texts(columns), claimed.sets_of_classes[name])

    @property
    def names(self) -> list[str]:
        """What every set is called."""
        return class_names(self.texts)

    def sizes(self, classes: Sequence[int]) -> list[int]:
        """The records under every set, given those of every class."""
        return set_sizes(self.of_class, classes, len(next(iter(self.texts.values()))))


@dataclass(frozen=True, eq=False)
class PublishedCells(CellAnswer):
    """Classes by the sets that were published, which are shrunk already."""

    published: tuple[Sets, ...]
    # Without a default, the property of the base class would be taken for one.
    one_partition: bool = False

    @property
    def sets(self) -> tuple[Sets, ...]:
        return self.published

    def tight(self, *, ranges: bool = True) -> tuple[Sets, ...]:
        return self.sets


def regained(claimed: Claimed, coded: CodedTable, classes: Numbers) -> PublishedCells:
    """``classes`` are those of the counted combinations, as the codebook has them. If the solver
    withheld records, it has a class for most of them all the same."""
    # Items of the problem that no class has were withheld.
    items = np.full(len(coded.problem.weights), -1, dtype=np.int32)
    known = coded.items >= 0
    items[coded.items[known]] = classes[known]
    sets = []
    for attribute in coded.attributes:
        own = [claimed.book.of(column) for column in attribute.columns]
        sets.append(attribute.read_back(own, PublishedSets.of(claimed, attribute.name).of_class))
    sizes = np.array(claimed.sizes, dtype=np.int64)
    return PublishedCells(items, sizes, tuple(sets), claimed.one_partition)
