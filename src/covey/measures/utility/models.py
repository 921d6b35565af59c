"""How well a simple model, trained on a release, predicts a value of the original's records.

The models are those of scikit-learn, which is the extra ``covey[models]``.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.learning import learn
from covey.measures.utility.tables import Floats, Tables, View, bins_of

SEED = 0
MOST = 6
"""How many values of a target are predicted: the rarer ones count as one value."""
DEPTH, LEAF = 10, 0.0005
"""Of the tree: its depth, and the least share of the records that a leaf has."""
IDENTIFYING = 0.5
"""A target with more different values than this share of the records tells who is who."""


@dataclass(frozen=True)
class Accuracy:
    """The share of the original's records whose target a model tells. ``release`` is that of the
    model trained on the release, ``original`` of one trained on the original itself, and
    ``majority`` that of always saying the most frequent value."""

    model: str
    target: str
    release: float
    original: float
    majority: float


def accuracies(
    tables: Tables, target: str, before: Sequence[str | None], after: Sequence[str | None]
) -> tuple[Accuracy, ...]:
    """Of a linear model (logistic regression) and a tree. ``before`` and ``after`` are the target's
    values in the combinations of the two tables; ``tables`` has the other columns. A record is
    described by the bin of its value in every column, a published one by the shares of its set in
    the bins. Both models are tested on all records of the original. Of a target with many values
    the rare ones count as one value."""
    labels, truth = np.unique(list(map(_text, before)), return_inverse=True)
    refuse_unfit_target(target, len(labels), int(tables.before.sum()))
    known = {label: at for at, label in enumerate(labels.tolist())}
    seen = np.array([known.get(_text(text), -1) for text in after], dtype=np.int64)
    if (seen < 0).any():
        raise InvalidInput(
            f"The release has a value of the target {target!r} that the original lacks.",
            hint="Is it the table that the release was made of?",
            given=target,
        )
    # Grouped by the original's counts, so that both models have the same labels.
    groups = bins_of(np.bincount(truth, weights=tables.before), ordered=False, most=MOST)
    truth, seen = groups[truth], groups[seen]
    if not tables.views:
        raise InvalidInput("A model needs a column besides its target.", given=target)
    rows, truth, records = _distinct([view.before for view in tables.views], truth, tables.before)
    sets, seen, weights = _distinct([view.after for view in tables.views], seen, tables.after)
    pairs = list(zip(tables.views, rows, sets, strict=True))
    described = np.concatenate([_shown(v, np.eye(v.bins))[own] for v, own, _ in pairs], axis=1)
    published = np.concatenate([_shown(v, v.spread)[own] for v, _, own in pairs], axis=1)
    majority = np.bincount(truth, weights=records).max() / records.sum()
    found = []
    for name, make in (("linear", _linear), ("tree", _tree)):
        test = described, truth, records
        release = _score(make(), published, seen, weights, *test)
        original = _score(make(), *test, *test)
        found.append(Accuracy(name, target, release, original, float(majority)))
    return tuple(found)


def refuse_unfit_target(target: str, values: int, records: int) -> None:
    """Refuse a target of so many different values, missing being one, in so many records."""
    # Two values can always be a target, also of the smallest tables.
    if values > max(IDENTIFYING * records, 2):
        raise InvalidInput(
            f"The target {target!r} has {values:,} different values in {records:,} records: it is"
            " like an identifier, and no model can predict it.",
            hint="Name a column with few values, such as a diagnosis or an income above a limit.",
            given=target,
        )
    if values < 2:
        raise InvalidInput(
            f"The target {target!r} has {values} value: there is nothing to predict.",
            hint="Name a column with two values or more.",
            given=target,
        )


def _text(value: str | None) -> str:
    return "" if value is None else str(value)


def _score(
    model: Any,
    features: Floats,
    labels: NDArray[np.int64],
    weights: NDArray[np.int64],
    rows: Floats,
    truth: NDArray[np.int64],
    records: NDArray[np.int64],
) -> float:
    # A release with one target value cannot train a model: it always says this value.
    if len(np.unique(labels)) < 2:
        guessed = np.full(len(truth), labels[0])
    else:
        with warnings.catch_warnings():
            # A model that is stopped early is a simple model, too.
            warnings.simplefilter("ignore")
            guessed = model.fit(features, labels, sample_weight=weights).predict(rows)
    return float(records[guessed == truth].sum() / records.sum())


def _shown(view: View, shares: Floats) -> Floats:
    """What a model sees of shares in bins: of ordered ones those up to each bin, so that a tree can
    split at a border."""
    # The cumulated share at a border is 0 or 1 for a known value, and in between for a set across
    # it.
    return np.asarray(np.cumsum(shares, axis=1)) if view.ordered else shares


def _distinct(
    codes: Sequence[NDArray[np.int64]], target: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Combinations that are alike as one: the codes of each column, the target and the records."""
    rows, place = np.unique(np.stack([*codes, target]), axis=1, return_inverse=True)
    records = np.zeros(rows.shape[1], dtype=np.int64)
    np.add.at(records, place.ravel(), counts)
    return rows[:-1], rows[-1], records


def _linear() -> Any:
    return learn("linear_model").LogisticRegression(max_iter=100)


def _tree() -> Any:
    tree = learn("tree").DecisionTreeClassifier
    return tree(max_depth=DEPTH, min_weight_fraction_leaf=LEAF, random_state=SEED)
