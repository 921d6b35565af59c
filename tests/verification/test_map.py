"""Regions that are said to be connected are so on the map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey import InvalidInput
from covey.codebook.connected import in_pieces
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.regions.graph import Graph
from covey.verification.map import whole_maps
from covey.verification.names import SAYS
from tests.problems.cells.oracle import is_connected
from tests.release.tables import write
from tests.verification.forged import OnMap, failed, found_for

CONNECTED = "the regions are connected"
LINE = [(0, 1), (1, 2), (2, 3)]


def test_two_sets_of_every_other_area_are_not_connected(tmp_path: Path) -> None:
    release = OnMap(tmp_path, LINE, [0, 1, 2, 3], 2, {"sex": ["f"] * 4})
    assert failed(release.verify()) == []
    assert sorted(release.sets().values()) == [["z0", "z1"], ["z2", "z3"]]

    def exchange(rows: list[list[str]]) -> None:
        for row in rows:
            row[3] = {'["z0","z1"]': '["z0","z2"]', '["z2","z3"]': '["z1","z3"]'}.get(
                row[3], row[3]
            )

    release.rewrite("codebook.csv", exchange)
    found = release.verify(against=False)
    assert failed(found) == [SAYS, CONNECTED], "z1 and z3 are not named after z2"
    assert "2 regions not connected" in found.summary()


@pytest.mark.parametrize(
    ("members", "words"), [('["z0","z1","z0"]', "names a value twice"), ("[]", "is empty")]
)
def test_a_set_that_is_none_is_not_called_unconnected(
    tmp_path: Path, members: str, words: str
) -> None:
    release = OnMap(tmp_path, LINE, [0, 1, 2, 3], 2, {"sex": ["f"] * 4})

    def change(rows: list[list[str]]) -> None:
        for row in rows:
            row[3] = members if row[3] == '["z0","z1"]' else row[3]

    release.rewrite("codebook.csv", change)
    summary = release.verify(against=False).summary()
    assert words in summary
    assert "not connected" not in summary


@pytest.mark.parametrize(
    "members",
    [["z0", "z2"], ["z0", "z1", "z3"], ["z0", "z3"], ["z0", "z1", "z2", "z4"]],
)
def test_a_set_is_not_the_map_because_it_is_the_largest(tmp_path: Path, members: list[str]) -> None:
    """Alone in the codebook, as where all records are in one class."""
    edges = [*LINE, (4, 5)]
    release = OnMap(tmp_path, edges, [0, 1, 2, 3, 4, 5], 2, {"sex": ["f"] * 6})

    def one_set(rows: list[list[str]]) -> None:
        rows[1:] = [row for row in rows if row[:2] in (["1", "zip"], ["1", "sex"])]
        rows[1][2:] = "values", json.dumps(members), "", "", "z"

    def one_cell(rows: list[list[str]]) -> None:
        rows[1:] = [["1", "z", rows[1][2]]]

    release.rewrite("codebook.csv", one_set)
    release.rewrite("cells.csv", one_cell)
    release.claim(lambda data: data["classes"].update(sizes=[6]))
    assert CONNECTED in failed(release.verify(against=False))


@pytest.mark.parametrize(
    ("codes", "words"), [(["x"], "1 code is not on it"), (["x", "y"], "2 codes are not on it")]
)
def test_codes_that_are_not_on_the_map_are_counted(
    tmp_path: Path, codes: list[str], words: str
) -> None:
    release = OnMap(tmp_path, LINE, [0, 1, 2, 3], 2)

    def rename(rows: list[list[str]]) -> None:
        for row, code in zip(rows[1:], codes, strict=False):
            row[3] = code

    release.rewrite("codebook.csv", rename)
    assert words in release.verify(against=False).summary()


def test_a_map_for_a_release_without_regions_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("sex\n" + "f\n" * 4)
    covey.anonymize(tmp_path / "t.csv", k=2, quasi={"sex": covey.Labels()}, out=tmp_path / "out")
    with pytest.raises(covey.InvalidInput, match="This release has no regions") as refused:
        covey.verify(tmp_path / "out", map=tmp_path / "any.geojson")
    assert "Leave map= out." in refused.value.hint


@pytest.mark.parametrize("holds", ["range", "missing"])
def test_an_area_that_hides_in_another_kind_of_row_is_found(tmp_path: Path, holds: str) -> None:
    release = OnMap(tmp_path, LINE, [0, 1, 2, 3], 2, {"sex": ["f"] * 4})

    def hide(rows: list[list[str]]) -> None:
        first = next(row for row in rows if row[3] == '["z0","z1"]')
        second = next(row for row in rows if row[3] == '["z2","z3"]')
        first[2:4], second[2:4] = ["value", "z0"], ["values", '["z1","z3"]']
        rows.append([first[0], "zip", holds, "z2", "", "", first[-1]])

    release.rewrite("codebook.csv", hide)
    with pytest.raises(InvalidInput, match="line 5: a set is a number"):
        release.verify(against=False)


@pytest.mark.parametrize("recoding", ["local", "global"])
@pytest.mark.parametrize("seed", range(8))
def test_maps_in_several_parts_hold(tmp_path: Path, seed: int, recoding: str) -> None:
    """Whatever is published: whole maps where nothing was cut, islands without records, areas
    that are missing."""
    rng = np.random.default_rng(seed)
    edges = [(0, 1), (1, 2), (3, 4), (5, 6), (6, 7), (5, 7)]
    places = rng.choice([0, 1, 2, 5, 6, 7, *([3, 4] if seed % 2 else [])], 60).tolist()
    areas: list[int | None] = [int(place) for place in places]
    if seed % 4 > 1:
        areas[:3] = [None] * 3
    others: dict[str, list[Any]] = {
        "sex": rng.choice(["f", "m"], 60).tolist(),
        "job": rng.choice(list("abc"), 60).tolist(),
    }
    k = int(rng.choice([3, 9, 20] if seed % 2 == 0 else [3, 7]))
    release = OnMap(tmp_path, edges, areas, k, others, count=9, recoding=recoding, suppress=0.05)
    found = release.verify()
    assert failed(found) == []
    assert any(check.claim == CONNECTED and check.held for check in found.checks)


def test_a_whole_map_in_two_parts_is_published_and_held(tmp_path: Path) -> None:
    release = OnMap(
        tmp_path, [(0, 1), (2, 3)], [0, 1, 2, 3] * 2, 4, {"sex": ["f"] * 4 + ["m"] * 4}, count=5
    )
    assert ["z0", "z1", "z2", "z3"] in release.sets().values()
    assert failed(release.verify()) == []


def test_which_sets_of_a_map_may_be_in_pieces() -> None:
    """Against the definition: one that has every area of every part that occurs at all."""
    rng = np.random.default_rng(5)
    pieces = 0
    for _ in range(3000):
        count = int(rng.integers(2, 7))
        edges = rng.integers(0, count, (int(rng.integers(0, count)), 2)).tolist()
        graph = Graph.from_edges(count, np.array(edges, dtype=np.int64).reshape(-1, 2))
        parts = graph.components.tolist()
        used = {int(part) for part in rng.choice(parts, 2)}
        every = frozenset(place for place in range(count) if parts[place] in used)
        sets = [frozenset(int(a) for a in rng.choice(sorted(every), 2)) for _ in range(2)]
        sets += [every] if rng.random() < 0.6 else []
        sets += [every - {min(every)}] if rng.random() < 0.2 and len(every) > 1 else []
        occurring = frozenset().union(*sets)
        expected = [
            number
            for number, members in enumerate(sets)
            if not is_connected(members, edges)
            and not (members == occurring and occurring == every_part_of(occurring, parts))
        ]
        starts = np.cumsum([0, *map(len, sets)])
        members_of = np.array([place for members in sets for place in sorted(members)])
        apart = in_pieces(graph, starts, members_of, np.arange(count))
        apart &= ~whole_maps(graph, starts, members_of)
        assert np.flatnonzero(apart).tolist() == expected
        pieces += sum(not is_connected(members, edges) for members in sets) > len(expected)
    assert pieces > 100, "some sets in pieces are whole maps"


def every_part_of(members: frozenset[int], parts: list[int]) -> frozenset[int]:
    inside = {parts[place] for place in members}
    return frozenset(place for place, part in enumerate(parts) if part in inside)


INSIDE_STATES = "the regions are connected within 'column:state'"


def within_states(folder: Path, **how: Any) -> OnMap:
    """Four areas in a row with two records each; the second alone is in a state of its own."""
    release = OnMap.__new__(OnMap)
    release.map, release.out = folder / "map.json", folder / "out"
    keys = [f"z{place}" for place in range(4)]
    write_graph(AreaMap(keys, Graph.from_edges(4, LINE)), release.map)
    rows = {"zip": sorted(keys * 2), "state": [*"XX", None, *"XYYYY"], "age": [*"12345678"]}
    release.table = write(folder / "people.csv", rows)
    role = covey.Regions(str(release.map), within="column:state", **how)
    covey.anonymize(release.table, k=3, quasi={"zip": role}, drop=["state"], out=release.out)
    return release


def test_regions_stay_within_what_a_column_says(tmp_path: Path) -> None:
    release = within_states(tmp_path)
    assert sorted(release.sets().values()) == [["z0", "z1"], ["z2", "z3"]]
    found = release.verify()
    assert failed(found) == []
    assert found_for(found, INSIDE_STATES) == (True, "")
    held, words = found_for(release.verify(against=False), INSIDE_STATES)
    assert (held, "against=" in words) == (None, True)
    again = covey.apply(release.out, release.table, out=tmp_path / "again")
    assert again.records == 8
    applied = covey.verify(tmp_path / "again", release.table, release.map)
    assert failed(applied) == []


def test_the_column_may_be_sensitive_too(tmp_path: Path) -> None:
    release = within_states(tmp_path)
    role = covey.Regions(str(release.map), within="column:state")
    out = tmp_path / "sensitive"
    covey.anonymize(release.table, k=3, quasi={"zip": role}, sensitive=["state"], out=out)
    assert failed(covey.verify(out, release.table, release.map)) == []


def test_regions_that_cross_what_a_column_says_are_found(tmp_path: Path) -> None:
    release = within_states(tmp_path)
    zips = [f"z{place}" for place in (0, 0, 1, 1, 2, 2, 3, 3)]
    write(release.table, {"zip": zips, "state": [*"XXYYYYYY"], "age": [*"12345678"]})
    held, words = found_for(release.verify(), INSIDE_STATES)
    assert (held, words) == (False, "1 region not connected")
