"""Pictures of what local and nested recoding make of a column: python -m benchmarks.pictures

The sets of age and of education that UCI Adult is published with, k = 5, all eight
quasi-identifiers. Writes docs/pictures/sets-of-age.png and docs/pictures/sets-of-education.png.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

import covey
from benchmarks.peers.adult import QUASI, adult

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
WAYS = {"local": "before: local recoding", "nested": "after: nested recoding"}
LEVELS = (
    "Preschool", "1st-4th", "5th-6th", "7th-8th", "9th", "10th", "11th", "12th", "HS-grad",
    "Some-college", "Assoc-voc", "Assoc-acdm", "Bachelors", "Masters", "Prof-school", "Doctorate",
)  # fmt: skip
COLOUR = "#33668a"


def main() -> None:
    frame = adult()
    roles = {c: covey.Ordered() if c == "age" else covey.Labels() for c in QUASI}
    books = {
        way: covey.anonymize(frame, k=5, quasi=roles, recoding=way).codebook_frame() for way in WAYS
    }
    draw("age", books, ranges, (frame["age"].min(), frame["age"].max()))
    draw("education", books, groups, LEVELS)


def draw(column: str, books: dict[str, Any], one: Any, about: Any) -> None:
    figure, sides = plt.subplots(1, len(WAYS), figsize=(10, 4), layout="constrained")
    for side, (way, words) in zip(sides, WAYS.items(), strict=True):
        book = books[way]
        count = one(side, book[book["column"] == column], about)
        side.set_title(f"{words}, {count:,} sets of {column}")
        side.set_yticks([])
        side.set_ylabel("one line for each set")
    figure.savefig(FOLDER / f"sets-of-{column}.png", dpi=110, metadata={"Software": None})


def ranges(side: Any, book: Any, ends: tuple[int, int]) -> int:
    """A line for every range, the widest at the bottom."""
    first, last = ends
    low = book["low"].astype(float).fillna(first)
    high = book["high"].astype(float).fillna(last + 1)
    order = sorted(zip(low, high, strict=True), key=lambda own: (own[0] - own[1], own[0]))
    for at, (begin, end) in enumerate(order):
        side.plot([begin, end], [at, at], color=COLOUR, linewidth=0.6)
    side.set_xlabel("age")
    return len(order)


def groups(side: Any, book: Any, levels: tuple[str, ...]) -> int:
    """A row for every group, a mark for every label in it, the largest at the bottom."""
    members = [sorted(map(levels.index, own)) for _, own in book.groupby("set")["value"]]
    members.sort(key=lambda own: (-len(own), own))
    for at, own in enumerate(members):
        side.plot(own, [at] * len(own), "s", color=COLOUR, markersize=2)
    side.set_xticks(range(len(levels)), levels, rotation=90, fontsize=7)
    return len(members)


if __name__ == "__main__":
    main()
