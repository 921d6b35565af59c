"""Labels below a tree: a set is a node of it, or several children of one node. Missing values that
can be a class of their own are one more label, a child of the root."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from covey.attributes.attribute import Choices, refuse_without_values, weights_of
from covey.attributes.branches import tree_names
from covey.attributes.command_options import NeedsJobFile, plain_name, split_tree
from covey.attributes.labels import LabelAttribute, Labels
from covey.attributes.role import Role
from covey.codebook.lines import Lines
from covey.codebook.rows import Values
from covey.core.count_notes import CountNote
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.engine.protocol import Counted, Staged
from covey.io.trees.hierarchy import to_text
from covey.io.trees.labels import (
    refuse_inner,
    refuse_unplaced,
    unknown_labels,
    unused_labels,
)
from covey.io.trees.prefixes import from_codes
from covey.io.trees.read import LoadedTree, read_tree
from covey.io.trees.taxonomy import Branches, Taxonomy, names_of
from covey.problems.cells.axes import TreeAxis
from covey.problems.cells.sets import MemberSets, Sets
from covey.problems.cells.single import SingleProblem
from covey.problems.trees.nodes import smallest_able
from covey.problems.trees.problem import TreeProblem

if TYPE_CHECKING:
    from covey.core.grouping import Objective


@dataclass(frozen=True)
class Tree(Role):
    """Labels below a tree, such as diagnoses below ICD-10: a class is a node, or several children
    of one node.

    tree
        A file: CSV with the columns child and parent, or with a column path; a hierarchy of ARX; or
        JSON.
    ordered
        Whether siblings are in order, that in which the file names them: a class has neighbours
        among the children of a node only.
    """

    role: ClassVar[str] = "tree"
    problem_kind: ClassVar[str] = "trees"
    words: ClassVar[str] = "labels below a tree"
    value_word: ClassVar[str] = "label"
    sets_words: ClassVar[str] = "nodes of a tree"
    option: ClassVar[str] = "--tree"
    option_value: ClassVar[str] = "COL=FILE"
    parameters: ClassVar[tuple[str, ...]] = ("trees",)
    page_label: ClassVar[str] = "Labels below a tree"
    file_field: ClassVar[str] = "tree"
    has_tree: ClassVar[bool] = True
    source: ClassVar[str] = "tree"
    """What the labels are looked up in."""
    named_by_tree: ClassVar[bool] = True
    """Whether sets are called by the nodes of the tree, or by their labels."""
    has_known_tree: ClassVar[bool] = True
    """Whether the tree is one that people know, and not made for the table."""

    tree: Any
    ordered: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.ordered, bool):
            raise InvalidInput(
                f"Siblings are in order or not: ordered is true or false; given: {self.ordered!r}.",
                given=self.ordered,
            )
        if not isinstance(self.tree, str | Path | Taxonomy):
            raise InvalidInput(
                f"A tree is the path of a file; given: {type(self.tree).__name__}.",
                hint='For example: covey.Tree("icd10.csv")',
                given=self.tree,
            )

    @property
    def tree_of_names(self) -> Any:
        return self.tree if self.named_by_tree else None

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Tree]:
        column, file, ordered = split_tree(text)
        return column, cls(file, ordered)

    def as_options(self, name: str) -> Sequence[str]:
        return "--tree", f"{plain_name(name)}={self.tree}{':ordered' if self.ordered else ''}"

    def read(self, name: str, staged: Staged, counted: Counted, choices: Choices) -> TreeAttribute:
        plain = Labels().read(name, staged, counted, choices)
        where = f"{staged.name}, {name!r}"
        # What is common or rare is decided by what k counts: records, or people.
        own = choices.counted_in(plain.codes, counted.counts, ~plain.left_out, len(plain.values))
        loaded = self.loaded(plain.values, where, own.tolist(), choices.k)
        if self.ordered:
            plain = _in_order(plain, loaded.tree)
        row = staged.where
        # The row is looked for only if a message needs it: that asks the engine once more.
        row_of = None if row is None else lambda label: row({name: label})
        refuse_inner(loaded.tree, plain.values, where, row_of)
        unknown = unknown_labels(loaded.tree, plain.values)
        notes, left_out = plain.notes, plain.left_out
        # The proposal to suppress unknown labels is made only where some labels are known.
        if unknown and choices.unmapped != "suppress":
            some = len(unknown) < sum(value is not None for value in plain.values)
            refuse_unplaced(
                loaded.tree, plain.values, where, self.source, row_of=row_of, may_suppress=some
            )
        if unknown:
            lacking = np.isin(plain.codes, [plain.values.index(label) for label in unknown])
            what = f"of {name!r} that the {self.source} lacks: "
            notes += (
                CountNote(
                    int(counted.counts[lacking].sum()),
                    "record",
                    "suppressed, not published",
                    before=f"{plural(len(unknown), 'label')} {what}",
                    before_few=f"labels {what}",
                ),
            )
            left_out = left_out | lacking
            refuse_without_values(staged, ~left_out, (name,))
        return TreeAttribute(
            name=name,
            role=self,
            columns=(name,),
            left_out=left_out,
            missing=plain.missing,
            notes=notes,
            codes=plain.codes,
            values=plain.values,
            loaded=loaded,
        )

    def loaded(
        self,
        labels: Sequence[str | None] = (),
        where: str = "",
        records: Sequence[int] = (),
        k: int = 1,
    ) -> LoadedTree:
        """The tree; ``labels`` are those of a column, which have so many records each, or people if
        these are counted; ``where`` names it."""
        return (
            LoadedTree(self.tree, {}) if isinstance(self.tree, Taxonomy) else read_tree(self.tree)
        )

    @property
    def files(self) -> tuple[Path, ...]:
        return () if isinstance(self.tree, Taxonomy) else (Path(self.tree),)

    def moved(self, move: Callable[[str], str]) -> Tree:
        if isinstance(self.tree, Taxonomy):
            raise InvalidInput("A job file names a tree by its path; this one is no file.")
        return replace(self, tree=str(move(str(self.tree))))

    def readings(self) -> tuple[set[str], set[str]]:
        return {"tree"}, set()

    def public(self) -> dict[str, Any]:
        # Where the file lies is private; the certificate has its fingerprint, and what of the tree
        # is above the labels that are published.
        return {option: value for option, value in self.to_dict().items() if option != "tree"}

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        return isinstance(value, bool if option == "ordered" else str | Path | Taxonomy)

    @classmethod
    def hint_on(cls, option: str) -> str:
        return "It is true or false." if option == "ordered" else super().hint_on(option)


@dataclass(frozen=True)
class MadeTree(Tree):
    """Labels whose tree follows from the labels and their counts: no file has it. A certificate
    states it, because a verifier without the private table cannot make it."""

    file_field: ClassVar[str] = ""

    tree: Any = None

    def made(
        self, labels: Sequence[str | None], where: str, records: Sequence[int], k: int
    ) -> Taxonomy:
        """The tree of a column's labels, with the arguments of :meth:`loaded`."""
        raise NotImplementedError

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Tree]:
        return text, cls()

    def as_options(self, name: str) -> Sequence[str]:
        return self.option, name

    def loaded(
        self,
        labels: Sequence[str | None] = (),
        where: str = "",
        records: Sequence[int] = (),
        k: int = 1,
    ) -> LoadedTree:
        if self.tree is not None:
            return super().loaded()
        return LoadedTree(self.made(labels, where, records, k), {})

    @property
    def files(self) -> tuple[Path, ...]:
        return ()

    def moved(self, move: Callable[[str], str]) -> Tree:
        return self


@dataclass(frozen=True)
class Code(MadeTree):
    """Codes whose first letters say more than the last, such as zip-codes: a class is what begins
    alike, 476**, or several such beginnings that differ in one letter. Leading zeros are kept.

    ordered
        Whether a class has beginnings that are neighbours in the order of the alphabet only.
    """

    role: ClassVar[str] = "code"
    words: ClassVar[str] = "codes"
    value_word: ClassVar[str] = "code"
    sets_words: ClassVar[str] = "beginnings of codes"
    option: ClassVar[str] = "--code"
    option_value: ClassVar[str] = "COL"
    parameters: ClassVar[tuple[str, ...]] = ("codes",)
    page_label: ClassVar[str] = "Codes: first letters say more"

    def __post_init__(self) -> None:
        if self.tree is not None or not isinstance(self.ordered, bool):
            super().__post_init__()

    def as_options(self, name: str) -> Sequence[str]:
        if self.ordered:
            raise NeedsJobFile
        return super().as_options(name)

    def made(
        self, labels: Sequence[str | None], where: str, records: Sequence[int], k: int
    ) -> Taxonomy:
        return from_codes((label for label in labels if label is not None), where)

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        # Only a certificate has the tree of codes.
        return isinstance(value, bool if option == "ordered" else Taxonomy)


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeAttribute(LabelAttribute):
    """``values[code]`` is the label of a code; ``loaded`` is the tree above these and others."""

    role: Tree
    loaded: LoadedTree

    @cached_property
    def branches(self) -> Branches:
        """The part of the tree above the values, by the names that are published: inner nodes are
        numbered by these, and a proof may name one by its number."""
        return self._published.above(self.values)

    @property
    def _labels(self) -> list[str]:
        return [value for value in self.values if value is not None]

    @cached_property
    def _published(self) -> Taxonomy:
        """The tree with the names that are published."""
        tree = self.loaded.tree
        return tree if self.role.named_by_tree else tree.numbered(self._labels)

    def _to_join(self, others: NDArray[np.int64], records: NDArray[np.int64], k: int) -> int:
        """A label of the smallest branch that can be a class of its own. So missing values join a
        small class, and never a branch of a few records, which would have to be published with all
        others."""
        own = weights_of(self.codes[others], records[others], len(self.values))
        label = smallest_able(self.branches.parents, own, k)
        return int(others[np.argmax(self.codes[others] == label)])

    def axis(self, kept: NDArray[np.bool_]) -> TreeAxis:
        parents = self.branches.parents
        at_root = None in self.values and self.loaded.tree.missing_below is None
        return TreeAxis(
            self.codes[kept],
            len(self.values),
            parents,
            ordered=self.role.ordered,
            missing=self.values.index(None) if at_root else None,
        )

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        items = self.codes[kept]
        weights = weights_of(items, counts, len(self.values))
        parents = self.branches.parents
        problem = TreeProblem(weights, parents, k, objective, ordered=self.role.ordered)
        return SingleProblem(problem, items)

    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        assert isinstance(sets, MemberSets)
        if not self.role.named_by_tree:
            return super().entries(sets, line_per_value=line_per_value)
        members = [sets.members_of(number) for number in range(len(sets.sizes))]
        values = Values(self.name, self.values, line_per_value=line_per_value)
        return values.entries(members, tree_names(self.branches, members))

    def reading(self, sets: Sets) -> dict[str, Any]:
        """Of the tree only what is above published labels: others may be withheld people's."""
        assert isinstance(sets, MemberSets)
        labels, tree = self._labels, self._published
        found = {**self.loaded.seen, "hierarchy": to_text(tree, labels)}
        below = tree.missing_below
        if None in self.values and any(below in tree.path(label) for label in labels):
            found["missing_below"] = str(below)
        return {"tree": found}

    def notes_on_merged(self, sets: Sets, records: NDArray[np.int64], k: int) -> tuple[str, ...]:
        assert isinstance(sets, MemberSets)
        if not self.role.keeps_common:
            return ()
        of_label = weights_of(self.codes, records, len(self.values))
        # For every member of every set, whether it shares that set with others.
        shared = np.repeat(sets.sizes > 1, sets.sizes)
        merged = np.unique(sets.members[shared])
        merged = merged[of_label[merged] >= k]
        if not len(merged):
            return ()
        return (
            f"{plural(len(merged), 'common label')} of {self.name!r}, with k records or more,"
            " share some classes with other labels: those of one label alone would be below k"
            " there",
        )

    @property
    def asides(self) -> tuple[str, ...]:
        unused = unused_labels(self.loaded.tree, self.values)
        if not unused:
            return ()
        what = f"{plural(len(unused), 'label')} of the {self.role.source} of {self.name!r}"
        return (f"{what} that no published record has: {names_of(unused)}",)


def below_trees(quasi: Mapping[str, Role]) -> dict[str, Tree]:
    """The quasi-identifiers whose values are below a tree."""
    return {name: cast("Tree", role) for name, role in quasi.items() if role.has_tree}


def _in_order(plain: LabelAttribute, tree: Taxonomy) -> LabelAttribute:
    """The same labels, numbered along the tree; those that it lacks, and missing, are last."""
    place = tree.place
    most = len(tree.names)
    keys = [most if label is None else place.get(label, most) for label in plain.values]
    order = np.argsort(keys, kind="stable")
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    values = tuple(plain.values[at] for at in order.tolist())
    return replace(plain, codes=np.append(number, -1)[plain.codes], values=values)
