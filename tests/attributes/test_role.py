"""What every kind of column owes."""

from __future__ import annotations

from typing import Any

import pytest

import covey
from covey.attributes import KINDS, ROLES, Role, role_from_dict

EXAMPLES: list[tuple[str, Role]] = [
    ("town", covey.Labels()),
    ("age", covey.Ordered()),
    ("age", covey.Ordered(kind="integer")),
    ("band", covey.Ordered(order=["low", "high"])),
    ("place", covey.Points(lat="lat", lon="lon")),
    ("place", covey.Points(x="x", y="y")),
    ("zip", covey.Regions("zips.geojson", key="zip", islands="nearest", tolerance=0.5)),
    ("diagnosis", covey.Tree("icd10.csv")),
    ("stage", covey.Tree("stages.csv", ordered=True)),
    ("zip", covey.Code()),
    ("diagnosis", covey.KeepCommon()),
    ("education", covey.Distances("distances.csv")),
]


def test_every_kind_has_an_example_and_a_name_of_its_own() -> None:
    assert {type(role) for _, role in EXAMPLES} == set(KINDS)
    assert len(ROLES) == len(KINDS)


@pytest.mark.parametrize(("name", "role"), EXAMPLES)
def test_a_role_comes_back_from_plain_data(name: str, role: Role) -> None:
    assert role_from_dict(name, role.to_dict()) == role


@pytest.mark.parametrize(("name", "role"), EXAMPLES)
def test_what_is_published_of_a_role_names_no_file(name: str, role: Role) -> None:
    assert not any(str(file) in str(role.public()) for file in role.files)
    assert role.needs_map == ("map" in role.to_dict())


@pytest.mark.parametrize(("name", "role"), EXAMPLES)
def test_columns_are_counted_and_have_a_dimension_each(name: str, role: Role) -> None:
    assert set(role.kinds(name)) == set(role.columns(name))
    assert sorted(role.dimension_columns(name)) == sorted(role.columns(name))
    assert bool(role.border_kind({"read_as": "integer"})) >= role.ranged


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            {},
            "tree, code, keep-common, distances; given: none",
        ),
        ({"role": "label"}, "Did you mean 'labels'"),
        ({"role": "labels", "order": ["a"]}, "has no option 'order'"),
        ({"role": "ordered", "order": "abc"}, "'order' is not of type str"),
        ({"role": "regions"}, "needs the option 'map'"),
        ({"role": "tree"}, "needs the option 'tree'"),
        ({"role": "tree", "tree": 7}, "'tree' is not of type int"),
        ({"role": "regions", "map": "m", "tolerance": True}, "'tolerance' is not of type bool"),
    ],
)
def test_other_data_is_refused(data: dict[str, Any], words: str) -> None:
    with pytest.raises(covey.InvalidInput, match=words):
        role_from_dict("a", data)
