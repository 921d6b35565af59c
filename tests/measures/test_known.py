"""Whom a column exposes to those who know two quasi-identifiers, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from covey.measures.dependence import Exposed, told_by
from covey.measures.known import Known


def plainly(
    rows: list[tuple[int, int, int, int]], given: dict[tuple[int, int], int], k: int, near: int
) -> tuple[int, int]:
    """``rows``: class, published, known and told value, one for each record."""
    below = unique = 0
    for own, published, known, told in rows:
        expected = given[published, known]
        if own < 0 or expected < 0 or abs(expected - told) > near:
            continue
        size = 0
        for other, value, _, _ in rows:
            gives = given.get((value, known))
            fits = gives is not None and (gives < 0 or abs(gives - told) <= near)
            size += other == own and fits
        below += size < k
        unique += size < 2
    return below, unique


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("near", [0, 1])
def test_it_is_told_by_plain_loops(seed: int, near: int) -> None:
    random = np.random.default_rng(seed)
    published, known = random.integers(0, 6, 60), random.integers(0, 5, 60)
    told = (published + known + (random.random(60) < 0.1)) % 7
    classes = random.integers(-1, 4, 60)
    by, ones = published * 5 + known, np.ones(60, dtype=np.int64)
    expected = told_by(by, told, ones)[by]
    given = dict(zip(zip(published.tolist(), known.tolist(), strict=True), expected, strict=True))
    entries = Known(published, known, told, expected)
    rows = list(zip(*(each.tolist() for each in (classes, published, known, told)), strict=True))
    assert entries.exposes(classes, ones, 4, None, near) == Exposed(*plainly(rows, given, 4, near))
    # Everybody has one record.
    people = random.permutation(60)
    counted = entries.exposes(classes, ones, 4, people, near)
    assert counted == Exposed(*plainly(rows, given, 4, near))
    assert counted.below
