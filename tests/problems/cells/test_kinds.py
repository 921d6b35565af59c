"""The kinds of columns and of cuts."""

from __future__ import annotations

from covey.problems.cells import kinds
from covey.problems.cells.kinds import ColumnKind, CutKind


def test_the_numbers_of_compiled_loops_are_those_of_the_enumerations() -> None:
    assert list(ColumnKind) == [kinds.ORDERED, kinds.LABELS, kinds.AREAS]
    assert kinds.LEAF == CutKind.NONE
    assert kinds.AT_POSITION == CutKind.POSITION
    assert kinds.BY_MEMBERS == CutKind.MEMBERS
    assert kinds.BY_MISSING == CutKind.MISSING_FROM_PRESENT
    assert kinds.BY_COMPONENT == CutKind.COMPONENTS


def test_a_node_of_an_empty_tree_is_a_leaf() -> None:
    """Trees are made of zeros."""
    assert kinds.LEAF == 0
