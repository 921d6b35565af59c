"""A release in one call, and CSV read by hand, which shares nothing with the engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from covey.engine.protocol import Counted, Generalization, Hidden, Snapshot, ToFile, ToFrame
from covey.io.layout import ENDINGS, Layout
from tests.engine.backends import Session

Row = tuple[str | None, ...]


@dataclass(frozen=True)
class Written:
    """A table that was recoded; ``columns`` are the recoded ones."""

    hidden: Hidden
    columns: tuple[str, ...]
    table: Any
    layout: Layout

    @property
    def rows(self) -> int:
        return self.hidden.rows

    @property
    def suppressed(self) -> int:
        return self.hidden.suppressed

    def recount(self) -> Counted:
        return self.hidden.count(self.columns)


def release(
    engine: Session,
    given: Any,
    kinds: Mapping[str, str],
    folder: Path | None,
    layout: Layout | None = None,
    drop: Sequence[str] = (),
    order: str | None = None,
    suppress: int = 0,
) -> tuple[Counted, Written]:
    """Values in classes of two by their order; the first ``suppress`` values are left out."""
    snapshot = engine.open(given, kinds)
    counted = snapshot.count()
    classes = np.arange(len(counted)) // 2
    classes[:suppress] = -1
    texts = [f"class {number}" for number in range(int(classes.max()) + 1)]
    layout = layout or engine.engine.source(given).layout
    generalization = Generalization(classes, dict.fromkeys(kinds, texts))
    return counted, recode(snapshot, generalization, folder, layout, drop, order)


def recode(
    snapshot: Snapshot,
    generalization: Generalization,
    folder: Path | None,
    layout: Layout,
    drop: Sequence[str] = (),
    order: str | None = None,
) -> Written:
    """To a file in the folder, or to a frame if there is none."""
    target: ToFile | ToFrame = ToFrame()
    if folder is not None:
        ending = ENDINGS.get(layout.format, "") + (".gz" if layout.compressed else "")
        target = ToFile(folder / f"table{ending}", layout)
    hidden = snapshot.recode(generalization, target, drop, order)
    return Written(hidden, tuple(generalization.published), hidden.reveal(), layout)


def parse(text: str, delimiter: str = ",") -> list[Row]:
    """Rows of fields, None where a field is empty without quotes."""
    rows: list[Row] = []
    row: list[str | None] = []
    at = 0
    while at < len(text):
        if text[at] == '"':
            field, at = "", at + 1
            while text[at] != '"' or text[at : at + 2] == '""':
                field += text[at]
                at += 2 if text[at] == '"' else 1
            row.append(field)
            at += 1
        else:
            end = min(i for i in (text.find(delimiter, at), text.find("\n", at)) if i >= 0)
            row.append(text[at:end] or None)
            at = end
        if text[at] == "\n":
            rows.append(tuple(row))
            row = []
        at += 1
    return rows


def written(rows: Sequence[Row], delimiter: str = ",") -> str:
    """What ``parse`` reads: every value in quotes, missing ones as nothing."""

    def field(value: str | None) -> str:
        return "" if value is None else '"' + value.replace('"', '""') + '"'

    return "".join(delimiter.join(map(field, row)) + "\n" for row in rows)
