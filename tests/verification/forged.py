"""A release on a small map that somebody with all skills rewrites, fingerprints included."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import covey
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.regions.graph import Graph
from covey.release.owner.receipt import receipts_beside
from covey.verification import Verification
from tests.release.tables import write

Edges = Sequence[tuple[int, int]]


class OnMap:
    """A release of areas z0, z1, ...; with several columns, if others are given."""

    def __init__(
        self, folder: Path, edges: Edges, areas: Sequence[int | None], k: int,
        others: dict[str, list[Any]] | None = None, count: int = 0, **how: Any,
    ) -> None:  # fmt: skip
        count = count or 1 + max(area for area in areas if area is not None)
        keys = [f"z{place}" for place in range(count)]
        self.map, self.out = folder / "map.json", folder / "out"
        write_graph(AreaMap(keys, Graph.from_edges(count, list(edges))), self.map)
        codes = [None if area is None else keys[area] for area in areas]
        self.table = write(folder / "people.csv", {"zip": codes, **(others or {})})
        quasi: dict[str, Any] = {"zip": covey.Regions(str(self.map))}
        quasi |= {name: covey.Labels() for name in others or {}}
        covey.anonymize(self.table, k=k, quasi=quasi, out=self.out, **how)

    def verify(self, against: bool = True) -> Verification:
        return covey.verify(self.out, self.table if against else None, self.map)

    def claim(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Rewrite the certificate, as somebody without the receipt sees it."""
        receipts_beside(self.out).unlink(missing_ok=True)
        path = self.out / "certificate.json"
        data = json.loads(path.read_text())
        change(data)
        path.write_text(json.dumps(data))

    def rewrite(self, name: str, change: Callable[[list[list[str]]], None]) -> None:
        """Rewrite the rows of a file, and its fingerprint."""
        path = self.out / name
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        change(rows)
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        print_ = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
        self.claim(lambda data: data["files"].update({name: print_}))

    def sets(self) -> dict[str, list[str]]:
        """The areas of every set, by its number."""
        with (self.out / "codebook.csv").open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["column"] == "zip"]
        found: dict[str, list[str]] = {}
        for row in rows:
            known = json.loads(row["value"]) if row["holds"] == "values" else [row["value"]]
            found.setdefault(row.get("set", row.get("class", "")), []).extend(known)
        return found


def failed(found: Verification) -> list[str]:
    return [check.claim for check in found.checks if check.held is False]


def found_for(found: Verification, claim: str) -> tuple[bool | None, str]:
    """What became of a claim."""
    ((held, words),) = [(check.held, check.found) for check in found.checks if check.claim == claim]
    return held, words
