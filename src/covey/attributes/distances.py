"""Labels that are more or less alike: a table of distances makes a tree above them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any, ClassVar

from covey.attributes.command_options import plain_name
from covey.attributes.trees import Tree
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.trees.distances import read_distances
from covey.io.trees.read import LoadedTree
from covey.io.trees.taxonomy import Taxonomy


@dataclass(frozen=True)
class Distances(Tree):
    """Labels of which some are closer to each other than others: a class is labels that are close,
    by a tree that complete linkage makes of all distances.

    table
        A CSV file of rows label,label,distance, once for every pair.
    """

    role: ClassVar[str] = "distances"
    words: ClassVar[str] = "labels by their distances"
    value_word: ClassVar[str] = "label"
    sets_words: ClassVar[str] = "groups of close labels"
    option: ClassVar[str] = "--distances"
    option_value: ClassVar[str] = "COL=FILE"
    parameters: ClassVar[tuple[str, ...]] = ("distances",)
    page_label: ClassVar[str] = ""
    file_field: ClassVar[str] = "table"
    source: ClassVar[str] = "table of distances"
    named_by_tree: ClassVar[bool] = False
    has_known_tree: ClassVar[bool] = False

    # Only a certificate has the tree.
    tree: Any = field(default=None, kw_only=True)
    ordered: bool = field(default=False, kw_only=True)
    # The only positional field: Distances("distances.csv").
    table: Any = None

    @classmethod
    def from_option(
        cls, parameter: str, text: str, how: Mapping[str, Any]
    ) -> tuple[str, Distances]:
        column, equals, file = text.partition("=")
        if not (column and equals and file):
            raise InvalidInput(
                f"--distances names a column and its distances, as COL=FILE; given: {text!r}.",
                hint="For example: --distances education=distances.csv",
                given=text,
            )
        return column, cls(file)

    def as_options(self, name: str) -> Sequence[str]:
        return "--distances", f"{plain_name(name)}={self.table}"

    def __post_init__(self) -> None:
        if self.ordered is not False:
            raise InvalidInput("Labels with distances have no order.", given=self.ordered)
        if self.tree is None and not isinstance(self.table, str | Path):
            raise InvalidInput(
                "A table of distances is the path of a file; given:"
                f" {'none' if self.table is None else type(self.table).__name__}.",
                hint='For example: covey.Distances("distances.csv")',
                given=self.table,
            )

    def loaded(
        self,
        labels: Sequence[str | None] = (),
        where: str = "",
        records: Sequence[int] = (),
        k: int = 1,
    ) -> LoadedTree:
        return super().loaded() if self.tree is not None else read_distances(self.table)

    @property
    def files(self) -> tuple[Path, ...]:
        return () if self.table is None else (Path(self.table),)

    def moved(self, move: Callable[[str], str]) -> Distances:
        return replace(self, table=str(move(str(self.table))))

    def public(self) -> dict[str, Any]:
        # The path of the table is private, as that of a tree is.
        return {option: value for option, value in super().public().items() if option != "table"}

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        expected = {"tree": Taxonomy, "ordered": bool, "table": str | Path}
        return isinstance(value, expected[option])
