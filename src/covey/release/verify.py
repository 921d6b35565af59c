"""The release read again by code that imports no solver: what it claims, against what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from covey.certificates import read_certificate
from covey.engine.protocol import Counted
from covey.errors import CoveyError, InvalidInput
from covey.grouping import quadratic_cost
from covey.release import certificate
from covey.release.codebook import (
    CELLS,
    Entry,
    published_texts,
    read_cells,
    read_codebook,
    values_of,
)
from covey.release.codebook import FILE as CODEBOOK
from covey.release.job import Job
from covey.release.locate import NOWHERE, cells_of, find_classes
from covey.release.questions import build_question
from covey.release.recount import Table, no_others, opened, released, rows_digest
from covey.release.required import unmet
from covey.release.roles import Ordered, Points, Regions, Role
from covey.release.tilings import follow_each_other, hang_together, keep_apart, one_piece
from covey.table.inputs import open_input
from covey.words import plural

SHAPES = "classes.geojson"


@dataclass(frozen=True)
class Check:
    """One claim, whether it held (None: it was not looked at), and what was found."""

    claim: str
    held: bool | None
    found: str = ""

    def line(self) -> str:
        mark = {True: "held", False: "FAILED", None: "not checked"}[self.held]
        return f"{mark:<12} {self.claim}" + (f": {self.found}" if self.found else "")


@dataclass(frozen=True)
class Verification:
    folder: Path
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        return all(check.held is not False for check in self.checks)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        failed = sum(check.held is False for check in self.checks)
        verdict = "the release holds" if self.holds else f"{plural(failed, 'claim')} FAILED"
        lines = [check.line() for check in self.checks]
        return "\n".join([*lines, f"verdict      {self.folder}: {verdict}"])

    def to_dict(self) -> dict[str, Any]:
        checks = [{"claim": c.claim, "held": c.held, "found": c.found} for c in self.checks]
        return {"folder": str(self.folder), "holds": self.holds, "checks": checks}


@dataclass(frozen=True, eq=False)
class Claimed:
    """A release as its files describe it."""

    folder: Path
    data: dict[str, Any]
    entries: list[Entry]
    roles: dict[str, Role]
    cells: dict[str, list[str | None]] | None

    @property
    def k(self) -> int:
        return int(self.data["k"])

    @property
    def sizes(self) -> list[int]:
        return list(self.data["classes"]["sizes"])

    @property
    def joint(self) -> bool:
        """Whether classes are cells."""
        return self.cells is not None

    @property
    def name(self) -> str:
        return next(iter(self.roles))

    @property
    def role(self) -> Role:
        """The only one, where classes are no cells."""
        return self.roles[self.name]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name, role in self.roles.items() for column in role.columns(name))

    @property
    def texts(self) -> dict[str, list[str | None]]:
        if self.cells is not None:
            return self.cells
        return published_texts(self.entries, self.columns, len(self.sizes))

    def read(self, name: str) -> dict[str, Any]:
        """What the certificate says of the reading of a quasi-identifier."""
        read: dict[str, Any] = self.data["read"]
        return dict(read.get("parts", {}).get(name, {})) if self.joint else read

    @property
    def kinds(self) -> dict[str, str]:
        """How the columns that are counted are read."""
        found = {}
        for name, role in self.roles.items():
            read_as = self.read(name).get("read_as")
            for column, kind in role.kinds(name).items():
                found[column] = str(read_as) if kind == "ordered" and read_as else kind
        return found | self.sensitive_kinds

    @property
    def sensitive_kinds(self) -> dict[str, str]:
        return dict(self.data["read"].get("sensitive", {}))

    @property
    def job(self) -> Job:
        """The job that it was made by, but for the table."""
        return certificate.job_of(self.data, self.roles)


def verify(
    folder: str | Path, against: Any = None, map: Any = None, encoding: str = ""
) -> Verification:
    """Check what a release claims.

    against
        The table that it was made of: then every value must lie in its class, no record may be
        lost, added or changed, and the bound is derived anew.
    map
        The map of its regions: then these must be connected.
    """
    folder = Path(folder)
    data = certificate.read_release(folder)
    cells = read_cells(folder / CELLS) if data.get("joint") else None
    roles = certificate.roles_of(data, map)
    claimed = Claimed(folder, data, read_codebook(folder / CODEBOOK), roles, cells)
    checks = [_files(claimed), _codebook(claimed)]
    if not checks[-1].held:
        return Verification(folder, tuple(checks))
    checks += [_apart(claimed), *_arithmetic(claimed)]
    with opened(released(folder, data["table"])) as table:
        checks += _recounted(claimed, table)
        checks += _required(claimed, table)
        checks += _mapped(claimed, map)
        if against is None:
            for claim in (INSIDE, BOUND) if data.get("proof") else (INSIDE,):
                checks.append(Check(claim, None, "give the table it was made of with --against"))
        else:
            with opened(open_input(against, encoding)) as before:
                checks += _compared(claimed, table, before)
    return Verification(folder, tuple(checks))


INSIDE = "every value is inside its class, and no record is lost, added or changed"
BOUND = "the lower bound follows from the table"


def _files(claimed: Claimed) -> Check:
    """That nobody touched a file since."""
    wrong = []
    for name, print_ in claimed.data["files"].items():
        file = claimed.folder / Path(name).name
        if not file.is_file():
            wrong.append(f"{name} is missing")
        elif certificate.fingerprint(file) != print_:
            wrong.append(f"{name} was changed")
    needed = {CODEBOOK, str(claimed.data["table"].get("file"))} - set(claimed.data["files"])
    if claimed.joint:
        needed |= {CELLS} - set(claimed.data["files"])
    wrong += [f"{name} is not vouched for" for name in sorted(needed)]
    return Check("the files are those that were released", not wrong, ", ".join(wrong))


def _codebook(claimed: Claimed) -> Check:
    """That every class has one text in every column, of its own, and values are in one class."""
    if claimed.joint:
        from covey.release.cells.verify import codebook_of_cells

        return codebook_of_cells(claimed)
    claim = "the codebook puts every value into one class"
    entries, count = claimed.entries, len(claimed.sizes)
    if {entry.number for entry in entries} != set(range(count)):
        return Check(claim, False, f"its classes are not those of {certificate.FILE}")
    if {entry.column for entry in entries} != set(claimed.columns):
        return Check(claim, False, f"its columns are not {', '.join(claimed.columns)}")
    named = {(entry.number, entry.column, entry.published) for entry in entries}
    if len(named) != count * len(claimed.columns):
        return Check(claim, False, "a class has two texts in one column")
    if len(set(zip(*claimed.texts.values(), strict=True))) != count:
        return Check(claim, False, "two classes are published alike")
    single = [
        (entry.column, entry.holds, entry.value) for entry in entries if entry.holds != "range"
    ]
    if len(set(single)) != len(single):
        return Check(claim, False, "a value is in two classes")
    return Check(claim, True)


def _apart(claimed: Claimed) -> Check:
    if claimed.joint:
        from covey.release.cells.verify import cells_apart

        return cells_apart(claimed)
    role, entries = claimed.role, claimed.entries
    if isinstance(role, Points):
        claim = "the rectangles are disjoint"
        try:
            cells, _ = cells_of(role, entries)
            held = keep_apart(cells.tolist()) and _drawn(claimed)
        except (KeyError, ValueError):
            held = False
        return Check(claim, held, "" if held else f"those of {CODEBOOK} or {SHAPES} are not")
    if isinstance(role, Ordered) and role.order is None:
        try:
            held = follow_each_other(entries, str(claimed.data["read"].get("read_as")))
        except (KeyError, ArithmeticError, ValueError):
            held = False
        return Check("the intervals follow each other without gaps", held)
    ranges = any(entry.holds == "range" for entry in entries)
    return Check("every class is a list of values, none a range", not ranges)


def _drawn(claimed: Claimed) -> bool:
    """Whether the shapes are the rectangles of the codebook."""
    drawn = json.loads((claimed.folder / SHAPES).read_text(encoding="utf-8"))
    edges = ("west", "south", "east", "north")
    if isinstance(claimed.role, Points) and not claimed.role.globe:
        edges = ("x_low", "y_low", "x_high", "y_high")
    found = {
        feature["properties"]["class"] - 1: [feature["properties"][edge] for edge in edges]
        for feature in drawn["features"]
    }
    assert isinstance(claimed.role, Points)
    sides: dict[int, dict[str, tuple[float, float]]] = {}
    for entry in claimed.entries:
        if entry.holds == "range":
            pair = (float(entry.low or "nan"), float(entry.high or "nan"))
            sides.setdefault(entry.number, {})[entry.column] = pair
    across, along = claimed.role.across, claimed.role.along
    return found == {
        number: [by[across][0], by[along][0], by[across][1], by[along][1]]
        for number, by in sides.items()
    }


def _arithmetic(claimed: Claimed) -> Iterator[Check]:
    """That the certificate's numbers fit together."""
    data, records = claimed.data, claimed.data["records"]
    sizes = [size for size in claimed.sizes if size]
    least = min(sizes, default=0)
    yield Check(
        f"every class has k = {claimed.k:,} records or more by the certificate",
        least >= claimed.k >= 1,
        f"the smallest has {least:,}",
    )
    adds_up = records["published"] == sum(sizes)
    adds_up &= records["input"] == records["published"] + records["suppressed"]
    counts = (data["classes"].get(name) for name in ("count", "smallest", "largest"))
    adds_up &= tuple(counts) == (len(sizes), least, max(sizes, default=0))
    yield Check("the certificate's records add up", adds_up)
    if data.get("proof") is None:
        return
    own = data["classes"].get("missing")
    solved = np.array([size for at, size in enumerate(claimed.sizes, start=1) if at != own])
    quadratic = data.get("objective") == "quadratic"
    cost = quadratic_cost(solved, claimed.k) if quadratic else int(solved.max(initial=0))
    bound = data.get("lower_bound")
    optimal = data.get("status") == "optimal"
    fits = data.get("cost") == cost and data["proof"].get("bound") == bound
    fits = fits and isinstance(bound, int) and bound <= cost and optimal == (bound == cost)
    stated = f"{bound:,}" if isinstance(bound, int) else "none"
    words = f"cost {cost:,}, lower bound {stated}"
    yield Check("cost, lower bound and verdict fit together", fits, words)


def _recounted(claimed: Claimed, table: Table) -> Iterator[Check]:
    """The released table, counted by what it shows."""
    lacking = [column for column in claimed.columns if column not in table.columns]
    if lacking:
        yield Check("the table has the recoded columns", False, f"no {', '.join(lacking)}")
        return
    found = table.sizes(claimed.columns)
    named = zip(zip(*claimed.texts.values(), strict=True), claimed.sizes, strict=True)
    expected = {called: size for called, size in named if size}
    least = min(found.values(), default=0)
    yield Check(
        f"every class of the table has k = {claimed.k:,} records or more",
        least >= claimed.k,
        f"{plural(len(found), 'class')}, the smallest of {least:,} records",
    )
    other = sum(expected.get(texts) != size for texts, size in found.items())
    gone = len(expected.keys() - found.keys())
    words = f"{other:,} unlike the certificate's, {gone:,} absent" if other or gone else ""
    yield Check("its classes are those of the codebook, in their sizes", not (other or gone), words)
    rows = sum(found.values())
    published = claimed.data["records"]["published"]
    yield Check(
        "the released table has as many records as are claimed",
        rows == published,
        f"{rows:,} of {published:,}" if rows != published else "",
    )


def _required(claimed: Claimed, table: Table) -> Iterator[Check]:
    """What was asked of sensitive attributes, from a count of the table."""
    people = claimed.data.get("k_map")
    if people:
        claim = f"every class stands for {people:,} people of the population"
        yield Check(claim, None, "the population is not part of a release")
    asked = claimed.job.requirements
    if not asked:
        return
    columns = [*claimed.columns, *claimed.sensitive_kinds]
    counted = table.count(dict.fromkeys(columns, "text"))
    low = unmet(asked, counted, claimed.columns, claimed.sensitive_kinds)
    for each in asked:
        yield Check(f"every class has {each.words()}", each not in low)


def _mapped(claimed: Claimed, map_: Any) -> Iterator[Check]:
    for name, role in claimed.roles.items():
        if isinstance(role, Regions):
            yield from _on_map(claimed, name, role, map_)


def _on_map(claimed: Claimed, name: str, role: Regions, map_: Any) -> Iterator[Check]:
    claim = "the regions are connected"
    if map_ is None:
        yield Check(claim, None, "give the map with --map")
        return
    from covey.release.maps import read_map

    areas, seen = read_map(role)
    used = claimed.read(name).get("map", {})
    yield Check("the map is the one that was used", seen == used)
    members: dict[int, list[str]] = {}
    for entry in claimed.entries:
        if entry.column == name and entry.holds in ("value", "values"):
            members.setdefault(entry.number, []).extend(map(str, values_of(entry)))
    strange = {code for codes in members.values() for code in codes} - areas.places.keys()
    edges = areas.graph.edges.tolist()
    if claimed.joint:
        apart = [number for number, codes in members.items() if not one_piece(areas, codes)]
        # What was not cut is the whole map, in however many pieces.
        whole = {n for n, codes in members.items() if len(codes) == max(map(len, members.values()))}
        apart = [number for number in apart if number not in whole]
    else:
        numbers = {code: number for number, codes in members.items() for code in codes}
        apart = hang_together(edges, [numbers.get(key, -1) for key in areas.keys])
    words = f"{len(strange):,} codes are not on it" if strange else ""
    words = f"{plural(len(apart), 'region')} not connected" if apart else words
    yield Check(claim, not (apart or strange), words)


def _compared(claimed: Claimed, table: Table, before: Table) -> Iterator[Check]:
    """The release against the table that it was made of."""
    data = claimed.data
    yield Check(
        "the table given is the one that the release was made of",
        before.staging.fingerprint == data["input"]["fingerprint"],
    )
    rows = before.rows
    yield Check(
        "the table given has as many records as the certificate says",
        rows == data["records"]["input"],
        f"{rows:,} of {data['records']['input']:,}",
    )
    try:
        counted = before.count(claimed.kinds)
        classes = find_classes(claimed.roles, claimed.entries, claimed.cells, counted, data["read"])
        classes[np.isin(classes + 1, data.get("withheld", []))] = NOWHERE
        yield _inside(claimed, table, before, counted, classes)
    except CoveyError as error:
        yield Check(INSIDE, False, error.message)
        return
    if data.get("proof") is not None:
        yield _bound(claimed, before, counted)


def _inside(claimed: Claimed, table: Table, before: Table, counted: Counted, classes: Any) -> Check:
    suppressed = int(counted.counts[classes == NOWHERE].sum())
    stated, withheld = claimed.data["records"]["suppressed"], claimed.data.get("suppress")
    if suppressed != stated and not (withheld and suppressed < stated):
        return Check(INSIDE, False, f"{suppressed:,} records have no class in the codebook")
    dropped = set(claimed.data.get("dropped", ()))
    columns = [column for column in before.columns if column not in dropped]
    if columns != list(table.columns):
        return Check(INSIDE, False, "the columns of the release are not those that were kept")
    same_format = before.format == claimed.data["table"].get("format")
    if not same_format:
        # Another format may write the other columns in its own way.
        columns = list(claimed.columns)
    _upload(before, counted, classes, claimed.texts)
    coded = {column: f"p{at}" for at, column in enumerate(claimed.columns)}
    fields = [coded.get(column) or before.text(column) for column in columns]
    keys = [before.key(column, kind) for column, kind in claimed.kinds.items()]
    on = " AND ".join(
        f"CAST({key} AS VARCHAR) IS NOT DISTINCT FROM t{at}" for at, key in enumerate(keys)
    )
    source = f"{before.staging.scan} JOIN codes ON {on} WHERE class >= 0"
    own = [table.text(column) for column in columns]
    if withheld:
        held = no_others(before, fields, source, table, own)
    else:
        expected = rows_digest(before, fields, source)
        held = expected == rows_digest(table, own, table.staging.scan)
    if held:
        words = "" if same_format else "in the recoded columns; the others are in another format"
        return Check(INSIDE, True, words)
    return Check(INSIDE, False, "the rows are not those that the codebook makes of the table")


def _upload(
    before: Table, counted: Counted, classes: Any, texts: dict[str, list[str | None]]
) -> None:
    """Every value with its class and the texts of that."""
    columns: dict[str, Any] = {f"t{at}": text for at, text in enumerate(counted.texts)}
    columns["class"] = classes
    for at, text in enumerate(texts.values()):
        published = np.empty(len(classes), dtype=object)
        published[:] = [None if number < 0 else text[number] for number in classes.tolist()]
        columns[f"p{at}"] = published
    casts = ", ".join(
        f"CAST({name} AS {'BIGINT' if name == 'class' else 'VARCHAR'}) AS {name}"
        for name in columns
    )
    before.connection.register("arriving", columns)
    before.connection.execute(f"CREATE TEMP TABLE codes AS SELECT {casts} FROM arriving")
    before.connection.unregister("arriving")


def _bound(claimed: Claimed, before: Table, counted: Counted) -> Check:
    """The problem anew from the table, and the proof held against it."""
    data = claimed.data
    maps = [role.map for role in claimed.roles.values() if isinstance(role, Regions)]
    if None in maps:
        return Check(BOUND, None, "give the map with --map")
    question = build_question(claimed.job, before.staged(claimed.kinds), counted)
    proof = {name: value for name, value in data["proof"].items() if name != "words"}
    try:
        found = read_certificate(question.problem.house, json.dumps(proof))
        held = bool(found.holds(question.problem))
    except (InvalidInput, KeyError, TypeError, ValueError, IndexError, OverflowError):
        held = False
    return Check(BOUND, held, f"{data['lower_bound']:,}, {data['proof'].get('words', '')}")
