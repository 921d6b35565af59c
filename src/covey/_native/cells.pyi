"""Rows of several columns into cells."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


NOTHING: float = -1e+300

EVEN: float = 0.001

class Columns:
    """The columns of a table: kinds, sizes and worth."""

    def __init__(self, kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], worth: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def give_tops(self, column: int, tops: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Say how far the values of an ordered column reach: each from its position up to its top.
        """

    def give_tree(self, column: int, parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], ordered: bool, missing: int) -> None:
        """
        Say that the labels of a column are below a tree: a set of them is what lies below some children of one node, which are neighbours where siblings are in order. Missing values are the label missing, a child of the root, or -1 if there is none.
        """

    def nest(self, column: int, leaf: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], split: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], measure: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Cut a column of areas by nested regions first."""

    def best_cut(self, column: int, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int, uneven: float, under: float) -> tuple[float, int, int, int]:
        """
        The best cut of a cell with these values: its score, how, low and high.
        """

    def taken_labels(self, column: int, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], low: int, high: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The labels that a cut of a cell with these values takes, ascending."""

    def savings(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]:
        """
        The loss that is saved, in records, if a row is withheld from its class.
        """

class Rules:
    """Requirements, and the sensitive values they are about."""

    def __init__(self, kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], attributes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], amounts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], people: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], tolerance: float) -> None: ...

    def meets(self, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
        """Whether these rows meet all rules as one class."""

class Forest:
    """Rows, and one tree of cuts over them."""

    def __init__(self, columns: Columns, codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], kept: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: Rules | None, k: int, threads: int = 1) -> None: ...

    def leaves(self, records: int = 0) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The leaves with at least so many records."""

    def cut(self, cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], passed: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], uneven: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], least: int, seconds: float) -> bool:
        """
        Cut some leaves until no cell can be cut; False if time was over before.
        """

    def tried(self, cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], passed: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], uneven: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], seconds: float) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], bool]:
        """
        The largest class and the loss of each leaf, if it were cut; whether all were.
        """

    def adopt(self, path: CutPath) -> None:
        """Cut the table as another tree says."""

    def tops(self, records: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """The topmost nodes that are cut and have fewer records than that."""

    def recut(self, nodes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], largest: int, breadth: int, squares: bool, seconds: float) -> tuple[int, int, bool]:
        """
        Cut nodes again where a search finds less loss: how many were, the codes looked at, and whether all were searched in time.
        """

    def settle(self) -> None:
        """
        Move cuts to where ranges are narrowest, such that no row changes its side.
        """

    def tree(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
        """The fields of the tree of cuts, and its pool of labels."""

    def classes(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]]:
        """The class of every row, and the sizes of classes."""

class CutPath:
    """A tree of cuts as it is followed."""

    def __init__(self, kinds: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], column: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], how: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], children: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], key: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], pool: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def route(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], component: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], at: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """
        The leaf that the cuts lead each row to, -1 where a cut does not know its value.
        """

    def ranges(self, column: int, size: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')]:
        """The first and the last rank of every node on an ordered column."""

    def member_runs(self, column: int, kind: int, shift: int, leaves: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], base: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')]]:
        """
        The run that the last cut took for each leaf, and those taken out of it.
        """

def top_of(parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    For every node the topmost marked node on the way up from it, or itself.
    """

def spanning(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], neighbours: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    Breadth-first trees of a map: order, parent and end, in depth-first order.
    """

def nested(edges: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], lengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    Nested regions of a map, and the tree of the borders that join them: order, parent and end as of spanning, leaf, split, low and high as of Columns.nest.
    """

def runs_are_subtrees(parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], end: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bool:
    """Whether every run of places is the subtree of its first."""

def hulls(parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """The places of every class and all that are on the ways between them."""

def counts_fit(classes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], side: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, sides: int, k: int) -> bool:
    """Whether every class has, on every side, no record or k of them."""

def open_positions(classes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int, values: int, k: int) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
    """
    After which values a cut leaves every class no record or k on both sides.
    """

class Grid:
    """Rows, and the axes that each have one partition."""

    def __init__(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> None: ...

    def add_ordered(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: float) -> None:
        """
        An axis of ordered atoms, each from low to high, as shares of the whole width.
        """

    def add_labels(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: float) -> None:
        """An axis of labels; an atom has so many of them."""

    def add_nested(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parent: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], loss: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: float) -> None:
        """An axis whose blocks are nodes of a tree, in depth-first order."""

    def search(self, withheld: int, trials: int, steps: int, seconds: float, seed: int, threads: int = 1) -> tuple[list[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], int, float, bool, list[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]]:
        """
        The block of every atom, of missing values last, on every axis (none, if nothing was found that withholds so few); the records withheld, the loss of all, whether the clock ended the search, and the blocks of the best that withholds nobody.
        """

class Nested:
    """Rows, and a tree of nested sets for every column."""

    def __init__(self, weights: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], k: int) -> None: ...

    def add_fixed(self, leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], loss: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], count: int) -> None:
        """
        A column whose tree stays as it is: the leaf of every row, the parents of the leaves and then of the inner nodes, what a record loses at each, and how many are leaves.
        """

    def add_labels(self, leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], sizes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], weight: float) -> None:
        """
        A column of labels, so many at each leaf. Branches are moved below inner nodes of the same group.
        """

    def add_ordered(self, leaves: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], low: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], high: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], loss: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], round_after: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        A column of ordered leaves, each from low to high. A node of many leaves begins and ends at round borders.
        """

    def add_holders(self, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], least: int) -> None:
        """
        Who the rows are of, by number: every class is to have at least so many different ones.
        """

    def search(self, trials: int, seed: int, quick: int, tried_below: int, all_ways_below: int, seconds: float, threads: int = 1) -> tuple[list[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], float, bool]:
        """
        The parents of every column's nodes; the begin, end, column, first child, children and nodes of the cells, and the order of rows; what all records lose, and whether the clock ended the search.
        """
