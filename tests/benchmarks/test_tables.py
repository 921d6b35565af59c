"""The made table of an airline has what is published of the real one."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.tables import airline_passengers

TABLE = airline_passengers()
SATISFIED = TABLE["satisfied"]


@pytest.mark.parametrize(
    ("column", "mean"),
    [("satisfied", 0.439), ("loyal", 0.815), ("business", 0.694)],
)
def test_shares(column: str, mean: float) -> None:
    assert TABLE[column].mean() == pytest.approx(mean, abs=0.01)


def test_cabins() -> None:
    shares = np.bincount(TABLE["cabin"]) / len(SATISFIED)
    assert shares == pytest.approx([0.481, 0.445, 0.074], abs=0.01)


def test_ages_and_distances() -> None:
    age, distance = TABLE["age"], TABLE["distance"]
    assert (age.min(), age.max()) == (7, 85)
    assert (age.mean(), age.std()) == pytest.approx((39.6, 15), abs=0.5)
    assert (distance.min() >= 31, distance.max()) == (True, 4983)
    assert (distance.mean(), np.median(distance)) == pytest.approx((1194, 849), rel=0.02)


@pytest.mark.parametrize(
    ("column", "code", "share"),
    [
        ("cabin", 0, 0.69),
        ("cabin", 1, 0.19),
        ("cabin", 2, 0.25),
        ("business", 0, 0.10),
        ("business", 1, 0.58),
        ("loyal", 0, 0.24),
        ("loyal", 1, 0.48),
    ],
)
def test_who_is_satisfied(column: str, code: int, share: float) -> None:
    assert SATISFIED[TABLE[column] == code].mean() == pytest.approx(share, abs=0.02)
