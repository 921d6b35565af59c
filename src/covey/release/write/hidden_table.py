"""The table as an engine wrote it, where nobody sees it before it was counted again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.lookup import Cells
from covey.attributes.range_columns import RangeColumns
from covey.core.dataclass import dataclass
from covey.engine.protocol import (
    Counted,
    Engine,
    Generalization,
    Hidden,
    StagedRows,
    Target,
)
from covey.io.inputs import Input
from covey.io.layout import Layout
from covey.release.job.orders import published_booleans, published_orders


def shuffles(asked: bool | None, layout: Layout | None, engine: Engine) -> bool:
    """Whether the rows lose their order: those of files do, if nothing else is asked for, and those
    that have no order get one that says nothing of where they lay."""
    # Read as: (a file, or no order to keep) if nothing is asked, else what is asked.
    return layout is not None or not engine.capabilities.keeps_order if asked is None else asked


@dataclass(frozen=True, eq=False)
class HiddenTable:
    """A written table, which is counted by the texts of its classes in whatever columns they are.

    texts
        For every quasi-identifier what is published for each class.
    written
        The same by the columns of the table: a range may be two.
    """

    rows: Hidden
    ranges: RangeColumns
    texts: Cells
    written: Mapping[str, Sequence[str | None]]

    def count(self, *beside: str) -> Counted:
        """Its classes, or their combinations with the columns ``beside`` as they are written."""
        return self._by_texts(self.rows.count((*self.written, *beside)))

    def count_sensitive(self, kinds: Mapping[str, str]) -> Counted:
        """Its classes with the sensitive columns of these kinds, if there are any."""
        return self._by_texts(self.rows.count((*self.written, *kinds), kinds))

    def _by_texts(self, counted: Counted) -> Counted:
        return self.ranges.as_texts(counted, self.texts, self.written)


@contextmanager
def write_hidden(
    snapshot: StagedRows,
    classes: NDArray[np.int64] | None,
    texts: Cells,
    ranges: RangeColumns,
    target: Target,
    *,
    given: Input,
    roles: Mapping[str, Role],
    texts_of_sets: Callable[[str], Sequence[str | None]],
    unpublished: Sequence[str],
    order: str | None,
    pseudonyms: Mapping[str, str] | None = None,
) -> Iterator[HiddenTable]:
    """Write the rows of a snapshot with what their classes publish, to be revealed or removed.
    ``classes`` are None where the engine has them."""
    # From here on a range may be two columns: these are what is counted again.
    written = ranges.written(texts)
    generalization = Generalization(
        classes,
        written,
        ranges.instead,
        {**ranges.written_kinds, **published_booleans(given, written)},
        published_orders(given, roles, texts_of_sets),
        pseudonyms or {},
    )
    with snapshot.recode(generalization, target, unpublished, order) as rows:
        yield HiddenTable(rows, ranges, texts, written)
