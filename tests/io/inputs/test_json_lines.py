"""JSON with an object in every line: values are the texts that they are."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from covey.core.errors import InvalidInput
from covey.io.inputs import open_input
from tests.io.inputs.files import file, rows

LINES = """{"id": 1.50, "town": "Zürich", "on": true}

{"town": null, "id": 12345678901234567890123, "note": {"a": [1.0, "x"]}}
"""
ROWS = [
    ("1.50", "Zürich", "true", None),
    ("12345678901234567890123", None, None, '{"a":[1.0,"x"]}'),
]


@pytest.mark.parametrize(
    "content", [LINES.encode(), LINES.encode("utf-8-sig"), gzip.compress(LINES.encode(), mtime=0)]
)
def test_objects_in_lines_are_rows(tmp_path: Path, content: bytes) -> None:
    path = file(tmp_path, content, "in.jsonl")
    opened = open_input(path)
    assert opened.columns == ("id", "town", "on", "note")
    assert opened.layout.format == "csv"
    assert rows(path, tmp_path) == ROWS


def test_many_files_are_one_table(tmp_path: Path) -> None:
    file(tmp_path, '{"a": 1}\n', "1.jsonl")
    file(tmp_path, '{"b": 2}\n', "2.jsonl")
    assert rows(str(tmp_path / "*.jsonl"), tmp_path) == [("1", None), (None, "2")]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ('[{"a": 1}]', "jq -c '.[]'"),
        ('{\n"a": 1\n}', "jq -c ."),
        ('{"a": 1}\n{"a": \n', "line 2: this is no object"),
        ('{"a": 1}\n[1]\n', "line 2: an object of JSON is expected"),
        ('{"a": 1, "a": 2}', "a name is there twice"),
        ('{"a": "x\\u0000"}', "NUL"),
        ("{}\n", "has no fields"),
        ('{"type": "FeatureCollection", "features": []}', "is a map"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (gzip.compress(LINES.encode(), mtime=0)[:-12], "damaged"),
    ],
)
def test_what_is_no_such_table_is_refused(tmp_path: Path, content: str | bytes, words: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(words)):
        open_input(file(tmp_path, content, "in.json"))


def test_a_header_that_begins_with_a_bracket_is_csv(tmp_path: Path) -> None:
    assert open_input(file(tmp_path, "[a],b\nx,1\n")).columns == ("[a]", "b")
