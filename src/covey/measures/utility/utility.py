"""All measures of utility in one value, and in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from covey.core.dataclass import dataclass
from covey.measures.utility.associations import Association, associations
from covey.measures.utility.marginals import marginal_error
from covey.measures.utility.models import Accuracy
from covey.measures.utility.queries import QueryError, query_error
from covey.measures.utility.shifts import Shift
from covey.measures.utility.tables import Tables
from covey.measures.words import Figure

LISTED = 10
"""Pairs of columns that are listed, at most: those with the strongest associations."""


@dataclass(frozen=True)
class Utility:
    """What an analyst can still find in a release.

    marginals
        For every column the total variation distance of its shares.
    associations
        Of every two columns.
    queries
        The error of random counts.
    shifts
        Of columns that are published as they are: how leaving records out shifted their shares.
    models
        How well a target can be predicted.
    """

    marginals: tuple[tuple[str, float], ...]
    associations: tuple[Association, ...]
    queries: QueryError
    shifts: tuple[Shift, ...] = ()
    models: tuple[Accuracy, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        found = asdict(self)
        found["marginals"] = dict(self.marginals)
        return found

    def figures(self) -> list[Figure]:
        """For people."""
        rows = [
            Figure(
                f"shares of {name}, error",
                _percent(error),
                "of the records would have to change their value to have the original's shares, if"
                " a set is read as equally many of each of its values",
            )
            for name, error in self.marginals
        ]
        rows += [
            Figure(
                f"association of {' and '.join(each.columns)}",
                # Rounded twice, as in `_percent`.
                f"{round(each.after, 9):.2f} of {round(each.before, 9):.2f}",
                "Cramér's V, in the release and in the original: 0 is none, 1 is the strongest",
            )
            for each in self.associations[:LISTED]
        ]
        if self.queries.queries:
            rows.append(
                Figure(
                    "random counts, error",
                    f"{_percent(self.queries.median)}, mean {_percent(self.queries.mean)}",
                    f"half of {self.queries.queries:,} random counts of one or two columns are"
                    " answered from the release with no larger relative error",
                )
            )
        for shift in self.shifts:
            value = repr("(missing)" if shift.value is None else shift.value)
            # A rare value is that of people who were withheld: it is not printed.
            value = value if shift.named else "one of its values"
            rows.append(
                Figure(
                    f"shift of {shift.column}",
                    f"{round(100 * shift.change, 9):+.1f} points",
                    f"of {value}, from {_percent(shift.before)} to {_percent(shift.after)}: no"
                    " other value's share changed more because of records that are left out",
                )
            )
        for each in self.models:
            rows.append(
                Figure(
                    f"{each.model} model of {each.target}",
                    _percent(each.release),
                    "of the original's records are predicted by a model trained on the release;"
                    f" {_percent(each.original)} if it is trained on the original,"
                    f" {_percent(each.majority)} by always saying the most frequent value",
                )
            )
        return rows


def utility(
    tables: Tables,
    *,
    shifts: tuple[Shift, ...] = (),
    models: tuple[Accuracy, ...] = (),
    seed: int = 0,
) -> Utility:
    return Utility(
        tuple((view.name, marginal_error(tables, view)) for view in tables.views),
        associations(tables),
        query_error(tables, seed=seed),
        shifts,
        models,
    )


def line_on_models(models: tuple[Accuracy, ...]) -> str:
    """How well one target is predicted, in a line; empty without models."""
    if not models:
        return ""
    each = ", ".join(
        f"{one.model} {_percent(one.release)} after and {_percent(one.original)} before"
        for one in models
    )
    first = models[0]
    return (
        f"{first.target!r} predicted rightly: {each}; by its most frequent value alone"
        f" {_percent(first.majority)}"
    )


def _percent(share: float) -> str:
    # Rounded twice: the last digits of a sum are those of the machine.
    return f"{round(100 * share, 9):.1f} %"
