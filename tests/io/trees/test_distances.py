from __future__ import annotations

import random
from pathlib import Path

import pytest

import covey
from covey.io.trees.distances import MOST_LABELS, read_distances, tree_of_distances
from covey.io.trees.hierarchy import to_text

ROWS = ("BA,MA,1", "BA,PhD,4", "MA,PhD,4", "BA,None,90", "MA,None,90", "PhD,None,90")


def test_close_labels_lie_below_one_node() -> None:
    tree = tree_of_distances("\n".join(ROWS), "d.csv")
    assert tree.path("BA") == ["BA", "BA and 1 more within 1", "BA and 2 more within 4", "*"]
    assert tree.path("None") == ["None", "*"]


def test_rows_may_come_in_any_order_with_a_header_both_ways_and_to_itself(tmp_path: Path) -> None:
    expected = to_text(tree_of_distances("\n".join(ROWS), "d.csv"), ["BA", "MA", "None", "PhD"])
    rows = [*ROWS, "MA,BA,1.0", "BA,BA,0"]
    random.Random(3).shuffle(rows)
    file = tmp_path / "d.csv"
    file.write_text("\n".join(["one,other,how far", *rows]).replace(",", ";"))
    found = read_distances(file)
    assert to_text(found.tree, ["BA", "MA", "None", "PhD"]) == expected
    assert found.seen["name"] == "d.csv"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["BA,MA"], "line 1: 2 fields, where two labels"),
        (["BA,MA,1", "BA,PhD,far"], "line 2: the distance 'far'"),
        (["BA,MA,-1"], "line 1: the distance '-1'"),
        (["BA,MA,1", "BA,PhD,inf"], "line 2: the distance 'inf'"),
        (["BA,MA,1", "BA,PhD,nan"], "line 2: the distance 'nan'"),
        (["BA,MA,1", ",PhD,1"], "line 2: an empty label"),
        (["BA,BA,1"], "line 1: 'BA' is 1 away from itself"),
        (["BA,MA,1", "BA,MA,2"], "line 2: 'BA' and 'MA' have two distances, 1 and 2"),
        (["BA,MA,1", "MA,BA,2"], "not symmetric in 1 pair: 'BA' and 'MA'"),
        (["BA,MA,1", "PhD,None,1"], "lacks the distance of 4 pairs: 'BA' and 'None', 'BA' and"),
        (["a,b,c"], "has no distances"),
        ([""], "has no distances"),
    ],
)
def test_what_is_no_table_of_distances_is_refused(rows: list[str], words: str) -> None:
    with pytest.raises(covey.InvalidInput, match=words):
        tree_of_distances("\n".join(rows), "d.csv")


def test_three_pairs_of_many_are_named() -> None:
    pairs = list(zip("abcde", "vwxyz", strict=True))
    both = [f"{one},{other},1" for one, other in pairs]
    back = [f"{other},{one},9" for one, other in pairs]
    with pytest.raises(covey.InvalidInput) as refused:
        tree_of_distances("\n".join(both + back), "d.csv")
    assert "5 pairs: 'a' and 'v', 'b' and 'w', 'c' and 'x' and 2 more" in str(refused.value)


def test_too_many_labels_are_refused() -> None:
    rows = "\n".join(f"a,b{at},1" for at in range(MOST_LABELS))
    with pytest.raises(covey.InvalidInput, match="2,001 labels; distances of at most 2,000"):
        tree_of_distances(rows, "d.csv")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(covey.InvalidInput, match="There is no table of distances"):
        read_distances(tmp_path / "none.csv")
