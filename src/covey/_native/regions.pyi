"""Areas into connected regions."""

import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Graph:
    """Areas and the borders between them, in rows of neighbours."""

    def __init__(self, count: int, edges: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """Where the neighbours of every area begin, and where the last ones end."""

    @property
    def neighbours(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)]:
        """
        The neighbours of the first area, ascending, then those of the second, ...
        """

    def components(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """
        The connected component of every area, numbered in the order of their first areas.
        """

    def components_within(self, labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """
        The connected parts of equal labels, numbered in the order of their first areas.
        """

    def spanning_forest(self, targets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], patience: int, least: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """
        A mask over the borders: a forest by depth-first search, with borders swapped until every area has its target degree or nothing helps; its degree is `least` or within 1 of the best.
        """

    def lowered_degree(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], least: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """A spanning forest whose degree is `least` or within 1 of the best."""

    def cut(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, second: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], at_least: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """
        The piece of every area, named by the area at which it was cut off a spanning forest.
        """

    def relieved(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, region: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], jumps: int, seconds: float) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], int, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], bool, Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
        """
        Regions of k or more, made lighter: the new ones, a lower bound, the areas that prove it (none if k or the heaviest area does), and whether no region is above max(bound + k - 1, 3k - 3), which is so unless time was over; and how often each event of the proof happened.
        """

    def pockets(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
        """
        For every area, into how many parts its component falls without it, and what it weighs together with those below k.
        """

    def lightest_ways(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """
        The weight of the lightest path from every forced light area to one of k or more.
        """

    def lightest_superset(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, area: int, enough: int, most_steps: int) -> tuple[int, bool, int]:
        """
        The lightest connected set of k or more with this area, whether the search was finished, and its steps.
        """

    def heaviest_superset(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, areas: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bound: int, most_steps: int, most_in_all: int) -> tuple[int, int]:
        """
        The largest of the areas' lightest sets that is above the bound, and its area, or -1.
        """

    def stranded(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, areas: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], bound: int, most: int, each: int, inner: int, all: int, twice: bool, seconds: float) -> tuple[int, int, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
        """
        The best bound above `bound`, up to `most` + 1, by areas whose regions leave parts below k, or (twice) leave others without a region; its area, or -1, and those others.
        """

    def connected_sets(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, most: int, second: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], at_least: int, most_sets: int, most_steps: int, most_members: int) -> tuple[bool, Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
        """
        Whether all connected sets from k to `most` could be listed; their starts, areas and weights.
        """

class Limits:
    """What a region must reach and must not exceed."""

    def __init__(self, k: int, second: int, most: int, most_capped: int) -> None: ...

    @property
    def k(self) -> int: ...

    @property
    def second(self) -> int: ...

    @property
    def most(self) -> int: ...

    @property
    def most_capped(self) -> int: ...

def split_tree(parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], records: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], capped: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], limits: Limits) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], float, int]:
    """
    The piece of every vertex, empty if no split was found, the sum of squared records, and how much work it was.
    """

class Aim(enum.Enum):
    """What the search lowers."""

    MEND = 0
    """The number of regions below a threshold."""

    RECORDS = 1
    """The heaviest region."""

    CAPPED = 2
    """The heaviest region, areas capped at k."""

    QUADRATIC = 3
    """The sum of squares."""

    COMPACT = 4
    """The length of borders."""

class Regions:
    """
    A partition of areas into connected regions, which the search improves.
    """

    def __init__(self, graph: Graph, records: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], capped: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], region: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], random: int) -> None: ...

    def descend(self, limits: Limits, aim: Aim, floor: int, most_united: int, failures: int, patience: int, attempts: int, work: int) -> tuple[int, int, bool]:
        """
        Improves the regions; the work done, how many attempts failed at the end, and whether the aim is reached.
        """

    def replace(self, areas: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], piece: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Puts pieces in the place of whole regions."""

    @property
    def region(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The region of every area."""

    @property
    def records(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """The records of every region; -1 where a number is not in use."""

    @property
    def capped(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """
        The records of every region, areas capped at k; -1 where a number is not in use.
        """

    @property
    def attempts(self) -> int:
        """Attempts that were made."""

    def allow(self, slack: float) -> None:
        """Lets shorter borders add so much to the sum of squares."""

class Embedding:
    """A graph with the neighbours of every vertex in clockwise order."""

    def __init__(self, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], heads: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def starts(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]: ...

    @property
    def heads(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)]: ...

    @property
    def tails(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)]: ...

    @property
    def reverse(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]:
        """The same edge seen from its other end, for every half-edge."""

    @property
    def faces(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)]:
        """The face on the left of every half-edge."""

    @property
    def face_count(self) -> int: ...

    def around(self, half_edge: int) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """
        The half-edges around the face on the left of this one, which comes first.
        """

    def four_cycles(self) -> int:
        """The number of 4-cycles in the graph of vertices and the faces at them."""

    def canonical_tree(self, bottom: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')] | None:
        """
        Edges of a spanning tree by Kant's canonical order; None if the order fails.
        """
