"""What an engine does for a release, and the values that cross its border.

An engine groups, joins and keeps rows where they are. Only distinct values with their counts come
to Python, and only a class for each of them goes back. ``docs/reference/engines.md`` has the whole
contract on one page; ``tests/engine`` holds every engine to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InternalError, InvalidInput
from covey.core.holders import Holders
from covey.core.words import plural
from covey.core.workers import Work
from covey.io.inputs import Input
from covey.io.layout import SERVER, Layout
from covey.io.notation import PLAIN, Notation

SUPPRESSED = -1
"""The class of values whose records are not published."""
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Capabilities:
    """What an engine can do besides counting and recoding.

    keeps_order
        Rows can be published in the order of the input.
    writes_files
        It takes ``ToFile``.
    returns_frames
        It takes ``ToFrame``.
    keeps_tables
        It takes ``ToTable``, and has ``check_target``, as :class:`KeepsTables` says.
    writes_parts
        It takes ``ToParts``.
    keeps_combinations
        It has ``keep`` and ``open_keeping``, as ``covey.engine.kept.Keeps`` says.
    makes_pseudonyms
        It takes generalizations with pseudonyms, except for frames.
    takes_frames
        It reads frames in the memory of this process, such as those of pandas.
    transactional
        ``reveal`` is one transaction of the engine itself. Otherwise the caller, who made the
        hidden place, reveals it, as a release folder does by one rename.
    """

    keeps_order: bool
    writes_files: bool
    returns_frames: bool
    transactional: bool
    keeps_tables: bool = False
    writes_parts: bool = False
    takes_frames: bool = True
    makes_pseudonyms: bool = False
    keeps_combinations: bool = False

    def refuse_beyond(
        self, layout: Layout | None, *, in_order: bool, pseudonyms: bool = False
    ) -> None:
        """Refuse what the engine cannot do, before any work is done. ``layout`` is that of the
        file to write, None for a frame."""
        if pseudonyms and (layout is None or not self.makes_pseudonyms):
            where = "of a frame" if layout is None else "on this engine"
            raise InvalidInput(
                f"Pseudonyms are not made {where}.",
                hint="Leave --pseudonym (pseudonym= in Python) away, or give the table as a file.",
            )
        if layout is None and not self.returns_frames:
            raise InvalidInput(
                "This engine hands no frames back.",
                hint="Give the table as a file, or leave engine= out.",
            )
        if layout is not None and layout.format == SERVER and not self.keeps_tables:
            raise InvalidInput(
                "This engine keeps no tables on a server.",
                hint="Name a folder to make, or leave engine= out.",
            )
        if layout is not None and layout.format != SERVER and not self._writes(layout):
            parts = "part files" if self.writes_parts else "no files"
            raise InvalidInput(
                f"This engine writes {parts}; the release would be a {layout.format} file.",
                hint="Leave --format away."
                if self.writes_parts
                else "Leave engine= out, or publish to where the engine keeps its tables.",
            )
        if in_order and not self.keeps_order:
            raise InvalidInput(
                "This engine does not keep the order of the rows.",
                hint="Leave --keep-order (shuffle=False in Python) out, or choose another engine.",
            )

    def _writes(self, layout: Layout) -> bool:
        return self.writes_parts if layout.parts else self.writes_files


@dataclass(frozen=True)
class Staged:
    """What is known of a table that an engine has opened: its columns, their SQL types, how each of
    the counted ones is read, and the number of rows. ``seen`` computes the fingerprint while the
    snapshot is open; ``notes`` say what the user should know of the reading. ``where`` says, for
    people, which row is the first with some texts, by column; None where rows have no order."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    kinds: Mapping[str, str]
    rows: int
    seen: Callable[[], str]
    notes: tuple[str, ...] = ()
    where: Callable[[Mapping[str, str]], str] | None = None

    @property
    def fingerprint(self) -> str:
        return self.seen()


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct combinations of the values of some columns, in ascending order, and the records of
    each. Missing values come first.

    ``values`` has an array per column: its distinct values as text, in the order of the column's
    kind. ``ranks`` also has an array per column: for each combination the place of its value in
    ``values``, -1 if it is missing. ``covey.engine.ranking`` says what text and order are.

    ``complete`` says that all counted columns are there, so that no combination occurs twice.
    """

    columns: tuple[str, ...]
    values: tuple[NDArray[Any], ...]
    ranks: tuple[NDArray[np.int64], ...]
    counts: NDArray[np.int64]
    complete: bool = True

    @cached_property
    def texts(self) -> tuple[NDArray[Any], ...]:
        """For every column the texts of the combinations, None where a value is missing."""
        pairs = zip(self.values, self.ranks, strict=True)
        # The rank -1 of a missing value finds the None that is appended.
        return tuple(np.append(values, [None])[ranks] for values, ranks in pairs)

    def of(self, columns: Sequence[str]) -> Counted:
        """Some of the columns; the same combination may then occur several times."""
        at = [self.columns.index(column) for column in columns]
        values, ranks = ([part[place] for place in at] for part in (self.values, self.ranks))
        complete = self.complete and set(columns) == set(self.columns)
        return Counted(tuple(columns), tuple(values), tuple(ranks), self.counts, complete)

    def numbered(self, columns: Sequence[str]) -> NDArray[np.int64]:
        """For every combination the number, from 0 on, of what it has in some of the columns."""
        own = self.of(columns)
        # No combination occurs twice, so that each is a number of its own.
        if own.complete:
            return np.arange(len(self))
        numbers = np.zeros(len(self), dtype=np.int64)
        for values, ranks in zip(own.values, own.ranks, strict=True):
            # Digits of a number of mixed base; + 1 makes the rank -1 of missing values a digit.
            numbers = numbers * (len(values) + 1) + ranks + 1
            # Renumbered after every column: the product of many bases would not fit into 64 bits.
            if len(columns) > 1:
                numbers = np.unique(numbers, return_inverse=True)[1]
        return numbers

    def distinct(self, columns: Sequence[str], among: NDArray[np.bool_]) -> int:
        """How many different values some columns have together in the combinations ``among``, not
        counting those that lack a value."""
        there = np.all([ranks >= 0 for ranks in self.of(columns).ranks], axis=0)
        # Marking the numbers is several times as fast as sorting or hashing them.
        return int(np.count_nonzero(np.bincount(self.numbered(columns)[there & among])))

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def records(self) -> int:
        return validate.total(self.counts)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of missing and empty values."""
        notes = []
        for column, texts in zip(self.columns, self.texts, strict=True):
            missing = int(self.counts[self.missing(column)].sum())
            empty = int(self.counts[texts == ""].sum())
            if missing:
                have = "record has" if missing == 1 else "records have"
                note = f"{missing:,} {have} no value in {column!r}: that is a value of its own"
                notes.append(note)
            if empty:
                have = "record has" if empty == 1 else "records have"
                notes.append(f"{empty:,} {have} empty text in {column!r}, which is not missing")
        return tuple(notes)

    def missing(self, column: str) -> NDArray[np.bool_]:
        """Where the column has no value."""
        return self.ranks[self.columns.index(column)] < 0

    def numbers(self, column: str) -> NDArray[np.float64]:
        """The values as numbers, NaN where one is missing."""
        at = self.columns.index(column)
        # As in `texts`, -1 finds the last entry.
        numbers = np.array([float(text) for text in self.values[at]] + [np.nan])
        return numbers[self.ranks[at]]

    @property
    def fingerprint(self) -> str:
        """The same for every order of the rows and on every engine: the fingerprint of a table that
        is no file."""
        return fingerprint_of(
            self.columns, self.values, ([ranks] for ranks in self.ranks), [self.counts]
        )


def fingerprint_of(
    columns: tuple[str, ...],
    values: Sequence[NDArray[Any]],
    ranks: Iterable[Iterable[NDArray[np.int64]]],
    counts: Iterable[NDArray[np.int64]],
) -> str:
    """The fingerprint of combinations that come in pieces."""
    # Byte order and width are fixed, so that every machine has the same fingerprint.
    seen = hashlib.sha256(repr(columns).encode())
    for known, pieces in zip(values, ranks, strict=True):
        seen.update(repr(known.tolist()).encode())
        for piece in pieces:
            seen.update(piece.astype("<i8").tobytes())
    for piece in counts:
        seen.update(piece.astype("<i8").tobytes())
    return f"sha256 of the counted combinations:{seen.hexdigest()}"


@dataclass(frozen=True, eq=False)
class Generalization:
    """Which class each of the counted values is in, and what is published for a class.

    ``classes`` goes with the rows of a ``Counted``, or is None where the engine keeps the class of
    each combination itself; ``published`` has for every recoded column the
    text of each class, None to publish it as missing. Counted columns that it leaves out are
    published as they are. ``pseudonyms`` has for each of some other columns a secret key of 64
    hexadecimal digits: its values are published as ``covey.engine.pseudonyms`` says.

    instead
        Columns that are published as others: for each the names of these, which ``published`` has.
    kinds
        What the texts of some of the published columns are, by ``covey.io.kinds``: a file or a
        frame whose columns have types may hold values of that kind.
    orders
        The texts of some published columns in the order of their sets: a frame may hold them as
        values of an ordered type.
    """

    classes: NDArray[np.int64] | None
    published: Mapping[str, Sequence[str | None]]
    instead: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pseudonyms: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        sizes = {len(texts) for texts in self.published.values()}
        if len(sizes) != 1:
            raise InvalidInput("Every published column has one text for each class.")
        (size,) = sizes
        if self.classes is None:
            return
        # Engines do not check this: DuckDB would publish a class without texts as missing.
        classes = np.asarray(self.classes, dtype=np.int64)
        if len(classes) and not (classes.min() >= SUPPRESSED and classes.max() < size):
            raise InvalidInput(
                f"Classes are numbered from 0 to {size - 1}, and {SUPPRESSED} is for values that"
                f" are suppressed; given: {int(classes.min())} to {int(classes.max())}."
            )
        object.__setattr__(self, "classes", classes)

    def written(self, columns: Sequence[str]) -> list[str]:
        """The columns that are published for these of the table."""
        return [name for column in columns for name in self.instead.get(column, (column,))]

    @property
    def of_counted(self) -> NDArray[np.int64]:
        """The class of each counted combination, where these were given."""
        if self.classes is None:
            raise InternalError("The classes of combinations are where these are: in the engine.")
        return self.classes

    @property
    def count(self) -> int:
        """How many classes there are."""
        return len(next(iter(self.published.values())))

    def refuse_unlike(self, counted: Counted) -> None:
        given = len(self.of_counted)
        if given != len(counted) or not self._recoded <= set(counted.columns):
            raise InvalidInput(
                f"A generalization has a class for each of {plural(len(counted), 'counted value')}"
                f" and texts for {', '.join(counted.columns)}; given: {given:,} classes"
                f" and texts for {', '.join(self.published)}."
            )

    def refuse_unlike_kept(self, columns: Collection[str], classes: int) -> None:
        """The same where the engine keeps the classes of combinations."""
        if self.classes is not None or self.count != classes or not self._recoded <= set(columns):
            raise InvalidInput(
                f"A generalization has texts for {plural(classes, 'class')} that the engine keeps,"
                f" and for {', '.join(columns)}; given: texts for {self.count:,} classes and for"
                f" {', '.join(self.published)}."
            )

    @property
    def _recoded(self) -> set[str]:
        # Columns that are published instead of another one are not in the table that was counted.
        others = {name for names in self.instead.values() for name in names}
        return (set(self.published) - others) | set(self.instead)


@dataclass(frozen=True)
class ToFile:
    """A file in a place that nobody sees yet. The caller that made the place reveals it."""

    path: Path
    layout: Layout


@dataclass(frozen=True)
class ToParts:
    """Part files in a folder that nobody sees yet, named by ``covey.io.layout.PARTS``. The caller
    that made the folder reveals it."""

    folder: Path


@dataclass(frozen=True)
class ToFrame:
    """A frame of the kind that the input is, handed back by ``reveal``."""


class TableName(Protocol):
    """The name of a table that an engine keeps. What else it holds, only that engine knows."""

    @property
    def name(self) -> str:
        """For messages, certificates and reports: no password is in it."""


@dataclass(frozen=True)
class ToTable:
    """A table on a server, which appears when it is revealed.

    address
        Its name, as the engine has it.
    beside
        A folder of files that go with it, into tables of their own. They are taken along by
        ``reveal``, all or none.
    overwrite
        Take the place of a former release.
    """

    address: TableName
    beside: Path | None = None
    overwrite: bool = False


Target = ToFile | ToFrame | ToParts | ToTable
"""Where rows go."""


class Hidden(Protocol):
    """A recoded table that is written and that nobody sees. A context manager: at the end of its
    block the table is discarded, unless it was revealed."""

    @property
    def rows(self) -> int:
        """The records that are published."""

    @property
    def suppressed(self) -> int:
        """The records of the input that are not."""

    def __enter__(self) -> Hidden: ...
    def __exit__(self, *raised: object) -> None: ...

    def count(self, columns: Sequence[str], passed: Mapping[str, str] = NOTHING) -> Counted:
        """Read what was written, from where it was written, and count it by some columns, all as
        text. Nothing that the snapshot or the recoding remembers is used, except the notation of
        the input. ``passed`` names columns that were published unchanged, which still have that
        notation, and the kind of each: their values are counted as covey writes values of that
        kind."""

    def holders(self, columns: Sequence[str]) -> Sequence[Mapping[int, int]]:
        """For each of some columns of the input, how many different holders every class that is
        published has: counted in the rows as they are joined to their classes, not from what
        ``Snapshot.holders`` found."""

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        """As ``Snapshot.formulas``, for the published rows only."""

    def withheld(self, target: ToFile) -> int:
        """Write the records of the input that are not published, all columns as they were, and say
        how many there are. Frames have no such list."""

    def reveal(self) -> Any:
        """The one atomic step after which others see the table: the path of a file, or the frame.
        A file in a hidden folder is seen when that folder is renamed, not before."""

    def discard(self) -> None:
        """Remove what was written, wherever that is. A second call does nothing."""


class StagedRows(Protocol):
    """A table of which every call sees the same rows, whatever others do to it meanwhile. A context
    manager: at the end of its block every private copy is gone."""

    @property
    def staged(self) -> Staged: ...

    def __enter__(self) -> StagedRows: ...
    def __exit__(self, *raised: object) -> None: ...

    def spellings(self, column: str) -> tuple[int, int]:
        """How many different holders a column names, and how many if blanks around them and
        capital letters do not count."""

    def marked(self, columns: Sequence[str], person: str) -> Mapping[str, Sequence[int]]:
        """How many records, or people by a column ``person``, have each mark of missing values of
        some columns that may be a person's value, as ``Notation.marked`` defines it. Columns
        without such marks are left out; an engine that takes no notation has none."""

    def distinct(self, columns: Sequence[str]) -> Mapping[str, float]:
        """Of some columns that are not counted: distinct values as a share of the rows, about. A
        column of which that is not known is left out."""

    def sample(self, columns: Sequence[str], most: int) -> tuple[NDArray[np.int64], ...]:
        """About ``most`` rows that are spread evenly over the table, or all if it has not twice as
        many: for each of some columns a number for the value of each row. Equal values have the
        same number, missing being one, and no value leaves the engine."""

    def dates(self, columns: Sequence[str]) -> Sequence[str]:
        """Of some columns that are not counted: those that hold dates, by type or as text, as
        ``covey.io.dates`` defines them."""

    def formulas(self, columns: Sequence[str]) -> Mapping[str, int]:
        """Of some columns that are published as they are: how many texts begin like a formula, as
        ``covey.io.formulas`` defines it. Columns without any are left out."""

    def spread(self, work: Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        """Do some work to every piece where the engine has room for it: on its executors, or here
        (``covey.core.workers.here``). The outcomes are in the order of the pieces."""

    def recode(
        self,
        generalization: Generalization,
        target: Target,
        drop: Sequence[str] = (),
        order: str | None = None,
    ) -> Hidden:
        """Write the table with its recoded columns, where nobody sees it.

        generalization
            A class for each combination.
        drop
            Columns that are left out.
        order
            A secret key of 64 hexadecimal digits, to break the order of the rows: the new order
            of a file depends on what is published and the key alone, so that nobody can undo it.
            If not given, the order is that of the input.
        """


class Snapshot(StagedRows, Protocol):
    """Rows whose combinations come here, all of them at once."""

    def __enter__(self) -> Snapshot: ...

    def count(self) -> Counted:
        """Group by the counted columns, all at once. Missing is a value of its own; values are the
        same only if they are exactly equal. A second call gives the same object."""

    def holders(self, columns: Sequence[str]) -> Holders:
        """Who the records of every counted combination are of, by some columns that are not
        counted, such as the number of a person: as numbers, no value leaves the engine. A record
        without a value in such a column is a holder of its own there."""


class Engine(Protocol):
    """Where rows are read, grouped and written. It holds settings and no rows: the same engine can
    open any number of tables, one after the other or at once."""

    @property
    def capabilities(self) -> Capabilities: ...

    def source(
        self,
        table: Any,
        encoding: str = "",
        header: bool | None = None,
        notation: Notation = PLAIN,
    ) -> Input:
        """Look at a table that a user named and describe it, without reading its rows. An engine
        that knows no other ``notation`` than covey's own refuses it."""

    def files(self, table: Any) -> tuple[Path, ...]:
        """The local files that a table is read from, over which nothing may be written."""

    def open(self, given: Input, kinds: Mapping[str, str]) -> Snapshot:
        """Take the snapshot. ``kinds`` names the columns that will be counted and how each is read:
        see ``covey.io.kinds``. A value that is not of its kind is refused."""


class KeepsTables(Protocol):
    """An engine that keeps tables, as far as that goes beyond an engine."""

    def check_target(self, target: ToTable) -> None:
        """Refuse a table that cannot be made or must not be replaced, before any work is done."""
