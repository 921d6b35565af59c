"""What the shares of a column's values are in a release, against the original's."""

from __future__ import annotations

import numpy as np

from covey.measures.utility.tables import Floats, Tables, View


def shares_before(tables: Tables, view: View) -> Floats:
    found = np.bincount(view.before, weights=tables.before, minlength=view.bins)
    return np.asarray(found / tables.before.sum())


def shares_after(tables: Tables, view: View) -> Floats:
    """Records of a set are taken as evenly spread over its values."""
    records = np.bincount(view.after, weights=tables.after, minlength=len(view.spread))
    return np.asarray(np.einsum("i,ij->j", records / tables.after.sum(), view.spread))


def marginal_error(tables: Tables, view: View) -> float:
    """The total variation distance of the two: the share of records that would have to change their
    bin to make one of the other, from 0 to 1.

    >>> age = View("age", np.array([0, 1]), np.array([0]), np.array([[0.5, 0.5]]))
    >>> marginal_error(Tables((age,), np.array([3, 1]), np.array([4])), age)
    0.25
    """
    return float(np.abs(shares_before(tables, view) - shares_after(tables, view)).sum() / 2)
