"""Certificates back from JSON, without the solvers that found them."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from covey.errors import InvalidInput
from covey.houses import room
from covey.result import Certificate


def read_certificate(house: str, text: str) -> Certificate:
    """A certificate back from the JSON that a result wrote.

    >>> read_certificate("labels", '{"kind": "arithmetic", "bound": 7, "most_classes": 2}')
    Arithmetic(bound=7, most_classes=2)
    """
    data = json.loads(text)
    known = {kind.kind: kind for kind in room(house, "bound").CERTIFICATES}
    kind = known.get(data.get("kind"))
    if kind is None:
        raise InvalidInput(
            f"Not a certificate for {house}: its kind is {data.get('kind')!r};"
            f" expected one of {', '.join(known)}.",
            given=data.get("kind"),
        )
    certificate: Certificate = kind(**{f.name: _tuples(data[f.name]) for f in fields(kind)})
    return certificate


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
