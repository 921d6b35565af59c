"""What a published text says, against what the codebook says: docs/release.md, Names of classes."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator

from attacks.broken import Broken, require
from attacks.recount.asked import Quasi
from attacks.recount.sets import Anything, Box, Members, Named, Nothing, Span

FEW, SHORT = 5, 60
Weights = Counter[str | None]
"""The records that every value has in the whole table."""
Fits = Callable[[str | None], bool]


def check_texts(quasi: Quasi, named: Named, weights: Weights) -> None:
    for text, fits in zip(named.texts, _expected(quasi, named, weights), strict=True):
        require(
            any(map(fits, _plain(text, named.number))),
            f"set {named.number} of {quasi.name!r} is published as {text!r}, which does not say"
            f" what it holds: {named.set}",
        )


def _plain(text: str | None, number: int) -> Iterator[str | None]:
    """The text, and what is left of it without the number that tells equal names apart."""
    yield text
    while text is not None and text.endswith(end := f" (no. {number})"):
        text = text.removesuffix(end)
        yield text


def _expected(quasi: Quasi, named: Named, weights: Weights) -> list[Fits]:
    """For every column what the text must be."""
    own = named.set
    if isinstance(own, Anything):
        return [_is("*") for _ in quasi.columns]
    if isinstance(own, Nothing):
        return [_is(None) for _ in quasi.columns]
    if isinstance(own, Span):
        return [_is(span_text(own))]
    if isinstance(own, Box):
        sides = (own.along, own.across) if quasi.globe else (own.across, own.along)
        return [_is(_side(span, quasi.globe and span is own.along)) for span in sides]
    return [_of_members(quasi, named.number, own, weights)]


def _is(expected: str | None) -> Fits:
    return lambda text: text == expected


def span_text(span: Span) -> str:
    low, high = span.written
    if low is None:
        return "any value" if high is None else f"< {high}"
    return f">= {low}" if high is None else f"[{low}, {high})"


def _side(span: Span, latitude: bool) -> str:
    # A pole belongs to the rectangle that reaches it.
    closed = "]" if latitude and span.high == 90 else ")"
    return f"[{span.written[0]}, {span.written[1]}{closed}"


def _of_members(quasi: Quasi, number: int, own: Members, weights: Weights) -> Fits:
    values = own.values
    if quasi.role == "regions" and values >= set(quasi.areas.codes if quasi.areas else ()) | {None}:
        return _is("*")
    if len(values) == 1:
        return _is(next(iter(values)))
    if quasi.role == "ordered":
        return _is(_stated(quasi, values))
    if quasi.role == "regions":
        # With missing values a region is all areas that have records near them.
        return _is("*") if None in values else _is(_region(quasi, values, weights))
    numbered = re.compile(rf"{re.escape(quasi.name)}-0*{number} \({len(values):,} values\)")
    return lambda text: text is not None and (
        numbered.fullmatch(text) is not None or _lists(text, values)
    )


def _lists(text: str, values: frozenset[str | None]) -> bool:
    """Whether it is all values in a row, and cannot be read in another way."""
    shown = {None: "(missing)", "": "(empty)"}
    words = [shown.get(value) or str(value) for value in values]
    readable = len(set(words)) == len(words) and not any(", " in word for word in words)
    return (
        readable
        and len(values) <= FEW
        and len(text) <= SHORT
        and Counter(text.split(", ")) == Counter(words)
    )


def _stated(quasi: Quasi, values: frozenset[str | None]) -> str:
    order = quasi.order or ()
    places = sorted(order.index(str(value)) for value in values)
    require(
        places == list(range(places[0], places[-1] + 1)),
        f"a class of {quasi.name!r} is no interval of the stated order: {sorted(map(str, values))}",
    )
    return f"{order[places[0]]} to {order[places[-1]]}"


def _region(quasi: Quasi, values: frozenset[str | None], weights: Weights) -> str:
    if quasi.areas is None:
        raise Broken("regions without a map")
    codes = [code for code in quasi.areas.codes if code in values]
    require(len(codes) == len(values), f"areas that are not on the map: {values - set(codes)}")
    heaviest = max(codes, key=lambda code: weights[code])  # the first of equally heavy ones
    prefix = os.path.commonprefix(codes)  # noqa: RUF071 - letter by letter is meant
    name = f"{heaviest} and {len(codes) - 1:,} more"
    return f"{prefix}* ({name})" if prefix else name
