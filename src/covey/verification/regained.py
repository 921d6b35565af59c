"""The answer to a release's question, read back from its codebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.core.grouping import Grouping
from covey.engine.protocol import Counted
from covey.problems.intervals.problem import IntervalSolution
from covey.problems.labels.problem import LabelSolution
from covey.problems.rectangles.problem import RectangleSolution
from covey.problems.regions.problem import RegionSolution
from covey.release.names import class_names
from covey.release.question import Question
from covey.release.roles import Points
from covey.verification.claims import Claimed

if TYPE_CHECKING:
    from covey.release.points import PointQuestion

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
        texts = claimed.book.texts(columns)
        if claimed.cells is None:
            return cls(texts, np.arange(len(claimed.sizes)))
        numbers = {called: at for at, called in enumerate(zip(*texts.values(), strict=True))}
        named = zip(*(claimed.cells[column] for column in columns), strict=True)
        return cls(texts, np.array([numbers[called] for called in named], dtype=np.int64))

    @property
    def names(self) -> list[str]:
        """What every set is called."""
        return class_names(self.texts)

    def sizes(self, classes: Sequence[int]) -> list[int]:
        """The records under every set, given those of every class."""
        found = np.zeros(len(next(iter(self.texts.values()))), dtype=np.int64)
        np.add.at(found, self.of_class, np.asarray(classes, dtype=np.int64))
        return [int(size) for size in found]


def regained(claimed: Claimed, question: Question, counted: Counted, classes: Numbers) -> Grouping:
    """``classes`` are those of the counted combinations, as the codebook has them. Where the solver
    withheld records, it has a class for most of them all the same."""
    items = np.full(len(question.problem.weights), -1, dtype=np.int32)
    known = question.items >= 0
    items[question.items[known]] = classes[known]
    sizes = np.array(claimed.sizes, dtype=np.int64)
    if question.joint:
        from covey.verification.regained_cells import read_cells

        return read_cells(claimed, question, counted, items, sizes)
    return _alone(claimed, question, items, sizes[:-1] if question.missing else sizes)


def _alone(
    claimed: Claimed, question: Question, items: NDArray[np.int32], sizes: Numbers
) -> Grouping:
    """Of one quasi-identifier. Areas and labels of a stated order have a class whether or not they
    have records."""
    from covey.release.labels import LabelQuestion
    from covey.release.ordered import OrderedQuestion
    from covey.release.points import PointQuestion
    from covey.release.regions import RegionQuestion

    if isinstance(question, RegionQuestion):
        codes = [question.areas.keys[place] for place in question.kept.tolist()]
        return RegionSolution(_by_value(claimed, codes), sizes)
    if isinstance(question, OrderedQuestion) and not question.kind:
        return IntervalSolution(_by_value(claimed, question.values), sizes)
    if (items < 0).any():
        raise InvalidInput("The codebook lacks a value of the table.")
    if isinstance(question, PointQuestion):
        return RectangleSolution(items, sizes, _cells_on_plane(claimed, question))
    if isinstance(question, OrderedQuestion):
        return IntervalSolution(items, sizes)
    assert isinstance(question, LabelQuestion)
    return LabelSolution(items, sizes)


def _by_value(claimed: Claimed, values: Sequence[str]) -> NDArray[np.int32]:
    listed = claimed.book.of(claimed.name).listed
    # The last place is that of a value that is not in the codebook.
    classes = np.full(len(listed.places) + 1, -1, dtype=np.int32)
    classes[listed.members] = listed.of_members
    found = classes[listed.places.known(values)]
    if (found < 0).any():
        raise InvalidInput("The codebook lacks a value of the table.")
    return found


def _cells_on_plane(claimed: Claimed, question: PointQuestion) -> NDArray[np.float64]:
    """The rectangles as they were cut: before those on the globe were counted back from beyond 180
    and cut off at the poles. The outermost ones end where the box does."""
    from covey.verification.plane import Plane

    role, problem = question.role, question.problem
    cells = rectangles(claimed, role)
    if role.globe:
        plane = Plane.of(problem.x)
        cells[:, 0] = plane.flat(cells[:, 0], upper=False)
        cells[:, 2] = plane.flat(cells[:, 2], upper=True)
    for at, outermost in enumerate((np.min, np.min, np.max, np.max)):
        cells[cells[:, at] == outermost(cells[:, at]), at] = problem.box[at]
    return cells


def rectangles(claimed: Claimed, role: Points) -> NDArray[np.float64]:
    """West, south, east and north of every rectangle, as they were published."""
    across, along = (claimed.book.of(column).ranges for column in (role.across, role.along))
    if not np.array_equal(across.numbers, along.numbers):
        raise InvalidInput("The codebook has a range in one coordinate only.")
    lower_left = borders(across.low), borders(along.low)
    return np.column_stack([*lower_left, borders(across.high), borders(along.high)])


def borders(texts: Iterable[str | None]) -> NDArray[np.float64]:
    """Lower or upper borders of ranges of numbers; an open one is NaN."""
    try:
        return np.array([float(text or "nan") for text in texts], dtype=np.float64)
    except ValueError:
        raise InvalidInput("The codebook has a border that is no number.") from None
