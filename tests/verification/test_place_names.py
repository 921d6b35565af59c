"""What regions are called where the map has names, as the verifier derives it."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import covey
from covey import InvalidInput
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph
from covey.verification.names import SAYS
from covey.verification.place_names import NOBODY, Words
from covey.verification.region_names import HEAVIEST
from tests.release.tables import write

SIDE = 4


def role(**how: Any) -> covey.Regions:
    return covey.Regions("map.geojson", "code", **how)


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def grid_map(path: Path) -> Path:
    """Sixteen squares in two states, west and east."""
    features = []
    for x in range(SIDE):
        for y in range(SIDE):
            ring = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1], [x, y]]
            fields = {
                "code": f"{x}{y}",
                "name": f"Place {x}{y}",
                "state": "West" if x < 2 else "East",
            }
            shape = {"type": "Polygon", "coordinates": [ring]}
            features.append({"type": "Feature", "properties": fields, "geometry": shape})
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


def people(path: Path, records: int = 400, few_in_east: int = 0) -> Path:
    rows = [(at * 7 % SIDE, at * 3 // SIDE % SIDE, 20 + at * 11 % 50) for at in range(records)]
    if few_in_east:
        rows = [(x % 2, y, age) for x, y, age in rows] + [(2, 0, 30)] * few_in_east
    columns: dict[str, list[Any]] = {
        "home": [f"{x}{y}" for x, y, _ in rows],
        "age": [age for _, _, age in rows],
        "ill": ["abc"[at % 3] for at in range(len(rows))],
    }
    return write(path, columns)


def released(folder: Path, table: Path, k: int = 10, **how: Any) -> Path:
    regions = covey.Regions(str(grid_map(folder / "map.geojson")), "code", **how)
    quasi = {"home": regions, "age": covey.Ordered()}
    covey.anonymize(table, k=k, quasi=quasi, out=folder / "out")
    return folder / "out"


def test_the_names_that_a_region_may_have() -> None:
    fields: dict[str, list[str | None]] = {"name": ["A", "B", None], "state": ["s", "s", "t"]}
    areas = AreaMap(["1", "2", "3"], Graph.from_edges(3, []), fields=fields)
    words = Words.of(role(within="state", names="name"), areas)
    assert list(words.possible(["3"])) == [("t: 3", NOBODY)]
    assert list(words.possible(["1", "2"])) == [("s (2 areas)", NOBODY)]
    assert words.is_whole(["1", "2"])
    assert list(words.possible(["2", "3"])) == [
        ("s, t: 2 areas", NOBODY),
        ("s, t: B and 1 more", 0),
        ("s, t: 3 and 1 more", 1),
    ]
    assert list(Words.of(role(within="state"), areas).possible(["3"])) == [("3", NOBODY)]


@pytest.mark.parametrize("how", [{}, {"names": "name"}, {"within": "state", "names": "name"}])
@pytest.mark.parametrize("loss", ["people", "areas", "size"])
def test_a_release_by_named_regions_holds(tmp_path: Path, how: dict[str, Any], loss: str) -> None:
    table = people(tmp_path / "people.csv")
    out = released(tmp_path, table, loss=loss, **how)
    map_ = str(tmp_path / "map.geojson")
    found = covey.verify(out, table, map_)
    assert found.holds, found.summary()
    assert all(check.held for check in found.checks), found.summary()
    texts = {row["home"] for row in read(out / "table.csv")}
    if "within" in how:
        assert all(text.startswith(("West", "East")) for text in texts)
    told = json.loads((out / "certificate.json").read_text())["quasi"]["home"]
    assert told.get("loss", "people") == loss
    assert {name: told[name] for name in how} == how
    # Without the map the names of the map are not known, and nothing else fails.
    without = covey.verify(out, table)
    says = next(check for check in without.checks if check.claim == SAYS)
    assert says.held is (None if how else True)


def test_a_region_is_not_named_after_an_area_outside_of_its_classes(tmp_path: Path) -> None:
    table = people(tmp_path / "people.csv")
    out = released(tmp_path, table, within="state", names="name")
    rows = read(out / "table.csv")
    original = read(table)
    book = {}
    for row in read(out / "codebook.csv"):
        if row["column"] == "home":
            values = json.loads(row["value"]) if row["holds"] == "values" else [row["value"]]
            book[row["published"]] = set(values)
    ages = {}
    for row in read(out / "codebook.csv"):
        if row["column"] == "age":
            ends = float(row["low"] or "-inf"), float(row["high"] or "inf")
            ages[row["published"]] = ends
    for home, age in {(row["home"], row["age"]) for row in rows}:
        if " more" not in home:
            continue
        low, high = ages[age]
        own = {
            row["home"]
            for row in original
            if row["home"] in book[home] and low <= float(row["age"]) < high
        }
        named = home.split(": Place ")[1].split(" and ")[0]
        assert named in own


def test_names_that_somebody_changed_are_found(tmp_path: Path) -> None:
    table = people(tmp_path / "people.csv")
    out = released(tmp_path, table, within="state", names="name")
    published = [
        row["published"]
        for row in read(out / "codebook.csv")
        if row["column"] == "home" and " more" in row["published"]
    ]
    old = published[0]
    area = old.split(": Place ")[1].split(" and ")[0]
    state = old.split(":")[0]
    others = {
        old.replace(state, "East" if state == "West" else "West"): SAYS,
        old.replace(f"Place {area}", "Place 99"): SAYS,
        old.replace(" more", "1 more"): SAYS,
    }
    for new, claim in others.items():
        data = json.loads((out / "certificate.json").read_text())
        for name in ("table.csv", "codebook.csv", "cells.csv"):
            path = out / name
            path.write_text(path.read_text().replace(old, new))
            data["files"][name] = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        (out / "certificate.json").write_text(json.dumps(data))
        found = covey.verify(out, table, str(tmp_path / "map.geojson"))
        assert claim in {check.claim for check in found.checks if check.held is False}
        for name in ("table.csv", "codebook.csv", "cells.csv"):
            path = out / name
            path.write_text(path.read_text().replace(new, old))


def test_another_area_of_the_region_is_not_its_name(tmp_path: Path) -> None:
    table = people(tmp_path / "people.csv")
    out = released(tmp_path, table, names="name")
    rows = read(out / "codebook.csv")
    own = next(row for row in rows if row["column"] == "home" and " and " in row["published"])
    old = own["published"]
    area = old.removeprefix("Place ").split(" and ")[0]
    other = next(code for code in json.loads(own["value"]) if code != area)
    new = old.replace(f"Place {area}", f"Place {other}")
    for name in ("table.csv", "codebook.csv", "cells.csv"):
        path = out / name
        path.write_text(path.read_text().replace(old, new))
    found = covey.verify(out, table, str(tmp_path / "map.geojson"))
    assert HEAVIEST in {check.claim for check in found.checks if check.held is False}


def test_a_state_with_few_people_crosses_its_border_only_if_that_is_allowed(
    tmp_path: Path,
) -> None:
    table = people(tmp_path / "people.csv", few_in_east=3)
    with pytest.raises(covey.Infeasible, match="fewer than k = 10 records there") as caught:
        released(tmp_path, table, within="state")
    assert 'cross="if-needed"' in str(caught.value.hint)
    out = released(tmp_path, table, within="state", cross="if-needed", names="name")
    data = json.loads((out / "certificate.json").read_text())
    ((one, other),) = data["read"]["columns"]["home"]["crossings"]
    assert {one[0], other[0]} == {"1", "2"}
    map_ = str(tmp_path / "map.geojson")
    found = covey.verify(out, table, map_)
    assert all(check.held for check in found.checks), found.summary()
    # A certificate that does not say where borders are crossed is found out.
    del data["read"]["columns"]["home"]["crossings"]
    (out / "certificate.json").write_text(json.dumps(data))
    claims = {check.claim for check in covey.verify(out, None, map_).checks if not check.held}
    assert any("connected within 'state'" in claim for claim in claims)


def test_fields_that_the_map_lacks(tmp_path: Path) -> None:
    table = people(tmp_path / "people.csv")
    with pytest.raises(InvalidInput, match="no field 'stat'") as caught:
        released(tmp_path, table, within="stat")
    assert "Did you mean 'state'" in str(caught.value.hint)
    with pytest.raises(InvalidInput, match="no field 'nam'"):
        released(tmp_path, table, names="nam")
    areas = AreaMap(["00"], Graph.from_edges(1, []), fields={"state": ["s"]})
    with pytest.raises(InvalidInput, match="no field 'nam'"):
        covey.anonymize(
            table, k=2, quasi={"home": covey.Regions(areas, names="nam")}, out=tmp_path / "o"
        )
