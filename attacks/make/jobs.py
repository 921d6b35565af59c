"""Random jobs: which columns are what, and what is asked of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from attacks.make import values
from attacks.make.files import FORMATS, write_table
from attacks.make.maps import draw_map
from attacks.recount.asked import Asked, Quasi, Rows

PLAIN_NAMES = ("age", "zip", "Sex", "home town", "größe", "n", "class", "k", "set", "value")
NASTY_NAMES = (
    'a"b', "a'b", "a;b", "SELECT", "x" * 80, "日本", "c0", "place", "p0", "<b>", " lead", "{{1}}",
    "count", "COUNT", "rowid", "a\\b", "$x", "%d", "k0", "given",
)  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A job with the files that it needs: ``path`` is the table's, as covey is told."""

    asked: Asked
    path: str
    format: str
    output: str
    map: Path | None = None
    population: str = ""


@dataclass(frozen=True)
class Wanted:
    """What kinds of jobs are drawn."""

    formats: tuple[str, ...] = FORMATS
    outputs: tuple[str, ...] = ("", "", "", *FORMATS)
    nasty_names: bool = True
    rows: int = 120
    quasi: tuple[int, ...] = (1, 1, 2, 2, 3, 4)


class _Draft:
    """A table in the making."""

    def __init__(self, rng: Random, count: int, nasty: bool) -> None:
        self.rng, self.count = rng, count
        names = [*PLAIN_NAMES, *(NASTY_NAMES if nasty else ())]
        self.names = [*(f"more {n}" for n in range(9)), *rng.sample(names, len(names))]
        self.columns: dict[str, list[Any]] = {}
        self.gaps = rng.choice((0.0, 0.0, 0.0, 0.1, 0.4))

    def add(self, column: list[Any], gaps: bool = False) -> str:
        name: str = self.names.pop()
        # Names that differ in case alone are one to some formats.
        while name.casefold() in map(str.casefold, self.columns):
            name = self.names.pop()
        self.columns[name] = values.with_gaps(self.rng, column, self.gaps) if gaps else column
        return name

    def table(self) -> Rows:
        names = list(self.columns)
        self.rng.shuffle(names)
        columns = [self.columns[name] for name in names]
        return Rows(tuple(names), list(zip(*columns, strict=True)))


def draw_job(rng: Random, folder: Path, wanted: Wanted | None = None) -> Drawn:
    """A table in a file, a role for some of its columns, and options."""
    wanted = wanted or Wanted()
    count = rng.choice((rng.randint(1, 12), rng.randint(10, 60), rng.randint(40, wanted.rows)))
    draft = _Draft(rng, count, wanted.nasty_names and rng.random() < 0.4)
    own = ""
    if rng.random() < 0.85:
        own = draft.add([f"r{number:04}" for number in rng.sample(range(9999), count)])
    map_path, quasi = None, []
    for _ in range(rng.choice(wanted.quasi)):
        drawn, path = _quasi(draft, folder, map_path is None)
        quasi.append(drawn)
        map_path = map_path or path
    sensitive = _sensitive(draft)
    for _ in range(rng.randint(0, 2)):
        draft.add(rng.choice((values.labels, *values.ORDERED))(rng, count), gaps=True)
    drop = [draft.add(values.labels(rng, count)) for _ in range(rng.randint(0, 1))]
    format_ = rng.choice(wanted.formats)
    path_, table = write_table(rng, folder, "table", format_, draft.table())
    asked = Asked(table, _k(rng, count), tuple(quasi), tuple(drop), sensitive, id=own)
    asked = _options(rng, asked)
    if asked.k_map is not None:
        return _with_population(rng, folder, asked, path_, format_, map_path, wanted)
    return Drawn(asked, path_, format_, rng.choice(wanted.outputs), map_path)


def _k(rng: Random, count: int) -> int:
    return rng.choice((1, 2, 3, rng.randint(1, max(count // 3, 1)), rng.randint(2, 10)))


def _quasi(draft: _Draft, folder: Path, may_map: bool) -> tuple[Quasi, Path | None]:
    rng, count = draft.rng, draft.count
    role = rng.choice(("labels", "ordered", "ordered", "stated", "points", "globe", "regions"))
    if role == "regions" and may_map:
        path, areas = draw_map(rng, folder)
        codes = rng.choices(areas.codes, [rng.choice((0, 1, 1, 4)) + 0.01 for _ in areas.codes],
                            k=count)  # fmt: skip
        if rng.random() < 0.15:
            codes[0] = "nowhere"
        name = draft.add(codes, gaps=True)
        # A saved graph has no shapes to measure distances between.
        bridged = path.suffix == ".geojson" and rng.random() < 0.3
        return Quasi(name, "regions", (name,), areas=areas, bridged=bridged), path
    if role in ("points", "globe"):
        first, second = (values.globe if role == "globe" else values.plane)(rng, count)
        columns = draft.add(first, gaps=True), draft.add(second, gaps=True)
        return Quasi(", ".join(columns), "points", columns, globe=role == "globe"), None
    if role == "ordered":
        name = draft.add(rng.choice(values.ORDERED)(rng, count), gaps=True)
        return Quasi(name, "ordered", (name,)), None
    if role == "stated":
        order = tuple(rng.sample(values.TOWNS, rng.randint(1, 10)))
        name = draft.add(values.some(rng, order, count), gaps=True)
        return Quasi(name, "ordered", (name,), order), None
    name = draft.add(values.labels(rng, count), gaps=True)
    return Quasi(name, "labels", (name,)), None


def _sensitive(draft: _Draft) -> dict[str, dict[str, Any]]:
    rng = draft.rng
    found: dict[str, dict[str, Any]] = {}
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        if rng.random() < 0.3:
            name = draft.add(values.integers(rng, draft.count), gaps=rng.random() < 0.3)
            found[name] = {"t-ordered": round(rng.uniform(0.05, 0.9), 2)}
            continue
        name = draft.add(values.some(rng, values.TOWNS[:5], draft.count))
        found[name] = {}
        if rng.random() < 0.8:
            rule, value = rng.choice(_rules(rng))
            found[name][rule] = value
    return found


def _rules(rng: Random) -> list[tuple[str, Any]]:
    return [
        ("l", rng.randint(1, 4)),
        ("entropy-l", round(rng.uniform(1, 3), 2)),
        ("recursive", [round(rng.uniform(0.5, 4), 1), rng.randint(1, 3)]),
        ("alpha", round(rng.uniform(0.3, 1), 2)),
        ("t", round(rng.uniform(0.05, 0.9), 2)),
    ]


def _options(rng: Random, asked: Asked) -> Asked:
    suppress = rng.choice((0.0, 0.0, 0.0, 0.01, 0.1, 0.3))
    recoding = rng.choice(("local", "local", "local", "global"))
    weights: dict[str, float] = {}
    if len(asked.quasi) > 1 and rng.random() < 0.3:
        weights = {asked.quasi[0].name: float(rng.choice((0, 0.5, 2, 100)))}
    return replace(
        asked,
        suppress=suppress,
        recoding=recoding,
        weights=weights,
        tight=recoding == "local" and rng.random() < 0.2,
        missing=rng.choice(("own", "own", "own", "suppress", "suppress", "error")),
        unmapped=rng.choice(("error", "suppress", "suppress")),
        objective=rng.choice(("max-size", "max-size", "quadratic")),
        seed=rng.randrange(5),
        shuffle=rng.random() < 0.2,
        k_map=rng.randint(1, 3 * asked.k) if rng.random() < 0.12 else None,
    )


def _with_population(
    rng: Random,
    folder: Path,
    asked: Asked,
    path: str,
    format_: str,
    map_path: Path | None,
    wanted: Wanted,
) -> Drawn:
    """People with the table's combinations, more or fewer than there are records."""
    table = asked.table
    at = [table.columns.index(column) for column in asked.columns]
    rows = [tuple(row[place] for place in at) for row in table.rows]
    people = [row for row in rows for _ in range(rng.choice((0, 1, 1, 3)))] or rows[:1]
    counted = rng.random() < 0.4
    names = asked.columns
    if counted:
        people = [(*row, rng.randint(0, 5)) for row in people]
        names = (*names, "people of it")
    place, found = write_table(rng, folder, "population", "csv", Rows(names, people))
    asked = replace(asked, population=found, people="people of it" if counted else "")
    told = f"{place}:people of it" if counted else place
    return Drawn(asked, path, format_, rng.choice(wanted.outputs), map_path, told)
