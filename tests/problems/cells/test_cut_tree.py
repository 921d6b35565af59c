"""The tree of cuts, and where it leads a combination."""

from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import InternalError
from covey.problems.cells.cut_tree import CutTree, empty_tree, refuse_unless_tree, route, top_of
from covey.problems.cells.kinds import (
    AREAS,
    AT_POSITION,
    BY_COMPONENT,
    BY_MEMBERS,
    BY_MISSING,
    LABELS,
    ORDERED,
)

KINDS = np.array([ORDERED, LABELS, AREAS], dtype=np.int32)
COMPONENT = np.array([0, 0, 2, 2], dtype=np.int32)


def cut(
    how: int, column: int, low: int = 0, high: int = 0, keys: tuple[int, ...] = (0, 0)
) -> CutTree:
    """A root that is cut, with leaves."""
    nodes = empty_tree(1 + len(keys))
    nodes.how[0], nodes.column[0], nodes.low[0], nodes.high[0] = how, column, low, high
    nodes.first[0], nodes.children[0] = 1, len(keys)
    nodes.parent[0] = -1
    nodes.number[1:] = np.arange(len(keys))
    nodes.key[1:] = keys
    return nodes


def led(nodes: CutTree, *codes: tuple[int, int, int]) -> list[int]:
    pool = np.array([1, 3], dtype=np.int32)
    rows = np.array(codes, dtype=np.int32)
    found: list[int] = route(
        nodes, rows, KINDS, pool, COMPONENT, np.zeros(3, dtype=np.int64)
    ).tolist()
    return found


def test_codes_up_to_a_position_go_first() -> None:
    assert led(cut(AT_POSITION, 0, 2), (0, 0, 0), (2, 0, 0), (3, 0, 0)) == [1, 1, 2]


def test_labels_of_the_list_go_first() -> None:
    found = led(cut(BY_MEMBERS, 1, 0, 2), (0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0))
    assert found == [2, 1, 2, 1]


def test_areas_of_the_subtree_go_first() -> None:
    found = led(cut(BY_MEMBERS, 2, 1, 3), (0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))
    assert found == [2, 1, 1, 2]


def test_missing_values_go_first_and_nowhere_else() -> None:
    assert led(cut(BY_MISSING, 0), (-1, 0, 0), (5, 0, 0)) == [1, 2]
    assert led(cut(AT_POSITION, 0, 2), (-1, 0, 0)) == [-1]


def test_components_go_to_their_own_child() -> None:
    nodes = cut(BY_COMPONENT, 2, keys=(2, 0))
    assert led(nodes, (0, 0, 0), (0, 0, 1), (0, 0, 3)) == [2, 2, 1]
    assert led(cut(BY_COMPONENT, 2, keys=(2, 7)), (0, 0, 0)) == [-1]


def test_the_topmost_marked_node_counts() -> None:
    parent = np.array([-1, 0, 0, 1, 3, 2], dtype=np.int32)
    marked = np.array([False, True, False, True, False, False])
    assert top_of(parent, marked).tolist() == [0, 1, 2, 1, 1, 5]


def test_what_is_no_tree_is_refused() -> None:
    nodes = cut(AT_POSITION, 0, 2)
    refuse_unless_tree(nodes, 2, 3)
    with pytest.raises(InternalError, match="not the leaves"):
        refuse_unless_tree(nodes, 3, 3)
    with pytest.raises(InternalError, match="column that is not there"):
        refuse_unless_tree(cut(AT_POSITION, 3, 2), 2, 3)
    loop = cut(AT_POSITION, 0, 2)
    loop.first[0] = 0
    with pytest.raises(InternalError, match="not a tree"):
        refuse_unless_tree(loop, 2, 3)
    orphan = cut(AT_POSITION, 0, 2)
    orphan.parent[2] = 1
    with pytest.raises(InternalError, match="parent"):
        refuse_unless_tree(orphan, 2, 3)
