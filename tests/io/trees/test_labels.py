from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.io.trees.labels import refuse_unplaced, unused_labels
from covey.io.trees.read import tree_of

TREE = tree_of("a;x;*\nb;x;*\nc;y;*\nd;y;*\ne;y;*\n", "tree")


def test_labels_that_the_tree_lacks_are_named_three_of_them() -> None:
    with pytest.raises(InvalidInput) as refused:
        refuse_unplaced(TREE, ["a", "f", None, "g", "h", "i"], "t.csv, 'z'")
    assert "4 labels that the tree lacks" in refused.value.message
    assert "'f'" not in str(refused.value), "a log must not have it"
    assert refused.value.shown == ("'f'", "'g'", "'h'", "and 1 more")
    assert "--unmapped" not in str(refused.value), "nobody has it here"


def test_labels_that_others_are_below_are_named() -> None:
    with pytest.raises(InvalidInput) as refused:
        refuse_unplaced(TREE, ["a", "x"], "t.csv, 'z'")
    assert "1 label that other labels of the tree are below" in refused.value.message
    assert refused.value.shown == ("'x'",)


def test_labels_that_no_record_has() -> None:
    assert unused_labels(TREE, ["b", None, "d"]) == ["a", "c", "e"]
    refuse_unplaced(TREE, ["b", None, "d"], "t.csv")


def test_a_mark_of_missing_values_is_no_label_to_leave_out() -> None:
    with pytest.raises(InvalidInput, match="If 'N/A' stands for no value, say so with") as found:
        refuse_unplaced(TREE, ["a", "N/A", "f"], "t.csv, 'icd'", may_suppress=True)
    assert not found.value.remedy
    with pytest.raises(InvalidInput) as found:
        refuse_unplaced(TREE, ["a", "f"], "t.csv, 'icd'", may_suppress=True)
    assert found.value.remedy
