"""Tables whose fields are separated by blanks."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey.io.inputs import open_input
from covey.io.inputs.blanks import by_tabs, separated_by_blanks, with_tabs
from covey.io.inputs.csv import BY_BLANKS, look_at, write_utf8

TABLE = "age  sex   height\n" + "".join(f"{20 + at}   m   {150 + at % 3}.5\n" for at in range(12))


@pytest.mark.parametrize(
    "text",
    [
        "name\nAnn Lee Poe\nBob van Dam\nEve of Kent\n",
        "a b c\nd e f\ng h i\n",
        "a b c\n1 2 3\n",
        "a b c\n1 2 3\n4 5\n",
        "a, b c\n1, 2 3\n4, 5 6\n",
        "a\tb\tc\n1\t2\t3\n4\t5\t6\n",
        "patient id\tage\nA 12\t45\nB 13\t46\nC 14\t47\n",
        'a b c\n1 "2 3\n4 5 6\n',
    ],
)
def test_other_tables_are_not_taken_for_one(text: str) -> None:
    assert not separated_by_blanks(text, whole=True)


def test_a_line_that_is_cut_off_does_not_count() -> None:
    assert separated_by_blanks("a b c\n1 2 3\n4 5 6\n7 8", whole=False)
    assert not separated_by_blanks("a b c\n1 2 3\n4 5 6\n7 8", whole=True)


def test_a_tab_beside_aligned_blanks_separates_like_these() -> None:
    lines = [f'{at}.0   8   307.0\t"ford {at}"\n' for at in range(10, 14)]
    assert separated_by_blanks("".join(lines), whole=True)


def test_ends_of_lines_and_quotes_stay() -> None:
    assert by_tabs('  a  "b  c" \r\nd\t e\r\n') == 'a\t"b  c"\r\nd\te\r\n'


def test_parts_may_end_anywhere() -> None:
    text = '  a  "b  c" \r\nd\t e\r\n\n f "" '
    for size in range(1, len(text) + 1):
        parts = [text[at : at + size] for at in range(0, len(text), size)]
        assert "".join(with_tabs(parts)) == by_tabs(text)


def test_a_large_file_is_not_held_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.data").write_text(TABLE)
    file = look_at(tmp_path / "old.data")
    longest = 0

    def seen(text: str) -> str:
        nonlocal longest
        longest = max(longest, len(text))
        return by_tabs(text)

    monkeypatch.setattr("covey.io.inputs.csv.CHUNK", 30)
    monkeypatch.setattr("covey.io.inputs.blanks.by_tabs", seen)
    write_utf8(file, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == by_tabs(TABLE)
    assert 0 < longest < 60 < len(TABLE)


def test_it_is_released_with_tabs(tmp_path: Path) -> None:
    path = tmp_path / "old.data"
    path.write_text(TABLE)
    assert open_input(path).columns == ("age", "sex", "height")
    release = covey.anonymize(path, k=3, quasi={"age": covey.Ordered()}, out=tmp_path / "out")
    assert BY_BLANKS in release.plan.notes
    text = next((tmp_path / "out").glob("table.*")).read_text()
    assert text.startswith("age\tsex\theight\n")
    assert covey.verify(tmp_path / "out", path).holds
