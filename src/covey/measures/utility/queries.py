"""Random counts, asked of the original and of a release."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.utility.marginals import shares_after, shares_before
from covey.measures.utility.tables import PAIRED, Floats, Numbers, Tables, View

QUERIES = 1000
UNIT = 2**40
"""Shares are whole numbers of this part: their sums are the same on every machine."""
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
    # With a seed, so that a report is the same every time.
    rng = np.random.default_rng(seed)
    usable = [at for at, view in enumerate(tables.views[:PAIRED]) if view.bins > 1]
    if not usable:
        return QueryError(0, 0.0, 0.0)
    pairs = [*combinations(usable, 2)]
    # Half of the queries are about one column, however many more pairs there are.
    alone = rng.random(queries) < 0.5 if pairs else np.ones(queries, dtype=bool)
    asked: list[tuple[int, ...]] = [*((at,) for at in usable), *pairs]
    number = np.where(
        alone,
        rng.integers(len(usable), size=queries),
        len(usable) + rng.integers(max(len(pairs), 1), size=queries),
    )
    errors = np.empty(queries)
    # All queries about the same columns at once.
    for own, columns in enumerate(asked):
        these = np.flatnonzero(number == own)
        if len(these):
            errors[these] = _errors(tables, columns, len(these), rng)
    return QueryError(queries, float(np.median(errors)), float(errors.mean()))


def _errors(
    tables: Tables, columns: tuple[int, ...], queries: int, rng: np.random.Generator
) -> Floats:
    """The errors of some random queries about one column or two."""
    views = [tables.views[at] for at in columns]
    ranges = [_ranges(view, queries, rng) for view in views]
    if len(views) == 1:
        before, after = shares_before(tables, views[0]), shares_after(tables, views[0])
    else:
        before, after = tables.joints[columns[0], columns[1]]
    total = int(tables.before.sum())
    # Not by shares: records that are withheld are missing in the answer, and count as its error.
    expected = total * _inside(before, ranges)
    told = int(tables.after.sum()) * _inside(after, ranges)
    return np.abs(told - expected) / np.maximum(expected, LEAST * total)


def _inside(shares: Floats, ranges: list[Numbers]) -> Floats:
    """The share of the records inside of the ranges of every query."""
    # Whole numbers, whose sums do not depend on the order of adding.
    whole = np.rint(shares * UNIT).astype(np.int64)
    found = ranges[0] @ whole
    if len(ranges) == 2:
        found = (found * ranges[1]).sum(axis=1)
    return found / UNIT


def _ranges(view: View, queries: int, rng: np.random.Generator) -> Numbers:
    """For every query 1 for the bins inside: at least one, and not all."""
    many = rng.integers(1, view.bins, size=(queries, 1))
    if view.ordered:
        begin = rng.integers(0, view.bins - many + 1)
        places = np.arange(view.bins)
        inside = (places >= begin) & (places < begin + many)
    else:
        # The places of the bins in a random order.
        places = rng.permuted(np.tile(np.arange(view.bins), (queries, 1)), axis=1)
        inside = places < many
    return inside.astype(np.int64)
