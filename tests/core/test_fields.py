"""What is wrong with a field is said in the right words."""

from __future__ import annotations

from typing import Any

import pytest

from covey import InvalidInput
from covey.core.fields import typed


@pytest.mark.parametrize(
    ("value", "hint", "words"),
    [
        (5, tuple[int, ...], "'sizes' is a list of whole numbers; given: 5."),
        (
            2**200,
            int,
            "'sizes' is a whole number; given: a number of 201 bits, which is beyond 127.",
        ),
        ("abc", int, "'sizes' is a whole number; given: a str of length 3."),
        ([1, 2, 3], tuple[int, int], "'sizes' is a list of 2 whole numbers; given: a list"),
        (True, int, "'sizes' is a whole number; given: True."),
    ],
)
def test_what_was_given_is_told(value: Any, hint: Any, words: str) -> None:
    with pytest.raises(InvalidInput) as error:
        typed(value, hint, "sizes")
    assert error.value.message.startswith(words)
