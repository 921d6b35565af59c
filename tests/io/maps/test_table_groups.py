"""Groups of areas by a column of the table."""

from __future__ import annotations

import pytest

from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.io.maps.table_groups import column_of, with_table_groups
from covey.problems.regions.graph import Graph

FIELD = "column:state"
LINE = AreaMap(
    ["a", "b", "c", "d", "e", "f"], Graph.from_edges(6, [(0, 1), (1, 2), (2, 3), (3, 4)])
)


def groups(*said: tuple[str | None, str | None], areas: AreaMap = LINE) -> list[str | None]:
    return with_table_groups(areas, FIELD, said, "people.csv").fields[FIELD]


def test_areas_without_records_go_with_their_neighbours() -> None:
    found = groups(("a", "X"), ("a", None), ("e", "Y"), ("z", "on no map"), (None, "X"))
    assert found == ["X", "X", "X", "Y", "Y", ""], "f is an island"


def test_the_longest_border_decides() -> None:
    graph = Graph.from_edges(4, [(0, 1), (1, 2), (1, 3)], [5.0, 3.0, 3.0])
    areas = AreaMap(["a", "b", "c", "d"], graph)
    assert groups(("a", "X"), ("c", "Y"), ("d", "Y"), areas=areas) == ["X", "Y", "Y", "Y"]


def test_records_without_a_group_are_in_none() -> None:
    assert groups(("a", "X"), ("b", None), ("c", "X"))[:3] == ["X", "", "X"]


def test_an_area_in_two_groups_is_refused_and_named_in_a_terminal() -> None:
    with pytest.raises(InvalidInput, match=r"1 area has records in several\.") as refused:
        groups(("a", "X"), ("b", "X"), ("b", "Y"))
    assert refused.value.shown == ("'b' is in 'X' and 'Y'",)


def test_a_column_has_a_name() -> None:
    assert column_of("column:a:b") == "a:b"
    with pytest.raises(InvalidInput, match="Which column"):
        column_of("column:")
