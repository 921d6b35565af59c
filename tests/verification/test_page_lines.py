"""Two pages are the same to the last byte, except where nobody can know a number."""

from __future__ import annotations

import pytest

from covey.verification.page_lines import difference

PAGE = """<p>10 records, 7 different values</p>
<dt>Note</dt><dd>1 record has no value</dd>
<tr><th scope="row">certainty penalty</th><td>0.5</td></tr>
<p>k is 5</p>"""


def test_the_first_line_that_differs_is_told() -> None:
    assert difference(PAGE, PAGE.encode(), False) == ""
    assert difference(PAGE, PAGE.replace("k is 5", "k is 6").encode(), False).startswith("line 4 ")
    assert difference(PAGE, f"{PAGE}\nmore".encode(), False).startswith("line 5 ")
    assert difference(PAGE, b"\xff", False) == "it is not UTF-8"


@pytest.mark.parametrize("undecided", [False, True])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("penalty</th><td>0.5", "penalty</th><td>0.25"),
        ("7 different", "6 different"),
        ("1 record has", "2 records have"),
        ("1 record has", "fewer than 5 records have"),
        ("<dt>Note</dt><dd>1 record has no value</dd>\n", ""),
    ],
)
def test_what_depends_on_who_was_withheld_may_differ(old: str, new: str, undecided: bool) -> None:
    found = PAGE.replace(old, new)
    assert found != PAGE
    assert (difference(PAGE, found.encode(), undecided) == "") == undecided


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("k is 5", "k is 6"),
        ("10 records", "11 records"),
        ("has no value</dd>", "has no value</dd>\n<dt>Note</dt><dd>all is well</dd>"),
    ],
)
def test_what_does_not_depend_on_it_may_not(old: str, new: str) -> None:
    assert difference(PAGE, PAGE.replace(old, new).encode(), True) != ""
