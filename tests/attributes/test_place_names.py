"""What regions are called on a map that names its areas, or the states that they are in."""

from __future__ import annotations

import numpy as np
import pytest

from covey.attributes.place_names import Gazetteer, place_names
from covey.io.maps.areas import AreaMap
from covey.problems.regions.graph import Graph
from covey.verification.place_names import NOBODY, Words
from tests.verification.test_place_names import role

NAMES = ["Kings", "Essex", "Union: north", None, "York"]
STATES = ["NY", "NJ", "NJ", "PA", ""]
SIZES = {"NY": 5, "NJ": 2, "PA": 9, "": 1}


def name(areas: list[int], after: int, **given: object) -> str | None:
    known = Gazetteer("abcde", **given)  # type: ignore[arg-type]
    return place_names([np.array(areas)], [after], known)[0]


@pytest.mark.parametrize(
    ("areas", "after", "expected"),
    [
        ([0], 0, "NY: Kings"),
        ([3], 3, "PA: d"),
        ([1, 2], 1, "NJ (2 areas)"),
        ([0, 1], 1, "NJ, NY: Essex and 1 more"),
        ([0, 1], -1, "NJ, NY: 2 areas"),
        ([0, 2], 2, 'NJ, NY: "Union: north" and 1 more'),
        ([0, 1, 3], 3, "PA and 2 more: d and 2 more"),
        ([0, 1, 3], -1, "3 areas (state: 3)"),
        ([4], 4, "(empty): York"),
    ],
)
def test_names_within_states(areas: list[int], after: int, expected: str) -> None:
    assert name(areas, after, names=NAMES, groups=STATES, field="state", sizes=SIZES) == expected


def test_names_without_states_and_states_without_names() -> None:
    assert name([0, 1], 1, names=NAMES) == "Essex and 1 more"
    assert name([0, 1], -1, names=NAMES) == "2 areas"
    assert name([0], 0, names=NAMES) == "Kings"
    with_states = {"groups": STATES, "field": "state", "sizes": SIZES}
    assert name([0], 0, **with_states) == "a"
    assert name([0, 1], 0, **with_states) == "NJ, NY: a and 1 more"


def test_equal_names_are_numbered() -> None:
    known = Gazetteer("ab", ["Essex", "Essex"])
    assert place_names([np.array([0]), np.array([1])], [0, 1], known) == ["Essex", "Essex (no. 2)"]


def test_the_verifier_knows_the_same_names() -> None:
    """Two implementations that share no code, on random regions."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        fields = {"name": NAMES, "state": [state or None for state in STATES]}
        areas = AreaMap(list("abcde"), Graph.from_edges(5, []), fields=fields)
        within = "state" if rng.random() < 0.7 else None
        names = "name" if within is None or rng.random() < 0.5 else None
        words = Words.of(role(within=within, names=names), areas)
        region = np.sort(rng.choice(5, int(rng.integers(1, 6)), replace=False))
        known = Gazetteer(
            "abcde",
            NAMES if names else None,
            STATES if within else None,
            within or "",
            {"NY": 1, "NJ": 2, "PA": 1, "": 1},
        )
        codes = ["abcde"[area] for area in region.tolist()]
        after = int(rng.choice([-1, *region.tolist()]))
        (expected,) = place_names([region], [after], known)
        possible = dict(words.possible(codes))
        assert expected in possible
        depends = len(codes) > 1 and not words.is_whole(codes)
        if depends and names is None:
            assert possible[str(expected)] == (
                NOBODY if after < 0 else region.tolist().index(after)
            )
