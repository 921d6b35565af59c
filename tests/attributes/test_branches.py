from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from covey.attributes.branches import tree_names
from covey.codebook.texts import look
from covey.io.trees.read import tree_of
from covey.io.trees.taxonomy import Links
from covey.problems.cells.axes import TreeAxis
from tests.effort import cases
from tests.problems.cells.oracle import along

EDUCATION = tree_of(
    "BA;Under;Higher;*\nSome;Under;Higher;*\nAssoc;Under;Higher;*\nMA;Grad;Higher;*\n"
    "PhD;Grad;Higher;*\nHS;HS;School;*\n9th;9th;School;*\n",
    "tree",
)
LABELS = ["9th", "Assoc", "BA", "HS", "MA", "PhD", "Some", None]


def named(*sets: list[str | None]) -> list[str | None]:
    branches = EDUCATION.above(LABELS)
    return tree_names(branches, [np.array([LABELS.index(each) for each in own]) for own in sets])


def test_a_set_is_called_by_its_label_its_node_or_children_of_a_node() -> None:
    assert named(["BA"], ["MA", "PhD"], ["BA", "Some"], ["9th", "HS"], [None]) == [
        "BA", "Grad", "Under: BA, Some", "School", None,
    ]  # fmt: skip
    assert named(["MA", "PhD", "Assoc", "BA", "Some"]) == ["Higher"]


def test_children_of_the_root_stand_alone_and_all_is_any_value() -> None:
    assert named([None, "9th", "HS"]) == ["(missing), School"]
    assert named(LABELS) == ["any value"]


def test_a_node_with_one_child_is_called_by_the_lowest_that_has_the_same_labels() -> None:
    branches = EDUCATION.above(["BA", "HS", "MA"])
    names = tree_names(branches, [np.array([0]), np.array([0, 2]), np.array([1])])
    assert names == ["BA", "Higher", "HS"]


def test_many_children_are_counted() -> None:
    tree = tree_of("".join(f"code {at:02};Heart;*\n" for at in range(12)) + "x;Lung;*\n", "tree")
    branches = tree.above(tree.labels)
    assert tree_names(branches, [np.arange(11), np.arange(1, 12)]) == [
        "Heart: code 00 and 10 more",
        "Heart: code 01 and 10 more",
    ]


NAMES = st.sampled_from(
    ["a", "b", "a, b", "a: b", "c: a, b", "*", "any value", "(missing)", '"a"', "a and 1 more",
     " a", "A", "\u0041\u030a", "\u00c5", "x" * 70, "a: ", "c"]
)  # fmt: skip


@settings(max_examples=cases(120, quick=40), deadline=None, derandomize=True)
@given(st.lists(NAMES, min_size=2, max_size=9, unique=True), st.randoms(use_true_random=False))
def test_no_two_sets_have_one_text(names: list[str], random: object) -> None:
    """All sets along a tree at once, whatever its names are."""
    links = Links("tree")
    for at, name in enumerate(names[1:], start=1):
        links.add(name, names[random.randrange(at)], "")  # type: ignore[attr-defined]
    tree = links.tree()
    labels: list[str | None] = [*tree.labels, None]
    branches = tree.above(labels)
    axis = TreeAxis(np.arange(len(labels)), len(labels), branches.parents)
    sets = [
        frozenset(own)
        for size in range(1, len(labels) + 1)
        for own in itertools.combinations(range(len(labels)), size)
        if along(axis, frozenset(own)) == frozenset(own)
    ]
    texts = tree_names(branches, [np.array(sorted(own)) for own in sets])
    assert len({None if text is None else look(text) for text in texts}) == len(sets)
