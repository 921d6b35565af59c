"""An instance as tables that covey solve reads, and an answer to it as one of them with classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.grouping import GroupingProblem
from covey.io.outputs.files import write_csv
from covey.problems.cells.problem import CellProblem
from covey.problems.intervals.problem import IntervalProblem
from covey.problems.rectangles.problem import RectangleProblem
from covey.problems.regions.problem import RegionProblem
from covey.problems.trees.problem import TreeProblem

SOLVE = {
    "labels": "covey solve labels {folder}/values.csv -k {k}",
    "intervals": "covey solve intervals {folder}/values.csv --column value --count count -k {k}",
    "regions": "covey solve regions --nodes {folder}/nodes.csv --edges {folder}/edges.csv -k {k}",
    "rectangles": "covey solve rectangles {folder}/points.csv --x x --y y --count count -k {k}",
    "trees": "covey solve trees {folder}/values.csv --tree {folder}/tree.csv -k {k}",
    "cells": "covey solve cells {folder}/records.csv {columns} -k {k}",
}
FILES = frozenset(("values.csv", "tree.csv", "nodes.csv", "edges.csv", "points.csv", "records.csv"))
"""All that an instance may be."""


@dataclass(frozen=True)
class Items:
    """The items of a problem as the rows of a file."""

    file: str
    header: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


def command(problem: GroupingProblem, folder: Path) -> str:
    """What solves the instance in a folder."""
    columns = ""
    if isinstance(problem, CellProblem):
        columns = " ".join(f"--ordered {name}" for name in _names(problem))
    return SOLVE[problem.problem_kind].format(folder=folder, k=problem.k, columns=columns)


def items_of(problem: GroupingProblem) -> Items:
    weights = problem.weights.tolist()
    numbers = range(1, len(weights) + 1)
    if isinstance(problem, RegionProblem):
        return Items("nodes.csv", ("id", "weight"), list(zip(numbers, weights, strict=True)))
    if isinstance(problem, RectangleProblem):
        x, y = (coordinate.astype(int).tolist() for coordinate in (problem.x, problem.y))
        return Items("points.csv", ("x", "y", "count"), list(zip(x, y, weights, strict=True)))
    if isinstance(problem, CellProblem):
        codes = np.column_stack([axis.codes for axis in problem.axes]).tolist()
        rows = [(*code, weight) for code, weight in zip(codes, weights, strict=True)]
        return Items("records.csv", (*_names(problem), "count"), rows)
    # Intervals need values in an order; for others a number could be taken for one.
    names = numbers if isinstance(problem, IntervalProblem) else [f"w{v}" for v in numbers]
    return Items("values.csv", ("value", "count"), list(zip(names, weights, strict=True)))


def write_instance(problem: GroupingProblem, folder: Path) -> None:
    items = items_of(problem)
    if isinstance(problem, CellProblem):
        # A row for every record: the tables of cells have no counts.
        write_csv(folder / items.file, items.header[:-1], _repeated(items.rows))
        return
    write_csv(folder / items.file, items.header, items.rows)
    if isinstance(problem, RegionProblem):
        write_edges(problem, folder)
    if isinstance(problem, TreeProblem):
        labels = len(problem.weights)
        names = [f"{'w' if v <= labels else 'n'}{v}" for v in range(1, len(problem.parents) + 1)]
        pairs = zip(names, problem.parents.tolist(), strict=True)
        rows = [(name, names[parent]) for name, parent in pairs if parent >= 0]
        write_csv(folder / "tree.csv", ("child", "parent"), rows)


def write_edges(problem: RegionProblem, folder: Path) -> None:
    write_csv(folder / "edges.csv", ("a", "b"), (problem.graph.edges + 1).tolist())


def write_classes(problem: GroupingProblem, classes: Iterable[int], target: Path) -> None:
    """The instance's items, each with its class, numbered from 1."""
    items = items_of(problem)
    rows = ((*row, number + 1) for row, number in zip(items.rows, classes, strict=True))
    write_csv(target, (*items.header, "class"), rows)


def _names(problem: CellProblem) -> list[str]:
    return [f"a{number}" for number in range(1, len(problem.axes) + 1)]


def _repeated(rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for *values, count in rows:
        for _ in range(count):
            yield tuple(values)
