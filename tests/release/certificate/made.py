"""Releases of every kind, and their certificates with a field changed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import covey
from covey.release.owner.receipt import receipts_beside
from tests.release.tables import K, people, roles, write

KINDS: dict[str, dict[str, Any]] = {
    "labels": {},
    "ordered": {},
    "points": {},
    "regions": {},
    "stated": {},
    "cells": {"suppress": 0.05, "sensitive": {"cost": {"l": 2}}},
    "k-map": {"k_map": 5},
    "applied": {},
}


class Made:
    """A release of a kind, and what verify is given besides it."""

    def __init__(self, folder: Path, kind: str) -> None:
        known = roles(folder)
        table = write(folder / "people.csv", people())
        names = ("labels", "ordered", "regions") if kind == "cells" else (kind,)
        names = ("ordered",) if kind in ("k-map", "applied") else names
        quasi: dict[str, Any] = {"band": covey.Ordered(order=["low", "high"])}
        if kind == "stated":
            bands = ["low" if at % 3 else "high" for at in range(400)]
            table = write(folder / "people.csv", {**people(), "band": bands})
        else:
            quasi = dict(known[name] for name in names)
        self.out = folder / "out"
        self.given: dict[str, Any] = {"against": table}
        how = dict(KINDS[kind])
        if kind == "k-map":
            how["population"] = self.given["population"] = str(table)
        covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=self.out, **how)
        if kind == "applied":
            covey.apply(self.out, table, out=folder / "new")
            self.out = folder / "new"
        maps = [role.map for role in quasi.values() if isinstance(role, covey.Regions)]
        self.given |= {"map": maps[0]} if maps else {}
        receipts_beside(self.out).unlink()
        self.path = self.out / "certificate.json"
        self.sound = json.loads(self.path.read_text(encoding="utf-8"))

    def answer(self, data: Any) -> bool | None:
        """What verify says of a certificate; None if it refuses it."""
        self.path.write_text(json.dumps(data), encoding="utf-8")
        try:
            return covey.verify(self.out, **self.given).holds
        except covey.CoveyError:
            return None


def changed(data: dict[str, Any], way: tuple[Any, ...], *value: Any) -> dict[str, Any]:
    """With another value, or without one."""
    found = copy.deepcopy(data)
    holder: Any = found
    for step in way[:-1]:
        holder = holder[step]
    if value:
        holder[way[-1]] = value[0]
    else:
        del holder[way[-1]]
    return found
