"""Forged certificates: odd values anywhere, proofs of bounds that are too good, tables and
codebooks that were changed together with all that vouches for them."""

from __future__ import annotations

import copy
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from attacks.make.files import csv_text
from attacks.recount.asked import Rows
from attacks.recount.letters import read_csv

PROOFS: dict[str, tuple[str, ...]] = {
    "arithmetic": ("most_classes",),
    "pigeonhole": ("most_classes",),
    "arc-flow": ("cap", "scale", "prices"),
    "search": (),
    "chain": (),
    "stabbing": ("columns", "rows"),
    "edge-chain": ("edge",),
    "tilings": (),
    "components": ("area", "most_regions"),
    "pocket": ("area",),
    "closed-set": ("areas",),
    "way": ("area",),
    "seed": ("area",),
    "stranding": ("area", "others"),
    "partitions": (),
    "combinations": ("most_classes",),
    "crowded-combinations": ("most_classes",),
    "withheld": ("most_classes",),
}
"""The fields of every kind of proof, besides its bound."""

PROBLEM_KINDS = {
    "labels": ("arithmetic", "pigeonhole", "arc-flow", "search"),
    "intervals": ("arithmetic", "pigeonhole", "chain"),
    "rectangles": ("arithmetic", "pigeonhole", "stabbing", "edge-chain", "tilings"),
    "regions": (
        "arithmetic", "pigeonhole", "components", "pocket", "closed-set", "way", "seed",
        "stranding", "partitions",
    ),
    "cells": ("combinations", "crowded-combinations", "withheld"),
}  # fmt: skip


def odd_value(rng: Random) -> Any:
    """Something that is not expected where it is put."""
    deep: list[Any] = []
    for _ in range(rng.choice((5, 200, 900))):
        deep = [deep]
    return rng.choice(
        (
            "\ud800", "1_0", "5",
            None, True, False, -1, 0, 1, 2, 7, -7, 2**31, -(2**31), 2**63, -(2**63), 2**64, 10**40,
            0.5, -0.0, 1e308, float("nan"), float("inf"), "", "x", "1", "../x", "\x00", "é" * 300,
            [], [1], [None], [[]], [[1, 2]], {}, {"a": 1}, {"": {}}, deep, [0] * 5000,
            "sha256:0", [-1, 3], "labels", "max-size", "global",
        )
    )  # fmt: skip


def paths(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a JSON value."""
    if here:
        yield here
    if isinstance(data, dict | list):
        for name, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from paths(value, (*here, name))


def mutate(rng: Random, data: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """One part replaced, taken away, doubled or nudged; and which, in words."""
    changed = copy.deepcopy(data)
    *way, last = rng.choice(list(paths(changed)))
    holder: Any = changed
    for step in way:
        holder = holder[step]
    name = ".".join(map(str, (*way, last)))
    how = rng.choice(("odd", "odd", "gone", "nudged", "wrapped", "renamed"))
    value = holder[last]
    if how == "gone":
        del holder[last]
    elif how == "nudged" and isinstance(value, int | float) and not isinstance(value, bool):
        holder[last] = value + rng.choice((-1, 1, 2, 1000, 0.5, -value))
    elif how == "wrapped":
        holder[last] = rng.choice(([value], {"a": value}, str(value), [value, value]))
    elif how == "renamed" and isinstance(holder, dict):
        holder[f"{last}x"] = holder.pop(last)
    else:
        holder[last] = odd_value(rng)
        how = f"set to {str(holder[last])[:60]}"
    return changed, f"{name} {how}"


def damaged_text(rng: Random, text: str) -> tuple[bytes, str]:
    """JSON that is none, or hardly."""
    raw = text.encode()
    at = rng.randrange(len(raw))
    return rng.choice(
        (
            (raw[:at], f"cut off at {at}"),
            (raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :], f"byte {at} changed"),
            (b"\xef\xbb\xbf" + raw, "a byte order mark"),
            (text.encode("utf-16"), "UTF-16"),
            (b"[" * 200_000, "200,000 brackets"),
            (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "100,000 objects"),
            (raw.replace(b'"k":', b'"k": 1, "k":', 1), "k twice"),
            (b"9" * 50_000, "a number of 50,000 digits"),
            (raw.replace(b'"k": ', b'"k": ' + b"9" * 5000, 1), "k of 5,000 digits"),
            (b"", "nothing"),
            (b"null", "null"),
        )
    )


def draw_proof(rng: Random, kind: str, bound: Any, items: int, total: int) -> dict[str, Any]:
    """A proof of a bound, with fields that may fit or may not."""
    proof: dict[str, Any] = {"kind": kind, "bound": bound}
    for name in PROOFS[kind]:
        proof[name] = _field(rng, name, items, total)
    return proof


def _field(rng: Random, name: str, items: int, total: int) -> Any:
    if rng.random() < 0.15:
        return odd_value(rng)
    if name == "area":
        return rng.randint(-items - 2, items + 2)
    if name in ("areas", "others"):
        some = rng.sample(range(items + 1), rng.randint(0, items))
        return sorted(some) if rng.random() < 0.8 else some
    if name == "cap":
        return rng.randint(-1, total + 2)
    if name == "scale":
        return rng.choice((1, 1, 2, 1000, 2**40, 0, -1))
    if name == "prices":
        sizes = rng.sample(range(total + 1), rng.randint(0, min(total, 6)))
        return [[size, rng.randint(-5, 2 * total)] for size in sizes]
    return rng.randint(-1, total + 1)


def tell(data: dict[str, Any], k: int, bound: int, proof: dict[str, Any]) -> dict[str, Any]:
    """A certificate for another k and bound, with all that follows from these. What it compares
    its answer with stays: all answers, or those that withhold nobody."""
    sizes = data["classes"]["sizes"]
    quadratic = data["objective"] == "quadratic"
    cost = sum(size * (size - k) for size in sizes) if quadratic else max(sizes, default=0)
    gap = 0.0 if cost == bound else (cost - bound) / bound if bound else None
    return data | {
        "k": k,
        "cost": cost,
        "lower_bound": bound,
        "gap": gap,
        "status": "optimal" if cost == bound else "feasible",
        "verdict": _verdict(
            "quadratic cost" if quadratic else "largest class", gap, "withhold" in data["verdict"]
        ),
        "proof": proof | {"words": "trust me"},
    }


def _verdict(what: str, gap: float | None, nobody: bool) -> str:
    if gap is None:
        return f"feasible; how far the {what} is from optimal is not known"
    if gap == 0:
        return f"optimal: no answer{' that withholds nobody' * nobody} has a smaller {what}"
    thousandths = math.ceil(round((1 + gap) * 1000, 6))
    factor = f"{thousandths / 1000:g}" if thousandths < 10_000 else f"{-(-thousandths // 1000):,}"
    among = ", among answers that withhold nobody" * nobody
    return f"the {what} is at most {factor} times the best possible{among}"


def swap_texts(rng: Random, folder: Path, columns: tuple[str, ...]) -> str:
    """The texts of two sets of a column swapped in all files at once, as if each were the other;
    and which, in words."""
    book = read_csv((folder / "codebook.csv").read_text(encoding="utf-8"))
    column = rng.choice(columns)
    texts = list(dict.fromkeys(row[6] for row in book.rows if row[1] == column))
    one, other = rng.choice(texts), rng.choice(texts)
    if rng.random() < 0.2:
        other = rng.choice((f"{one} ", f"{one} (no. 2)", "*", "any value", "< 3", "x and 1 more"))
    for name in ("table.csv", "codebook.csv", "cells.csv"):
        path = folder / name
        if path.exists():
            table = read_csv(path.read_text(encoding="utf-8"))
            path.write_text(csv_text(_swapped(table, column, one, other)), encoding="utf-8")
    _vouch(folder, columns)
    return f"{one!r} and {other!r} of {column!r} swapped in all files"


def _swapped(table: Rows, column: str, one: str | None, other: str | None) -> Rows:
    book = table.columns[-1] == "published"
    at = 6 if book else table.columns.index(column)
    swap = {one: other, other: one}
    rows = [
        row
        if book and row[1] != column
        else (*row[:at], swap.get(row[at], row[at]), *row[at + 1 :])
        for row in table.rows
    ]
    return Rows(table.columns, rows)


def forge_files(rng: Random, folder: Path, columns: tuple[str, ...]) -> str:
    """A release in CSV with a table, a codebook or a list of cells that was changed, and a
    certificate that fits it as well as it can; and what was changed, in words."""
    names = [
        name for name in ("table.csv", "codebook.csv", "cells.csv") if (folder / name).exists()
    ]
    name = rng.choice(names)
    table = read_csv((folder / name).read_text(encoding="utf-8"))
    rows = [list(row) for row in table.rows]
    at, column = rng.randrange(len(rows)), rng.randrange(len(table.columns))
    how = rng.choice(("swapped", "copied", "gone", "doubled", "changed"))
    other = rng.randrange(len(rows))
    if how == "swapped":
        rows[at][column], rows[other][column] = rows[other][column], rows[at][column]
    elif how == "copied":
        rows[at][column] = rows[other][column]
    elif how == "gone":
        del rows[at]
    elif how == "doubled":
        rows.append(list(rows[at]))
    else:
        rows[at][column] = rng.choice((None, "", "x", "1", "-1", "< 3", "*", "99", "nan"))
    changed = Rows(table.columns, [tuple(row) for row in rows])
    (folder / name).write_text(csv_text(changed), encoding="utf-8")
    _vouch(folder, columns)
    return f"{name}: row {at + 2}, {table.columns[column]!r} {how}"


def _vouch(folder: Path, columns: tuple[str, ...]) -> None:
    """The certificate of what is there now: fingerprints, sizes, sums."""
    target = folder / "certificate.json"
    data = json.loads(target.read_text(encoding="utf-8"))
    for name in data["files"]:
        seen = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        data["files"][name] = f"sha256:{seen}"
    table = read_csv((folder / "table.csv").read_text(encoding="utf-8"))
    at = [table.columns.index(column) for column in columns]
    counts = Counter(tuple(row[place] for place in at) for row in table.rows)
    sizes = [counts[texts] for texts in _classes(folder)]
    there = [size for size in sizes if size] or [0]
    records = data["records"]
    published = len(table.rows)
    data["records"] = records | {"published": published, "input": published + records["suppressed"]}
    data["classes"] |= {
        "sizes": sizes, "count": len(there), "smallest": min(there), "largest": max(there),
    }  # fmt: skip
    bound = data["lower_bound"]
    data = tell(data, data["k"], bound, data["proof"])
    target.write_text(json.dumps(data), encoding="utf-8")


def _classes(folder: Path) -> list[tuple[str | None, ...]]:
    cells = read_csv((folder / "cells.csv").read_text(encoding="utf-8"))
    return [tuple(row[1:]) for row in cells.rows]
