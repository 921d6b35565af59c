"""Records onto areas."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey import InvalidInput
from covey.io.columns.table import open_table
from covey.io.maps import join
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph


def areas(*keys: str) -> AreaMap:
    edges = [(place, place + 1) for place in range(len(keys) - 1)]
    return AreaMap(list(keys), Graph.from_edges(len(keys), edges))


def count_records(
    areas: AreaMap, path: Path, column: str, count: str | None = None, **how: bool
) -> AreaMap:
    with open_table(path) as table:
        return join.count_records(areas, table, column, count, **how)


def table(folder: Path, *rows: str, header: str = "zip") -> Path:
    file = folder / "people.csv"
    file.write_text("\n".join([header, *rows]) + "\n")
    return file


def weights(found: AreaMap) -> list[int]:
    assert found.weights is not None
    return list(map(int, found.weights))


def test_rows_are_records(tmp_path: Path) -> None:
    found = count_records(
        areas("02138", "02139"), table(tmp_path, "02139", "02138", "02139"), "zip"
    )
    assert weights(found) == [1, 2]
    assert found.notes == ()


def test_counts_are_records(tmp_path: Path) -> None:
    people = table(tmp_path, "02139,7", "02138,5", "02139,1", header="zip,n")
    found = count_records(areas("02138", "02139"), people, "zip", "n")
    assert weights(found) == [5, 8]
    assert "counts were added up" in found.notes[0]


def test_areas_without_records_weigh_nothing_and_are_said(tmp_path: Path) -> None:
    found = count_records(areas("1", "2", "3"), table(tmp_path, "2"), "zip")
    assert weights(found) == [0, 1, 0]
    assert found.notes == ("2 areas of the map have no records: 1, 3",)


def test_codes_that_the_map_lacks(tmp_path: Path) -> None:
    people = table(tmp_path, "a", "x", "x", "y", "z", "q")
    with pytest.raises(InvalidInput) as caught:
        count_records(areas("a", "b"), people, "zip")
    assert "lacks 4 codes" in caught.value.message
    assert caught.value.message.endswith("with 5 records.")
    assert 'assign={"CODE": "AREA"} says' in caught.value.hint
    assert 'exclude=["CODE"] leaves' in caught.value.hint
    assert caught.value.shown == (
        "'q' in row 6 below the header",
        "'x' in row 2 below the header",
        "'y' in row 4 below the header",
        "and 1 more",
    )
    assert caught.value.choices == ()
    assert caught.value.shown_choices == ((("--exclude", "q,x,y,z"),),)


def test_the_nearest_codes_are_proposed_ready_to_copy(tmp_path: Path) -> None:
    people = table(tmp_path, "51600", "51610", "51 19")
    with pytest.raises(InvalidInput) as caught:
        count_records(areas("51600", "51001", "24001"), people, "zip")
    assert "the nearest by code need not be nearest in space" in caught.value.hint
    assign, exclude = caught.value.shown_choices
    assert assign == (("--assign", "51 19=51001"), ("--assign", "51610=51600"))
    assert exclude == (("--exclude", "51 19,51610"),)


def test_many_codes_are_not_all_proposed(tmp_path: Path) -> None:
    people = table(tmp_path, "5100", *(f"51{number}" for number in range(20, 33)))
    with pytest.raises(InvalidInput) as caught:
        count_records(areas("5100"), people, "zip")
    assert caught.value.shown[-1] == "and 10 more"
    assert caught.value.shown_choices == ()


def test_areas_are_grouped_by_a_column(tmp_path: Path) -> None:
    people = table(tmp_path, "a,X", "b,", "b,Y", header="zip,state")
    with open_table(people) as read:
        found = join.grouped_by_column(areas("a", "b", "c"), read, "zip", "column:state")
    assert found.fields == {"column:state": ["X", "Y", "Y"]}


def test_records_without_a_code(tmp_path: Path) -> None:
    people = table(tmp_path, "a,1", ",2", header="zip,age")
    with pytest.raises(InvalidInput, match="with 1 record; a missing one counts as a code"):
        count_records(areas("a", "b"), people, "zip")


@pytest.mark.parametrize(
    ("keys", "codes", "hint"),
    [
        (["02138", "02139"], ["2138", "2139"], "the table lost leading zeros"),
        (["2138", "2139"], ["02138", "02139"], "the map lost leading zeros"),
        (["Ulm", "Bern"], ["ULM", "bern "], "spaces or in case"),
        (["02138", "02139"], ["02138-1234"], "codes are shorter"),
        (["02138", "02139"], ["021"], "codes are longer"),
        (["02138", "02139"], ["x"], ""),
    ],
)
def test_no_overlap_shows_examples_and_what_explains_it(
    keys: list[str], codes: list[str], hint: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput) as caught:
        count_records(areas(*keys), table(tmp_path, *codes), "zip")
    assert "No code of" in caught.value.message
    shown = "\n".join(caught.value.shown)
    for key, code in zip(keys, codes, strict=False):
        assert repr(key) in caught.value.message
        assert repr(code) in shown
        assert repr(code) not in str(caught.value)
    assert hint in caught.value.hint
    assert bool(hint) == bool(caught.value.hint)


def test_at_most_three_examples_are_shown(tmp_path: Path) -> None:
    people = table(tmp_path, *"vwxyz")
    with pytest.raises(InvalidInput) as caught:
        count_records(areas(*"abcde"), people, "zip")
    assert caught.value.message.endswith("which has, for example, 'a', 'b', 'c'.")
    assert [line[:3] for line in caught.value.shown] == ["'v'", "'w'", "'x'", "and"]


def test_blanks_around_codes_are_trimmed(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        count_records(areas("a", "b"), table(tmp_path, "a", '"b "'), "zip")
    assert caught.value.remedy == (("--trim", ""),)


def test_rows_of_two_groups_are_told(tmp_path: Path) -> None:
    people = table(tmp_path, "a,X", "b,Y", "b,X", header="zip,state")
    with open_table(people) as read, pytest.raises(InvalidInput) as caught:
        join.grouped_by_column(areas("a", "b", "c"), read, "zip", "column:state")
    rows = ("'X' in row 3 below the header", "'Y' in row 2 below the header")
    assert caught.value.shown == (f"'b' is in {rows[0]} and {rows[1]}",)


def test_weights_are_exact(tmp_path: Path) -> None:
    people = table(tmp_path, f"a,{2**53}", "b,1", header="zip,n")
    found = count_records(areas("a", "b"), people, "zip", "n")
    assert found.weights is not None
    assert found.weights.dtype == np.int64
    assert weights(found) == [2**53, 1]


def test_codes_that_differ_in_case_only_can_be_assigned(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        count_records(areas("Ulm", "Bern"), table(tmp_path, "ULM", "Bern", "bern"), "zip")
    assert caught.value.shown_choices == ((("--assign", "ULM=Ulm"), ("--assign", "bern=Bern")),)
    assert "ULM" not in str(caught.value)


def test_missing_codes_are_counted_apart_where_they_may_be(tmp_path: Path) -> None:
    people = table(tmp_path, "a,1", "b,2", ",3", header="zip,n")
    found = count_records(areas("a", "b"), people, "zip", "n", missing_codes=True)
    assert weights(found) == [1, 2]
    assert found.without_code == (3, str(people))
    with pytest.raises(InvalidInput, match="a missing one counts as a code"):
        count_records(areas("a", "b"), people, "zip", "n")
    none = table(tmp_path, "a,0", ",3", header="zip,n")
    with pytest.raises(InvalidInput, match="no record has a value in 'zip'"):
        count_records(areas("a", "b"), none, "zip", "n", missing_codes=True)
