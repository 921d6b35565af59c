"""Lists of values in JSON, many at a time: regions of a map may name its areas a hundred million
times in all.

Short values that are written plainly are read from the bytes of the lists by arrays; whatever else
there is, by Python's own reader of JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.codebook.book import Numbering, Numbers

Members = NDArray[np.int32]
Keys = NDArray[np.uint64]

WORD = 8
LONGEST = 2 * WORD
"""Bytes of a value that goes into two words."""
MASKS = np.array([(1 << (8 * size)) - 1 for size in range(WORD + 1)], dtype=np.uint64)
"""To keep the first bytes of a word."""
SPREAD = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], dtype=np.uint64)
QUOTE, COMMA, OPEN, CLOSE, BLANK = b'",[] '


class NoList(Exception):
    """The text at ``place`` of those given is none of a list of values."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Reader:
    """The lists of one column, by the numbers of their values in ``places``."""

    def __init__(self, places: Numbering) -> None:
        self._places, self._known = places, _Table()

    def read(self, texts: Sequence[str | None]) -> tuple[Numbers, Members]:
        """How many values each list has, and the numbers of all."""
        plain = _plain(texts)
        if plain is None:
            return self._one_by_one(texts)
        numbers = self._known.numbers(plain.low, plain.high)
        new = np.flatnonzero(numbers < 0).tolist()
        if new:
            own = {at: plain.text(at) for at in new}
            numbers[new] = self._places.numbered(list(own.values()))
            first = list({text: at for at, text in own.items()}.values())
            self._known.add(plain.low[first], plain.high[first], numbers[first])
        return plain.sizes, numbers

    def _one_by_one(self, texts: Sequence[str | None]) -> tuple[Numbers, Members]:
        found = [np.zeros(0, dtype=np.int32)]
        for place, text in enumerate(texts):
            try:
                values = json.loads(text or "")
                if not isinstance(values, list):
                    raise TypeError(type(values))
                found.append(self._places.numbered(values))
            except (TypeError, ValueError, RecursionError):
                raise NoList(place) from None
        sizes = np.fromiter(map(len, found[1:]), np.int64, len(texts))
        return sizes, np.concatenate(found)


class _Plain(NamedTuple):
    """Lists as ``["a","b"]``, of values that are short and have nothing escaped: how many values
    each has, where those begin and end in ``raw``, and their bytes as two words."""

    raw: bytes
    sizes: Numbers
    begin: Numbers
    end: Numbers
    low: Keys
    high: Keys

    def text(self, at: int) -> str:
        return self.raw[self.begin[at] : self.end[at]].decode()


def _plain(texts: Sequence[str | None]) -> _Plain | None:
    """None if some list is not plain."""
    encoded = [(text or "").encode() for text in texts]
    raw = b"".join(encoded) + bytes(LONGEST)
    letters = np.frombuffer(raw, dtype=np.uint8)
    ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
    quotes = np.flatnonzero(letters == QUOTE)
    if b"\\" in raw or (letters[:-LONGEST] < BLANK).any() or len(quotes) % 2 or not len(quotes):
        return None
    begin, end = quotes[::2] + 1, quotes[1::2]
    last = np.searchsorted(begin, ends) - 1
    first = np.append(0, last[:-1] + 1)
    if (last < first).any() or not _in_order(letters, begin, end, first, last, ends):
        return None
    length = end - begin
    if int(length.max()) > LONGEST:
        return None
    words: Keys = np.ndarray(len(raw) - WORD + 1, dtype="<u8", buffer=letters, strides=(1,))
    low = words[begin] & MASKS[np.minimum(length, WORD)]
    high = words[begin + WORD] & MASKS[np.maximum(length - WORD, 0)]
    return _Plain(raw, last - first + 1, begin, end, low, high)


def _in_order(
    letters: NDArray[np.uint8],
    begin: Numbers,
    end: Numbers,
    first: Numbers,
    last: Numbers,
    ends: Numbers,
) -> bool:
    """Whether nothing but a comma is between values, and nothing but brackets around them."""
    starts = np.append(0, ends[:-1])
    expected = np.append(0, end[:-1] + 3)
    expected[first] = starts + 2
    mark = np.full(len(end), COMMA, dtype=np.uint8)
    mark[last] = CLOSE
    return bool(
        (begin == expected).all()
        and (letters[end + 1] == mark).all()
        and (end[last] + 2 == ends).all()
        and (letters[starts] == OPEN).all()
    )


class _Table:
    """Numbers by two words, at the place that these are spread to, or the next that is free."""

    def __init__(self) -> None:
        self._bits, self._size = 10, 0
        self._clear()

    def _clear(self) -> None:
        self._low, self._high = np.zeros((2, 1 << self._bits), dtype=np.uint64)
        self._numbers = np.full(1 << self._bits, -1, dtype=np.int32)

    def numbers(self, low: Keys, high: Keys) -> Members:
        """-1 for what is not there."""
        at = self._places(low, high)
        found = self._numbers[at]
        left = np.flatnonzero((self._low[at] != low) | (self._high[at] != high))
        left = left[found[left] >= 0]
        while len(left):
            # Another is at that place: look at the next.
            at[left] = (at[left] + 1) % len(self._numbers)
            there = at[left]
            found[left] = self._numbers[there]
            other = (self._low[there] != low[left]) | (self._high[there] != high[left])
            left = left[other & (found[left] >= 0)]
        return found

    def add(self, low: Keys, high: Keys, numbers: Members) -> None:
        """What is not there yet."""
        self._size += len(low)
        if 4 * self._size > len(self._numbers):
            there = self._numbers >= 0
            low, high = np.append(low, self._low[there]), np.append(high, self._high[there])
            numbers = np.append(numbers, self._numbers[there])
            self._bits = int(4 * self._size).bit_length()
            self._clear()
        at = self._places(low, high)
        left = np.arange(len(low))
        while len(left):
            free = left[self._numbers[at[left]] < 0]
            self._numbers[at[free]] = numbers[free]
            # Of many at one place one stays.
            free = free[self._numbers[at[free]] == numbers[free]]
            self._low[at[free]], self._high[at[free]] = low[free], high[free]
            left = np.setdiff1d(left, free)
            at[left] = (at[left] + 1) % len(self._numbers)

    def _places(self, low: Keys, high: Keys) -> Numbers:
        mixed = (low ^ (high * SPREAD[1])) * SPREAD[0]
        places: Numbers = (mixed >> np.uint64(64 - self._bits)).astype(np.int64)
        return places
