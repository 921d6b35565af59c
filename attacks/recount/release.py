"""A whole release, counted again: everything that it claims of itself, and of the table it was
made of."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from attacks.broken import Broken, require
from attacks.recount.asked import Asked, Quasi, Rows
from attacks.recount.files import read_table, read_text
from attacks.recount.letters import read_csv
from attacks.recount.rules import meets
from attacks.recount.sets import (
    Anything,
    Book,
    Members,
    OrMissing,
    Span,
    apart,
    read_book,
    value_of,
)
from attacks.recount.texts import all_listed, check_texts
from attacks.recount.values import alike, plain, text

Texts = tuple[str | None, ...]


@dataclass(frozen=True)
class Published:
    """A release as it was read: ``cells`` are the texts of the classes."""

    table: Rows
    certificate: Mapping[str, Any]
    codebook: Rows
    cells: Rows

    @staticmethod
    def read(folder: Path) -> Published:
        certificate = json.loads((folder / "certificate.json").read_text(encoding="utf-8"))
        _check_files(folder, certificate["files"])
        cells = folder / "cells.csv"
        return Published(
            read_table(folder / certificate["table"]["file"], certificate["table"]),
            certificate,
            read_csv(read_text(folder / "codebook.csv")),
            read_csv(read_text(cells)),
        )


def _check_files(folder: Path, files: Mapping[str, str]) -> None:
    there = {file.name for file in folder.iterdir()}
    require(
        there == set(files) | {"certificate.json"}, f"files {there} are not those of {set(files)}"
    )
    for name, fingerprint in files.items():
        seen = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        require(fingerprint == f"sha256:{seen}", f"the fingerprint of {name} is another")
        if name.endswith("json"):
            json.loads((folder / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Recounted:
    """What was found: classes, their sizes by the table, and the class of every record of the
    original, None for one that is in none."""

    book: Book
    sizes: list[int]
    places: list[int | None]


def recount(published: Published, asked: Asked, exact: bool = True, told: bool = True) -> Recounted:
    """Refuse a release that is not what was asked for, or not what it says. ``exact`` is for a
    table of the input's own format, whose other columns are exactly the same; with ``told``
    the certificate must also repeat what was asked for."""
    read = published.certificate["read"]
    book = read_book(asked, published.codebook, published.cells, read["columns"])
    for quasi, sets in zip(asked.quasi, book.sets, strict=True):
        for named in sets:
            check_texts(quasi, named, all_listed(sets), None)
    _check_apart(asked, book)
    _check_regions(asked, book)
    sizes = _check_sizes(published, asked, book)
    places = [_place(book, values) for values in _combinations(asked, asked.table, published)]
    for at, (quasi, sets) in enumerate(zip(asked.quasi, book.sets, strict=True)):
        seen = _seen(asked, published, places, quasi)
        for named in sets:
            own = {number for number, cell in enumerate(book.classes) if cell[at] == named}
            weights = None if seen is None else _common(seen, own)
            check_texts(quasi, named, all_listed(sets), weights)
    _check_records(published, asked, book, places, exact)
    _check_rules(published, asked, book)
    _check_population(published, asked, book, places)
    check_claims(published.certificate, asked.k, sizes)
    if told:
        check_asked(published.certificate, asked)
    return Recounted(book, sizes, places)


Seen = list[tuple[int | None, str | None]]
"""The class and the value of every published record."""


def _seen(
    asked: Asked, published: Published, places: list[int | None], quasi: Quasi
) -> Seen | None:
    """As far as it is known which records are published."""
    at = asked.table.columns.index(quasi.columns[0])
    rows = list(zip(places, asked.table.rows, strict=True))
    if asked.id:
        there = set(published.table.column(asked.id))
        own = asked.table.columns.index(asked.id)
        rows = [(place, row) for place, row in rows if row[own] in there]
    if len(rows) != len(published.table.rows):
        return None
    return [(place, text(row[at])) for place, row in rows]


def _common(seen: Seen, classes: set[int]) -> Counter[str | None]:
    """The records in the whole table of the values that each of these classes has."""
    every = Counter(value for _, value in seen)
    values = [{value for place, value in seen if place == number} for number in classes]
    return Counter({value: every[value] for value in set.intersection(*values)} if values else {})


def _combinations(asked: Asked, table: Rows, published: Published) -> list[tuple[Any, ...]]:
    """What every record has in the quasi-identifiers."""
    places = [[table.columns.index(column) for column in quasi.columns] for quasi in asked.quasi]
    said = published.certificate["read"]["columns"]
    read = [said.get(quasi.name, {}) for quasi in asked.quasi]
    return [
        tuple(
            value_of(quasi, [row[at] for at in own], how)
            for quasi, own, how in zip(asked.quasi, places, read, strict=True)
        )
        for row in table.rows
    ]


def _place(book: Book, values: tuple[Any, ...]) -> int | None:
    found = book.find(values)
    require(len(found) <= 1, f"a combination is in {len(found)} classes")
    return found[0] if found else None


def _check_apart(asked: Asked, book: Book) -> None:
    """No two classes overlap; with one partition for all classes, no two sets do; the intervals of
    a single column leave no gap."""
    for one, other in combinations(book.classes, 2):
        sides = zip(one, other, strict=True)
        require(any(apart(a.set, b.set) for a, b in sides), f"classes overlap: {one}, {other}")
    require(len(set(book.texts())) == len(book.classes), "two classes are published alike")
    for quasi, sets in zip(asked.quasi, book.sets, strict=True):
        if asked.recoding == "global":
            for a, b in combinations(sets, 2):
                require(apart(a.set, b.set), f"global recoding, but sets overlap: {a}, {b}")
        if (len(asked.quasi) == 1 and not asked.tight) or asked.recoding == "global":
            _check_no_gaps([named.set for named in sets], quasi.name)


def _check_no_gaps(sets: Sequence[Any], name: str) -> None:
    bare = [own.own if isinstance(own, OrMissing) else own for own in sets]
    spans = [own for own in bare if isinstance(own, Span)]
    if any(isinstance(own, Anything) for own in sets) or not spans:
        return
    spans.sort(key=lambda span: (span.low is not None, span.low))
    require(spans[0].low is None and spans[-1].high is None, f"{name!r}: an outermost class ends")
    for below, above in pairwise(spans):
        require(below.high == above.low, f"{name!r}: a gap between {below} and {above}")


def _check_regions(asked: Asked, book: Book) -> None:
    """Every region is connected, or all of the map that has records."""
    for quasi, sets in zip(asked.quasi, book.sets, strict=True):
        if quasi.areas is None or quasi.bridged:
            continue
        there = {text(code) for code in asked.table.column(quasi.columns[0])}
        used = [part for part in quasi.areas.parts() if part & there]
        everything = {code for part in used for code in part}
        for named in sets:
            if not isinstance(named.set, Members):
                continue
            codes = [code for code in named.set.values if code is not None]
            if not asked.plain and set(codes) == everything:
                continue
            pieces = len(quasi.areas.parts(codes))
            require(pieces <= 1, f"region {named.number} of {quasi.name!r} is in {pieces} pieces")


def _check_sizes(published: Published, asked: Asked, book: Book) -> list[int]:
    """The table counted by what it shows: k, and the sizes of the certificate."""
    table = published.table
    kept = [column for column in asked.table.columns if column not in asked.drop]
    require(list(table.columns) == kept, f"the table has the columns {table.columns}, not {kept}")
    at = [table.columns.index(column) for column in asked.columns]
    counts = Counter(tuple(row[place] for place in at) for row in table.rows)
    small = [(texts, size) for texts, size in counts.items() if size < asked.k]
    require(not small, f"classes below k = {asked.k}: {small[:3]}")
    sizes = [counts.pop(texts, 0) for texts in book.texts()]
    require(not counts, f"the table has classes that the codebook lacks: {list(counts)[:3]}")
    require(all(sizes), f"classes without records: {sizes}")
    claimed = list(published.certificate["classes"]["sizes"])
    require(sizes == claimed, f"sizes are {sizes}, and {claimed} by the certificate")
    return sizes


def _check_records(
    published: Published,
    asked: Asked,
    book: Book,
    places: Sequence[int | None],
    exact: bool,
) -> None:
    """Every record is published in its class, unchanged, once; or not at all, as far as that is
    allowed."""
    table, before = published.table, asked.table
    withheld = len(before.rows) - len(table.rows)
    nowhere = sum(place is None for place in places)
    most = nowhere + int(asked.suppress * len(before.rows))
    require(nowhere <= withheld <= most, f"{withheld} records withheld, {nowhere} without a class")
    if asked.id:
        _check_by_id(published, asked, book, places, exact)
    elif exact:
        _check_as_bag(published, asked, book, places)


def _check_by_id(
    published: Published,
    asked: Asked,
    book: Book,
    places: Sequence[int | None],
    exact: bool,
) -> None:
    table, before, texts = published.table, asked.table, book.texts()
    ids = before.columns.index(asked.id)
    rows = {row[ids]: (row, place) for row, place in zip(before.rows, places, strict=True)}
    others = [c for c in table.columns if c not in asked.columns]
    seen = set()
    for row in table.rows:
        called = row[table.columns.index(asked.id)]
        require(called in rows and called not in seen, f"record {called!r} was added")
        seen.add(called)
        given, place = rows[called]
        if place is None:
            raise Broken(f"record {called!r} is published, but no class of the codebook has it")
        shown = tuple(row[table.columns.index(column)] for column in asked.columns)
        require(shown == texts[place], f"record {called!r} is in {shown}, not {texts[place]}")
        for column in others:
            now, then = row[table.columns.index(column)], given[before.columns.index(column)]
            same = now == then or (not exact and _same_elsewhere(now, then)) or alike(now, then)
            require(same, f"{column!r} of {called!r} was {then!r} and is {now!r}")


def _same_elsewhere(now: Any, then: Any) -> bool:
    """Another format may have no empty text, and write a number of many digits as text."""
    return (then == "" and now is None) or (
        isinstance(now, float) and isinstance(then, float | int) and math.isclose(now, then)
    )


def _check_as_bag(
    published: Published, asked: Asked, book: Book, places: Sequence[int | None]
) -> None:
    """Without an identifier: what is published is among what the codebook makes of the table."""
    texts, columns = book.texts(), asked.table.columns
    made: Counter[tuple[Any, ...]] = Counter()
    for row, place in zip(asked.table.rows, places, strict=True):
        if place is not None:
            own = dict(zip(asked.columns, texts[place], strict=True))
            made[
                tuple(
                    own[column] if column in own else plain(value)
                    for column, value in zip(columns, row, strict=True)
                    if column not in asked.drop
                )
            ] += 1
    more = Counter(tuple(map(plain, row)) for row in published.table.rows) - made
    require(not more, f"{more.total()} published records are not those of the table")


def _check_rules(published: Published, asked: Asked, book: Book) -> None:
    table = published.table
    at = [table.columns.index(column) for column in asked.columns]
    for column, rules in asked.sensitive.items():
        values = table.column(column)
        by_class: dict[Texts, list[Any]] = {}
        for row, value in zip(table.rows, values, strict=True):
            by_class.setdefault(tuple(row[place] for place in at), []).append(value)
        for rule, asked_for in rules.items():
            for texts, own in by_class.items():
                require(
                    meets(rule, asked_for, own, values),
                    f"class {texts} does not meet {rule}={asked_for} in {column!r}: {own}",
                )


def check_claims(certificate: Mapping[str, Any], k: int, sizes: Sequence[int]) -> None:
    """The certificate's numbers against each other and against the counted sizes."""
    require(certificate["k"] == k, f"k is {certificate['k']} in the certificate")
    records, classes = certificate["records"], certificate["classes"]
    there = [size for size in sizes if size]
    require(records["published"] == sum(sizes), f"{records} published, not {sum(sizes)}")
    require(
        records["input"] == records["published"] + records["suppressed"],
        f"{records} add up to less",
    )
    claimed = classes["count"], classes["smallest"], classes["largest"]
    found = len(there), min(there), max(there)
    require(claimed == found, f"count, smallest, largest are {found}, and {claimed} by claim")
    if certificate.get("proof") is None:
        return
    cost = max(sizes)
    if certificate["objective"] == "quadratic":
        cost = sum(size * (size - k) for size in sizes)
    require(certificate["cost"] == cost, f"the cost is {cost}, not {certificate['cost']}")
    bound = certificate["lower_bound"]
    require(bound == certificate["proof"]["bound"], "the bound is not that of the proof")
    require(0 <= bound <= cost, f"a lower bound of {bound}, a cost of {cost}")
    gap = 0.0 if cost == bound else (cost - bound) / bound if bound else None
    require(certificate["gap"] == gap, f"the gap is {gap}, not {certificate['gap']}")
    status = "optimal" if cost == bound else "feasible"
    require(certificate["status"] == status, f"the status is {certificate['status']}")


def check_asked(certificate: Mapping[str, Any], asked: Asked) -> None:
    """The certificate says what was asked for."""
    require(certificate["records"]["input"] == len(asked.table.rows), "records of another table")
    if certificate.get("proof") is None:
        return
    claims = {
        "objective": asked.objective, "suppress": asked.suppress, "recoding": asked.recoding,
        "tight": asked.tight, "k_map": asked.k_map, "missing": asked.missing,
        "unmapped": asked.unmapped, "dropped": list(asked.drop),
        "seed": asked.seed,
    }  # fmt: skip
    for name, value in claims.items():
        require(certificate[name] == value, f"{name} is {certificate[name]!r}, asked for {value!r}")


def _check_population(
    published: Published, asked: Asked, book: Book, places: Sequence[int | None]
) -> None:
    """Every class stands for enough people, also if only those are counted who share a combination
    with a record of it."""
    if asked.k_map is None or asked.population is None:
        return
    people: Counter[tuple[Any, ...]] = Counter()
    numbers = asked.population.column(asked.people) if asked.people else None
    for at, values in enumerate(_combinations(asked, asked.population, published)):
        people[values] += 1 if numbers is None else int(numbers[at])
    own = _combinations(asked, asked.table, published)
    reached: Counter[int] = Counter()
    for values, place in {(v, p) for v, p in zip(own, places, strict=True) if p is not None}:
        reached[place] += people[values]
    least = min(reached[number] for number in range(len(book.classes)))
    require(least >= asked.k_map, f"a class stands for {least} people, not {asked.k_map}")
