"""A quasi-identifier as a problem to solve, and the way back from its classes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.rows import Entry, published_texts, value_entry
from covey.core.errors import Infeasible, InvalidInput
from covey.core.grouping import Grouping, GroupingProblem
from covey.core.words import plural
from covey.engine.protocol import SUPPRESSED, Counted, Staged
from covey.release.maps import MapOf, read_map
from covey.release.names import SHAPES

NO_VALUE = -2
"""The item of values that are missing and form a class of their own."""


@dataclass
class Drawn:
    """Files of shapes by the quasi-identifier they are of, and what the user should know."""

    files: dict[str, Path] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class Choices(NamedTuple):
    """What the user chose: k, the objective, and what becomes of values without a place; and how
    the map of a role is come by."""

    k: int
    objective: Any = "max-size"
    missing: str = "own"
    unmapped: str = "error"
    map_of: MapOf = read_map


@dataclass(frozen=True, eq=False, kw_only=True)
class Question(ABC):
    """``items[i]`` is the problem's item of the i-th counted value, negative if it has none:
    ``SUPPRESSED`` or ``NO_VALUE``; ``missing`` are the records of the latter, which are a class
    beside those of the problem. ``about`` is what the certificate says of the reading."""

    joint: ClassVar[bool] = False
    """Whether classes are cells of several columns, and the codebook is by sets, not by classes."""

    name: str
    columns: tuple[str, ...]
    problem: GroupingProblem
    items: NDArray[np.int64]
    missing: int
    notes: tuple[str, ...]
    about: dict[str, Any] = field(default_factory=dict)

    def proved_by(self, proof: Mapping[str, Any]) -> GroupingProblem:
        """The problem that a proof of the bound is about."""
        return self.problem

    @property
    def shaped(self) -> bool:
        """Whether classes have shapes to draw."""
        return False

    def told(self, solution: Any) -> tuple[str, ...]:
        """What the user should know of an answer."""
        return ()

    def reading(self, solution: Any) -> dict[str, Any]:
        """What the certificate says of the reading, once it is known who is withheld."""
        return self.about

    @abstractmethod
    def entries(self, solution: Any) -> list[Entry]:
        """The codebook of the problem's classes."""

    def write_shapes(
        self, solution: Any, names: Sequence[str | None], target: Path
    ) -> tuple[str, ...]:
        """The classes as GeoJSON, where they have shapes; returns what the user should know."""
        return ()

    def draw(self, solution: Any, names: Sequence[str], folder: Path) -> Drawn:
        """All shapes, each column's in a file of its own."""
        if not self.shaped:
            return Drawn()
        notes = self.write_shapes(solution, names, folder / SHAPES)
        return Drawn({self.name: folder / SHAPES}, list(notes))

    def texts(self, solution: Grouping, codebook: Sequence[Entry]) -> dict[str, list[str | None]]:
        """For every recoded column the text of each class."""
        return published_texts(codebook, self.columns, len(self.sizes(solution)))

    @abstractmethod
    def penalties(self, solution: Any) -> list[NDArray[np.float64]]:
        """For every quasi-identifier the share of its domain that each class's set covers, without
        that of missing values: its normalized certainty penalty."""

    def loss(self, solution: Any) -> float | None:
        """Of cells, whose columns are weighed against each other: what is lost, from 0 to 1."""
        return None

    def published(self, solution: Any) -> list[NDArray[np.int64]]:
        """For every quasi-identifier the number of what is published for each class."""
        return [np.arange(len(self.sizes(solution)))]

    def listed(self, solution: Any, names: Sequence[str]) -> list[list[tuple[str, int]]]:
        """For every quasi-identifier what it was generalized to, with the records of each."""
        return [list(zip(names, self.sizes(solution), strict=True))]

    def codebook(self, solution: Grouping) -> list[Entry]:
        found = self.entries(solution)
        if self.missing:
            last = len(solution.sizes)
            found += [value_entry(last, column, None, None) for column in self.columns]
        return found

    def classes(self, solution: Grouping) -> NDArray[np.int64]:
        """The class of every counted value."""
        found = np.full(len(self.items), SUPPRESSED, dtype=np.int64)
        known = self.items >= 0
        found[known] = solution.classes[self.items[known]]
        found[self.items == NO_VALUE] = len(solution.sizes)
        return found

    def sizes(self, solution: Grouping) -> list[int]:
        """Records of every class, that of missing values last."""
        return [*solution.sizes.tolist(), *([self.missing] if self.missing else [])]


class Missing(NamedTuple):
    """What becomes of records without a value: the item of such values, how many records are in a
    class of their own, and what the user should know."""

    item: int
    records: int
    notes: tuple[str, ...]


def settle_missing(
    staged: Staged, counted: Counted, where: NDArray[np.bool_], column: str, choices: Choices
) -> Missing:
    """For values that have no place among the others, such as in an order."""
    records = int(counted.counts[where].sum())
    if not records:
        return Missing(SUPPRESSED, 0, ())
    have = have_none(records, column)
    if choices.missing == "suppress":
        return Missing(SUPPRESSED, 0, (f"{have}: suppressed, not published",))
    if choices.missing == "error":
        refuse_missing(staged, have)
    if records < choices.k:
        raise Infeasible(
            f"{staged.name}: {have}, fewer than k = {choices.k:,}: they cannot be a class of their"
            " own, and have no place among the others.",
            hint="Leave them out with --missing suppress, or fill in their values first.",
            given=records,
        )
    note = f"{have}: a class of their own, published as missing"
    return Missing(NO_VALUE, records, (note,))


def have_none(records: int, column: str) -> str:
    return f"{records:,} {'record has' if records == 1 else 'records have'} no value in {column}"


def refuse_missing(staged: Staged, have: str) -> None:
    raise InvalidInput(
        f"{staged.name}: {have}, and --missing error asks for none.",
        hint="Fill them in, or choose --missing own (publish them as missing) or --missing"
        " suppress (leave them out).",
    )


def weights_of(items: NDArray[np.int64], counts: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The records of every item."""
    weights = np.zeros(size, dtype=np.int64)
    known = items >= 0
    np.add.at(weights, items[known], counts[known])
    return weights


def in_words(columns: Sequence[str]) -> str:
    return " or ".join(map(repr, columns))


def refuse_empty(staged: Staged, items: NDArray[np.int64], columns: Sequence[str]) -> None:
    if not (items >= 0).any():
        raise Infeasible(
            f"{staged.name}: no record has a value in {in_words(columns)} that can be published.",
            hint=f"All {plural(staged.rows, 'record')} would be suppressed.",
        )
