"""Made tables of several attributes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import covey
from covey.problems.cells.axes import Axis

AREAS = 180
"""Areas along each side of the made map: 32,400 in all, as many as there are zip-codes."""


def patients(n: int, k: int = 10) -> covey.CellProblem:
    """Zip-code on a map, age, sex, place and diagnosis of n patients, who live in towns."""
    rng = np.random.default_rng(0)
    town = rng.random((400, 2)) * AREAS
    home = rng.choice(400, n, p=rng.dirichlet(np.full(400, 0.3)))
    spot = np.clip(rng.normal(town[home], 4), 0, AREAS - 1e-6)
    across, up = spot.astype(np.int64).T
    number = np.arange(AREAS * AREAS).reshape(AREAS, AREAS)
    pairs = [(number[1:], number[:-1]), (number[:, 1:], number[:, :-1])]
    edges = np.concatenate([np.column_stack([a.ravel(), b.ravel()]) for a, b in pairs])
    graph = covey.Graph.from_edges(AREAS * AREAS, edges)
    x, x_rank = np.unique(spot[:, 0].round(3), return_inverse=True)
    y, y_rank = np.unique(spot[:, 1].round(3), return_inverse=True)
    age = np.minimum(np.abs(rng.normal(38, 22, n)), 100).astype(np.int64)
    ages, age_rank = np.unique(age, return_inverse=True)
    axes: list[Axis] = [
        covey.AreaAxis(number[across, up], graph),
        covey.OrderedAxis(age_rank, ages),
        covey.LabelAxis(rng.integers(0, 2, n), 2),
        covey.PlaceAxis(x_rank, y_rank, x, y),
        covey.LabelAxis(np.minimum(rng.zipf(1.4, n) - 1, 19), 20),
    ]
    return covey.CellProblem(axes, np.ones(n, dtype=np.int64), k)


ADULT = {
    "workclass": (7, 1.8),
    "education": (16, 1.1),
    "marital-status": (7, 1.2),
    "occupation": (14, 0.5),
    "race": (5, 2.4),
    "sex": (2, 1.0),
    "native-country": (41, 3.2),
}
"""Values of each attribute, and how skewed they are."""


def adult_like(
    n: int = 30_162, k: int = 5
) -> tuple[covey.CellProblem, NDArray[np.int64], NDArray[np.int64]]:
    """The shape of UCI Adult: age and seven labels, skewed, and dependent through a hidden walk of
    life. The problem, its distinct rows and their counts."""
    rng = np.random.default_rng(0)
    life = rng.choice(6, n, p=[0.3, 0.25, 0.2, 0.12, 0.08, 0.05])
    columns = [np.clip(17 + rng.gamma(2.2 + life * 0.5, 9, n), 17, 90).astype(np.int64)]
    for size, power in ADULT.values():
        share = 1 / np.arange(1, size + 1) ** power
        own = np.empty(n, dtype=np.int64)
        for walk in range(6):
            here = life == walk
            mixed = 0.6 * share + 0.4 * rng.permutation(share)
            own[here] = rng.choice(size, int(here.sum()), p=mixed / mixed.sum())
        columns.append(own)
    table, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    ages, rank = np.unique(table[:, 0], return_inverse=True)
    labels = [
        covey.LabelAxis(table[:, 1 + at], size) for at, (size, _) in enumerate(ADULT.values())
    ]
    problem = covey.CellProblem([covey.OrderedAxis(rank, ages), *labels], counts, k)
    return problem, table, counts


def zip_records(n: int = 299_546) -> dict[str, NDArray[np.int64]]:
    """Zip-codes of very different populations, 30,000 of them, age and sex."""
    rng = np.random.default_rng(0)
    share = rng.lognormal(0, 1, 30_000)
    code = rng.choice(30_000, n, p=share / share.sum())
    age = np.minimum(np.abs(rng.normal(38, 22, n)), 100).astype(np.int64)
    return {"zip": code, "age": age, "sex": rng.integers(0, 2, n)}


def ordered_zips(n: int = 299_546, k: int = 10) -> covey.CellProblem:
    """The same, with zip-codes as ordered values."""
    columns = list(zip_records(n).values())
    table, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    axes: list[Axis] = [ordered(table[:, 0]), ordered(table[:, 1]), covey.LabelAxis(table[:, 2], 2)]
    return covey.CellProblem(axes, counts, k)


AIRLINE = (
    # share of passengers, age and its deviation, shares of the cabins, satisfied in each
    (0.511, 44.3, 12, (0.765, 0.163, 0.072), (0.795, 0.42, 0.40)),  # loyal, on business
    (0.183, 30.0, 10, (0.390, 0.575, 0.035), (0.32, 0.17, 0.20)),  # not loyal, on business
    (0.306, 39.0, 20, (0.065, 0.835, 0.100), (0.11, 0.10, 0.10)),  # on a journey of their own
)
"""Three kinds of passengers, in Business, Eco and Eco Plus."""


def airline_passengers(n: int = 25_976) -> dict[str, NDArray[np.int64]]:
    """A made table with the marginals, and the main dependences, that are published of a survey of
    an airline's passengers. Of several seeds the one with which it is as hard as that table: covey
    without exchange, and a plain greedy, have about as many classes and lose as much."""
    rng = np.random.default_rng(67)
    share, mean, deviation, cabins, satisfied = (
        np.array(each) for each in zip(*AIRLINE, strict=True)
    )
    gender = rng.integers(0, 2, n)
    kind = rng.choice(3, n, p=share)
    # Nearly all who do not travel on business are loyal.
    loyal = np.where(kind == 2, rng.random(n) < 0.99, kind == 0)
    age = np.clip(rng.normal(mean[kind], deviation[kind]), 7, 85)
    cabin = (rng.random(n)[:, np.newaxis] > cabins[kind].cumsum(axis=1)).sum(axis=1)
    far = rng.lognormal(np.where(cabin == 0, 7.2, 6.4), np.where(cabin == 0, 0.74, 0.64))
    # Loyal passengers on business are more often satisfied at a middle age.
    more = np.where(np.abs(age.astype(np.int64) - 47) < 10, 0.048, -0.072)
    chance = satisfied[kind, cabin] + np.where(kind == 0, more, 0.0)
    columns = {
        "gender": gender,
        "loyal": loyal,
        "age": age,
        "business": kind < 2,
        "cabin": cabin,
        "distance": np.clip(far, 31, 4983),
        "satisfied": rng.random(n) < chance,
    }
    return {name: column.astype(np.int64) for name, column in columns.items()}


def airline_like(n: int = 25_976, k: int = 10, t: float = 0.3) -> covey.CellProblem:
    """Passengers by all but whether they were satisfied, of which t-closeness is asked."""
    columns = list(airline_passengers(n).values())
    table, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    axes: list[Axis] = [
        covey.LabelAxis(table[:, 0], 2),
        covey.LabelAxis(table[:, 1], 2),
        ordered(table[:, 2]),
        covey.LabelAxis(table[:, 3], 2),
        covey.LabelAxis(table[:, 4], 3),
        ordered(table[:, 5]),
    ]
    return covey.CellProblem(
        axes,
        counts,
        k,
        requirements=[covey.Closeness("satisfied", t)],
        sensitive=[covey.Sensitive("satisfied", table[:, 6])],
    )


def ordered(values: NDArray[np.int64]) -> covey.OrderedAxis:
    positions, ranks = np.unique(values, return_inverse=True)
    return covey.OrderedAxis(ranks, positions)
