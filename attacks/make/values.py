"""Columns of random values of every kind, pleasant and nasty."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from decimal import Decimal
from random import Random
from typing import Any

NASTY = (
    "", " ", "a, b", "a", "A", "a ", " a", "(missing)", "(empty)", '"', "'", "a\nb", "=1+1",
    "#REF!", "-", "NULL", "null", "NaN", "inf", "None", "*", "any value", "[1, 2)", "< 3", ">= 3",
    "ä", "a\u0308", "日本", "\u202eabc", "\ufeffx", "\U0001d518", "x" * 70, "1", "1.0", "01", "+1",
    ";", "|", "a\tb", "a,b", "\\", "\\N", "%s", "{}", "<b>", "&amp;", "a (no. 2)", "a and 2 more",
    "label-1 (6 values)", "a to b", "true", "1e3", "0x10", "2024-05-31", "--", "é", "(missing), a",
)  # fmt: skip
TOWNS = ("Ulm", "Bern", "Chur", "Thun", "Zug", "Genf", "Biel", "Olten", "Wil", "Visp")
DAY = dt.date(2024, 5, 31)
Values = list[Any]


def some(rng: Random, pool: Sequence[Any], count: int) -> Values:
    """Values of a pool, some of them more often than others."""
    chosen = rng.sample(pool, rng.randint(1, min(len(pool), 12)))
    weights = [rng.choice((1, 1, 2, 5)) for _ in chosen]
    return rng.choices(chosen, weights, k=count)


def labels(rng: Random, count: int) -> Values:
    kind = rng.randrange(4)
    if kind == 0:
        return some(rng, NASTY, count)
    if kind == 1:
        return some(rng, TOWNS, count)
    if kind == 2:
        return some(rng, [f"{number:05}" for number in range(2100, 2140)], count)
    return [f"label {rng.randrange(max(count // 3, 1))}" for _ in range(count)]


def integers(rng: Random, count: int) -> Values:
    scale = rng.choice((3, 20, 100, 10**6, 10**17, 10**30))
    low = rng.choice((0, 0, -scale, 10**9))
    steps = [low + rng.randrange(scale) for _ in range(rng.randint(1, 25))]
    return [rng.choice(steps) for _ in range(count)]


def decimals(rng: Random, count: int) -> Values:
    places = rng.randint(1, 6)
    pool = [Decimal(rng.randrange(-(10**8), 10**9)).scaleb(-places) for _ in range(20)]
    return [rng.choice(pool) for _ in range(count)]


def floats(rng: Random, count: int) -> Values:
    scale = rng.choice((1e-300, 1e-9, 1.0, 1e6, 1e300))
    pool = [rng.choice((rng.gauss(0, scale), rng.uniform(0, scale))) for _ in range(30)]
    return [rng.choice(pool) for _ in range(count)]


def dates(rng: Random, count: int) -> Values:
    span = rng.choice((5, 60, 3_000, 40_000))
    return [DAY - dt.timedelta(days=rng.randrange(span)) for _ in range(count)]


def timestamps(rng: Random, count: int) -> Values:
    start = dt.datetime(2024, 5, 31, 12)
    span = rng.choice((100, 10**5, 10**9))
    pool = [start - dt.timedelta(seconds=rng.randrange(span)) for _ in range(25)]
    return [rng.choice(pool) for _ in range(count)]


ORDERED: tuple[Callable[[Random, int], Values], ...] = (
    integers, integers, decimals, floats, dates, timestamps,
)  # fmt: skip


def with_gaps(rng: Random, values: Values, share: float) -> Values:
    """Some of them missing."""
    return [None if rng.random() < share else value for value in values]


def plane(rng: Random, count: int) -> tuple[Values, Values]:
    """Plain coordinates: on a grid, in clusters, or anywhere."""
    scale = rng.choice((1.0, 1000.0, 1e-6, 1e12))
    if rng.random() < 0.5:
        side = rng.randint(1, 8)
        pairs = [(rng.randrange(side) * scale, rng.randrange(side) * scale) for _ in range(count)]
    else:
        pairs = [(rng.gauss(0, scale), rng.gauss(0, scale)) for _ in range(count)]
    return [x for x, _ in pairs], [y for _, y in pairs]


def globe(rng: Random, count: int) -> tuple[Values, Values]:
    """Latitudes and longitudes; some across the antimeridian, some at the poles."""
    kind = rng.randrange(4)
    if kind == 0:
        pairs = [(rng.uniform(47, 48), rng.uniform(8, 9)) for _ in range(count)]
    elif kind == 1:
        pairs = [(rng.uniform(-20, -10), 180 - rng.uniform(-9, 9)) for _ in range(count)]
        pairs = [(lat, lon if lon < 180 else lon - 360) for lat, lon in pairs]
    elif kind == 2:
        pairs = [(rng.uniform(-90, 90), rng.uniform(-180, 180)) for _ in range(count)]
    else:
        poles = (90.0, -90.0, 89.5, 60.0)
        pairs = [(rng.choice(poles), float(rng.randrange(-180, 181, 30))) for _ in range(count)]
    digits = rng.choice((1, 3, 12))
    return [round(lat, digits) for lat, _ in pairs], [round(lon, digits) for _, lon in pairs]
