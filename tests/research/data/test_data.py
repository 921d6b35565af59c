"""The map that covey brings along."""

from __future__ import annotations

import json

import pytest
import shapely

from covey.io.maps.areas import AreaMap
from covey.io.maps.read import read_areas
from covey.io.maps.survey import survey
from covey.research.data import COUNTIES, counties


@pytest.fixture(scope="module")
def northeast() -> AreaMap:
    return read_areas(areas=COUNTIES, key="fips")


def test_codes_are_text_and_keep_their_zeros(northeast: AreaMap) -> None:
    assert list(northeast.keys) == list(counties())
    assert len(northeast.keys) == 217
    assert {"09001", "25007", "25019", "36061"} <= set(northeast.keys)
    assert all(len(code) == 5 and code.isdigit() for code in northeast.keys)


def test_it_reads_without_a_repair(northeast: AreaMap) -> None:
    assert not northeast.notes


def test_neighbours_still_share_their_borders_exactly() -> None:
    shapes = shapely.from_geojson(
        [json.dumps(county["geometry"]) for county in counties().values()]
    )
    assert shapely.is_valid(shapes).all()
    assert shapely.coverage_is_valid(shapes)


def test_the_islands_are_martha_s_vineyard_nantucket_and_staten_island(northeast: AreaMap) -> None:
    found = survey(northeast)
    assert [list(island) for island in found.islands] == [["25007"], ["25019"], ["36085"]]
    assert found.borders == 554
    assert found.components == 4


def test_every_county_has_people_to_draw_from() -> None:
    workforce = {code: county["properties"]["workforce"] for code, county in counties().items()}
    assert min(workforce.values()) == workforce["42053"] == 2527
    assert max(workforce.values()) == workforce["36081"] == 1_135_634


def test_it_is_small() -> None:
    assert COUNTIES.stat().st_size < 300_000
