"""Certificates back from JSON, without the solvers that found them. The person who wrote it may
lie."""

from __future__ import annotations

import json
from collections.abc import Mapping

from covey.core.errors import InvalidInput
from covey.core.fields import hints, typed
from covey.core.result import Certificate
from covey.problems.registry import certificates_of

LONGEST = 1 << 26
"""Characters of a certificate. The largest that covey writes has a fifth of them."""


def read_certificate(problem_kind: str, text: str) -> Certificate:
    """A certificate back from the JSON that a result wrote.

    >>> read_certificate("labels", '{"kind": "arithmetic", "bound": 7, "most_classes": 2}')
    Arithmetic(bound=7, most_classes=2)
    """
    if len(text) > LONGEST:
        raise InvalidInput(
            f"A certificate has at most {LONGEST:,} characters; given: {len(text):,}."
        )
    try:
        data = json.loads(text)
    # Deeply nested brackets end Python's recursion before they are seen to be no certificate.
    except (ValueError, RecursionError) as error:
        raise InvalidInput(
            f"A certificate is a JSON object; given: something else ({type(error).__name__})."
        ) from None
    return certificate_of(problem_kind, data)


def certificate_of(problem_kind: str, data: object) -> Certificate:
    """A certificate from the object that its JSON holds. Its words are not read: it has its own."""
    if not isinstance(data, Mapping):
        raise InvalidInput(
            f"A certificate is a JSON object; given: {type(data).__name__}.", given=type(data)
        )
    # Only kinds that are listed: the name in a file never leads to code by itself.
    known = {kind.kind: kind for kind in certificates_of(problem_kind)}
    given = data.get("kind")
    kind = known.get(given) if isinstance(given, str) else None
    if kind is None:
        raise InvalidInput(
            f"Not a certificate for {problem_kind}: its kind is {_short(given)};"
            f" expected one of {', '.join(known)}.",
            given=given,
        )
    expected = hints(kind)
    # All fields and no other: what is not understood is not passed over.
    named = set(data) - {"kind", "words"}
    if named != set(expected):
        raise InvalidInput(
            f"The fields of a certificate of kind {given!r} are {', '.join(expected)}; given:"
            f" {_short(', '.join(sorted(map(str, named))))}.",
            given=sorted(map(str, named)),
        )
    certificate: Certificate = kind(
        **{name: typed(data[name], hint, name) for name, hint in expected.items()}
    )
    return certificate


def _short(given: object) -> str:
    """
    >>> _short("seed"), _short([1, 2])
    ("'seed'", 'a list')
    """
    if not isinstance(given, str):
        return f"a {type(given).__name__}"
    return repr(given if len(given) <= 60 else f"{given[:60]}...")
