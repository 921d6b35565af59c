"""Labels of which the common ones stay whole: a set is one of these, or some rare ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from covey.attributes.trees import MadeTree
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.trees.common import from_counts
from covey.io.trees.taxonomy import Taxonomy


@dataclass(frozen=True)
class KeepCommon(MadeTree):
    """Labels without an order, such as diagnoses, of which the common ones, with k records or more,
    are published as themselves; rare ones are grouped among themselves. Where these are fewer than
    k together, the common label with the fewest records takes them. docs/reference/labels.md has
    the promise."""

    role: ClassVar[str] = "keep-common"
    words: ClassVar[str] = "labels, the common ones whole"
    value_word: ClassVar[str] = "label"
    sets_words: ClassVar[str] = "common labels and groups of rare ones"
    option: ClassVar[str] = "--keep-common"
    option_value: ClassVar[str] = "COL"
    parameters: ClassVar[tuple[str, ...]] = ("common",)
    page_label: ClassVar[str] = "Labels, common ones stay"
    keeps_common: ClassVar[bool] = True
    missing_is_a_label: ClassVar[bool] = True  # it is common or rare, as others are
    has_known_tree: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.ordered is not False:
            raise InvalidInput("Common and rare labels have no order.", given=self.ordered)
        if self.tree is not None:
            super().__post_init__()

    def made(
        self, labels: Sequence[str | None], where: str, records: Sequence[int], k: int
    ) -> Taxonomy:
        return from_counts(labels, records, k, where)

    @property
    def depends_on_k(self) -> bool:
        # A label is common if it has k records.
        return True

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        # Only a certificate has the tree.
        return option == "tree" and isinstance(value, Taxonomy)
