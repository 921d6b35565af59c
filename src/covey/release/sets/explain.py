"""Where a value went: the sets that a release publishes for it, and the classes that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from itertools import islice
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes import Role
from covey.attributes.lookup import dimensions
from covey.attributes.names import class_names
from covey.codebook.book import UNKNOWN, Column
from covey.codebook.dimensions import Dimension, Members
from covey.codebook.reader import read_book
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, read_cells
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest, did_you_mean
from covey.core.temporary import private_folder
from covey.core.words import in_a_line, plural
from covey.engine import default_engine
from covey.engine.protocol import Counted
from covey.io.keys import WrongKind
from covey.io.kinds import KINDS
from covey.io.notation import BLANKS, PLAIN, Notation
from covey.io.trees.taxonomy import Taxonomy
from covey.release import certificate
from covey.release.certificate import ReleaseCertificate

QUOTE = '"'
SHOWN = 10
"""Sets and classes that are listed for people."""
SOMETIME = datetime(2024, 5, 31, 12, 30)
EXAMPLES = {
    "integer": "39",
    "decimal": "1234.5",
    "number": "1234.5",
    "double": "46.95",
    "date": str(SOMETIME.date()),
    "timestamp": str(SOMETIME),
}
FRACTIONS, DATED = ("decimal", "number", "double"), ("date", "timestamp")
SEARCHED = 10_000
"""Values among which one is looked for that was meant."""


@dataclass(frozen=True)
class PublishedAs:
    """A text that is published for a value, the classes that have it, and their records."""

    text: str
    classes: int
    records: int


@dataclass(frozen=True)
class Whereabouts:
    """Of the value of one quasi-identifier, everything that is published for it; the commonest
    first. ``missing`` says that the value, or its mark, stands for a missing one."""

    name: str
    value: str
    published: tuple[PublishedAs, ...]
    missing: bool = False


@dataclass(frozen=True)
class Explanation:
    """``columns`` is about each value by itself, ``classes`` about all together: the names and
    sizes of the classes that a record with these values can be in."""

    release: str
    k: int
    columns: tuple[Whereabouts, ...]
    classes: tuple[tuple[str, int], ...]
    complete: bool
    """Whether every quasi-identifier is given: then there is one class at most."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        return "\n".join(map(in_a_line, self._lines()))

    def _lines(self) -> Iterator[str]:
        for column in self.columns:
            yield f"{column.name} = {_words(column.value, column.missing)} is published as"
            for each in column.published[:SHOWN]:
                classes = plural(each.classes, "class")
                yield f"  {each.text}: {classes}, {plural(each.records, 'record')}"
            if len(column.published) > SHOWN:
                yield f"  and {len(column.published) - SHOWN:,} other sets"
        if not self.classes:
            yield "no class has these values together: no such record was published"
            return
        records = [size for _, size in self.classes]
        if self.complete:
            name, size = self.classes[0]
            yield f"class        {name}"
            yield (
                f"why          {plural(size, 'record')} look alike there: every class has k ="
                f" {self.k:,} or more, so that none of them can be told from the others"
            )
            return
        together = "class" if len(self.classes) == 1 else "classes"
        yield (
            f"{together:<12} {len(self.classes):,}, with {plural(sum(records), 'record')} in all;"
            " name the other quasi-identifiers to find the one"
        )
        for name, size in self.classes[:SHOWN]:
            yield f"  {name}: {plural(size, 'record')}"
        if len(self.classes) > SHOWN:
            yield f"  and {len(self.classes) - SHOWN:,} others"


def explain(release: Any, values: Mapping[str, Any]) -> Explanation:
    """Say what a release publishes for some values, from its own files alone.

    release
        Its folder, the URL of its table on a PostgreSQL server, or what ``covey.anonymize`` handed
        back.
    values
        The value of one column or more, as the table has it. None, NaN, a mark of missing values
        that the release was made with (``na``), and an empty text, unless the codebook has it, are
        the missing value. Points take both coordinates.
    """
    with certificate.files_of(release) as folder:
        data = certificate.read_release(folder)
        for name in (CODEBOOK_FILE, CELLS_FILE):
            # An explanation of a changed codebook would be wrong without anybody noticing.
            certificate.refuse_changed(folder, data, name)
        roles = _chosen(data.to_roles(), values)
        book = read_book(folder / CODEBOOK_FILE, escape=data.escape_formulas)
        cells = read_cells(folder / CELLS_FILE, escape=data.escape_formulas)
    without = {
        column: _is_missing(data, column, values[column], book.of(column))
        for name, role in roles.items()
        for column in role.columns(name)
    }
    read = {column: None if without[column] else value for column, value in values.items()}
    counted = _as_counted(data, roles, read)
    sizes = np.array(data.classes.sizes, dtype=np.int64)
    # One entry for every class: whether it holds all values so far.
    inside = np.ones(len(sizes), dtype=bool)
    found = []
    for name, role in roles.items():
        own = np.ones(len(sizes), dtype=bool)
        # A point has two dimensions, and is in a set only by both.
        for dimension in dimensions({name: role}, book, cells, data.readings, counted):
            own &= holding(dimension)[dimension.of_class]
        columns = role.columns(name)
        given = ", ".join(_as_text(values[column], without[column]) for column in columns)
        missing = all(without[column] for column in columns)
        if not own.any():
            where = certificate.name_of(release)
            if missing:
                raise _nothing_for_missing(name, given, where, data.missing)
            # A node above labels is the most likely mistake with a tree.
            if below := below_node(role, given):
                raise _node_above(name, given, where, below)
            raise _unknown(name, given, where, [book.of(each) for each in columns])
        texts = [class_names({c: [cells[c][at] for at in np.flatnonzero(own)] for c in columns})]
        found.append(Whereabouts(name, given, _grouped(texts[0], sizes[own]), missing))
        inside &= own
    names = class_names(cells)
    return Explanation(
        release=certificate.name_of(release),
        k=data.k,
        columns=tuple(found),
        classes=tuple((names[at], int(sizes[at])) for at in np.flatnonzero(inside)),
        complete=len(roles) == len(data.to_roles()),
    )


def _chosen(roles: Mapping[str, Role], values: Mapping[str, Any]) -> dict[str, Role]:
    """The quasi-identifiers whose columns all have a value."""
    owner = {column: name for name, role in roles.items() for column in role.columns(name)}
    for column in values:
        if column not in owner:
            raise InvalidInput(
                f"The release does not recode {column!r}: it recodes"
                f" {', '.join(map(repr, owner))}.",
                hint=closest(column, owner),
                given=column,
            )
    if not values:
        raise InvalidInput("Name one value or more, as age=39.")
    chosen = {owner[column] for column in values}
    for name in chosen:
        lacking = [column for column in roles[name].columns(name) if column not in values]
        if lacking:
            raise InvalidInput(f"{name!r} takes both coordinates; {lacking[0]!r} is not given.")
    return {name: role for name, role in roles.items() if name in chosen}


def _is_missing(data: ReleaseCertificate, column: str, value: Any, own: Column) -> bool:
    """Whether a value stands for a missing one, as in the table that the release was made of."""
    # By name: pandas may not be installed.
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    notation = data.read.notation
    if not isinstance(value, str):
        number = isinstance(value, Real | Decimal)
        marks = notation.marks(column)
        # NaN is the only number that is not equal to itself.
        return number and (value != value or any(_same_number(value, mark) for mark in marks))
    bare = value.strip(BLANKS)
    if bare in notation.marks(column):
        return True
    # An empty text is missing, unless the release has it as a label.
    return not bare and (notation.trim or int(own.listed.places.known([""])[0]) == UNKNOWN)


def _same_number(value: Any, mark: str) -> bool:
    try:
        return bool(float(value) == float(mark))
    except (ValueError, OverflowError):
        return False


def _as_text(value: Any, missing: bool) -> str:
    return "" if missing and not isinstance(value, str) else str(value)


def _words(value: str, missing: bool) -> str:
    """
    >>> _words("39", False), _words("N/A", True), _words("", True), _words("", False)
    ('39', 'N/A (missing)', '(missing)', "''")
    """
    if missing:
        return f"{value} (missing)".strip(BLANKS)
    return value or "''"


def _as_counted(
    data: ReleaseCertificate, roles: Mapping[str, Role], values: Mapping[str, Any]
) -> Counted:
    """The values as one combination, read as those of any table."""
    columns = [column for name, role in roles.items() for column in role.columns(name)]
    there = [column for column in columns if values[column] is not None]
    kinds = data.kinds(data.to_roles())
    # All given values are missing: there is nothing to read, but one combination.
    nobody = Counted((), (), (), np.ones(1, np.int64))
    found = _read(there, values, kinds, data.read.notation) if there else nobody
    without = [column for column in columns if values[column] is None]
    nothing, missing = np.zeros(0, dtype=object), np.full(1, -1)
    return Counted(
        (*found.columns, *without),
        (*found.values, *(nothing for _ in without)),
        (*found.ranks, *(missing for _ in without)),
        found.counts,
    )


def _read(
    columns: list[str], values: Mapping[str, Any], kinds: Mapping[str, str], notation: Notation
) -> Counted:
    """By the engine, from a table of one record: a text is read as the tables of the release were,
    or else as covey writes it; other values of Python have no notation."""
    texts = all(isinstance(values[column], str) for column in columns)
    # 39 of Python is a number already: a decimal comma or a mark between thousands is about texts.
    if not notation.is_plain and texts:
        try:
            return _read_by(columns, values, kinds, notation.within(columns))
        # It may be written as covey writes it: that is tried next.
        except (WrongKind, InvalidInput):
            pass
    try:
        return _read_by(columns, values, kinds, PLAIN)
    except WrongKind as error:
        column = str(error.given)
        raise InvalidInput(
            f"{column!r} of the release takes {KINDS[kinds[column]].words}; given:"
            f" {str(values[column])!r}.",
            hint=_how_written(column, kinds[column], notation),
            given=values[column],
        ) from None


def _how_written(column: str, kind: str, notation: Notation) -> str:
    """How a value of the column is given: also as the table of the release has it.

    >>> _how_written("age", "integer", Notation.of(na="NA"))
    'Write it as 39; a missing value is written NA.'
    >>> _how_written("day", "date", Notation.of(date_format="%d.%m.%Y"))
    'Write it as 2024-05-31, or as the table does: 31.05.2024 (%d.%m.%Y).'
    """
    dates, told = notation.format_of(column), [f"Write it as {EXAMPLES[kind]}"]
    if kind in DATED and dates is not None:
        told[0] += f", or as the table does: {SOMETIME.strftime(dates.text)} ({dates.text})"
    elif kind in FRACTIONS and notation.decimal_of(column) == ",":
        told[0] += f", or as the table does: {EXAMPLES[kind].replace('.', ',')}"
    if marks := [mark for mark in notation.marks(column) if mark]:
        told.append(f"a missing value is written {' or '.join(marks)}")
    return f"{'; '.join(told)}."


def _read_by(
    columns: list[str], values: Mapping[str, Any], kinds: Mapping[str, str], notation: Notation
) -> Counted:
    engine = default_engine()
    with private_folder() as folder:
        table = folder / "values.csv"
        lines = [columns, [_written(values[column]) for column in columns]]
        # All fields in quotes: an empty text stays one, and is not missing.
        quoted = [[f'"{text.replace(QUOTE, 2 * QUOTE)}"' for text in line] for line in lines]
        text = "".join(f"{','.join(line)}\n" for line in quoted)
        table.write_text(text, encoding="utf-8", newline="")
        own = {column: kinds[column] for column in columns}
        source = engine.source(table, header=True, notation=notation)
        with engine.open(source, own) as snapshot:
            return snapshot.count()


def _written(value: Any) -> str:
    """As the engine writes it: a boolean of Python, numpy or pandas begins with a capital."""
    return str(value).lower() if type(value).__name__ in ("bool", "bool_") else str(value)


def holding(dimension: Dimension) -> NDArray[np.bool_]:
    """Which sets have the piece of the only combination."""
    piece = int(dimension.pieces[0])
    if isinstance(dimension, Members):
        # The set of every entry of `members`.
        owner = np.repeat(np.arange(len(dimension.starts) - 1), np.diff(dimension.starts))
        found = np.zeros(len(dimension.starts) - 1, dtype=bool)
        found[owner[dimension.members == piece]] = True
        return found
    return np.asarray((dimension.low <= piece) & (piece < dimension.high))


def _grouped(texts: list[str], sizes: NDArray[np.int64]) -> tuple[PublishedAs, ...]:
    distinct, of = np.unique(np.array(texts, dtype=object), return_inverse=True)
    classes = np.bincount(of)
    records = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(records, of, sizes)
    # Stable: equal counts stay in the order of their texts.
    order = np.argsort(-records, kind="stable")
    return tuple(PublishedAs(str(distinct[at]), int(classes[at]), int(records[at])) for at in order)


def _nothing_for_missing(name: str, given: str, release: str, missing: str) -> InvalidInput:
    left_out = "Records without a value were left out: it was made with --missing suppress."
    return InvalidInput(
        f"{release}: nothing is published for {name} = {_words(given, True)}.",
        hint=left_out
        if missing == "suppress"
        else "No record of the release lacks a value there, or those that did were withheld.",
        given=given,
    )


def below_node(role: Role, given: str) -> list[str]:
    """Labels below an inner node of a column's tree; none, if it is no such node."""
    tree = role.tree_of_names
    if not isinstance(tree, Taxonomy):
        return []
    # The first of the path is the label itself.
    return [label for label in tree.labels if given in tree.path(label)[1:]]


def _node_above(name: str, given: str, release: str, below: Sequence[str]) -> InvalidInput:
    return InvalidInput(
        f"{release}: {name} = {given} is a node above labels: no record has it as its value.",
        hint=f"Name a label below it, such as {name}={below[0]}",
        given=given,
    )


def _unknown(name: str, given: str, release: str, columns: Sequence[Column]) -> InvalidInput:
    """With the value that comes nearest to it, where the codebook lists values."""
    hint = "No record of the release has it, or those that had it were withheld."
    for column in columns:
        # filter(None, ...) leaves out the missing and the empty text.
        known = islice(filter(None, column.listed.places), SEARCHED)
        hint = f"{hint} {did_you_mean(given, known)}".rstrip()
    return InvalidInput(
        f"{release}: nothing is published for {name} = {_words(given, False)}.",
        hint=hint,
        given=given,
    )
