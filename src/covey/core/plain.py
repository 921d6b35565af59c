"""Plain texts instead of those of other libraries.

The names of a frame's columns may be ``numpy.str_``. They compare and print like texts, and are
none where the exact type counts, as in JSON and in certificates.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

Given = TypeVar("Given")


def with_plain_texts(given: Given) -> Given:
    """The same with a ``str`` for every text: in mappings, lists, tuples and the fields of
    dataclasses. What has plain texts only is returned as it is.

    >>> import numpy as np
    >>> with_plain_texts({np.str_("age"): [np.str_("18"), 19]})
    {'age': ['18', 19]}
    """
    found: Given = _plain(given)
    return found


def _plain(given: Any) -> Any:
    if isinstance(given, str):
        return given if type(given) is str else str(given)
    if isinstance(given, Mapping):
        pairs = [(_plain(key), _plain(own)) for key, own in given.items()]
        same = all(a is c and b is d for (a, b), (c, d) in zip(pairs, given.items(), strict=True))
        return given if same else dict(pairs)
    # Exact types: a named tuple cannot be made of one list.
    if type(given) in (list, tuple):
        items = [_plain(each) for each in given]
        return given if all(map(operator.is_, items, given)) else type(given)(items)
    if is_dataclass(given) and not isinstance(given, type):
        # Fields that __init__ does not take are made again by replace.
        options = {each.name: getattr(given, each.name) for each in fields(given) if each.init}
        plain = _plain(options)
        return given if plain is options else replace(given, **plain)
    return given
