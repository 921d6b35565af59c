"""A release whose published texts somebody changes in every file."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import covey
from covey.release.owner.receipt import receipts_beside
from covey.verification import Verification
from tests.release.tables import K, people, roles, write

Change = Callable[[str], str]


class Named:
    """A release whose published texts somebody changes in every file, fingerprints included."""

    def __init__(self, folder: Path, kinds: tuple[str, ...], k: int = K, **how: Any) -> None:
        columns = people()
        # What rewrites the files cannot tell empty text from missing.
        columns["town"] = [town or None for town in columns["town"]]
        columns["band"] = [("low", "mid", "high", "top")[at % 4] for at in range(400)]
        columns["code"] = [f"x{at % 30}" for at in range(400)]
        known = roles(folder) | {
            "stated": ("band", covey.Ordered(order=["low", "mid", "high", "top"])),
            "many": ("code", covey.Labels()),
        }
        self.table, self.out = write(folder / "people.csv", columns), folder / "out"
        quasi = dict(known[kind] for kind in kinds)
        self.map = next((r.map for r in quasi.values() if isinstance(r, covey.Regions)), None)
        covey.anonymize(self.table, k=k, quasi=quasi, drop=["name"], out=self.out, **how)
        receipts_beside(self.out).unlink()

    def verify(self, against: bool = True) -> Verification:
        return covey.verify(self.out, self.table if against else None, self.map)

    def published(self, column: str) -> list[str]:
        """Of every set of a column, in their order."""
        found = {row[0]: row[6] for row in read_rows(self.out / "codebook.csv") if row[1] == column}
        return [found[number] for number in sorted(found, key=int)]

    def rename(self, column: str, change: Change) -> None:
        certificate = self.out / "certificate.json"
        data = json.loads(certificate.read_text())
        for name in ("table.csv", "codebook.csv", "cells.csv"):
            path = self.out / name
            if path.exists():
                _rewrite(path, column, change)
                data["files"][name] = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        certificate.write_text(json.dumps(data))


def read_rows(path: Path) -> list[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def _rewrite(path: Path, column: str, change: Change) -> None:
    rows = read_rows(path)
    book = path.name == "codebook.csv"
    at = 6 if book else rows[0].index(column)
    for row in rows[1:]:
        if not book or row[1] == column:
            row[at] = change(row[at])
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def swap(one: str, other: str) -> Change:
    return lambda text: {one: other, other: one}.get(text, text)
