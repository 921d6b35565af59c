"""Fields of records that come from files: whole numbers, and tuples of these, to any fixed depth.

The annotations of a dataclass say what each of its fields is. Nothing is converted on the way: a
float, a text or ``True`` is no whole number.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, get_args, get_type_hints

from covey.core.errors import InvalidInput

BITS = 127
"""No number has more of them: the highest cost of 2^63 records has fewer."""


def are_typed(record: Any) -> bool:
    """Whether every field of a dataclass has the type that its annotation says."""
    return all(_is(getattr(record, name), hint) for name, hint in hints(record.__class__).items())


def typed(value: Any, hint: Any, name: str) -> Any:
    """What JSON has for a field, as the type of that field; lists become tuples."""
    found = _tuples(value, hint)
    if not _is(found, hint):
        raise InvalidInput(
            f"{name!r} is {_words(hint)}; given: {_short(value)}.",
            given=value,
        )
    return found


@cache
def hints(kind: Any) -> dict[str, Any]:
    """The types of the fields of a dataclass, by name."""
    known = get_type_hints(kind)
    return {field.name: known[field.name] for field in fields(kind)}


def _is(value: Any, hint: Any) -> bool:
    if hint is int:
        # Not isinstance: True is an int to Python. A file may have a number of thousands of digits,
        # which would make the arithmetic of a check slow.
        return type(value) is int and value.bit_length() <= BITS
    inner = get_args(hint)
    if type(value) is not tuple:
        return False
    if inner[-1] is Ellipsis:
        return all(_is(each, inner[0]) for each in value)
    return len(value) == len(inner) and all(map(_is, value, inner))


def _tuples(value: Any, hint: Any) -> Any:
    """As deep as the type is, and no deeper."""
    inner = get_args(hint)
    if not inner or not isinstance(value, list):
        return value
    if inner[-1] is Ellipsis:
        return tuple(_tuples(each, inner[0]) for each in value)
    return tuple(map(_tuples, value, inner)) if len(value) == len(inner) else value


def _words(hint: Any, one: bool = True) -> str:
    """
    >>> _words(int), _words(tuple[tuple[int, int], ...])
    ('a whole number', 'a list of lists of 2 whole numbers')
    """
    if hint is int:
        return "a whole number" if one else "whole numbers"
    inner = get_args(hint)
    number = "" if inner[-1] is Ellipsis else f"{len(inner)} "
    return f"{'a list' if one else 'lists'} of {number}{_words(inner[0], False)}"


def _short(value: Any) -> str:
    if isinstance(value, str | list | dict):
        return f"a {type(value).__name__} of length {len(value):,}"
    if type(value) is int and value.bit_length() > BITS:
        return f"a number of {value.bit_length():,} bits, which is beyond {BITS}"
    return repr(value)
