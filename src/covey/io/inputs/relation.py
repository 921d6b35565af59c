"""A DuckDB relation, which lives in its owner's connection."""

from __future__ import annotations

from typing import Any

from covey.core.dataclass import dataclass
from covey.io.layout import FRAME, FRAMES_AS, Layout
from covey.io.notation import PLAIN, Notation

NAME = "the relation"


@dataclass(frozen=True, eq=False)
class RelationInput:
    relation: Any
    columns: tuple[str, ...]
    name: str = NAME
    notation: Notation = PLAIN
    whole: bool = False
    """Whether its rows are written to a file: no relation comes back."""

    @property
    def layout(self) -> Layout:
        return Layout(FRAMES_AS if self.whole else FRAME)


def open_relation(given: Any) -> RelationInput:
    return RelationInput(given, tuple(given.columns))
