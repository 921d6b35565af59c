"""What came out: rows that render to a terminal, to JSON and to Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

DONE = "done"
COMMAND = "python -m benchmarks.side_by_side"


@dataclass(frozen=True)
class Row:
    """One program on one size. A program that did not come to its end has no figures."""

    subject: str
    program: str
    n: int
    k: int
    status: str
    seconds: float | None = None
    cpu: float | None = None
    peak: int | None = None
    version: str = ""
    classes: int | None = None
    largest: int | None = None
    below: int | None = None
    """Classes with fewer than k records, or that are not connected: what must not be."""
    withheld: int | None = None
    loss: float | None = None
    error: float | None = None
    accuracy: float | None = None
    """Of a linear model; ``tree`` is that of a tree."""
    tree: float | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.subject, self.program, self.n

    @property
    def options(self) -> str:
        """What measures this row alone, behind ``COMMAND``."""
        return f"--only {self.subject} --contender {self.program} --size {self.n}"


@dataclass(frozen=True)
class Results:
    """All rows of a run, with where it was made. ``figures`` are those of the other benchmarks."""

    commit: str
    machine: dict[str, str]
    limit: float
    rows: tuple[Row, ...]
    figures: tuple[dict[str, Any], ...] = field(default=())

    def of(self, subject: str) -> list[Row]:
        return [row for row in self.rows if row.subject == subject]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def read(cls, file: Path) -> Results:
        data = json.loads(file.read_text(encoding="utf-8"))
        data["rows"] = tuple(Row(**row) for row in data["rows"])
        data["figures"] = tuple(data["figures"])
        return cls(**data)


HEADS = (
    "n",
    "program",
    "seconds",
    "CPU seconds",
    "peak MB",
    "largest / k",
    "classes",
    "miss k",
    "withheld",
    "loss",
    "error of counts",
    "linear model",
    "tree model",
)


def cells(row: Row) -> tuple[str, ...]:
    """A row as texts, in the order of HEADS."""
    if row.status != DONE:
        return (f"{row.n:,}", row.program, row.status, *[""] * (len(HEADS) - 3))
    assert row.seconds is not None
    assert row.cpu is not None
    assert row.peak is not None
    return (
        f"{row.n:,}",
        row.program,
        f"{row.seconds:.3g}",
        f"{row.cpu:.3g}",
        f"{row.peak / 2**20:,.0f}",
        "" if row.largest is None else f"{row.largest / row.k:.3g}",
        "" if row.classes is None else f"{row.classes:,}",
        "" if row.below is None else f"{row.below:,}",
        "" if row.withheld is None else f"{row.withheld:,}",
        "" if row.loss is None else f"{row.loss:.4f}",
        "" if row.error is None else f"{row.error:.1%}",
        "" if row.accuracy is None else f"{row.accuracy:.1%}",
        "" if row.tree is None else f"{row.tree:.1%}",
    )


def table(rows: Iterable[Row], command: bool = False) -> list[tuple[str, ...]]:
    """Heads, and a line for each row; columns that are empty in all of them are left out. With
    ``command``, the last column has what measures the row alone."""
    rows = list(rows)
    lines = [(*cells(row), f"`{row.options}`") for row in rows]
    heads = (*HEADS, "command")
    used = [at for at in range(len(heads)) if any(line[at] for line in lines)]
    used = used if command else used[:-1]
    return [tuple(line[at] for at in used) for line in (heads, *lines)]


def as_text(rows: Iterable[Row]) -> str:
    lines = table(rows)
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def as_markdown(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rule = "|" + "---|" * len(heads)
    return "\n".join([f"| {' | '.join(heads)} |", rule, *(f"| {' | '.join(x)} |" for x in lines)])
