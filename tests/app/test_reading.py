"""How a table is read, from the fields of the page and back."""

from __future__ import annotations

from typing import Any

import pytest

from covey import InvalidInput
from covey.app.reading import from_fields, to_fields, with_remedy

EVERY: dict[str, Any] = {
    "na": {"*": ["N/A", "-"], "age": ["-99"]},
    "decimal": {"*": ","},
    "thousands": {"price": "'"},
    "date_format": {"born": "%d.%m.%Y"},
    "trim": True,
    "encoding": "latin-1",
    "header": False,
}


@pytest.mark.parametrize("reading", [{}, EVERY, {"header": True}, {"na": {"*": ["?"]}}])
def test_fields_and_back(reading: dict[str, Any]) -> None:
    assert from_fields(to_fields(reading)) == reading


def test_a_remedy_is_added() -> None:
    found = with_remedy(EVERY, [("--na", "zip=00000"), ("--decimal", "price=."), ("--trim", "")])
    assert found["na"] == {**EVERY["na"], "zip": ["00000"]}
    assert found["decimal"] == {"*": ",", "price": "."}
    assert with_remedy({}, [("--no-header", "")]) == {"header": False}
    assert with_remedy({}, [("--encoding", "latin-1")]) == {"encoding": "latin-1"}


def test_other_fields_are_refused() -> None:
    with pytest.raises(InvalidInput):
        from_fields({"table": "/etc/passwd"})
