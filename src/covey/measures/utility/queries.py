"""Random counts, asked of the original and of a release."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from covey.core.errors import InvalidInput
from covey.measures.utility.marginals import shares_after, shares_before
from covey.measures.utility.tables import PAIRED, Floats, Tables, View

QUERIES = 1000
COLUMNS = 2
"""Columns that a query is about, at most."""
LEAST = 0.001
"""A count below this share of the records counts as that, when it is divided by: to be wrong about
a few records is no great error."""


@dataclass(frozen=True)
class QueryError:
    """Of so many random queries the relative error: |estimate - truth| / max(truth, 0.1 % of the
    records)."""

    queries: int
    median: float
    mean: float


def query_error(tables: Tables, queries: int = QUERIES, seed: int = 0) -> QueryError:
    """A query counts the records in a random range of one or two columns: bins that follow each
    other if these are ordered, and any, if they are not. The release answers with the records of
    each set times the share of its values in the range; withheld records are missing in it."""
    if queries < 1:
        raise InvalidInput(f"There is one query or more; given: {queries}.", given=queries)
    rng = np.random.default_rng(seed)
    usable = [at for at, view in enumerate(tables.views[:PAIRED]) if view.bins > 1]
    if not usable:
        return QueryError(0, 0.0, 0.0)
    total, published = int(tables.before.sum()), int(tables.after.sum())
    alone = [(shares_before(tables, view), shares_after(tables, view)) for view in tables.views]
    errors = np.empty(queries)
    for number in range(queries):
        many = int(rng.integers(1, min(COLUMNS, len(usable)) + 1))
        chosen = sorted(usable[at] for at in rng.choice(len(usable), many, replace=False).tolist())
        ranges = [_range(tables.views[at], rng) for at in chosen]
        before, after = alone[chosen[0]] if many == 1 else tables.joints[chosen[0], chosen[1]]
        expected = total * _inside(before, ranges)
        told = published * _inside(after, ranges)
        errors[number] = abs(told - expected) / max(expected, LEAST * total)
    return QueryError(queries, float(np.median(errors)), float(errors.mean()))


def _inside(shares: Floats, ranges: list[Floats]) -> float:
    first, *rest = ranges
    found = (shares.T * first).T
    for other in rest:
        found = found * other
    return math.fsum(found.ravel().tolist())


def _range(view: View, rng: np.random.Generator) -> Floats:
    """1 for the bins inside: at least one, and not all."""
    inside = np.zeros(view.bins)
    many = int(rng.integers(1, view.bins))
    if view.ordered:
        begin = int(rng.integers(0, view.bins - many + 1))
        inside[begin : begin + many] = 1.0
    else:
        inside[rng.choice(view.bins, many, replace=False)] = 1.0
    return inside
