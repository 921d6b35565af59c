"""Who borders on whom: an undirected graph in arrays."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural

if TYPE_CHECKING:
    from covey._native import regions as compiled


@dataclass(frozen=True, eq=False)
class Graph:
    """Areas 0 to ``count`` - 1 and the borders between them, each once.

    ``edges[e]`` are the two areas of border e, the smaller number first, rows in ascending order;
    ``lengths[e]`` is how long that border is, 1.0 where nobody said.

    >>> graph = Graph.from_edges(3, [(1, 0), (1, 2)])
    >>> graph.edges.tolist(), graph.starts.tolist(), graph.neighbours.tolist()
    ([[0, 1], [1, 2]], [0, 1, 3, 4], [1, 0, 2, 1])
    """

    count: int
    edges: NDArray[np.int32]
    lengths: NDArray[np.float64]

    def __post_init__(self) -> None:
        _refuse_unless_borders(self.count, self.edges, self.lengths)
        object.__setattr__(self, "edges", _read_only(self.edges))
        object.__setattr__(self, "lengths", _read_only(self.lengths))

    @classmethod
    def from_edges(cls, count: int, edges: ArrayLike, lengths: ArrayLike | None = None) -> Graph:
        """Self-loops are left out; of a border given more than once the lengths are added up."""
        pairs = np.asarray(edges)
        # numpy makes an empty list one of floats, without columns.
        if pairs.size == 0:
            pairs = np.zeros((0, 2), dtype=np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise InvalidInput(
                "Borders are pairs of areas' positions, whole numbers in two columns;"
                f" given: an array of shape {pairs.shape} and type {pairs.dtype}."
            )
        pairs = pairs.astype(np.int64)
        outside = (pairs < 0) | (pairs >= count)
        if outside.any():
            raise InvalidInput(
                f"{plural(int(outside.any(axis=1).sum()), 'border')} of an area that is not there:"
                f" positions are 0 to {count - 1}; given: {int(pairs[outside][0])}."
            )
        long = np.ones(len(pairs)) if lengths is None else np.asarray(lengths, dtype=np.float64)
        if long.shape != (len(pairs),) or not (np.isfinite(long) & (long >= 0)).all():
            raise InvalidInput("Lengths of borders are one number for each, 0 or more.")
        proper = pairs[:, 0] != pairs[:, 1]
        low, high = pairs[proper].min(axis=1), pairs[proper].max(axis=1)
        # One number for each pair, which also puts the borders in order. A graph of no areas must
        # not divide by 0.
        codes, place = np.unique(low * max(count, 1) + high, return_inverse=True)
        # A border that stands twice without a length is still one border.
        each = np.ones(len(codes))
        if lengths is not None:
            each[:] = np.bincount(place, weights=long[proper], minlength=len(codes))
        unique = np.column_stack([codes // max(count, 1), codes % max(count, 1)]).astype(np.int32)
        return cls(count, unique, each)

    def __reduce__(self) -> tuple[Any, ...]:
        # What compiled loops made of the graph stays behind.
        return Graph, (self.count, self.edges, self.lengths)

    @cached_property
    def native(self) -> compiled.Graph:
        """The graph as compiled loops take it: checked, copied, with rows of neighbours."""
        from covey._native import regions as compiled

        return compiled.Graph(self.count, self.edges, self.lengths)

    # Who checks a release asks for these: they are plain numpy, and load nothing compiled. A solver
    # takes its rows of neighbours from ``native``, which has them anyway.

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """The neighbours of area v are ``neighbours[starts[v]:starts[v + 1]]``."""
        counts = np.bincount(self.edges.ravel(), minlength=self.count)
        return np.append(0, np.cumsum(counts)).astype(np.int64)

    @cached_property
    def neighbours(self) -> NDArray[np.int32]:
        """The neighbours of the first area, ascending, then those of the second, and so on."""
        low, high = self.edges.T
        # Borders are in the order of their lower ends. The neighbours below an area come first, and
        # stay in order, because the sorts are stable.
        upwards = np.argsort(high, kind="stable")
        tails = np.concatenate([high[upwards], low])
        heads = np.concatenate([low[upwards], high])
        return heads[np.argsort(tails, kind="stable")]

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """For every area the number of its connected component, numbered by their first areas."""
        areas = np.arange(self.count, dtype=np.int32)
        root = areas
        low, high = self.edges.T
        while len(low):
            # Every root goes below the first one that it borders on, so that no cycle can arise.
            root = root.copy()
            np.minimum.at(root, high, low)
            # Ways up are halved until all areas are right below their roots.
            while (root != root[root]).any():
                root = root[root]
            ends = root[low], root[high]
            apart = ends[0] != ends[1]
            low, high = np.minimum(*ends)[apart], np.maximum(*ends)[apart]
        # A root is the first area of its component.
        return (np.cumsum(root == areas) - 1)[root].astype(np.int32)

    def without(self, dropped: NDArray[np.bool_]) -> Graph:
        """The same areas with some borders taken away, by a mask over ``edges``."""
        return Graph(self.count, self.edges[~dropped], self.lengths[~dropped])


def _refuse_unless_borders(count: int, edges: Any, lengths: Any) -> None:
    """No border may lead out of the graph, or stand there twice."""
    if (
        type(count) is not int
        or not 0 <= count < 2**31
        or not _is_array(edges, np.int32, 2)
        or edges.shape[1] != 2
        or not _is_array(lengths, np.float64, 1)
        or len(lengths) != len(edges)
    ):
        raise InvalidInput(
            "A graph has a number of areas, borders as pairs of 32 bit numbers, and a length for"
            " each.",
            hint="Graph.from_edges makes one of any pairs of positions.",
        )
    # As 64 bits: the product of two areas' numbers would not fit into 32.
    low, high = edges[:, 0].astype(np.int64), edges[:, 1].astype(np.int64)
    codes = low * count + high
    inside = bool(((low >= 0) & (low < high) & (high < count)).all())
    if not inside or not (codes[1:] > codes[:-1]).all():
        raise InvalidInput(
            f"The borders of a graph are pairs of different positions from 0 to {count - 1}, the"
            " smaller one first, in ascending order, each once.",
            hint="Graph.from_edges makes them so.",
        )
    if not (np.isfinite(lengths) & (lengths >= 0)).all():
        raise InvalidInput("The lengths of borders are finite numbers, 0 or more.")


def _is_array(array: Any, dtype: type[np.generic], dimensions: int) -> bool:
    return isinstance(array, np.ndarray) and array.dtype == dtype and array.ndim == dimensions


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers, in one piece, that nobody can change through this array."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view
