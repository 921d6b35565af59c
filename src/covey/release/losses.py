"""What a release lost, column by column, from what was counted before and what is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from covey.measures.loss import ColumnLoss, Loss, entropy_loss, penalty

if TYPE_CHECKING:
    from covey.release.plan import Solved


def losses(solved: Solved) -> Loss:
    """The normalized certainty penalty and the non-uniform entropy of every quasi-identifier."""
    solution, question, job = solved.result.solution, solved.question, solved.job
    sizes = np.array(question.sizes(solution))
    withheld = solved.staged.rows - int(sizes.sum())
    classes = question.classes(solution)
    found = []
    for (name, role), shares, published in zip(
        job.quasi.items(),
        question.penalties(solution),
        question.published(solution),
        strict=True,
    ):
        # A class of missing values beside the others loses nothing.
        covered = np.append(shares, np.zeros(len(sizes) - len(shares)))
        values = solved.counted.numbered(role.columns(name))
        became = np.where(classes < 0, -1, np.append(published, -1)[classes])
        found.append(
            ColumnLoss(
                column=", ".join(role.columns(name)),
                ncp=penalty(covered, sizes, withheld),
                entropy=entropy_loss(values, became, solved.counted.counts),
            )
        )
    weights = [job.weights.get(name, 1.0) for name in job.quasi] if job.weights else None
    return Loss(tuple(found), None if weights is None else tuple(weights))
