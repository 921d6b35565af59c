from __future__ import annotations

import pytest

from covey.core.errors import InvalidInput
from covey.io.trees.prefixes import from_codes


def test_a_letter_less_at_every_level() -> None:
    tree = from_codes(["47678", "47679", "02139"], "t.csv")
    assert tree.path("47678") == ["47678", "4767*", "476**", "47***", "4****", "*"]
    assert tree.path("02139")[-2] == "0****", "the leading zero is kept"


def test_codes_of_other_lengths_are_never_mixed_up() -> None:
    """I20 is the beginning of I20.0, and so many letters are another node."""
    tree = from_codes(["I20", "I20.0", "I2"], "t.csv")
    assert sorted(tree.labels) == ["I2", "I20", "I20.0"]
    assert tree.path("I20") == ["I20", "I2*", "I**", "*"]
    assert tree.path("I20.0")[1:3] == ["I20.*", "I20**"]


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        (["1", ""], "1 code that is empty"),
        (["4*"], "star"),
        (["a\0"], "shown"),
        (["x" * 200], "200"),
    ],
)
def test_what_is_no_code_is_refused(codes: list[str], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        from_codes(codes, "t.csv")
