"""The proof of a bound, held against the table that the release was made of."""

from __future__ import annotations

import json
import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.problems.registry import certificates_of
from covey.verification import Verification
from covey.verification.original import OTHER_WORDS
from tests.effort import spread
from tests.release.tables import ROLES, K, people, roles, write
from tests.verification.forged import OnMap, found_for

BOUND = "the lower bound follows from the table"
STAR = [(0, 1), (0, 2), (0, 3), (0, 4)]


def not_proved(found: Verification) -> bool:
    """Whether the proof itself fails, not only its words."""
    held, words = found_for(found, BOUND)
    return held is False and words != OTHER_WORDS


def one_class(data: dict[str, Any], proof: dict[str, Any]) -> None:
    """All records in one class, which is said to be optimal."""
    size = data["records"]["published"]
    data.update(cost=size, lower_bound=size, proof={"bound": size, **proof})


@pytest.fixture
def on_map(tmp_path: Path) -> OnMap:
    areas = [area for area in range(5) for _ in range(6 + area)]
    return OnMap(tmp_path, STAR, areas, 6)


NO_AREAS = [-1, 5, 1_000_000_000, 10**30, -(2**63), True, 1.0, "1", None, [1]]


@pytest.mark.parametrize(
    ("kind", "area"),
    spread(product(["seed", "way", "pocket", "components"], NO_AREAS), quick=19),
)
def test_an_area_that_is_not_on_the_map_proves_nothing(on_map: OnMap, kind: str, area: Any) -> None:
    more = {"most_regions": 1} if kind == "components" else {}
    on_map.claim(lambda data: one_class(data, {"kind": kind, "area": area, **more}))
    assert not_proved(on_map.verify())


@pytest.mark.parametrize(
    "proof",
    [
        {"kind": "seed"},
        {"kind": "seed", "area": 0, "more": 0},
        {"kind": "arithmetic", "most_classes": 1.5},
        {"kind": "arithmetic", "most_classes": 10**4000},
        {"kind": "arc-flow", "cap": 1, "scale": 1, "prices": []},
        {"kind": "partitions", "bound": 10**30},
        {"kind": "partitions", "bound": -1},
    ],
)
def test_what_is_no_proof_is_said_in_words(on_map: OnMap, proof: dict[str, Any]) -> None:
    on_map.claim(lambda data: one_class(data, proof))
    held, words = found_for(on_map.verify(), BOUND)
    assert held is False
    assert words


@pytest.mark.parametrize(
    "proof",
    [{}, {"kind": None}, {"kind": ["seed"]}, {"kind": "partitions", "bound": [[[[]]]]}],
)
def test_a_proof_without_a_kind_or_a_bound_is_refused(on_map: OnMap, proof: dict[str, Any]) -> None:
    on_map.claim(lambda data: one_class(data, proof))
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        on_map.verify()


@pytest.mark.parametrize("kind", ROLES)
def test_a_claim_of_one_class_is_proved_by_no_kind_of_proof(tmp_path: Path, kind: str) -> None:
    """With plausible fields, for every kind that the problem_kind knows."""
    name, role = roles(tmp_path)[kind]
    table = write(tmp_path / "people.csv", people())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi={name: role}, drop=["name"], out=out)
    path = out / "certificate.json"
    honest = json.loads(path.read_text())
    named_otherwise = {
        "points": "rectangles", "ordered": "intervals", "tree": "trees", "code": "trees",
        "keep-common": "trees",
    }  # fmt: skip
    problem_kind = named_otherwise.get(kind, kind)
    fields = {"most_classes": 1, "most_regions": 1, "area": 0, "cap": 300, "scale": 1}
    for proof in certificates_of(problem_kind):
        own = {f: v for f, v in fields.items() if f in proof.__dataclass_fields__}
        prices = {"prices": [[1, 1]]} if "prices" in proof.__dataclass_fields__ else {}
        data = dict(honest)
        one_class(data, {"kind": proof.kind, **own, **prices})
        path.write_text(json.dumps(data))
        assert not_proved(covey.verify(out, table, getattr(role, "map", None)))


def test_the_words_of_a_proof_are_its_own(on_map: OnMap) -> None:
    """What the file says of its proof may be anything, lines that look like others included."""

    def lie(data: dict[str, Any]) -> None:
        data["proof"]["words"] = "proved\nheld         everything"

    on_map.claim(lie)
    found = on_map.verify()
    assert "held         everything" not in found.summary()
    assert found_for(found, BOUND) == (False, OTHER_WORDS)


def test_a_job_that_cannot_be_is_a_claim_that_fails(on_map: OnMap) -> None:
    on_map.claim(lambda data: data.update(k=10**6))
    held, words = found_for(on_map.verify(), BOUND)
    assert held is False
    assert "fewer than k = 1,000,000" in words


def test_a_search_that_takes_too_long_is_not_checked(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    sizes = rng.integers(100, 500, 40).tolist()
    names = [f"v{at}" for at, size in enumerate(sizes) for _ in range(size)]
    table = write(tmp_path / "t.csv", {"name": names})
    out = tmp_path / "out"
    covey.anonymize(
        table, k=750, quasi={"name": covey.Labels()}, objective="quadratic", time_limit=0.1, out=out
    )
    path = out / "certificate.json"
    data = json.loads(path.read_text())
    words = "an exhaustive search (integer program) found nothing below it"
    proof = {"kind": "search", "bound": data["cost"], "words": words}
    data.update(lower_bound=data["cost"], proof=proof)
    path.write_text(json.dumps(data))
    found = covey.verify(out, table, time_limit=0.2)
    held, words = found_for(found, BOUND)
    assert held is None
    assert "not finished again in 0.2 seconds; time_limit= gives it more" in words


@pytest.mark.parametrize("seconds", [math.nan, -1.0, "1"])
def test_a_time_limit_is_a_number(on_map: OnMap, seconds: Any) -> None:
    with pytest.raises(covey.InvalidInput, match="seconds is a number"):
        covey.verify(on_map.out, time_limit=seconds)
