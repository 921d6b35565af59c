"""A table of distances between labels: rows of two labels and how far they are apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, islice
from pathlib import Path

import numpy as np

from covey.core.errors import InvalidInput
from covey.core.words import listed, plural
from covey.io.trees.linkage import from_distances
from covey.io.trees.read import LoadedTree, fields_of, text_of
from covey.io.trees.taxonomy import Taxonomy

MOST_LABELS = 2_000
"""All pairs of more labels are no table that anybody writes."""

HINT = "A row is label,label,distance, once for every pair of labels, as: Masters,Doctorate,1"


def read_distances(path: Path | str) -> LoadedTree:
    """The tree above labels that a CSV file of distances makes. Text is UTF-8; a first row whose
    distance is no number is a header."""
    text, seen = text_of(Path(path), "table of distances")
    return LoadedTree(tree_of_distances(text, str(path)), seen)


def tree_of_distances(text: str, source: str) -> Taxonomy:
    """``source`` is what messages call it."""
    rows = _rows(fields_of(text, source), source)
    labels = sorted({label for pair in rows for label in pair})
    if len(labels) > MOST_LABELS:
        raise InvalidInput(
            f"{source} has {len(labels):,} labels; distances of at most {MOST_LABELS:,} are read.",
            hint="Make a tree of them, and give it with --tree.",
            given=len(labels),
        )
    # A pair that is said only one way round counts for both.
    _refuse_asymmetric(rows, source)
    _refuse_lacking(rows, labels, source)
    number = {label: at for at, label in enumerate(labels)}
    matrix = np.zeros((len(labels), len(labels)))
    for (one, other), distance in rows.items():
        matrix[number[one], number[other]] = matrix[number[other], number[one]] = distance
    return from_distances(labels, matrix, source)


def _rows(lines: Iterable[tuple[int, Sequence[str]]], source: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    first = True
    for line, fields in lines:
        header, first = first, False
        if len(fields) != 3:
            raise InvalidInput(
                f"{source}, line {line:,}: {plural(len(fields), 'field')}, where two labels and"
                " their distance are expected.",
                hint=HINT,
                given=len(fields),
            )
        one, other, text = fields
        distance = _number(text)
        # Only the first row may be a header.
        if distance is None and header:
            continue
        if not one or not other or distance is None or not 0 <= distance < math.inf:
            what = "an empty label" if not (one and other) else f"the distance {text!r}"
            raise InvalidInput(
                f"{source}, line {line:,}: {what}.",
                hint="A distance is a number, 0 or more. " + HINT,
                given=text,
            )
        if one == other and distance:
            raise InvalidInput(
                f"{source}, line {line:,}: {one!r} is {text} away from itself.",
                hint="Leave out such rows, or write 0.",
                given=text,
            )
        if found.setdefault((one, other), distance) != distance:
            raise InvalidInput(
                f"{source}, line {line:,}: {_pair((one, other))} have two distances,"
                f" {found[one, other]:g} and {text}.",
                hint="Write every pair once.",
                given=text,
            )
    if not found:
        raise InvalidInput(f"{source} has no distances.", hint=HINT)
    return found


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return None if math.isnan(found) else found


def _refuse_asymmetric(rows: dict[tuple[str, str], float], source: str) -> None:
    wrong = [
        (one, other)
        for (one, other), distance in rows.items()
        if one < other and rows.get((other, one), distance) != distance
    ]
    if wrong:
        one, other = wrong[0]
        raise InvalidInput(
            f"{source} is not symmetric in {plural(len(wrong), 'pair')}:"
            f" {listed(map(_pair, wrong))}.",
            hint=f"From {one!r} to {other!r} it is {rows[one, other]:g}, and back"
            f" {rows[other, one]:g}: write every pair once, or the same both times.",
            given=wrong[0],
        )


def _refuse_lacking(rows: dict[tuple[str, str], float], labels: Sequence[str], source: str) -> None:
    there = {(min(pair), max(pair)) for pair in rows if pair[0] != pair[1]}
    lacking = len(labels) * (len(labels) - 1) // 2 - len(there)
    if lacking:
        pairs = (pair for pair in combinations(labels, 2) if pair not in there)
        some = [_pair(pair) for pair in islice(pairs, 3)]
        more = f" and {lacking - 3:,} more" if lacking > 3 else ""
        raise InvalidInput(
            f"{source} lacks the distance of {plural(lacking, 'pair')}: {', '.join(some)}{more}.",
            hint="All pairs of labels have a distance.",
            given=lacking,
        )


def _pair(pair: tuple[str, str]) -> str:
    return f"{pair[0]!r} and {pair[1]!r}"
