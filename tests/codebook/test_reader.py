"""The codebook read back: all that was written, and nothing that is none of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey import InvalidInput
from covey.codebook import reader as bookreader
from covey.codebook.lines import Entry
from covey.codebook.reader import copy_codebook, read_book
from covey.codebook.rows import write_codebook
from tests.release.books import by_lines, made

HEADER = "set,column,holds,value,low,high,published\n"


@pytest.mark.parametrize("several", [False, True])
def test_what_was_written_comes_back(
    tmp_path: Path, several: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookreader, "LISTS", 2)
    rng = np.random.default_rng(several)
    for _ in range(60):
        codebook = made(rng, several=several)
        write_codebook(tmp_path / "codebook.csv", codebook.entries)
        book = read_book(tmp_path / "codebook.csv")
        lines = by_lines(codebook.entries)
        assert book.columns.keys() == lines.keys()
        for name, column in book.columns.items():
            own = [entry for entry in codebook.entries if entry.column == name]
            assert not column.fault
            called = {entry.number: entry.published for entry in own}
            assert column.count == len(called)
            assert dict(enumerate(column.published.tolist())) == called
            starts, members = column.listed.by_set(column.count)
            values = list(column.listed.places)
            for number, expected in lines[name].items():
                part = members[starts[number] : starts[number + 1]].tolist()
                assert {values[member] for member in part} == expected
            assert _ranges(own) == sorted(zip(*map(list, column.ranges), strict=True))
            anything = [entry.number for entry in own if entry.holds == "any"]
            assert column.anything.tolist() == sorted(anything)


def _ranges(entries: list[Entry]) -> list[tuple[int, str | None, str | None]]:
    return sorted((e.number, e.low, e.high) for e in entries if e.holds == "range")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0,a,value,x,,,x", "line 3: a set is a number from 1 on"),
        ("x,a,value,x,,,x", "line 3"),
        ("-1,a,value,x,,,x", "line 3"),
        (f"{10**30},a,value,x,,,x", "line 3"),
        ("1,,value,x,,,x", "line 3"),
        ("1,a,all,x,,,x", "line 3: .* holds value, values, range, missing, any of a column"),
        ("1,a,,x,,,x", "line 3"),
        ("1,a,value,,,,x", "line 3"),
        ("1,a,value,x,secret,,x", "line 3"),
        ("1,a,value,x,,secret,x", "line 3"),
        ("1,a,range,secret,1,2,x", "line 3"),
        ("1,a,missing,secret,,,", "line 3"),
        ("1,a,any,,secret,,*", "line 3"),
        ("1,a,values,,,,x", "line 3"),
        ("01,a,value,y,,,x", "line 3"),
        ("\uff11,a,value,y,,,x", "line 3"),
        ("1,a", "the header names 7 columns"),
    ],
)
def test_a_line_of_no_codebook_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "codebook.csv"
    file.write_text(f"{HEADER}1,a,value,x,,,x\n{line}\n")
    with pytest.raises(InvalidInput, match=message):
        read_book(file)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('1,a,value,"x" ,,,x', "text between the closing quote"),
        ('1,a,value,"x" "y",,,x', "text between the closing quote"),
        ('1,a,value, "x",,,x', "a quote stands inside a field"),
        ("1,a,value,x,,,x,", "the header names 7 columns, this row has 8"),
        ("1,a,value,x\0,,,x", "a NUL byte"),
    ],
)
def test_what_programs_read_differently_is_refused_at_any_line(
    tmp_path: Path, line: str, message: str
) -> None:
    file = tmp_path / "codebook.csv"
    before = 1_200_000 // len("1,a,value,x,,,x\n")  # behind what is looked at first
    file.write_text(HEADER + "1,a,value,x,,,x\n" * before + line)
    with pytest.raises(InvalidInput, match=f"line {before + 2}: .*{message}"):
        read_book(file)


def test_a_codebook_without_lines_is_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="There is no codebook"):
        read_book(tmp_path / "codebook.csv")
    (tmp_path / "codebook.csv").write_text(HEADER)
    with pytest.raises(InvalidInput, match="has no sets"):
        read_book(tmp_path / "codebook.csv")


def test_a_codebook_of_too_many_columns_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bookreader, "MOST_COLUMNS", 1)
    (tmp_path / "codebook.csv").write_text(f"{HEADER}1,a,value,x,,,x\n1,b,value,x,,,x\n")
    with pytest.raises(InvalidInput, match="1 columns at most; this one has 2"):
        read_book(tmp_path / "codebook.csv")


@pytest.mark.parametrize(
    "text",
    [
        "]",
        '"[""a"",]"',
        '"[""a""],[""b""]"',
        '"[""a"" ""b""]"',
        '"[""a""]x"',
        '"""a"""',
        "{}",
        "[NaN]",
        f"[{'9' * 5000}]",
        '"[""a"""',
        '"{""a"": 1}"',
        "[1]",
        '"[[""a""]]"',
        "[true]",
        "[" * 50_000,
        '"[""a"",1]"',
    ],
)
def test_what_is_no_list_of_values_is_said_of_its_column(tmp_path: Path, text: str) -> None:
    file = tmp_path / "codebook.csv"
    file.write_text(f"{HEADER}1,a,value,x,,,x\n2,a,values,{text},,,y\n1,b,value,x,,,x\n")
    book = read_book(file)
    assert book.of("a").fault == "Set 2 of 'a' is not a list of values."
    assert not book.of("b").fault


def test_lists_are_read_as_json_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bookreader, "LISTS", 2)
    lists = [' ["a", "b"]', '["\\u0061","c\\"\\\\"]', "[null]", '["é"]', '["b"]']
    lines = [
        f"{number},a,values,{quoted},,,{number}"
        for number, text in enumerate(lists, start=1)
        for quoted in ['"' + text.replace('"', '""') + '"']
    ]
    file = tmp_path / "codebook.csv"
    file.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    listed = read_book(file).of("a").listed
    values = list(listed.places)
    assert listed.starts.tolist() == [0, 2, 4, 5, 6, 7]
    assert listed.numbers.tolist() == list(range(5))
    assert [values[at] for at in listed.members] == ["a", "b", "a", 'c"\\', None, "é", "b"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "Set 2 of 'a' is empty."),
        ('"[""z"",""y"",""z""]"', "Set 2 of 'a' names a value twice."),
        ('"[null,null]"', "Set 2 of 'a' names a value twice."),
        ('"[""\\ud800"",""y""]"', "'a' has a value that is no text of UTF-8."),
    ],
)
def test_a_list_that_no_set_is_is_said_of_its_column(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "codebook.csv"
    file.write_text(f"{HEADER}1,a,value,x,,,x\n2,a,values,{text},,,y\n1,b,value,x,,,x\n")
    assert read_book(file).of("a").fault == words


def test_the_first_list_that_is_none_is_told(tmp_path: Path) -> None:
    file = tmp_path / "codebook.csv"
    lists = "".join(f'{at},a,values,"[""v{at}"",""w{at}""]",,,{at}\n' for at in range(2, 700))
    file.write_text(f"{HEADER}1,a,values,1,,,x\n{lists}700,a,values,{{}},,,y\n")
    assert read_book(file).of("a").fault == "Set 1 of 'a' is not a list of values."


@pytest.mark.parametrize("was_escaped", [False, True])
@pytest.mark.parametrize("escape", [False, True])
def test_a_copy_is_escaped_or_not_whatever_it_was(
    tmp_path: Path, was_escaped: bool, escape: bool
) -> None:
    entries = [
        Entry(0, "a", "value", "=x", None, None, "=x"),
        Entry(1, "a", "value", "", None, None, "'=y"),
        Entry(2, "a", "missing", None, None, None, None),
        Entry(3, "a", "values", '["-1","é,\n"]', None, None, "-1, other"),
        Entry(0, "b", "range", None, None, "-5", "< -5"),
        Entry(1, "b", "any", None, None, None, "*"),
    ]
    source, copy, expected = (tmp_path / name for name in ("source", "copy", "expected"))
    write_codebook(source, entries, escape=was_escaped)
    copy_codebook(source, copy, was_escaped=was_escaped, escape=escape)
    write_codebook(expected, entries, escape=escape)
    assert copy.read_bytes() == expected.read_bytes()
