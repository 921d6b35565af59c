"""What a release lost, column by column, from what was counted before and what is published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from covey.engine.protocol import Counted
from covey.measures.loss import ColumnLoss, Loss, entropy_loss, penalty
from covey.release.job import Job


def column_losses(
    job: Job,
    counted: Counted | None,
    classes: NDArray[np.int64],
    sizes: Sequence[int],
    covered: Mapping[str, tuple[NDArray[np.float64], NDArray[np.int64]]],
) -> Loss:
    """The normalized certainty penalty and the non-uniform entropy of every quasi-identifier.

    counted
        The combinations. Without them nobody is withheld, and the entropy is not known.
    classes
        Of every counted combination, negative if it is not published.
    sizes
        The records of every class.
    covered
        For every quasi-identifier the share of its domain that each class's set covers, and the
        number of that set.
    """
    records = np.array(sizes)
    withheld = 0 if counted is None else counted.records - int(records.sum())
    found = []
    for name, role in job.quasi.items():
        shares, published = covered[name]
        entropy = None
        if counted is not None:
            values = counted.numbered(role.columns(name))
            # The set of every combination, -1 where it is not published. The appended entry is only
            # there to be picked by class -1.
            became = np.where(classes < 0, -1, np.append(published, -1)[classes])
            entropy = entropy_loss(values, became, counted.counts)
        found.append(
            ColumnLoss(
                column=", ".join(role.columns(name)),
                ncp=penalty(shares, records, withheld),
                entropy=entropy,
            )
        )
    weights = [job.weights.get(name, 1.0) for name in job.quasi] if job.weights else None
    return Loss(tuple(found), None if weights is None else tuple(weights))
