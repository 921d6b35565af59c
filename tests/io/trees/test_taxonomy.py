from __future__ import annotations

import numpy as np
import pytest

from covey.core.errors import InvalidInput
from covey.io.trees import taxonomy
from covey.io.trees.taxonomy import Links, Taxonomy
from covey.problems.trees.nodes import depths


def links(*pairs: tuple[str, str]) -> Taxonomy:
    found = Links("tree.csv")
    for line, (child, parent) in enumerate(pairs, start=2):
        found.add(child, parent, f"line {line}")
    return found.tree()


TREE = links(("BA", "Under"), ("MA", "Grad"), ("PhD", "Grad"), ("Under", "All"), ("Grad", "All"))


def test_a_tree_knows_its_labels_its_root_and_the_way_up() -> None:
    assert TREE.labels == ["BA", "MA", "PhD"]
    assert TREE.names[TREE.root] == "All"
    assert TREE.path("PhD") == ["PhD", "Grad", "All"]
    assert TREE.depth == 2


def test_the_part_above_some_labels_does_not_depend_on_the_others() -> None:
    """Nor on the order of the file: proofs name nodes by their numbers."""
    other = links(
        ("Grad", "All"), ("PhD", "Grad"), ("MA", "Grad"), ("Assoc", "Voc"), ("Voc", "All")
    )
    for tree in (TREE, other):
        branches = tree.above(["MA", "PhD", None])
        assert branches.inner == ("All", "Grad")
        assert branches.parents.tolist() == [4, 4, 3, -1, 3]
        assert branches.root == "All"


def test_nodes_without_a_parent_get_one() -> None:
    tree = links(("a", "b"), ("c", "d"))
    assert tree.path("a") == ["a", "b", "*"]
    assert tree.path("c") == ["c", "d", "*"]


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("a", "b"), ("b", "c"), ("c", "a")], "'a', 'b', 'c' are each above the other"),
        ([("x", "top"), ("a", "b"), ("b", "a"), ("c", "b")], "'a', 'b' are each above"),
        ([("a", "b"), ("a", "c")], "line 3: 'a' has two parents, 'b' and 'c'"),
        ([("", "b")], "line 2: an empty name"),
        ([("a", "")], "line 2: an empty name"),
        ([("a\0", "b")], "NUL"),
        ([], "no nodes"),
        ([("a", "b"), ("c", "*"), ("*", "d")], "called '\\*' below another"),
        ([(f"n{at}", f"n{at + 1}") for at in range(300)], "300 levels; at most 200"),
    ],
)
def test_what_is_no_tree_is_refused_by_name(pairs: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        links(*pairs)


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(taxonomy, "MOST_NODES", 10)
    with pytest.raises(InvalidInput, match="more than 10 nodes"):
        links(*((f"a{at}", "b") for at in range(11)))


def test_levels_of_a_long_chain_are_counted_without_climbing_it_for_every_node() -> None:
    count = 100_000
    parents = np.append(np.arange(1, count), -1).astype(np.int32)
    assert int(depths(parents).max()) == count - 1


def test_inner_nodes_by_numbers() -> None:
    links = Links("t")
    for child, parent in (("a", "x"), ("b", "x"), ("group 1", "y"), ("x", "z"), ("d", "w")):
        links.add(child, parent, "t")
    tree = links.tree().numbered(["group 1", "a", "b"])
    assert tree.path("group 1") == ["group 1", "group 1'", "*"]
    assert tree.path("b") == ["b", "group 2", "group 3", "*"]
    assert tree.path("d") == ["d", "w", "*"], "nothing of it is written"


def test_a_node_that_is_its_own_parent_is_no_tree() -> None:
    with pytest.raises(InvalidInput, match="'a' is its own parent"):
        links(("a", "a"))
