"""CSV that all programs read alike, checked in its bytes.

DuckDB reads some of what is not CSV without a word: it drops blanks behind a closing quote, joins
two quoted texts, and drops empty fields behind the last column. Other programs read something else
there. A table could keep what it claims in covey's eyes, and single people out in theirs.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from covey.core.dataclass import dataclass

Bits = NDArray[np.bool_]

BLOCK = 1 << 18
"""Bytes that are looked at together: they stay in the processor's cache."""
QUOTE, RETURN, LINE_END = (ord(letter) for letter in '"\r\n')

NUL = "there is a NUL byte, which no text has"
OPENING = "a quote stands inside a field that does not begin with one"
CLOSING = "there is text between the closing quote of a field and the end of the field"


@dataclass(frozen=True)
class Fault:
    """The byte where something is wrong, and what. ``fields`` is how many a row has that has too
    many."""

    place: int
    words: str
    fields: int = 0


def first_fault(chunks: Iterable[bytes], delimiter: str, columns: int) -> Fault | None:
    """The first byte that no CSV of so many columns has at its place.

    Three faults are left to DuckDB, which finds them: rows with too few fields, rows with too many
    that end with a value, and quotes that are never closed.
    """
    scan = _Scan(ord(delimiter), columns)
    return next((fault for block in _blocks(chunks) if (fault := scan.look(block))), None)


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes behind the byte order mark, and a line end: the last line may lack its own."""
    rest = iter(chunks)
    first = next(rest, b"")
    skipped = len(codecs.BOM_UTF8) if first.startswith(codecs.BOM_UTF8) else 0
    yield from _cut(first, skipped)
    for chunk in rest:
        yield from _cut(chunk)
    yield b"\n"


def _cut(chunk: bytes, start: int = 0) -> Iterator[bytes]:
    for at in range(start, len(chunk), BLOCK):
        yield chunk[at : at + BLOCK]


class _Scan:
    """Looks at one block after the other, each with the last byte of the block before. Quotes
    inside a quoted field are doubled, so that every second quote closes what the one before it
    opened."""

    def __init__(self, delimiter: int, columns: int) -> None:
        self._delimiter, self._columns = delimiter, columns
        # As if a line end stood before the first byte: a field begins there. The
        # place is that of the last byte.
        self._last, self._place = b"\n", -1
        self._open = False  # before the last byte
        self._delimiters = 0  # of the row that is not at its end
        self._ended_empty = False  # the last two bytes are a delimiter and a break

    def look(self, block: bytes) -> Fault | None:
        """The first fault in a block, or in the byte before it."""
        if self._is_plain(block):
            self._pass(block)
            return None
        seen = self._last + block
        data = np.frombuffer(seen, dtype=np.uint8)
        delimiters, ends, returns = (data == mark for mark in (self._delimiter, LINE_END, RETURN))
        faults = [Fault(seen.index(b"\0"), NUL)] if b"\0" in seen else []
        breaks = ends | returns
        # Outside of quotes, only delimiters and line ends count.
        if self._open or b'"' in seen:
            quotes = data == QUOTE
            inside = _inside(quotes, self._open)
            # A quote is a border as well: a doubled one closes the field and opens it again.
            faults += _misplaced(quotes, inside, delimiters | breaks | quotes)
            delimiters &= ~inside
            ends &= ~inside
            # Before the last byte, which the next look sees again. (inside counts
            # a quote at its own place.)
            self._open = bool(inside[-1] ^ quotes[-1])
        faults += self._surplus(delimiters, ends, breaks)
        found = min(faults, key=lambda fault: fault.place, default=None)
        if found is not None:
            return Fault(found.place + self._place, found.words, found.fields)
        self._last, self._place = seen[-1:], self._place + len(block)
        return None

    def _is_plain(self, block: bytes) -> bool:
        """Whether no fault can be here: no quote, no NUL, and no row ends with an empty field. Most
        blocks of most files are so, and to look for a few bytes is several times as fast as to
        count all of them."""
        return not (
            self._open
            or self._last == b'"'
            or b'"' in block
            or b"\0" in block
            or self._has_empty_end(block)
        )

    def _has_empty_end(self, block: bytes) -> bool:
        """Whether a row may end with an empty field in a block, or may have at its first byte."""
        before, first = self._last[0], block[0]
        if self._ended_empty or (before == self._delimiter and first in b"\r\n"):
            return True
        if b"\r" in block and bytes((self._delimiter, RETURN)) in block:
            return True
        # Two bytes at a time, from the first and from the second on.
        # In little-endian order the first of two bytes is the lower one.
        data, pair = np.frombuffer(block, np.uint8), self._delimiter | LINE_END << 8
        halves = (data[start : start + (len(data) - start) // 2 * 2] for start in (0, 1))
        return any(np.any(half.view("<u2") == pair) for half in halves)

    def _pass(self, block: bytes) -> None:
        """Go on behind a block without a fault, remembering how its last row begins."""
        # A line end begins a new row, of which no delimiter was counted yet. No other state
        # changes: a block after an empty end is not plain.
        after = block.rfind(b"\n") + 1
        self._delimiters *= not after
        self._delimiters += block.count(self._delimiter, after)
        self._last, self._place = block[-1:], self._place + len(block)

    def _surplus(self, delimiters: Bits, ends: Bits, breaks: Bits) -> list[Fault]:
        """A row that ends with an empty field and has more fields than there are columns."""
        # A carriage return may be the last byte of a block, and its line end the first of the next.
        ends_empty = np.count_nonzero(delimiters[:-1] & breaks[1:]) or self._ended_empty
        self._ended_empty = bool(delimiters[-2] & breaks[-1])
        delimiters[0] = ends[0] = False  # counted with the block before
        found = self._counted(delimiters, ends) if ends_empty else []
        # As bytes the truth values are 0 and 1.
        after = ends.tobytes().rfind(1) + 1
        self._delimiters *= not after
        self._delimiters += int(np.count_nonzero(delimiters[after:]))
        return found

    def _counted(self, delimiters: Bits, ends: Bits) -> list[Fault]:
        # All delimiters and line ends in their order. Between two line ends are the delimiters of a
        # row, and of the first row some are in the blocks before.
        places = np.flatnonzero(delimiters | ends)
        last = np.flatnonzero(ends[places])
        counts = np.diff(last, prepend=-1) - 1
        counts[:1] += self._delimiters
        too_many = np.flatnonzero(counts >= self._columns)[:1]
        return [Fault(int(places[last[at]]), "", int(counts[at]) + 1) for at in too_many]


def _inside(quotes: Bits, start: bool) -> Bits:
    """Whether there is an odd number of quotes up to each place, itself included, or an even one
    if it starts inside. Sums of 64 bits at a time: six steps instead of one for every bit."""
    # One bit for each place, the first place in the lowest bit.
    words = np.zeros(-(-len(quotes) // 64), dtype="<u8")
    packed = np.packbits(quotes, bitorder="little")
    words.view(np.uint8)[: len(packed)] = packed
    # Each step doubles how many places a bit sums up, until it has all those before it in its word.
    for shift in (1, 2, 4, 8, 16, 32):
        words ^= words << np.uint64(shift)
    # The highest bit is the sum of its word. Added up, they say whether a
    # word begins inside of quotes.
    odd = np.bitwise_xor.accumulate(words >> np.uint64(63))
    before = np.append(np.uint64(start), odd[:-1] ^ np.uint64(start))
    # 0 - 1 is all ones, which turn every bit of a word around.
    words ^= np.uint64(0) - before
    bits = np.unpackbits(words.view(np.uint8), count=len(quotes), bitorder="little")
    return bits.view(np.bool_)


def _misplaced(quotes: Bits, inside: Bits, borders: Bits) -> list[Fault]:
    """Quotes that open or close a field in its middle."""
    opening = (quotes & inside)[1:] & ~borders[:-1]
    closing = (quotes & ~inside)[:-1] & ~borders[1:]
    found = ((opening, 1, OPENING), (closing, 0, CLOSING))
    return [
        Fault(int(np.argmax(wrong)) + first, words)
        for wrong, first, words in found
        if np.count_nonzero(wrong)
    ]
