from __future__ import annotations

import pytest

import covey
from covey.io.trees.common import from_counts
from covey.io.trees.hierarchy import to_text
from covey.io.trees.read import hierarchy_of


def test_rare_labels_have_a_node_of_their_own() -> None:
    tree = from_counts(["flu", "gout", "mumps", "cold"], [9, 2, 4, 5], 5, "t")
    assert tree.path("flu") == ["flu", "*"]
    assert tree.path("cold") == ["cold", "*"]
    assert tree.path("gout") == ["gout", "rare", "*"]
    assert tree.missing_below is None


@pytest.mark.parametrize(("missing", "below"), [(4, "rare"), (5, None)])
def test_missing_is_common_or_rare_like_any_label(missing: int, below: str | None) -> None:
    tree = from_counts(["flu", "gout", None, "mumps"], [9, 2, missing, 1], 5, "t")
    assert tree.missing_below == below
    branches = tree.above(["flu", "gout", None, "mumps"])
    parent = branches.parents[2]
    assert branches.inner[parent - 4] == (below or "*")


def test_one_rare_label_is_a_child_of_the_root() -> None:
    assert from_counts(["flu", "gout"], [9, 2], 5, "t").depth == 1
    alone = from_counts(["flu", None], [9, 2], 5, "t")
    assert (alone.depth, alone.missing_below) == (1, None)


def test_the_name_of_the_node_is_no_label() -> None:
    tree = from_counts(["rare", "rare labels", "gout"], [9, 2, 1], 5, "t")
    assert tree.path("gout") == ["gout", "rare labels labels", "*"]


def test_an_empty_text_is_a_label_and_a_star_is_none() -> None:
    tree = from_counts(["flu", "", "gout"], [9, 2, 1], 5, "t")
    assert tree.path("") == ["", "rare", "*"]
    again = hierarchy_of(to_text(tree), "t")
    assert again.path("") == ["", "rare", "*"]
    with pytest.raises(covey.InvalidInput, match=r"t: a label '\*', which stands for all"):
        from_counts(["flu", "*"], [9, 2], 5, "t")
