"""Combinations in any order become the same counts."""

from __future__ import annotations

import numpy as np
import pytest

from covey.engine.ranking import order_of, ranked


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("text", ["", " a", "A", "a", "a ", "ä", "\uffee", "\U0001f600"]),
        ("integer", ["-10", "-9", "0", "9", "10", str(2**126)]),
        ("decimal", ["-0.30", "-0.25", "0.25", "9.00", "10.00", "9007199254740993.25"]),
        ("number", ["-1e+22", "-0.5", "0.0", "1e-05", "2.5", "10000000.0", "1e+16"]),
        ("double", ["-1e+22", "9.0", "10.0"]),
        ("date", ["0044-03-15 (BC)", "0043-01-01 (BC)", "0001-01-01", "2024-05-31", "12000-01-01"]),
        (
            "timestamp",
            [
                "0044-03-15 (BC) 10:00:00", "2024-05-31 00:00:00", "2024-05-31 12:30:00",
                "2024-05-31 12:30:00.000002", "2024-05-31 12:30:00.25", "2024-05-31 12:30:01",
            ],
        ),
    ],
)  # fmt: skip
def test_every_kind_has_its_order(kind: str, texts: list[str]) -> None:
    assert order_of(texts, kind) is None
    assert order_of(texts[:1], kind) is None
    mixed = np.random.default_rng(1).permutation(len(texts))
    if (mixed == np.arange(len(texts))).all():
        mixed = mixed[::-1]
    order = order_of([texts[at] for at in mixed], kind)
    assert order is not None
    assert [texts[mixed[at]] for at in order] == texts


def test_the_order_in_which_an_engine_hands_over_makes_no_difference() -> None:
    rng = np.random.default_rng(3)
    kinds = {"town": "text", "age": "integer"}
    towns, ages = np.array(["", "Bern", "Ulm"], object), np.array(["-1", "9", "10"], object)
    rows = [(-1, -1), (-1, 2), (0, 0), (0, 2), (1, -1), (2, 1)]
    counts = np.arange(1, 7)
    for _ in range(20):
        of_town, of_age = rng.permutation(3), rng.permutation(3)
        mixed = rng.permutation(len(rows))
        # Where a value stands after the shuffle; the last place is for missing ones.
        places = [
            np.array([np.append(np.argsort(own), -1)[rows[at][column]] for at in mixed])
            for column, own in enumerate((of_town, of_age))
        ]
        found, before = ranked(kinds, [towns[of_town], ages[of_age]], places, counts[mixed])
        assert found.columns == ("town", "age")
        assert [own.tolist() for own in found.values] == [towns.tolist(), ages.tolist()]
        assert list(zip(*(own.tolist() for own in found.ranks), strict=True)) == rows
        assert found.counts.tolist() == counts.tolist()
        assert mixed[before].tolist() == list(range(len(rows)))
