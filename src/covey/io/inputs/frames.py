"""Frames in memory, through narwhals: only the counted columns go to the engine. The others come
back unchanged because nothing reads them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.io.dates import SAMPLE, hold_dates
from covey.io.inputs.values import BATCH, ColumnType
from covey.io.layout import FRAME, FRAMES_AS, Layout
from covey.io.notation import PLAIN, Notation

NAME = "the frame"
NUMBERS = {"i": "BIGINT", "u": "UBIGINT", "f": "DOUBLE", "b": "BOOLEAN", "M": "TIMESTAMP"}
BOOLEAN, TRUE, FALSE = "boolean", "true", "false"
"""A kind of texts that frames read back, and its texts."""
VALUES_OF: dict[str, Callable[[str], Any]] = {
    "integer": int,
    "decimal": float,
    "number": float,
    "double": float,
    "date": dt.date.fromisoformat,
    "timestamp": dt.datetime.fromisoformat,
    BOOLEAN: TRUE.__eq__,
}
"""What reads a text of a kind as the value of a frame."""
DTYPES = {
    "integer": "Int64",
    "decimal": "Float64",
    "number": "Float64",
    "double": "Float64",
    "date": "Date",
    "timestamp": "Datetime",
    BOOLEAN: "Boolean",
}
# In microseconds: nanoseconds reach from 1677 to 2262 only.
PANDAS = {
    "integer": "Int64",
    "decimal": "float64",
    "number": "float64",
    "double": "float64",
    "date": "datetime64[us]",
    "timestamp": "datetime64[us]",
    BOOLEAN: "boolean",
}
ROWS_OF_A_SAMPLE = 7_243_991
"""Seeds the draw of rows. A table that was made with the same seed would have alike rows in the
sample, so it is one that nobody takes."""
EXACT = 2.0**53
"""Whole numbers up to which a double is exact."""
# The other types of times come as microseconds, which TIMESTAMP has.
TIMES = {"datetime64[D]": "DATE", "datetime64[ns]": "TIMESTAMP_NS"}


@dataclass(frozen=True, eq=False)
class FrameInput:
    """A pandas, Polars or Arrow frame, or what narwhals takes for one."""

    frame: Any
    columns: tuple[str, ...]
    name: str = NAME
    notation: Notation = PLAIN
    whole: bool = False
    """Whether all columns go to the engine, which writes them to a file: none comes back."""

    @property
    def layout(self) -> Layout:
        return Layout(FRAMES_AS if self.whole else FRAME)

    def of_values(self) -> tuple[str, ...]:
        """The columns that can be counted: lists, objects and the like cannot."""
        return tuple(column for column in self.columns if self._is_of_values(column))

    def _is_of_values(self, column: str) -> bool:
        try:
            FrameColumn(self.name, column, self.frame[column])
        except InvalidInput:
            return False
        return True

    def notes(self, names: Sequence[str]) -> tuple[str, ...]:
        """What the user should know if these columns are counted."""
        return (*self._zones(names), *(() if self.whole else self._index()))

    def _zones(self, names: Sequence[str]) -> tuple[str, ...]:
        zoned = [name for name in names if getattr(self.frame[name].dtype, "time_zone", None)]
        return tuple(f"times in {name!r} have a zone, and are published in UTC" for name in zoned)

    def _index(self) -> tuple[str, ...]:
        """A pandas index that holds something, as identifiers."""
        index = getattr(self.frame.to_native(), "index", None)
        if index is None or type(index).__name__ == "RangeIndex":
            return ()
        return ("the frame's index comes back as it is: reset it, if it tells who is who",)


class FrameColumn:
    """A column as arrays: numbers and timestamps as they are, the rest as Python values with None
    where one is missing. ``sql`` is the SQL type that holds them."""

    def __init__(self, name: str, column: str, series: Any) -> None:
        self.series = series
        dtype = _dtype(series)
        # An array without missing values goes to DuckDB as it is, others value by value.
        self.direct = dtype.kind in NUMBERS and not series.is_null().any()
        # pandas turns whole numbers into floats as soon as one is missing: 39.0 was 39.
        self.whole = not self.direct and _is_whole(series)
        if self.whole:
            self.sql = "BIGINT"
            return
        if self.direct:
            self.sql = TIMES.get(str(dtype)) or NUMBERS[dtype.kind]
            return
        if _is_text(series):
            self.sql = "VARCHAR"
            return
        found = ColumnType(name, column)
        for start in range(0, len(series), BATCH):
            found.see(self.values(start, start + BATCH), start + 1)
        self.sql = found.sql

    def values(self, start: int, stop: int) -> NDArray[Any]:
        part = self.series[start:stop]
        if self.direct:
            array: NDArray[Any] = part.to_numpy()
            exact = array.dtype.kind != "M" or self.sql == "TIMESTAMP_NS"
            return array if exact else self._microseconds(array)
        values = np.empty(len(part), dtype=object)
        values[:] = part.to_list()
        # NaN, NaT and NA are all missing.
        values[part.is_null().to_numpy()] = None
        if self.whole:
            values[:] = [None if value is None else int(value) for value in values]
        return values

    def _microseconds(self, times: NDArray[Any]) -> NDArray[Any]:
        # What does not come back from microseconds was out of their range.
        found = times.astype("datetime64[us]")
        if (found.astype(times.dtype) != times).any():
            raise InvalidInput(
                f"{NAME}: the column {self.series.name!r} has times beyond the year 290,000.",
                hint="Correct those rows, or make the values missing.",
            )
        return found


def _is_whole(series: Any) -> bool:
    """Whether these are floats of pandas that were whole numbers, before some were missing."""
    if not series.implementation.is_pandas_like() or str(series.to_native().dtype) != "float64":
        return False
    known = series.drop_nulls().to_numpy()
    return len(known) > 0 and bool(((known == np.floor(known)) & (abs(known) <= EXACT)).all())


def _is_text(series: Any) -> bool:
    """Whether its type allows nothing but text: objects are text to narwhals if some are."""
    import narwhals as nw

    objects = str(getattr(series.to_native(), "dtype", "")) == "object"
    return series.dtype == nw.String and not objects


def _dtype(series: Any) -> np.dtype[Any]:
    try:
        found: np.dtype[Any] = series[:0].to_numpy().dtype
    except Exception:  # each library has its own words for what numpy lacks, as 128 bits
        return np.dtype(object)
    return found


def open_frame(given: Any) -> FrameInput:
    import narwhals as nw
    from narwhals.exceptions import DuplicateError

    try:
        frame = nw.from_native(given)
        if isinstance(frame, nw.LazyFrame):
            raise InvalidInput(
                "A table of rows is expected; given: a lazy frame.",
                hint="Collect it first: frame.collect()",
            )
        columns = tuple(frame.columns)
    except DuplicateError:
        raise InvalidInput(
            "The frame has two columns of one name.", hint="Rename one of them first."
        ) from None
    except TypeError:
        raise InvalidInput(
            "A table is a path, a pandas, Polars or GeoPandas frame, an Arrow table or a DuckDB"
            f" relation; given: {type(given).__name__}.",
            given=type(given),
        ) from None
    if not all(isinstance(column, str) for column in columns):
        raise InvalidInput("The names of a frame's columns are text; these are not all.")
    return FrameInput(frame, columns)


def order_of(given: FrameInput, column: str) -> tuple[str, ...] | None:
    """The categories of a column from the lowest to the highest, if its type states their order:
    an ordered categorical of pandas, an enumeration of Polars."""
    import narwhals as nw

    if column not in given.frame.columns:
        return None  # what reads the columns says which there are
    dtype = given.frame[column].dtype
    if not isinstance(dtype, nw.Enum):
        return None
    categories = tuple(dtype.categories)
    return categories if all(isinstance(each, str) for each in categories) else None


def is_boolean(given: FrameInput, column: str) -> bool:
    import narwhals as nw

    return column in given.columns and given.frame[column].dtype == nw.Boolean


def distinct(given: FrameInput, columns: Sequence[str]) -> dict[str, float]:
    """Distinct values as a share of the rows; a column of values that cannot be compared is left
    out."""
    rows = len(given.frame)
    found = {}
    for column in columns:
        # A frame without rows has no shares, and ends here, too.
        with suppress(Exception):  # each library has its own words for a list among the values
            found[column] = given.frame[column].n_unique() / rows
    return found


def sample(given: FrameInput, columns: Sequence[str], one_in: int) -> tuple[NDArray[np.int64], ...]:
    """For each of some columns a number for the value of one in so many rows. Every so many-th row
    would be like no other in a table whose rows come in turns."""
    # A fixed seed: the same frame must give the same warnings.
    draw = np.random.default_rng(ROWS_OF_A_SAMPLE).integers(0, one_in, len(given.frame))
    rows = np.flatnonzero(draw == 0)
    found = []
    for column in columns:
        numbers: dict[str, int] = {}
        # As texts: values of every type can be compared then, also those that have no hash.
        values = map(str, given.frame[column][rows.tolist()].to_list())
        found.append(np.array([numbers.setdefault(each, len(numbers)) for each in values]))
    return tuple(found)


def dates(given: FrameInput, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns that hold dates, by type or as text."""
    found = []
    for column in columns:
        first = given.frame[column].head(SAMPLE).drop_nulls()
        if hold_dates(map(str, first.to_list())):
            found.append(column)
    return tuple(found)


def rebuilt(
    given: FrameInput,
    classes: NDArray[np.int64],
    published: Mapping[str, Sequence[str | None]],
    drop: Sequence[str] = (),
    rows: NDArray[np.int64] | None = None,
    kinds: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    columns: Sequence[str] = (),
) -> Any:
    """The frame's kind with its published columns.

    classes
        Of every row, negative where the row is suppressed.
    published
        For every recoded column the text of each class.
    rows
        Which rows, and in which order; those that are not suppressed if not given.
    kinds
        What the texts of some published columns are, which then come back as values.
    orders
        The texts of some published columns in their order, which come back as ordered categories.
    columns
        All columns of the new frame in their order, if published ones are to stand elsewhere than
        at its end.
    """
    import narwhals as nw

    shuffled = rows is not None
    rows = np.flatnonzero(classes >= 0) if rows is None else rows
    frame, native = given.frame, given.frame.to_native()
    kinds, orders = kinds or {}, orders or {}
    # One text for each class becomes one for each row.
    recoded = {
        name: new_series(name, texts, kinds.get(name, ""), frame.implementation, orders.get(name))[
            classes[rows]
        ]
        for name, texts in published.items()
    }
    if hasattr(native, "set_geometry"):
        # narwhals would hand a GeoDataFrame back as a plain one.
        chosen = native.iloc[rows].drop(columns=list(drop))
        chosen = chosen.reset_index(drop=True) if shuffled else chosen
        found = chosen.assign(**{name: s.to_native().array for name, s in recoded.items()})
        return found[list(columns)] if columns else found
    # Nothing is copied if every row stays where it is.
    chosen = frame if _all_in_order(rows, len(frame)) else frame[rows]
    if shuffled and hasattr(chosen.to_native(), "reset_index"):
        # Or sorting by the index would bring the old order back.
        chosen = nw.from_native(chosen.to_native().reset_index(drop=True), eager_only=True)
        recoded = {
            name: nw.from_native(s.to_native().reset_index(drop=True), series_only=True)
            for name, s in recoded.items()
        }
    found = chosen.with_columns(*recoded.values()).drop(list(drop))
    return (found.select(list(columns)) if columns else found).to_native()


def new_series(
    name: str,
    texts: Sequence[str | None],
    kind: str,
    backend: Any,
    order: Sequence[str] | None = None,
) -> Any:
    """Texts, or the values that they are, as a series of a frame's kind; with an ``order`` as
    ordered categories."""
    import narwhals as nw

    if order is not None and not backend.is_pyarrow():
        return nw.new_series(name, list(texts), nw.Enum(list(order)), backend=backend)
    if not kind:
        return nw.new_series(name, list(texts), nw.String, backend=backend)
    read, dtype = VALUES_OF[kind], getattr(nw, DTYPES[kind])
    values = [None if text is None else read(text) for text in texts]
    if backend.is_pandas_like():
        # Whole numbers of numpy cannot be missing, and pandas knows no days.
        import pandas as pd

        dtype_ = "bool" if kind == BOOLEAN and None not in values else PANDAS[kind]
        return nw.from_native(pd.Series(values, dtype=dtype_, name=name), series_only=True)
    return nw.new_series(name, values, dtype, backend=backend)


def _all_in_order(rows: NDArray[np.int64], count: int) -> bool:
    return len(rows) == count and bool((rows == np.arange(count)).all())
