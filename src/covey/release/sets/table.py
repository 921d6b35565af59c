"""The sets of a column as a small table: an id by which they sort, their text, and their ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from covey.attributes.bands import IN_TIME
from covey.attributes.range_columns import kinds_of_ranges
from covey.attributes.ranges import range_ends
from covey.codebook.lines import Entry
from covey.codebook.ordinals import ORDINALS
from covey.codebook.reader import read_book
from covey.codebook.rows import CODEBOOK_FILE
from covey.core.errors import InvalidInput, closest
from covey.io.inputs.frames import new_series
from covey.release import certificate

if TYPE_CHECKING:
    from covey.codebook.book import Column
    from covey.release.certificate import ReleaseCertificate

LIBRARIES = ("pandas", "polars", "pyarrow")
"""Of a release that is no frame: the first of them that is installed."""


CODEBOOK_TEXTS = ("column", "holds", "value", "low", "high", "published")


class SetRow(NamedTuple):
    """``low`` and ``high`` are the borders of a range, from low up to, but not including, high."""

    number: int
    text: str | None
    low: str | None = None
    high: str | None = None
    ranged: bool = False
    missing: bool = False


def sets(release: Any, column: str) -> Any:
    """The sets that a release has for a column, as a frame: ``id`` from 1 on, in the order of the
    values; ``set``, the number in the codebook; ``text``, what is published; ``low`` and ``high``,
    the ends of a range (both included where values are whole numbers or days, else without the
    high one; missing if open); ``missing``, whether records without a value are in it.

    release
        Its folder, or what ``covey.anonymize`` handed back. A frame gives one of the same library,
        a folder one of the first that is installed of pandas, Polars and Arrow.
    """
    data: ReleaseCertificate | None = getattr(release, "certificate", None)
    entries: Iterable[Entry] | None = getattr(release, "codebook", None)
    if data is None or entries is None:
        folder = certificate.folder_of(release)
        data = certificate.read_release(folder)
        certificate.refuse_changed(folder, data, CODEBOOK_FILE)
        _refuse_unknown(column, data)
        book = read_book(folder / CODEBOOK_FILE, escape=data.escape_formulas)
        rows = _of_book(book.of(column))
    else:
        _refuse_unknown(column, data)
        rows = _of_entries(entries, column)
    kind = kinds_of_ranges(data.to_roles(), data.readings).get(column, "")
    return _frame(_in_order(rows, kind), kind, _library(release))


def codebook_frame(release: Any) -> Any:
    """The codebook of what ``covey.anonymize`` handed back, as a frame of the same library: the
    columns of ``codebook.csv``, and a line for every value, also where that has a line for many.

    ``low`` and ``high`` are the ends of a range as :func:`sets` has them: 38 and 42 for 38-42.
    (``codebook.csv`` has borders: its ``high`` is the first value above.)"""
    import narwhals as nw

    library = _library(release)
    data = release.certificate
    kinds = kinds_of_ranges(data.to_roles(), data.readings)
    rows = [
        # From 1 on, as in codebook.csv.
        (entry.number + 1, entry.column, entry.holds, value, *ends, entry.published)
        for entry in release.codebook
        for ends in [range_ends(entry.low, entry.high, kinds.get(entry.column, ""))]
        for value in entry.values or [None]
    ]
    numbers, *texts = zip(*rows, strict=True)
    found = {"set": nw.new_series("set", list(numbers), nw.Int64, backend=library)}
    for name, own in zip(CODEBOOK_TEXTS, texts, strict=True):
        found[name] = new_series(name, list(own), "", library)
    return nw.from_dict(found, backend=library).to_native()


def ordered_table(release: Any) -> Any:
    """The frame that ``covey.anonymize`` handed back, with its columns of ranges and of stated
    orders as ordered categories, in the order of :func:`sets`: so that "100-114" comes after "18",
    and groups, axes and sorted rows are in the order of the values. A missing value stays one.
    """
    import narwhals as nw

    table = release.table
    # A path is no frame, and no library is looked for.
    library = None if isinstance(table, str | Path) else _library(release)
    if library not in (nw.Implementation.PANDAS, nw.Implementation.POLARS):
        raise InvalidInput(
            "Ordered categories are for a release that is a frame of pandas or Polars.",
            hint="Read the table as one, and take their order from covey.sets(release, column).",
        )
    frame = nw.from_native(table, eager_only=True)
    data = release.certificate
    kinds = kinds_of_ranges(data.to_roles(), data.readings)
    ordered = [
        column
        for name, role in data.to_roles().items()
        for column in role.columns(name)
        if (column in kinds or role.on_a_line) and column in frame.columns
    ]
    for column in ordered:
        rows = _in_order(_of_entries(release.codebook, column), kinds.get(column, ""))
        # An enumeration names every text once.
        texts = list(dict.fromkeys(row.text for row in rows if row.text is not None))
        frame = frame.with_columns(nw.col(column).cast(nw.Enum(texts)))
    return frame.to_native()


def interval_table(release: Any) -> Any:
    """The frame of pandas that ``covey.anonymize`` handed back, with its ranges of numbers and
    dates as intervals of pandas: 38-42 is [38, 43). They have ``left``, ``right``, ``mid`` and
    ``length``, and know what overlaps. A range without an end reaches to infinity, one of dates to
    the first or last moment that pandas knows. There is none where only missing values are, and
    where any value may be; "< 3 or missing" is the interval below 3."""
    import narwhals as nw

    table = release.table
    library = None if isinstance(table, str | Path) else _library(release)
    if library is not nw.Implementation.PANDAS:
        raise InvalidInput(
            "Intervals are for a release that is a frame of pandas.",
            hint="Take the ends of ranges from covey.sets(release, column), or publish them as two"
            ' columns: columns="low-high".',
        )
    import pandas as pd

    data = release.certificate
    # Shallow: only the columns of ranges are replaced.
    found = table.copy(deep=False)
    for column, kind in kinds_of_ranges(data.to_roles(), data.readings).items():
        if column not in found.columns:
            continue  # its two ends are columns of their own
        rows = [row for row in _of_entries(release.codebook, column) if row.ranged]
        lowest, highest, number = -inf, inf, float
        if kind in IN_TIME:
            lowest, highest, number = pd.Timestamp.min, pd.Timestamp.max, pd.Timestamp
        try:
            left = [lowest if row.low is None else number(row.low) for row in rows]
            right = [highest if row.high is None else number(row.high) for row in rows]
            # Beyond 15 digits two borders may become the same float.
            if not all(low < high for low, high in zip(left, right, strict=True)):
                raise ValueError
            every = pd.arrays.IntervalArray.from_arrays(
                pd.Index(left).astype("datetime64[ns]") if kind in IN_TIME else left,
                pd.Index(right).astype("datetime64[ns]") if kind in IN_TIME else right,
                closed="left",
            )
        except (ValueError, OverflowError):
            raise InvalidInput(
                f"Intervals of pandas cannot hold the ranges of {column!r}: numbers of at most 15"
                " digits, and dates from 1678 to 2261.",
                hint=f"Take the ends of ranges from covey.sets(release, {column!r}).",
            ) from None
        place = {row.text: at for at, row in enumerate(rows)}
        # -1 takes the missing interval.
        at = found[column].map(lambda text, place=place: place.get(text, -1)).to_numpy(dtype=int)
        found[column] = every.take(at, allow_fill=True)
    return found


def _refuse_unknown(column: str, data: ReleaseCertificate) -> None:
    if column not in data.columns:
        raise InvalidInput(
            f"The release does not recode {column!r}.",
            hint=closest(column, data.columns),
            given=column,
        )


def _of_entries(entries: Iterable[Entry], column: str) -> list[SetRow]:
    found: dict[int, SetRow] = {}
    for entry in entries:
        if entry.column != column:
            continue
        row = found.setdefault(entry.number, SetRow(entry.number, entry.published))
        if entry.holds == "range":
            row = row._replace(low=entry.low, high=entry.high, ranged=True)
        # In a list of values null is the missing one, and is last.
        without = entry.holds == "values" and str(entry.value).endswith(",null]")
        if entry.holds in ("missing", "any") or without:
            row = row._replace(missing=True)
        found[entry.number] = row
    return list(found.values())


def _of_book(column: Column) -> list[SetRow]:
    missing = {*column.missing.tolist(), *column.anything.tolist()}
    found = [
        SetRow(number, text, missing=number in missing)
        for number, text in enumerate(column.published.tolist())
    ]
    ranges = column.ranges
    borders = zip(ranges.low.tolist(), ranges.high.tolist(), strict=True)
    for number, (low, high) in zip(ranges.numbers.tolist(), borders, strict=True):
        found[number] = found[number]._replace(low=low, high=high, ranged=True)
    return found


def _in_order(rows: Sequence[SetRow], kind: str) -> list[SetRow]:
    """Ranges by where they begin, then by where they end; all others as the codebook has them, and
    what is no range last."""
    ordinal = ORDINALS.get(kind, float)

    def key(row: SetRow) -> tuple[Any, ...]:
        if not row.ranged:
            return (1, row.number)
        # What has no border comes first as a lower one, and last as an upper one.
        low = (0,) if row.low is None else (1, ordinal(row.low))
        high = (1,) if row.high is None else (0, ordinal(row.high))
        return (0, low, high, row.number)

    return sorted(rows, key=key)


def _library(release: Any) -> Any:
    import narwhals as nw

    table = getattr(release, "table", None)
    if table is not None and not isinstance(table, str | Path):
        try:
            return nw.from_native(table, eager_only=True).implementation
        except TypeError:
            pass  # a relation of DuckDB, or a frame of Spark
    from importlib.util import find_spec

    for library in LIBRARIES:
        if find_spec(library) is not None:
            return getattr(nw.Implementation, library.upper())
    raise InvalidInput(
        "The sets of a column are a frame, and no library of frames is installed.",
        hint=f"Install one of {', '.join(LIBRARIES)}; codebook.csv has the same.",
    )


def _frame(rows: Sequence[SetRow], kind: str, library: Any) -> Any:
    import narwhals as nw

    ends = [range_ends(row.low, row.high, kind) if row.ranged else (None, None) for row in rows]
    missing = [row.missing for row in rows]
    plain: Mapping[str, Any] = {
        "id": nw.new_series("id", [*range(1, len(rows) + 1)], nw.Int64, backend=library),
        "set": nw.new_series("set", [row.number + 1 for row in rows], nw.Int64, backend=library),
        "text": new_series("text", [row.text for row in rows], "", library),
        "low": new_series("low", [low for low, _ in ends], kind, library),
        "high": new_series("high", [high for _, high in ends], kind, library),
        "missing": nw.new_series("missing", missing, nw.Boolean, backend=library),
    }
    # A frame from a dictionary would make floats of pandas' whole numbers that may be missing.
    first, *others = plain.values()
    return first.to_frame().with_columns(*others).to_native()
