"""An instance as tables that covey solve reads, and an answer to it as one of them with classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.dataclass import dataclass
from covey.core.grouping import GroupingProblem
from covey.io.outputs.files import write_csv
from covey.problems.cells.problem import CellProblem
from covey.problems.rectangles.problem import RectangleProblem
from covey.problems.regions.problem import RegionProblem
from covey.problems.trees.problem import TreeProblem

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
    kind = KINDS[problem.problem_kind]
    given = kind.options.format(folder=folder, columns=kind.columns(problem))
    return f"covey solve {problem.problem_kind} {given} -k {problem.k}"


def items_of(problem: GroupingProblem) -> Items:
    return KINDS[problem.problem_kind].items(problem)


def write_instance(problem: GroupingProblem, folder: Path) -> None:
    KINDS[problem.problem_kind].write(problem, folder)


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


def _write_items(problem: GroupingProblem, folder: Path) -> None:
    items = items_of(problem)
    write_csv(folder / items.file, items.header, items.rows)


def _values(problem: GroupingProblem, names: Iterable[Any]) -> Items:
    weights = problem.weights.tolist()
    return Items("values.csv", ("value", "count"), list(zip(names, weights, strict=True)))


def _labels(problem: GroupingProblem) -> Items:
    # A number could be taken for a value in an order.
    return _values(problem, [f"w{number}" for number in _numbers(problem)])


def _intervals(problem: GroupingProblem) -> Items:
    return _values(problem, _numbers(problem))


def _areas(problem: GroupingProblem) -> Items:
    rows = list(zip(_numbers(problem), problem.weights.tolist(), strict=True))
    return Items("nodes.csv", ("id", "weight"), rows)


def _write_regions(problem: RegionProblem, folder: Path) -> None:
    _write_items(problem, folder)
    write_edges(problem, folder)


def _points(problem: RectangleProblem) -> Items:
    x, y = (coordinate.astype(int).tolist() for coordinate in (problem.x, problem.y))
    rows = list(zip(x, y, problem.weights.tolist(), strict=True))
    return Items("points.csv", ("x", "y", "count"), rows)


def _write_trees(problem: TreeProblem, folder: Path) -> None:
    _write_items(problem, folder)
    labels = len(problem.weights)
    names = [f"{'w' if v <= labels else 'n'}{v}" for v in range(1, len(problem.parents) + 1)]
    pairs = zip(names, problem.parents.tolist(), strict=True)
    rows = [(name, names[parent]) for name, parent in pairs if parent >= 0]
    write_csv(folder / "tree.csv", ("child", "parent"), rows)


def _combinations(problem: CellProblem) -> Items:
    codes = np.column_stack([axis.codes for axis in problem.axes]).tolist()
    pairs = zip(codes, problem.weights.tolist(), strict=True)
    rows = [(*code, weight) for code, weight in pairs]
    return Items("records.csv", (*_names(problem), "count"), rows)


def _write_records(problem: CellProblem, folder: Path) -> None:
    items = items_of(problem)
    # A row for every record: the tables of cells have no counts.
    write_csv(folder / items.file, items.header[:-1], _repeated(items.rows))


def _by_columns(problem: CellProblem) -> str:
    return " ".join(f"--ordered {name}" for name in _names(problem))


def _numbers(problem: GroupingProblem) -> range:
    return range(1, len(problem.weights) + 1)


@dataclass(frozen=True)
class Kind:
    """A kind of problem as tables: the options of ``covey solve``, the rows of its items, and what
    writes them; ``columns`` are the options of columns that differ from problem to problem."""

    options: str
    items: Callable[[Any], Items]
    write: Callable[[Any, Path], None] = _write_items
    columns: Callable[[Any], str] = lambda _: ""


KINDS = {
    "labels": Kind("{folder}/values.csv", _labels),
    "intervals": Kind("{folder}/values.csv --column value --count count", _intervals),
    "regions": Kind(
        "--nodes {folder}/nodes.csv --edges {folder}/edges.csv", _areas, _write_regions
    ),
    "rectangles": Kind("{folder}/points.csv --x x --y y --count count", _points),
    "trees": Kind("{folder}/values.csv --tree {folder}/tree.csv", _labels, _write_trees),
    "cells": Kind("{folder}/records.csv {columns}", _combinations, _write_records, _by_columns),
}
