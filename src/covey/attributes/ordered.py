"""Ordered values: a set is an interval with round borders, the outermost ones open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from covey.attributes import read_back
from covey.attributes.attribute import (
    Attribute,
    Choices,
    Narrowed,
    suppressed_as_missing,
    weights_of,
)
from covey.attributes.bands import Bands, Grid, Items
from covey.attributes.command_options import NeedsJobFile, plain_name
from covey.attributes.far_values import FarValues, far_values, outermost
from covey.attributes.names import stated_names
from covey.attributes.ranges import range_text
from covey.attributes.role import Role
from covey.attributes.rounding import round_cut, roundness
from covey.codebook.book import Column
from covey.codebook.dimensions import HIGHEST, LOWEST, MISSING_AS, Dimension, of_ranges, of_values
from covey.codebook.lines import EntryLines, Lines
from covey.codebook.rows import Values, range_entry
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput, closest
from covey.core.joining import lighter_end
from covey.engine.protocol import Counted, Staged
from covey.io.kinds import ORDERED
from covey.io.stated_order import not_in_order
from covey.problems.cells.axes import OrderedAxis
from covey.problems.cells.axes.ordered import line_shares
from covey.problems.cells.narrow import new_codes, renumbered
from covey.problems.cells.sets import OrderedSets, Sets
from covey.problems.cells.single import SingleProblem, run_sets
from covey.problems.intervals.problem import IntervalProblem, IntervalSolution

if TYPE_CHECKING:
    from covey.core.grouping import Grouping, Objective


@dataclass(frozen=True)
class Ordered(Role):
    """Values in an order, such as ages: a class is an interval.

    order
        Labels from the lowest to the highest; without it the values are numbers, dates or
        timestamps.
    kind
        Which of these: integer, decimal, number, date or timestamp. Without it the first that all
        values are.
    bands
        The only places where ranges may begin and end: 5 (a width), [0, 18, 30, 65] (borders),
        "month", "digits:2", "<=90" (a top code), or several, as "5 >=18 <=90".
        ``docs/reference/bands.md`` has them all.
    """

    role: ClassVar[str] = "ordered"
    problem_kind: ClassVar[str] = "intervals"
    words: ClassVar[str] = "ordered values"
    value_word: ClassVar[str] = "value"
    sets_words: ClassVar[str] = "intervals"
    option: ClassVar[str] = "--ordered"
    parameters: ClassVar[tuple[str, ...]] = ("ordered",)
    page_label: ClassVar[str] = "Ordered: numbers or dates"
    on_a_line: ClassVar[bool] = True
    may_be_in_parts: ClassVar[bool] = True

    order: Sequence[str] | None = None
    kind: str | None = None
    bands: Any = None

    def __post_init__(self) -> None:
        if self.bands is not None:
            # In one spelling: job files, certificates and notes show this text.
            object.__setattr__(self, "bands", Bands.of(self.bands).text)
            if self.order is not None:
                raise InvalidInput(
                    "Bands are for numbers and dates, not for labels in a stated order.",
                    hint="Group such labels by a tree: --tree COL=FILE.",
                    given=self.bands,
                )
        kinds = tuple(kind.name for kind in ORDERED)
        if self.kind is not None and self.kind not in kinds:
            raise InvalidInput(
                f"Ordered values are of the kind {', '.join(kinds)}; given: {self.kind!r}.",
                hint=closest(str(self.kind), kinds),
                given=self.kind,
            )
        if self.order is None:
            return
        if not isinstance(self.order, Iterable):
            raise InvalidInput("An order is a list of labels, all of them text.", given=self.order)
        if self.kind is not None:
            raise InvalidInput("Labels in a stated order have no kind: give one of the two.")
        order = tuple(self.order)
        # A text is iterable, too: "low" would be the labels l, o and w.
        if isinstance(self.order, str) or not all(isinstance(label, str) for label in order):
            raise InvalidInput("An order is a list of labels, all of them text.")
        if not order or len(set(order)) != len(order):
            raise InvalidInput("An order names every label once, and at least one.", given=order)
        object.__setattr__(self, "order", order)

    @property
    def ranged(self) -> bool:
        return self.order is None

    @property
    def stated_order(self) -> Sequence[str]:
        return self.order or ()

    def with_order(self, order: Sequence[str]) -> Ordered:
        # What the user says counts more than the type.
        return replace(self, order=order) if self.order is None and self.kind is None else self

    @property
    def stated_bands(self) -> str:
        return str(self.bands or "")

    def with_bands(self, bands: str) -> Ordered:
        return replace(self, bands=bands)

    @classmethod
    def from_option(cls, parameter: str, text: str, how: Mapping[str, Any]) -> tuple[str, Ordered]:
        column, stated, labels = text.partition("=")
        return column, cls(tuple(part.strip() for part in labels.split(",")) if stated else None)

    def as_options(self, name: str) -> Sequence[str]:
        if self.kind is not None:
            raise NeedsJobFile
        order = "" if self.order is None else f"={','.join(map(plain_name, self.order))}"
        bands = () if self.bands is None else ("--bands", f"{plain_name(name)}={self.bands}")
        return "--ordered", f"{plain_name(name)}{order}", *bands

    def kinds(self, name: str) -> dict[str, str]:
        return {name: "text" if self.order is not None else self.kind or "ordered"}

    def read(
        self, name: str, staged: Staged, counted: Counted, choices: Choices
    ) -> OrderedAttribute:
        own = counted.of([name])
        missing = own.missing(name)
        left_out, notes = suppressed_as_missing(staged, counted, missing, repr(name), choices)
        values, codes, kind = own.values[0].tolist(), own.ranks[0], staged.kinds[name]
        if self.order is not None:
            # All labels of the order are values, also those that no record has: the order is
            # public, and an empty kind says that there are no borders to round.
            values, codes, kind = list(self.order), self._places(name, staged, own), ""
        grid = None if self.bands is None else Bands.of(self.bands).grid(kind, name)
        if grid is not None:
            notes += (f"the ranges of {name!r} begin and end where its bands do: {self.bands}",)
        return OrderedAttribute(
            name=name,
            role=self,
            columns=(name,),
            left_out=left_out,
            missing=missing,
            notes=notes,
            about={"read_as": kind} if kind else {},
            codes=codes,
            values=tuple(values),
            kind=kind,
            grid=grid,
        )

    def _places(self, name: str, staged: Staged, counted: Counted) -> NDArray[np.int64]:
        """The place of every combination's label in the stated order, -1 where it is missing."""
        order = self.order or ()
        places = {label: place for place, label in enumerate(order)}
        texts = counted.values[0].tolist()
        unknown = [text for text in texts if text not in places]
        if unknown:
            row = staged.where
            row_of = None if row is None else lambda label: row({name: label})
            raise not_in_order(staged.name, name, unknown, order, row_of)
        # The last entry is for missing values, whose rank is -1.
        found: NDArray[np.int64] = np.array([places[text] for text in texts] + [-1])
        return found[counted.ranks[0]]

    def dimensions(
        self,
        own: Sequence[Column],
        of_class: NDArray[np.int64],
        about: Mapping[str, Any],
        counted: Counted | None,
    ) -> list[Dimension]:
        if self.order is None:
            return [of_ranges(own[0], of_class, about, counted)]
        return [of_values(own[0], of_class, counted, self.order)]

    def border_kind(self, about: Mapping[str, Any]) -> str:
        return str(about.get("read_as", ""))

    def readings(self) -> tuple[set[str], set[str]]:
        return ({"read_as"} if self.ranged else set()), set()

    def refuse_kind(self, name: str, kind: str) -> None:
        if self.bands is not None:
            Bands.of(self.bands).grid(kind, name)

    def may_count_missing_as(self, given: Any) -> bool:
        return self.ranged and isinstance(given, str)

    @classmethod
    def is_option_of_type(cls, option: str, value: Any) -> bool:
        if option == "bands":
            return isinstance(value, str | int | float | list) and not isinstance(value, bool)
        return isinstance(value, list if option == "order" else str)

    @classmethod
    def hint_on(cls, option: str) -> str:
        if option == "bands":
            return 'A width, as 5; a list of borders, as [0, 18, 30, 65]; or text, as "month".'
        return "A list of texts." if option == "order" else super().hint_on(option)


@dataclass(frozen=True, eq=False, kw_only=True)
class OrderedAttribute(Attribute):
    """``values[code]`` is the value of a code; ``kind`` is empty for labels in a stated order.

    Sets are ranges of *items*: of values or, if there is a ``grid``, of the bands that have some.
    """

    codes: NDArray[np.int64]
    values: tuple[str, ...]
    kind: str
    grid: Grid | None = None

    @cached_property
    def items(self) -> Items | None:
        """The bands of the values."""
        return None if self.grid is None else self.grid.items(self.values)

    @property
    def item_codes(self) -> NDArray[np.int64]:
        """The item of every combination, -1 for a missing value."""
        found: NDArray[np.int64] = self._items_of(self.codes)
        return found

    def _items_of(self, codes: Any) -> Any:
        if self.items is None:
            return codes
        # Code -1, a missing value, takes the last entry and stays -1.
        return np.append(self.items.of_value, -1)[codes]

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.values) if self.items is None else len(self.items.bands)

    @property
    def all_codes(self) -> tuple[NDArray[np.int64], ...]:
        return (self.codes,)

    def axis(self, kept: NDArray[np.bool_]) -> OrderedAxis:
        if self.grid is not None and self.items is not None:
            ends = band_ends(self.grid, self.items, self.values)
            return OrderedAxis(self.item_codes[kept], *ends)
        # Labels in a stated order have no borders between them that are rounder than others.
        how = partial(roundness, self.kind, self.values) if self.kind else None
        return OrderedAxis(self.codes[kept], positions(self.kind, self.values), roundness=how)

    def single(
        self, kept: NDArray[np.bool_], counts: NDArray[np.int64], k: int, objective: Objective
    ) -> SingleProblem:
        # One weight for every item in order: the solver of intervals cuts between neighbours.
        items = self.item_codes[kept]
        weights = weights_of(items, counts, self.size)
        # Not doubles as they are: their distance may be beyond all doubles.
        ends = line_shares(self.axis(kept).line)
        return SingleProblem(IntervalProblem(weights, k, objective, ends=ends), items)

    def far(self, records: NDArray[np.int64]) -> FarValues | None:
        # By values, not by bands: a band would hide how far its values are from the rest.
        own = weights_of(self.codes, records, len(self.values))
        # There may be millions of values, and only the outermost can be far from the rest.
        at = outermost(len(self.values))
        values = [self.values[place] for place in at]
        where = _known_positions(self.kind, values)
        return None if where is None else far_values(self.name, values, where, own[at], own.sum())

    def sets_of(self, own: Grouping) -> OrderedSets:
        assert isinstance(own, IntervalSolution)
        return run_sets(own.starts, self.size)

    def _to_join(self, others: NDArray[np.int64], records: NDArray[np.int64], k: int) -> int:
        """One of the two ends."""
        own = self.codes[others]
        counts = weights_of(own, records[others], len(self.values))
        # Labels of a stated order are counted as texts.
        end = lighter_end(counts, None if self.kind else self.values)
        return int(others[np.argmax(own == end)])

    def with_codes(
        self, anchor: tuple[int, ...] | None, codes: tuple[NDArray[np.int64], ...]
    ) -> OrderedAttribute:
        return replace(self, codes=codes[0], anchor=anchor)

    def has_anchor(self, sets: Sets) -> NDArray[np.bool_]:
        assert isinstance(sets, OrderedSets)
        assert self.anchor is not None
        # The anchor is the code of a value, sets are ranges of items.
        at = int(self._items_of(self.anchor[0]))
        return np.asarray((sets.low <= at) & (at <= sets.high))

    def reading(self, sets: Sets) -> dict[str, Any]:
        assert isinstance(sets, OrderedSets)
        if self.anchor is None or not self.kind:
            return self.about
        # Which end it is says enough: the value itself may be one person's.
        return self.about | {MISSING_AS: LOWEST if self.anchor[0] == 0 else HIGHEST}

    def narrowed(self, records: NDArray[np.int64]) -> Narrowed:
        left = np.where(records > 0, self.codes, -1)
        numbers = np.arange(len(self.values))
        if self.kind:
            # The labels of a stated order are known beforehand; other values are somebody's.
            numbers = renumbered(left, len(self.values))
        values = tuple(self.values[code] for code in np.flatnonzero(numbers >= 0))
        anchor = self.anchor_left(records, (numbers,))
        fewer = replace(self, values=values).with_codes(anchor, (new_codes(numbers, left),))
        if self.items is not None:
            # Sets are of bands, of which some may have no value left.
            numbers = renumbered(self._items_of(left), self.size)
        return Narrowed(fewer, (numbers,))

    def entries(self, sets: Sets, *, line_per_value: bool) -> Lines:
        assert isinstance(sets, OrderedSets)
        pairs = list(zip(sets.low.tolist(), sets.high.tolist(), strict=True))
        if not self.kind:
            ends = [(self.values[low], self.values[high]) for low, high in pairs]
            values = Values(self.name, self.values, line_per_value=line_per_value)
            members = (np.arange(low, high + 1) for low, high in pairs)
            return values.entries(members, stated_names(ends))
        # The lowest and the highest value are often one person's: the outermost sets are open.
        cuts: dict[int, str | None] = {0: None, self.size: None}
        # Each border is made once: sets that meet there must agree on it to the last letter.
        for at in sorted({low for low, _ in pairs} | {high + 1 for _, high in pairs}):
            if at not in cuts:
                cuts[at] = self._cut(at)
        found = [
            range_entry(number, self.name, low, high, range_text(low, high, self.kind))
            for number, (low, high) in enumerate((cuts[a], cuts[b + 1]) for a, b in pairs)
        ]
        return Lines([EntryLines(found)])

    def _cut(self, at: int) -> str:
        """The border between an item and the one before."""
        if self.grid is None or self.items is None:
            return round_cut(self.kind, self.values[at - 1], self.values[at])
        below, above = self.items.bands[at - 1 : at + 1]
        # A stated border between two bands is published as stated. Only between two free values a
        # round one has to be found.
        if not above.free:
            return self.grid.text(above.low)
        if not below.free:
            return self.grid.text(below.high)
        before = int(self.items.last[at - 1])
        return round_cut(self.kind, self.values[before], self.values[before + 1])

    @property
    def asides(self) -> tuple[str, ...]:
        if self.grid is None or not self.grid.outside(self.values):
            return ()
        return (
            f"some values of {self.name!r} lie outside of the borders of its bands: the outermost"
            " bands are open, and have them",
        )

    def read_back(self, own: Sequence[Column], of_class: NDArray[np.int64]) -> OrderedSets:
        if self.kind:
            values = np.array(self.values, dtype=object)
            found = read_back.of_ranges(own[0], of_class, values, self.kind)
            # Ends of sets are values of the table here; sets of bands are ranges of their items.
            low, high = (self._items_of(ends) for ends in (found.low, found.high))
            return OrderedSets(found.of_class, low.astype(np.int32), high.astype(np.int32))
        lists = read_back.of_members(own[0], of_class, self.values)
        # Members ascend along the order: the first and the last are the ends of the set.
        first, last = lists.starts[:-1], lists.starts[1:] - 1
        return OrderedSets(lists.of_class, lists.members[first], lists.members[last])


def band_ends(
    grid: Grid, items: Items, values: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Where bands begin and end, as numbers; by ranks, if that is not known. The outermost, which
    are published as open, end at the values themselves."""
    first, last = items.first, items.last
    where = _known_positions(grid.kind, values)
    ranks = first.astype(np.float64), last.astype(np.float64)
    if where is None:
        return ranks
    # Free values and the open ends of the outermost bands lie where their values lie.
    low, high = where[first], where[last]
    for at, band in enumerate(items.bands):
        if band.free:
            continue
        if band.low is not None and at > 0:
            low[at] = grid.place(band.low)
        if band.high is not None and at < len(low) - 1:
            high[at] = grid.place(band.high) - grid.step
    # Of two bands that are very narrow, the places may be one double.
    apart = (low <= high).all() and (low[1:] > low[:-1]).all() and (high[:-1] <= low[1:]).all()
    return (low, high) if apart else ranks


def positions(kind: str, values: Sequence[str]) -> NDArray[np.float64]:
    """Where values lie, as numbers; by their rank, if that is not known.

    >>> positions("integer", ("3", "5")).tolist(), positions("date", ("2024-01-01", "2024-01-03"))
    ([3.0, 5.0], array([738886., 738888.]))
    """
    found = _known_positions(kind, values)
    return np.arange(len(values), dtype=np.float64) if found is None else found


def _known_positions(kind: str, values: Sequence[str]) -> NDArray[np.float64] | None:
    try:
        if kind in ("date", "timestamp"):
            # Python knows the years 1 to 9999 only. Others raise a ValueError and count by rank.
            times = [dt.datetime.fromisoformat(value).replace(tzinfo=None) for value in values]
            day = dt.timedelta(days=1)
            found = np.array([(time - dt.datetime.min) / day + 1 for time in times])
        elif kind:
            found = np.array([float(value) for value in values])
        else:
            return None
    except (ValueError, OverflowError):
        return None
    # Two values that become one double would have a distance of 0 and a loss that hides them.
    apart = np.isfinite(found).all() and (found[1:] > found[:-1]).all()
    return found if apart else None
