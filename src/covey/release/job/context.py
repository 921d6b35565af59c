"""The circumstances of a release, in the words of its owner. covey repeats them, and checks nothing
of what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from covey.core.errors import InvalidInput, closest
from covey.report.circumstances import TITLES

CONTEXT = tuple(TITLES)


def as_context(given: Any) -> dict[str, str]:
    """The texts without blanks around them, in the order of ``CONTEXT``.

    >>> as_context({"purpose": " a study ", "recipient": "a university"})
    {'recipient': 'a university', 'purpose': 'a study'}
    """
    if not isinstance(given, Mapping):
        raise InvalidInput(
            f"context has a text for some of {', '.join(CONTEXT)}; given: {given!r}.",
            hint='For example: context={"recipient": "the university", "purpose": "a study"}',
            given=given,
        )
    for name, text in given.items():
        if name not in CONTEXT:
            raise InvalidInput(
                f"The context of a release has {', '.join(CONTEXT)}; given: {name!r}.",
                hint=closest(str(name), CONTEXT),
                given=name,
            )
        if not isinstance(text, str) or not text.strip():
            raise InvalidInput(
                f"The {name} of the context is a text that is not empty; given: {text!r}.",
                given=text,
            )
    return {name: given[name].strip() for name in CONTEXT if name in given}
