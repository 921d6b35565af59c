from __future__ import annotations

import csv
import io

from hypothesis import given, settings
from hypothesis import strategies as st

from covey.io.trees.hierarchy import to_text
from covey.io.trees.read import hierarchy_of
from covey.io.trees.taxonomy import Links
from tests.effort import cases

NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n"), min_size=1, max_size=6
)


@settings(max_examples=cases(150, quick=50), deadline=None, derandomize=True)
@given(st.lists(NAMES, min_size=2, max_size=12, unique=True), st.randoms(use_true_random=False))
def test_any_tree_is_read_back_as_it_was_written(names: list[str], random: object) -> None:
    links = Links("tree")
    for at, name in enumerate(names[1:], start=1):
        links.add(name, names[random.randrange(at)], "")  # type: ignore[attr-defined]
    tree = links.tree()
    again = hierarchy_of(to_text(tree), "tree")
    assert {label: again.path(label) for label in again.labels} == {
        label: tree.path(label) for label in tree.labels
    }


def test_all_rows_have_as_many_fields_and_short_ones_repeat_the_label() -> None:
    links = Links("tree")
    for child, parent in (("a", "b"), ("b", "*"), ("c", "*")):
        links.add(child, parent, "")
    assert list(csv.reader(io.StringIO(to_text(links.tree())), delimiter=";")) == [
        ["a", "b", "*"],
        ["c", "c", "*"],
    ]
    assert to_text(links.tree(), ["c"]) == "c;*\n"
