"""What a certificate says of how tables were read."""

from __future__ import annotations

from typing import Any

import pytest

from covey.core.json_types import Malformed, read_json
from covey.release.certificate.reading import ColumnReading, Reading

WHOLE: dict[str, Any] = {
    "columns": {
        "age": {"read_as": "integer", "missing_as": "lowest"},
        "place": {"pole": -12.0, "missing_as": [1.5, 2.0]},
        "zip": {"map": {"name": "zips.geojson", "fingerprint": "sha256:1"}},
    },
    "sensitive": {"cost": "decimal", "illness": "text"},
    "population": {"name": "people.csv", "column": "n", "people": 120, "fingerprint": "x"},
}


def test_it_comes_back_as_it_was() -> None:
    found = read_json(Reading, WHOLE)
    assert found.to_dict() == WHOLE
    assert found.columns["age"].read_as == "integer"
    assert found.population is not None
    assert found.population.people == 120


def test_what_is_not_said_is_not_written() -> None:
    assert ColumnReading().to_dict() == {}
    assert read_json(Reading, {"columns": {}}).to_dict() == {"columns": {}}


@pytest.mark.parametrize(
    ("column", "where"),
    [
        ({"read_as": "text"}, "read_as"),
        ({"pole": 180}, "pole"),
        ({"missing_as": "middle"}, "missing_as"),
        ({"missing_as": [1]}, "missing_as"),
        ({"map": "zips.geojson"}, "map"),
        ({"colour": 1}, "colour"),
    ],
)
def test_the_message_names_the_field(column: dict[str, Any], where: str) -> None:
    with pytest.raises(Malformed, match=rf"^columns\.age\.{where}"):
        read_json(Reading, {"columns": {"age": column}})
