"""The owner's words on a release."""

from __future__ import annotations

from typing import Any

import pytest

import covey
from covey.release.job import Job
from covey.release.job.context import CONTEXT, as_context


@pytest.mark.parametrize(
    ("context", "message"),
    [
        ("the university", "a text for some of recipient, purpose"),
        ({"recipent": "the university"}, "Did you mean 'recipient'"),
        ({"recipient": 3}, "a text that is not empty"),
        ({"recipient": "  "}, "a text that is not empty"),
    ],
)
def test_what_is_no_context_is_refused(context: Any, message: str) -> None:
    with pytest.raises(covey.InvalidInput) as raised:
        Job("people.csv", 3, {}, context=context)
    assert message in f"{raised.value.message} {raised.value.hint}"


def test_the_same_words_make_the_same_context_in_any_order() -> None:
    said = {name: f" the {name} " for name in reversed(CONTEXT)}
    assert list(as_context(said).items()) == [(name, f"the {name}") for name in CONTEXT]
