"""What two releases of the same people give away together.

Somebody who knows a person's quasi-identifiers knows the class of that person in both releases: a
*joint class*. Columns that both releases publish unchanged (and the order of the rows, where both
keep it) then tell which records of the two can be one person's. Of every joint class (c, d) this
counts the people that can be in both c and d, at most::

    sum over u of min(records of c with u, records of d with u)

u being the values of the unchanged columns. Where that is below k, two releases that are
k-anonymous by themselves are not so together. Columns whose values changed from one release to the
other link nobody: :mod:`~covey.verification.links` says which these are, and people are counted
without them, too.

Who is in one release alone stands out the other way round: by subtraction. Of every class c this
counts the records that no class d of the other release can explain::

    sum over u of max(0, records of c with u - records with u of all classes d that c overlaps)

Which classes overlap is known from the codebooks, or exactly, from the table itself. Where one of
the releases counts people, so does this: :mod:`~covey.verification.linked_people`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from covey.attributes.lookup import located
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.temporary import private_folder
from covey.core.words import listed, plural_of
from covey.io.reading import connect, literal
from covey.release.certificate import folder_of
from covey.verification.claims import Check, Claimed, read_claims
from covey.verification.codebook import refuse_unsound
from covey.verification.extents import Extents, of_codebook, of_values, overlap
from covey.verification.linked_people import (
    ROW,
    SIDES,
    count_people,
    joint_people,
    people_left,
    person_in,
    read_people,
)
from covey.verification.links import Links, key
from covey.verification.range_columns import with_texts
from covey.verification.recount import Table, opened, released

if TYPE_CHECKING:
    import duckdb

MOST_PAIRS = 100_000_000
"""Pairs of classes that are counted at most where no column tells which of them overlap."""
ROW_ORDER = "the order of the rows"
JOINT = (
    "SELECT p.new, p.old, sum(least(n.n, o.n)) AS size FROM pairs p"
    " JOIN new_counts n ON n.class = p.new JOIN old_counts o ON o.class = p.old AND o.u = n.u"
    " GROUP BY ALL"
)
"""SQL of the joint classes that can hold anybody, and how many records at most."""
WHOLE = "-?(?:0|[1-9][0-9]*)"
TAIL_OF_WHOLE = rf"^({WHOLE})\.0+$"
TAIL_OF_FRACTION = rf"^({WHOLE}\.[0-9]*[1-9])0+$"
"""Zeros at the end of a number, and what stands before them."""
DIGITS = r"-?[1-9](?:\.[0-9]{1,16})?"
EXPONENTS = {
    rf"{DIGITS}e\+(1[6-9]|2[0-9]|3[0-7])": "HUGEINT",
    rf"{DIGITS}e\+(0[0-9]|1[0-5])": "DECIMAL(38, 18)",
    rf"{DIGITS}e-(0[1-9]|1[0-9]|20)": "DECIMAL(38, 37)",
}
"""How programs write a double with an exponent, and a type that holds it to the last digit."""


@dataclass(frozen=True)
class Few:
    """Of ``groups`` of records, or people, those with fewer than k, and those of one."""

    groups: int
    below: int
    alone: int

    def words(self, what: str, k: int, unit: str = "record") -> str:
        if not self.below:
            return f"{self.groups:,} {what}"
        have = "has" if self.below == 1 else "have"
        alone = f", {self.alone:,} of them a single one" if self.alone else ""
        return (
            f"{self.below:,} of {self.groups:,} {what} {have} fewer than k = {k:,}"
            f" {plural_of(unit)}{alone}"
        )


@dataclass(frozen=True)
class Together:
    """``joint`` are the joint classes; ``newer`` and ``older`` the classes with records that only
    this release has; ``linked`` is what links the rows of both, ``changed`` what does not, since
    its values are others, and ``share`` how many of the records of the smaller release can be
    linked. ``exact`` says whether the classes that overlap are known from the table: if not, there
    are no more than these. ``person`` is the column that identifies a person, where these are
    counted; ``open`` are the releases whose people are not known: then classes have no more people
    than were counted, and may have fewer."""

    k: int
    joint: Few
    newer: Few
    older: Few
    linked: tuple[str, ...]
    changed: tuple[str, ...]
    share: float
    exact: bool
    person: str = ""
    open: tuple[str, ...] = ()

    @property
    def unit(self) -> str:
        return "person" if self.person else "record"

    @property
    def below(self) -> int:
        """Classes of all three kinds with fewer than k records, or people."""
        return self.joint.below + self.newer.below + self.older.below

    @property
    def is_open(self) -> bool:
        """If rows can be linked, but it is not known whose they are, nothing is proved."""
        return bool(self.open and self.linked)

    @property
    def holds(self) -> bool:
        return not self.below

    def checks(self, name: str) -> Iterator[Check]:
        by = ""
        if self.linked:
            rows = "rows are" if self.share > 0.995 else f"{self.share:.0%} of the rows can be"
            by = f"; {rows} linked by {listed(self.linked)}"
        if self.changed:
            by += f"; not by {listed(self.changed)}, whose values are others"
        up_to = "" if self.exact or not self.joint.below else "up to "
        words = up_to + self.joint.words("joint classes", self.k, self.unit) + by
        more = "" if self.exact else " (--against counts exactly)" if self.joint.below else ""
        claim = (
            f"beside {name}, every joint class has k = {self.k:,} {plural_of(self.unit)} or more"
        )
        why = f"; not known who is who in {' and '.join(self.open)}" if self.is_open else ""
        if self.is_open and not self.exact:
            why += ": give the table that they were made of, --against"
        # Too few joint people is a fact even if it is not known who is who: there are no more than
        # these.
        held = False if self.joint.below else None if self.is_open else True
        yield Check(claim, held, words + more + (why if held is None else ""))
        lone = f"beside {name}, nobody stands out who is in one of the two alone"
        rests = [
            few.words(f"classes with records that {missing} lacks", self.k, self.unit)
            for few, missing in ((self.newer, name), (self.older, "this release"))
            if few.below
        ]
        if not rests and self.is_open and (self.newer.groups or self.older.groups):
            yield Check(lone, None, why[2:])
            return
        yield Check(lone, not rests, "; ".join(rests))


@dataclass(frozen=True, eq=False)
class Side:
    """One of the two releases. ``known`` are the columns that others know of a person: those that
    this release recodes, and those that the other one does and this one publishes unchanged."""

    prefix: str
    claimed: Claimed
    table: Table
    known: tuple[str, ...]

    @property
    def classes(self) -> str:
        """A class for every combination of texts of the known columns t0, t1, ..."""
        return f"{self.prefix}_classes"

    @property
    def rows(self) -> str:
        """The records n of every class by what may link them, l0, l1, ..."""
        return f"{self.prefix}_rows"

    @property
    def pseudonym(self) -> str:
        """The column of pseudonyms, if the release has one."""
        data = self.claimed.certificate
        shown = data.pseudonym and data.person in self.table.columns
        return str(data.person) if shown else ""

    def extents(self, column: str) -> Extents:
        if column in self.claimed.columns:
            roles = self.claimed.roles.values()
            globe = any(role.crosses_antimeridian(column) for role in roles)
            return of_codebook(self.claimed.book.of(column), globe=globe)
        return of_values(text for (text,) in self.table.sizes([column]))


def together(
    claimed: Claimed, others: Sequence[Any] | str | Path, before: Table | None = None
) -> Iterator[Check]:
    """That nobody stands out in what a release and each of some others give together."""
    for each in [others] if isinstance(others, str | Path) else others:
        other = folder_of(each)
        yield from compare(claimed, other, before).checks(other.name or str(other))


def compare(claimed: Claimed, other: Path, before: Table | None = None) -> Together:
    """A release beside another one of the same people. ``before`` is the table that it was made
    of, where it is at hand: then the classes that overlap are those in which somebody is, and
    records of different people are known to be different."""
    old = read_claims(other)
    # Overlaps are computed from its codebook, which anybody may have written.
    refuse_unsound(old)
    with (
        private_folder() as folder,
        opened(released(claimed), escape=claimed.escaped) as new_table,
        opened(released(old), escape=old.escaped) as old_table,
        connect() as connection,
    ):
        newer, older = with_texts(claimed, new_table), with_texts(old, old_table)
        new_side, old_side = sides = (
            _side("new", claimed, newer, old.columns),
            _side("old", old, older, claimed.columns),
        )
        shared = set(newer.columns) & set(older.columns)
        # Columns that neither recodes: whatever one of them recodes is part of a class.
        linking = [c for c in newer.columns if c in shared - {*claimed.columns, *old.columns}]
        in_order = _same_order(claimed, old)
        for side in sides:
            _load(connection, folder, side, linking, in_order)
        if before is None:
            _pair_by_codebook(connection, new_side, old_side)
        else:
            _pair_by_table(connection, folder, new_side, old_side, before)
        person = claimed.certificate.person or old.certificate.person or ""
        known: list[str] = []
        if person:
            known = [
                side.prefix
                for side in sides
                if _people(connection, folder, side, before, linking, in_order, person)
            ]
        links = Links(connection, (*linking, *([ROW_ORDER] if in_order else [])))
        counting = Counting(claimed.k, before is not None, person, known, other.name)
        # By all columns that may link, and by those that did not change: the attacker takes the
        # better.
        found = [_counted(links, some, counting) for some in links.sets()]
        # What is left open comes before what is proved with fewer links.
        return max(found, key=lambda each: (each.below, each.is_open, each.share))


class Counting(NamedTuple):
    """How joint classes are counted. ``known`` are the sides whose people are known."""

    k: int
    exact: bool
    person: str
    known: Sequence[str]
    other: str

    @property
    def open(self) -> tuple[str, ...]:
        names = {"new": "this release", "old": self.other}
        return tuple(names[side] for side in SIDES if side not in self.known)


def _people(
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    side: Side,
    before: Table | None,
    linking: Sequence[str],
    in_order: bool,
    person: str,
) -> bool:
    """Whether the people of a release are known: then they are in the table ``{side}_who``."""
    if side.pseudonym:
        connection.execute(f"CREATE TEMP TABLE {side.prefix}_who AS SELECT * FROM {side.rows}")
        return True
    # Links of the table are compared with those of the release: it must have all of these columns.
    if before is None or not set(linking) <= set(before.columns):
        return False
    own, on = _codes(before, side)
    links = [_comparable(before.text(column)) for column in linking]
    links += [f"CAST({ROW} AS VARCHAR)"] if in_order else []
    return read_people(
        connection,
        folder / f"{side.prefix}_who.parquet",
        side.prefix,
        before,
        (_known_texts(before, side, own), links),
        f"JOIN {own} ON {on}",
        side.claimed.certificate.person or person,
    )


def _counted(links: Links, some: tuple[int, ...], how: Counting) -> Together:
    """What the releases give together to somebody who links their rows by some columns."""
    # Without any link the records of a class cannot be distinguished, so that nobody is found by
    # subtraction.
    connection, nobody, k = links.connection, Few(0, 0, 0), how.k
    for side in ("new", "old"):
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE {side}_counts AS"
            f" SELECT class, {key(some)} AS u, sum(n) AS n FROM {side}_rows GROUP BY class, u"
        )
    joint, newer, older = JOINT, _left("new", "old"), _left("old", "new")
    if how.person:
        count_people(connection, how.known, key(some))
        joint = joint_people(how.known)
        newer, older = (
            people_left(how.known, side, left)
            for side, left in zip(SIDES, (newer, older), strict=True)
        )
    else:
        newer, older = (
            f"SELECT class, sum(size) AS size FROM ({left}) GROUP BY class"
            for left in (newer, older)
        )
    return Together(
        k,
        _few(connection, joint, k),
        _few(connection, newer, k) if some else nobody,
        _few(connection, older, k) if some else nobody,
        tuple(links.names[at] for at in some),
        tuple(name for at, name in enumerate(links.names) if at not in some),
        links.share(some),
        how.exact,
        how.person,
        how.open if how.person else (),
    )


def _side(prefix: str, claimed: Claimed, table: Table, others: Sequence[str]) -> Side:
    more = [
        column for column in others if column in table.columns and column not in claimed.columns
    ]
    return Side(prefix, claimed, table, (*claimed.columns, *more))


def _same_order(new: Claimed, old: Claimed) -> bool:
    # Row i of both is the same person only if both have all rows in their order.
    kept = not (new.certificate.shuffled or old.certificate.shuffled)
    return kept and sum(new.sizes) == sum(old.sizes)


def _load(
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    side: Side,
    linking: Sequence[str],
    in_order: bool,
) -> None:
    """Count a release by its classes and what may link them, and bring the counts where both
    are."""
    table, file = side.table, folder / f"{side.prefix}.parquet"
    texts = [f"{table.text(column)} AS t{at}" for at, column in enumerate(side.known)]
    links = [_comparable(table.text(column)) for column in linking]
    if in_order:
        links.append(f"CAST({table.staging.row} AS VARCHAR)")
    # Digests, so that long texts of millions of rows are compared as numbers.
    digests = [f"md5_number({link}) AS l{at}" for at, link in enumerate(links)]
    who = [f"{person_in(table, side.pseudonym)} AS who"] if side.pseudonym else []
    fields = ", ".join([*texts, *digests, *who])
    rows = f"SELECT {fields}, count(*) AS n FROM {table.staging.scan}"
    table.connection.execute(f"COPY ({rows} GROUP BY ALL) TO {literal(file)} (FORMAT parquet)")
    names = ", ".join(f"t{at}" for at in range(len(side.known)))
    same = " AND ".join(f"c.t{at} IS NOT DISTINCT FROM r.t{at}" for at in range(len(side.known)))
    read = f"read_parquet({literal(file)})"
    # Numbered by what the release shows: with unchanged columns of the other release there are more
    # classes than in its codebook.
    connection.execute(
        f"CREATE TEMP TABLE {side.classes} AS SELECT row_number() OVER () AS class, * FROM"
        f" (SELECT DISTINCT {names} FROM {read})"
    )
    connection.execute(
        f"CREATE TEMP TABLE {side.rows} AS SELECT class, r.* FROM {read} r"
        f" JOIN {side.classes} c ON {same}"
    )


def _comparable(text: str) -> str:
    """SQL of a text that is the same for a number in all formats, such as 1, 1.0 and 1e+00. No two
    numbers have the same, however long they are, and 007 is no number."""
    whens = " ".join(
        f"WHEN regexp_full_match({text}, '{form}') THEN CAST(TRY_CAST({text} AS {kind}) AS VARCHAR)"
        for form, kind in EXPONENTS.items()
    )
    # A number that the type does not hold stays as it is written.
    found = f"COALESCE(CASE {whens} ELSE {text} END, {text})"
    for tail in (TAIL_OF_WHOLE, TAIL_OF_FRACTION):
        found = f"regexp_replace({found}, '{tail}', '\\1')"
    return f"CASE {found} WHEN '-0' THEN '0' ELSE {found} END"


def _pair_by_codebook(connection: duckdb.DuckDBPyConnection, new: Side, old: Side) -> None:
    """The classes that overlap in every column that both releases have."""
    on, joins = [], ""
    shared = [column for column in new.known if column in old.known]
    if not shared:
        _refuse_all_pairs(connection, new, old)
    for at, column in enumerate(shared):
        kinds = [str(side.claimed.kinds.get(column, "")) for side in (new, old)]
        overlap(connection, f"pairs{at}", new.extents(column), old.extents(column), kinds)
        mine, theirs = new.known.index(column), old.known.index(column)
        joins += f" JOIN pairs{at} p{at} ON p{at}.new IS NOT DISTINCT FROM n.t{mine}"
        on.append(f"o.t{theirs} IS NOT DISTINCT FROM p{at}.old")
    connection.execute(
        "CREATE TEMP TABLE pairs AS SELECT n.class AS new, o.class AS old"
        # Without a common column every pair of classes can overlap.
        f" FROM {new.classes} n{joins} JOIN {old.classes} o ON {' AND '.join(on) or 'TRUE'}"
    )


def _refuse_all_pairs(connection: duckdb.DuckDBPyConnection, new: Side, old: Side) -> None:
    ((pairs,),) = connection.execute(
        f"SELECT (SELECT count(*) FROM {new.classes}) * (SELECT count(*) FROM {old.classes})"
    ).fetchall()
    if pairs > MOST_PAIRS:
        raise InvalidInput(
            "The two releases have no quasi-identifier in common, and too many classes to compare"
            f" all of them: {pairs:,} pairs.",
            hint="Give the table that they were made of with --against.",
        )


def _pair_by_table(
    connection: duckdb.DuckDBPyConnection, folder: Path, new: Side, old: Side, before: Table
) -> None:
    """The classes in which somebody of the table is."""
    joins, fields = [], []
    for side in (new, old):
        own, on = _codes(before, side)
        joins.append(f"JOIN {own} ON {on}")
        texts = _known_texts(before, side, own)
        fields += [f"{text} AS {side.prefix}{at}" for at, text in enumerate(texts)]
    file = folder / "pairs.parquet"
    before.connection.execute(
        f"COPY (SELECT DISTINCT {', '.join(fields)} FROM {before.staging.scan} {' '.join(joins)})"
        f" TO {literal(file)} (FORMAT parquet)"
    )
    same = {
        side.prefix: " AND ".join(
            f"{side.prefix[0]}.t{at} IS NOT DISTINCT FROM r.{side.prefix}{at}"
            for at in range(len(side.known))
        )
        for side in (new, old)
    }
    connection.execute(
        "CREATE TEMP TABLE pairs AS SELECT DISTINCT n.class AS new, o.class AS old"
        f" FROM read_parquet({literal(file)}) r JOIN {new.classes} n ON {same['new']}"
        f" JOIN {old.classes} o ON {same['old']}"
    )


def _known_texts(before: Table, side: Side, own: str) -> list[str]:
    """SQL of what a release publishes of the known columns of a row, by the table of its codes."""
    coded = {column: f"{own}.p{at}" for at, column in enumerate(side.claimed.columns)}
    return [coded.get(column) or before.text(column) for column in side.known]


def _codes(before: Table, side: Side) -> tuple[str, str]:
    """A table of the values of a release's columns with the texts that it publishes for them, and
    the condition that joins it."""
    claimed = side.claimed
    kinds = {column: claimed.kinds[column] for column in claimed.columns}
    # Only the recoded columns decide the class.
    counted = before.count(kinds)
    classes = located(claimed.roles, claimed.book, claimed.cells, counted, claimed.read)
    kept = classes >= 0
    columns: dict[str, Any] = {f"k{at}": text[kept] for at, text in enumerate(counted.texts)}
    for at, texts in enumerate(claimed.cells.values()):
        columns[f"p{at}"] = np.array([*texts, None], dtype=object)[classes[kept]]
    casts = ", ".join(f"CAST({name} AS VARCHAR) AS {name}" for name in columns)
    own = f"{side.prefix}_codes"
    before.connection.register("arriving", columns)
    before.connection.execute(f"CREATE OR REPLACE TEMP TABLE {own} AS SELECT {casts} FROM arriving")
    before.connection.unregister("arriving")
    on = " AND ".join(
        f"CAST({before.key(column, kind)} AS VARCHAR) IS NOT DISTINCT FROM {own}.k{at}"
        for at, (column, kind) in enumerate(kinds.items())
    )
    return own, on


def _left(one: str, other: str) -> str:
    """SQL of the records of a class with u that the other release has in no class that overlaps."""
    # Not less than none: a class with more explanations than records leaves nobody.
    return (
        "SELECT class, u, n - explained AS size FROM (SELECT c.class, c.u, c.n,"
        f" COALESCE(sum(o.n), 0) AS explained FROM {one}_counts c"
        f" LEFT JOIN pairs p ON p.{one} = c.class"
        f" LEFT JOIN {other}_counts o ON o.class = p.{other} AND o.u = c.u"
        " GROUP BY c.class, c.u, c.n) WHERE n > explained"
    )


def _few(connection: duckdb.DuckDBPyConnection, sizes: str, k: int) -> Few:
    ((groups, below, alone),) = connection.execute(
        f"SELECT count(*), count(*) FILTER (size < {k}), count(*) FILTER (size = 1) FROM ({sizes})"
    ).fetchall()
    return Few(groups, below, alone)
