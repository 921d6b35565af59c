"""The tree of cuts behind a solution, and where it leads a combination."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InternalError
from covey.core.jit import kernel
from covey.problems.cells.kinds import (
    AREAS,
    AT_POSITION,
    BY_MEMBERS,
    BY_MISSING,
    LEAF,
)


class Cut(NamedTuple):
    """A cut that a cell may be given, and what it is worth."""

    score: float
    how: int
    low: int
    high: int


class CutTree(NamedTuple):
    """A tree of cuts. Node v is cut on the column ``column[v]`` as ``how[v]`` says; its children
    are ``first[v]`` and the ``children[v]`` - 1 nodes after it. ``key[v]`` is the component of a
    child that was made by BY_COMPONENT. A leaf is the class ``number[v]``, -1 if it
    has no rows.

    ``begin`` and ``end`` are the rows of a node in the solver's own order.
    """

    column: NDArray[np.int32]
    how: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    parent: NDArray[np.int32]
    first: NDArray[np.int32]
    children: NDArray[np.int32]
    key: NDArray[np.int32]
    number: NDArray[np.int32]
    begin: NDArray[np.int32]
    end: NDArray[np.int32]


def empty_tree(count: int) -> CutTree:
    return CutTree(*(np.zeros(count, dtype=np.int32) for _ in CutTree._fields))


def first_nodes(nodes: CutTree, count: int) -> CutTree:
    return CutTree(*(field[:count].copy() for field in nodes))


@kernel
def route(
    nodes: CutTree,
    codes: NDArray[np.int32],
    kinds: NDArray[np.int32],
    pool: NDArray[np.int32],
    component: NDArray[np.int32],
    component_at: NDArray[np.int64],
) -> NDArray[np.int32]:
    """The leaf that the cuts lead each row to, -1 where a cut does not know the row's value.

    The codes of areas are places in the order of their map's tree; labels that a cut takes are
    ``pool[low:high]``, ascending.
    """
    rows = len(codes)
    leaf = np.empty(rows, np.int32)
    for i in range(rows):
        v = 0
        while v >= 0 and nodes.how[v] != LEAF:
            column = nodes.column[v]
            code = codes[i, column]
            how = nodes.how[v]
            if how == BY_MISSING:
                v = nodes.first[v] + (0 if code < 0 else 1)
                continue
            # Missing values were split off before, so a cut of values does not know them.
            if code < 0:
                v = -1
                break
            if how == AT_POSITION:
                v = nodes.first[v] + (0 if code <= nodes.low[v] else 1)
            elif how == BY_MEMBERS:
                if kinds[column] == AREAS:
                    inside = nodes.low[v] <= code < nodes.high[v]
                else:
                    # The labels of a cut ascend: look the code up by halving.
                    low = nodes.low[v]
                    high = nodes.high[v]
                    while low < high:
                        middle = (low + high) // 2
                        if pool[middle] < code:
                            low = middle + 1
                        else:
                            high = middle
                    inside = low < nodes.high[v] and pool[low] == code
                v = nodes.first[v] + (0 if inside else 1)
            else:
                own = component[component_at[column] + code]
                child = nodes.first[v]
                last = child + nodes.children[v]
                while child < last and nodes.key[child] != own:
                    child += 1
                v = child if child < last else -1
        leaf[i] = v
    return leaf


@kernel
def top_of(parent: NDArray[np.int32], marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every node the topmost marked node on the way up from it, itself included; the node
    itself, if none is marked. Parents stand before their children."""
    top = np.empty(len(parent), np.int64)
    for v in range(len(parent)):
        above = parent[v]
        if v > 0 and marked[top[above]]:
            top[v] = top[above]
        else:
            top[v] = v
    return top


def refuse_unless_tree(nodes: CutTree, classes: int, columns: int) -> None:
    """Every node but the root is the child of one node before it, and every class is one leaf: then
    any two classes are split by a cut on one column. A leaf without rows is no class."""
    count = len(nodes.how)
    inner = np.flatnonzero(nodes.how != LEAF)
    owner = np.repeat(inner, nodes.children[inner])
    within = np.arange(len(owner)) - np.repeat(
        np.cumsum(nodes.children[inner]) - nodes.children[inner], nodes.children[inner]
    )
    children = nodes.first[owner] + within
    if not np.array_equal(np.sort(children), np.arange(1, count)) or (children <= owner).any():
        raise InternalError("The cuts are not a tree.")
    if not np.array_equal(nodes.parent[children], owner):
        raise InternalError("A node's parent is not the node that was cut.")
    if len(inner) and not (0 <= nodes.column[inner].min() <= nodes.column[inner].max() < columns):
        raise InternalError("A cut is on a column that is not there.")
    leaves = nodes.number[nodes.how == LEAF]
    leaves = leaves[leaves >= 0]
    if not np.array_equal(np.sort(leaves), np.arange(classes)):
        raise InternalError("The classes are not the leaves of the tree of cuts.")
