"""What a published text says, against what the codebook says: docs/reference/release.md, Names of
classes."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta

from attacks.broken import Broken, require
from attacks.recount.asked import Quasi
from attacks.recount.sets import Anything, Box, Members, Named, Nothing, OrMissing, Span

FEW, SHORT = 5, 60
BETWEEN = {"labels": ", ", "ordered": " to ", "regions": ""}
"""What joins labels in a name, by role."""
MADE_UP = re.compile(
    r"\*|any value|\(missing\)|\(empty\)|< .*|>= .*|\[.*, .*[)\]]"
    r"|.*-\d+ \([\d,]+ values\)|.* and [\d,]+ more\)?|.*\(no\. \d+\)|.* or missing",
    re.DOTALL,
)
"""Texts that covey makes up: a label that is one of them stands in quotes."""
PLAIN, DAY = re.compile("-?[0-9]+"), re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
IN_TIME = ("date", "timestamp")
Weights = Counter[str | None]
"""The records that every value has."""
Fits = Callable[[str | None], bool]


def check_texts(
    quasi: Quasi, named: Named, every: frozenset[str | None], weights: Weights | None
) -> None:
    """``every`` are all values that a set of this column lists; ``weights`` are those of the
    published records, of the values that every class with this set has, None if these are not
    known."""
    for text, fits in zip(named.texts, _expected(quasi, named, every, weights), strict=True):
        require(
            any(map(fits, _plain(text, named.number))),
            f"set {named.number} of {quasi.name!r} is published as {text!r}, which does not say"
            f" what it holds: {named.set}",
        )


def _plain(text: str | None, number: int) -> Iterator[str | None]:
    """The text, and what is left of it without the number that distinguishes equal names."""
    yield text
    while text is not None and text.endswith(end := f" (no. {number})"):
        text = text.removesuffix(end)
        yield text


def _or_missing(inner: Fits, number: int) -> Fits:
    """The same, and missing values."""

    def fits(text: str | None) -> bool:
        if text is None or not text.endswith(" or missing"):
            return False
        return any(map(inner, _plain(text.removesuffix(" or missing"), number)))

    return fits


def all_listed(sets: Iterable[Named]) -> frozenset[str | None]:
    """The values that the sets of a column list."""
    found: set[str | None] = set()
    for named in sets:
        if isinstance(named.set, Members):
            found |= named.set.values
    return frozenset(found)


def _expected(
    quasi: Quasi, named: Named, every: frozenset[str | None], weights: Weights | None
) -> list[Fits]:
    """For every column what the text must be."""
    own = named.set
    if isinstance(own, OrMissing):
        inner = _expected(quasi, replace(named, set=own.own), every, weights)
        return [_or_missing(fits, named.number) for fits in inner]
    if isinstance(own, Anything):
        return [_is("*") for _ in quasi.columns]
    if isinstance(own, Nothing):
        return [_is(None) for _ in quasi.columns]
    if isinstance(own, Span):
        return [_is(span_text(own))]
    if isinstance(own, Box):
        sides = (own.along, own.across) if quasi.globe else (own.across, own.along)
        return [_is(_side(span, quasi.globe and span is own.along)) for span in sides]
    return [_of_members(quasi, named.number, own, every, weights)]


def _is(expected: str | None) -> Fits:
    return lambda text: text == expected


def span_text(span: Span) -> str:
    low, high = span.written
    if low is None and high is None:
        return "any value"
    if low is None or high is None:
        border = _short(low or high or "", span.kind)
        return f"< {border}" if low is None else f">= {border}"
    if span.kind == "integer" and PLAIN.fullmatch(low) and PLAIN.fullmatch(high):
        members = [str(int(low)), str(int(high) - 1)]
        return ("-" if int(low) >= 0 else " to ").join(dict.fromkeys(members))
    if span.kind in IN_TIME and DAY.fullmatch(low) and DAY.fullmatch(high):
        return _days(date.fromisoformat(low), date.fromisoformat(high))
    return f"[{low}, {high})"


def _short(border: str, kind: str) -> str:
    """A first of January is its year, the first of another month is that month."""
    if kind in IN_TIME and DAY.fullmatch(border):
        return re.sub("(-01)?-01$", "", border)
    return border


def _days(first: date, end: date) -> str:
    last = end - timedelta(days=1)
    starts = first.day == end.day == 1
    both = [str(first), str(last)]
    if starts and first.month == end.month == 1:
        both = [day[:4] for day in both]
    elif starts and {first.month, end.month} <= {1, 4, 7, 10}:
        both = [f"{day[:4]}-Q{(int(day[5:7]) - 1) // 3 + 1}" for day in both]
    elif starts:
        both = [day[:7] for day in both]
    return " to ".join(dict.fromkeys(both))


def _side(span: Span, latitude: bool) -> str:
    # A pole belongs to the rectangle that reaches it.
    closed = "]" if latitude and span.high == 90 else ")"
    return f"[{span.written[0]}, {span.written[1]}{closed}"


def _of_members(
    quasi: Quasi,
    number: int,
    own: Members,
    every: frozenset[str | None],
    weights: Weights | None,
) -> Fits:
    values, between = own.values, BETWEEN[quasi.role]
    if len(values) == 1:
        (only,) = values
        return lambda text: says(text, only, between)
    if None in values and quasi.role != "labels":
        others = Members(values - {None})
        shared = _or_missing(_of_members(quasi, number, others, every, weights), number)
        # Or any area, with records or without.
        return lambda text: (quasi.role == "regions" and text == "*") or shared(text)
    if quasi.role == "ordered":
        first, last = _ends(quasi, values)
        return lambda text: text is not None and _says_all(text, [first, last], " to ")
    if quasi.role == "regions":
        return _region(quasi, values, weights)
    numbered = re.compile(rf"{re.escape(quasi.name)}-0*{number} \({len(values):,} values\)")
    return lambda text: (
        text is not None
        and (
            numbered.fullmatch(text) is not None
            or (text == "any value" and values == every)
            or _says_first(text, list(values))
            or (len(values) <= FEW and len(text) <= SHORT and _says_all(text, list(values), ", "))
        )
    )


def says(text: str | None, label: str | None, between: str, alone: bool = True) -> bool:
    """Whether a text is that label, and cannot be read as anything else. ``between`` joins labels
    in this column; missing and empty ones are words inside of a name, and themselves ``alone``.

    >>> says('"*"', "*", ", "), says("*", "*", ", "), says("(empty)", "", ", ", alone=False)
    (True, False, True)
    """
    if label is None or (label == "" and not alone):
        return text == (None if alone else "(missing)" if label is None else "(empty)")
    if text is None:
        return False
    if text.startswith('"'):
        return text == '"' + label.replace('"', '""') + '"'
    misread = MADE_UP.fullmatch(text) or text != text.strip() or (between and between in text)
    return text == label and not misread


def _says_all(text: str, labels: list[str | None], between: str) -> bool:
    """Whether a text is all these labels in a row, each once."""
    left = list(labels)
    for word in _words(text, between):
        found = [label for label in left if says(word, label, between, alone=False)]
        if not found:
            return False
        left.remove(found[0])
    return not left


def _says_first(text: str, labels: list[str | None]) -> bool:
    """Whether a text is some of these labels in a row, and how many more there are.

    >>> _says_first("a, b and 2 more", ["a", "b", "c", "d"])
    True
    >>> _says_first("a, b and 3 more", ["a", "b", "c", "d"])
    False
    """
    found = re.fullmatch(r"(.*) and ([\d,]+) more", text, re.DOTALL)
    if found is None:
        return False
    words = list(_words(found[1], ", "))
    some = [each for each in labels if any(says(word, each, ", ", alone=False) for word in words)]
    more = int(found[2].replace(",", ""))
    return len(words) == len(some) == len(labels) - more and _says_all(found[1], some, ", ")


def _words(text: str, between: str) -> Iterator[str]:
    """The labels of a name, which are in quotes or not.

    >>> list(_words('a, "b, c", d', ", "))
    ['a', '"b, c"', 'd']
    """
    quoted = re.compile(r'"(?:[^"]|"")*"')
    at = 0
    while at <= len(text):
        found = quoted.match(text, at)
        end = found.end() if found else text.find(between, at)
        end = len(text) if end < 0 else end
        yield text[at:end]
        at = end + len(between)


def _ends(quasi: Quasi, values: frozenset[str | None]) -> tuple[str, str]:
    order = quasi.order or ()
    places = sorted(order.index(str(value)) for value in values)
    require(
        places == list(range(places[0], places[-1] + 1)),
        f"a class of {quasi.name!r} is no interval of the stated order: {sorted(map(str, values))}",
    )
    return order[places[0]], order[places[-1]]


def _region(quasi: Quasi, values: frozenset[str | None], weights: Weights | None) -> Fits:
    """The codes' common beginning, and the heaviest member that all classes have, if any."""
    if quasi.areas is None:
        raise Broken("regions without a map")
    codes = [code for code in quasi.areas.codes if code in values]
    require(len(codes) == len(values), f"areas that are not on the map: {values - set(codes)}")
    prefix = os.path.commonprefix(codes)  # noqa: RUF071 - letter by letter is meant
    more = f" and {len(codes) - 1:,} more"
    begin, end = (f"{prefix}* (", f"{more})") if prefix else ("", more)
    nobody = f"{prefix}* ({len(codes):,} areas)" if prefix else f"{len(codes):,} areas"
    # The first of equally heavy ones; any, if it is not known who was published.
    heaviest = codes
    if weights is not None:
        shared = [code for code in codes if weights[code]]
        heaviest = [max(shared, key=lambda code: weights[code])] if shared else []

    def fits(text: str | None) -> bool:
        if text == nobody and (weights is None or not heaviest):
            return True
        if text is None or not (text.startswith(begin) and text.endswith(end)):
            return False
        named = text[len(begin) : len(text) - len(end)]
        return any(says(named, code, "") for code in heaviest)

    return fits
