from __future__ import annotations

import pytest

from covey.io.trees.rows import from_links, from_paths


def test_other_columns_are_ignored_and_an_empty_parent_is_none() -> None:
    rows = [(2, ["x", "a", "b"]), (3, ["y", "b", ""])]
    tree = from_links(rows, ["note", "child", "parent"], "tree")
    assert tree.path("a") == ["a", "b"]


@pytest.mark.parametrize("step", [" > ", ">", "/", "|"])
def test_a_path_has_any_of_some_steps(step: str) -> None:
    rows = [(2, [step.join(["Heart", "Angina", "I20"])]), (3, [step.join(["Heart", "I21"])])]
    tree = from_paths(rows, ["path"], "tree")
    assert tree.path("I20") == ["I20", "Angina", "Heart"]


def test_a_name_may_have_a_slash_where_paths_have_other_steps() -> None:
    tree = from_paths([(2, ["Heart > Angina/Infarct > I20"])], ["path"], "tree")
    assert tree.path("I20") == ["I20", "Angina/Infarct", "Heart"]


def test_a_path_may_end_with_its_label_or_above_it() -> None:
    rows = [(2, ["I20", "Heart/I20"]), (3, ["I21", "Heart"])]
    tree = from_paths(rows, ["value", "path"], "tree")
    assert tree.labels == ["I20", "I21"]
