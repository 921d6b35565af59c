"""The sets that a release has for a column as a tree, to be used again or by other programs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.lookup import dimensions
from covey.attributes.ranges import range_text
from covey.codebook.book import Column
from covey.codebook.dimensions import Members, Runs
from covey.codebook.ordinals import ordinals_of
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, read_cells
from covey.codebook.texts import OR_MISSING
from covey.core.errors import InvalidInput, closest
from covey.io.trees.taxonomy import ROOT, Links, Taxonomy
from covey.release import certificate
from covey.release.certificate import files_of


def set_tree(release: Any, column: str) -> Taxonomy:
    """The tree of a column's sets: those of nested recoding nest, those of global recoding are side
    by side below the root.

    Its leaves are the labels or areas that are published; of an ordered column the ranges between
    borders that follow each other. Missing values are in no tree.

    release
        Its folder, the URL of its table on a PostgreSQL server, or what ``covey.anonymize`` handed
        back.
    column
        A recoded column.
    """
    with files_of(release) as folder:
        data = certificate.read_release(folder)
        for name in (CODEBOOK_FILE, CELLS_FILE):
            certificate.refuse_changed(folder, data, name)
        roles = data.to_roles()
        book = read_book(folder / CODEBOOK_FILE, escape=data.escape_formulas)
        cells = read_cells(folder / CELLS_FILE, escape=data.escape_formulas)
    if column not in roles:
        raise InvalidInput(
            f"{release}: {column!r} is no quasi-identifier of the release: they are"
            f" {', '.join(map(repr, roles))}.",
            hint=closest(column, roles),
            given=column,
        )
    role = roles[column]
    if len(role.columns(column)) > 1:
        raise InvalidInput(
            f"The sets of {column!r} are rectangles, which have no names to make a tree of.",
            hint="classes.geojson has their shapes.",
            given=column,
        )
    own = book.of(role.columns(column)[0])
    (sets,) = dimensions({column: role}, book, cells, data.readings)
    # Some sets have missing values besides their own; the tree has the sets without these.
    texts = [str(text).removesuffix(OR_MISSING) for text in own.published.tolist()]
    if isinstance(sets, Members):
        names, members = _labels(own, sets)
    else:
        names, members = _ranges(own, sets, role.border_kind(data.readings.get(column, {})))
    return _tree(names, members, texts, column)


Leaves = Sequence[NDArray[np.int64]]
"""The leaves of every set."""


def _labels(own: Column, sets: Members) -> tuple[list[str], Leaves]:
    """The labels that have a place in a set, and which each set has; missing is no label."""
    labels = list(own.listed.places)
    names = [label for label in labels if label is not None]
    number = np.full(sets.count, -1, dtype=np.int64)
    # By piece the number of its label; -1 for missing, which is no leaf.
    number[[at for at, label in enumerate(labels) if label is not None]] = np.arange(len(names))
    # starts has an entry more than there are sets: without the first and the last, these are the
    # places to cut.
    parts = np.split(sets.members, sets.starts[1:-1])
    return names, [np.unique(number[part][number[part] >= 0]) for part in parts]


def _ranges(own: Column, sets: Runs, kind: str) -> tuple[list[str], Leaves]:
    """The stretches between borders, as pieces from 1 on, and which each set has."""
    texts = list(own.ranges.borders)
    order = np.argsort(ordinals_of(texts, kind), kind="stable")
    # None for the open ends below the first border and above the last.
    borders = [None, *(texts[at] for at in order), None]
    names = [range_text(low, high, kind) for low, high in pairwise(borders)]
    pairs = zip(sets.low.tolist(), sets.high.tolist(), strict=True)
    # Pieces count from 1 on, leaves from 0. Piece 0 is that of missing values, which has no leaf.
    return names, [np.arange(max(low - 1, 0), max(high - 1, 0)) for low, high in pairs]


def _tree(names: list[str], members: Leaves, texts: Sequence[str], column: str) -> Taxonomy:
    """From large sets to small ones: the parent of a set is the last one that had its leaves."""
    # By leaf the smallest set so far that holds it.
    above = np.full(len(names), -1, dtype=np.int64)
    called = dict[int, str]()
    links = Links(f"the sets of {column!r}")
    many = np.array([len(each) for each in members])
    for number in np.argsort(-many, kind="stable").tolist():
        own = members[number]
        # A set of one leaf is that leaf.
        if len(own) < 2:
            continue
        # All leaves of a set must be in one and the same larger set, or two sets overlap.
        last = np.unique(above[own])
        if len(last) > 1:
            raise InvalidInput(
                f"The sets of {column!r} overlap, so that they make no tree.",
                hint="Make the release with --recoding nested.",
                given=column,
            )
        if last[0] >= 0 and many[last[0]] == len(own):
            # The same labels, without or with missing values.
            continue
        called[number] = ROOT if len(own) == len(names) else texts[number]
        if called[number] != ROOT:
            links.add(called[number], called.get(int(last[0]), ROOT), "a set")
        above[own] = number
    for leaf, name in enumerate(names):
        links.add(name, called.get(int(above[leaf]), ROOT), "a value")
    return links.tree()
