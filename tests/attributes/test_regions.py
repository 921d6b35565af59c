"""Areas of a map as a quasi-identifier."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey import Infeasible, InvalidInput
from covey.attributes.placing import on_crossings
from covey.attributes.regions import RegionAttribute
from covey.core.caller import by_command
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.cells.sets import MemberSets
from covey.problems.regions.graph import Graph
from tests.attributes.tables import coded
from tests.release.tables import write

CODES = ["01", "02", "03", "04"]


def attribute(folder: Path, codes: list[Any], edges: list[tuple[int, int]]) -> RegionAttribute:
    write_graph(AreaMap(CODES, Graph.from_edges(4, edges)), folder / "map.json")
    file = write(folder / "in.csv", {"zip": codes})
    role = covey.Regions(str(folder / "map.json"))
    (found,) = coded(file, {"zip": role}, k=1)[0].attributes
    assert isinstance(found, RegionAttribute)
    return found


PATH = [(0, 1), (1, 2), (2, 3)]


def sets(*members: list[int]) -> MemberSets:
    starts = np.cumsum([0, *map(len, members)])
    flat = np.array([each for own in members for each in own], dtype=np.int32)
    return MemberSets.from_members(np.arange(len(members), dtype=np.int32), starts, flat)


@pytest.mark.parametrize(
    "how", [{"contiguity": "bishop"}, {"islands": "sink"}, {"loss": "votes"}, {"cross": "always"}]
)
def test_choices_that_are_none(how: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=r"is one of .*; given: '(bishop|sink|votes|always)'"):
        covey.Regions("map.json", **how)


def test_borders_are_crossed_only_if_some_are_named() -> None:
    with pytest.raises(InvalidInput, match="the borders of within, which is not given"):
        covey.Regions("map.json", cross="if-needed")
    assert covey.Regions("map.json", within="state", names="name").map_fields == ("state", "name")
    assert covey.Regions("map.json").map_fields == ()


def test_a_column_of_the_table_is_no_field_of_the_map() -> None:
    role = covey.Regions("map.json", within="column:state", names="name")
    assert (role.map_fields, role.map_within) == (("name",), None)
    assert role.beside("zip") == {"state": "text"}
    assert covey.Regions("map.json", within="state").beside("zip") == {}


def test_where_the_map_lies_is_private() -> None:
    role = covey.Regions("/home/me/map.json", "zip")
    assert "map" not in role.public()
    assert role.files == (Path("/home/me/map.json"),)
    moved = role.moved(lambda path: path.replace("/home/me", ".."))
    assert moved.map == "../map.json"
    with pytest.raises(InvalidInput, match="this one is a frame"):
        covey.Regions(object()).moved(str)


def test_a_region_is_called_after_its_heaviest_area(tmp_path: Path) -> None:
    found = attribute(tmp_path, ["01", "02", "02", "03", "04"], PATH)
    found = found.classed(np.array([0, 0, 1, 1]))
    published = {
        entry.published for entry in found.entries(sets([0, 1], [2, 3]), line_per_value=True)
    }
    assert len(published) == 2
    assert any("02" in str(name) for name in published)


def test_any_area_is_one_of_the_map(tmp_path: Path) -> None:
    found = attribute(tmp_path, ["01", "02", "03", "04"], PATH)
    (entry,) = found.anything(7)
    assert (entry.number, entry.published) == (7, "*")


def test_a_part_of_the_map_with_too_few_records_is_refused(tmp_path: Path) -> None:
    found = attribute(tmp_path, ["01", "01", "02", "04"], [(0, 1), (2, 3)])
    found.refuse_unfit(1)
    with pytest.raises(
        Infeasible, match=r"1 part of the map of 'zip' .* fewer than k = 2 records"
    ) as refused:
        found.refuse_unfit(2)
    assert refused.value.shown == ("1 record in 03, 04",)
    assert refused.value.remedy == (("--islands", "nearest"),)


CROSS, ISLANDS = ("--cross", "if-needed"), ("--islands", "nearest")


@pytest.mark.parametrize(
    ("options", "borders", "remedy"),
    [
        ({}, PATH, (CROSS,)),
        ({}, [(0, 1), (2, 3)], (CROSS, ISLANDS)),
        ({"islands": "nearest"}, [(0, 1), (2, 3)], (CROSS,)),
        ({"cross": "if-needed"}, [(0, 1), (2, 3)], (ISLANDS,)),
        ({"cross": "if-needed", "islands": "nearest"}, [(0, 1), (2, 3)], ()),
    ],
)
def test_all_options_that_join_a_part_are_proposed_at_once_and_none_again(
    tmp_path: Path, options: dict[str, Any], borders: list[tuple[int, int]], remedy: Any
) -> None:
    found = attribute(tmp_path, ["01", "01", "02", "04"], [(0, 1), (2, 3)])
    role = replace(found.role, within="state", **options)
    placed = found.placed._replace(uncut=Graph.from_edges(4, borders))
    with pytest.raises(Infeasible) as refused:
        replace(found, role=role, placed=placed).refuse_unfit(2)
    assert refused.value.remedy == remedy
    with by_command():
        hint = refused.value.hint
    for option, value in (CROSS, ISLANDS):
        assert (f"{option} {value}" in hint) == ((option, value) in remedy)
    assert hint.endswith("ower k.")


def test_codes_that_only_the_table_has_are_public_with_their_records(tmp_path: Path) -> None:
    found = attribute(tmp_path, ["01", "02", "03", "04"], PATH)
    role = replace(found.role, exclude=["05", "Ann"], assign={"04": "03", "Bob": "01", "03": "02"})
    areas = replace(found.placed.areas, strangers=frozenset({"Ann", "Bob", "04"}))
    said = replace(found, role=role, placed=found.placed._replace(areas=areas)).public()
    assert (said["exclude"], said["exclude_more"]) == (["05"], 1)
    assert (said["assign"], said["assign_more"]) == ([["04", "03"], ["03", "02"]], 1)


def test_no_crossing_names_a_code_whose_records_are_withheld(tmp_path: Path) -> None:
    found = attribute(tmp_path, ["01", "02", "03", "04"], PATH)
    areas = replace(found.placed.areas, strangers=frozenset({"04"}))
    pairs = [["01", "02"], ["04", "03"]]
    crossing = replace(
        found,
        role=replace(found.role, within="state", cross="if-needed"),
        placed=found.placed._replace(areas=areas),
        about={"crossings": pairs},
        notes=("seen", on_crossings("zip", "state", pairs)),
    )
    assert crossing.narrowed(np.array([1, 1, 1, 1])).attribute.about["crossings"] == pairs
    fewer = crossing.narrowed(np.array([1, 1, 1, 0])).attribute
    assert fewer.about["crossings"] == [["01", "02"]]
    assert "04" not in str(fewer.notes)
    assert len(fewer.notes) == 2


def test_missing_codes_count_as_one_area(tmp_path: Path) -> None:
    found = attribute(tmp_path, [None, "01", "01", "02", "03", "03"], PATH)
    anchored = found.anchored(np.array([1, 2, 1, 2]), 2)
    assert anchored.anchor == (1,)  # 02, which fewest have
    assert anchored.has_anchor(sets([0], [1, 2, 3])).tolist() == [False, True]


def test_a_graph_without_polygons_has_nothing_to_draw(tmp_path: Path) -> None:
    assert not attribute(tmp_path, ["01"], PATH).shaped
