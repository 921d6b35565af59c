"""Notes with a count of records or people that may be small: the owner reads the count, others read
that it is below k."""

from __future__ import annotations

from collections.abc import Iterable

from covey.core.words import plural, plural_of

HAVE = ("has", "have")


class CountNote(str):
    """A note with a count, as its owner reads it.

    count, noun, words, verbs
        So many of what, what is said of them, and the verb before it for one and for many, if it
        has one.
    before, before_few
        What stands before the count; ``before_few`` is for others if the count is below k, since a
        number of codes says something of few records as well.
    """

    _given: tuple[int, str, str, tuple[str, str] | None, str, str]

    def __new__(
        cls,
        count: int,
        noun: str,
        words: str,
        verbs: tuple[str, str] | None = None,
        before: str = "",
        before_few: str = "",
    ) -> CountNote:
        # A truth value is an index: the first verb is for one.
        verb = f"{verbs[count != 1]} " if verbs else ""
        note = super().__new__(cls, f"{before}{plural(count, noun)} {verb}{words}")
        note._given = (count, noun, words, verbs, before, before_few)
        return note

    def __reduce__(self) -> tuple[type[CountNote], tuple[object, ...]]:
        # Copies, such as those of another process, can be sent to others as well.
        return CountNote, self._given

    def for_others(self, k: int) -> str:
        """
        >>> note = CountNote(1, "record", "no value in 'id'", HAVE)
        >>> print(note)
        1 record has no value in 'id'
        >>> note.for_others(5), note.for_others(1)
        ("fewer than 5 records have no value in 'id'", "1 record has no value in 'id'")
        """
        count, noun, words, verbs, _, before = self._given
        if count >= k:
            return str(self)
        verb = f"{verbs[1]} " if verbs else ""
        return f"{before}fewer than {k:,} {plural_of(noun)} {verb}{words}"


def for_others(notes: Iterable[str], k: int) -> tuple[str, ...]:
    """Notes as files have them that are published: without counts below k."""
    return tuple(note.for_others(k) if isinstance(note, CountNote) else note for note in notes)
