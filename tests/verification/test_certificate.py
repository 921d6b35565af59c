"""The numbers of a certificate against each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core.result import verdict_on
from tests.release.tables import ROLES, K, people, roles, write
from tests.verification.forged import failed

FIT = "cost, lower bound and verdict fit together"


def optimal_at(data: dict[str, Any], cost: int) -> None:
    data.update(
        cost=cost, lower_bound=cost, status="optimal", gap=0.0,
        verdict=verdict_on("max-size", 0.0), proof=data["proof"] | {"bound": cost},
    )  # fmt: skip


@pytest.mark.parametrize("kind", ROLES)
def test_no_class_is_left_out_of_the_cost(tmp_path: Path, kind: str) -> None:
    """Else what is left could be called optimal. That of missing values counts like any other."""
    name, role = roles(tmp_path)[kind]
    table = write(tmp_path / "people.csv", people())
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi={name: role}, drop=["name"], out=out)
    path = out / "certificate.json"
    honest = path.read_text()
    assert FIT not in failed(covey.verify(out))
    sizes = json.loads(honest)["classes"]["sizes"]
    for cost in {*sizes, max(sizes) - 1} - {max(sizes)}:
        changed = json.loads(honest)
        optimal_at(changed, cost)
        path.write_text(json.dumps(changed))
        assert FIT in failed(covey.verify(out))
