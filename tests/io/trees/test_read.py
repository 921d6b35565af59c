from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from covey.core.errors import InvalidInput
from covey.io.trees import read
from covey.io.trees.hierarchy import to_text
from covey.io.trees.read import hierarchy_of, read_tree, tree_of

ARX = "BA;Under;Higher\nSome;Under;Higher\nMA;Grad;Higher\n"

SAME = {
    "a hierarchy of ARX": ARX,
    "with commas": ARX.replace(";", ","),
    "of Windows, with a mark": "\ufeff" + ARX.replace("\n", "\r\n"),
    "child and parent": "child,parent\nBA,Under\nSome,Under\nMA,Grad\nUnder,Higher\nGrad,Higher\n",
    "with other columns": "Parent;note;Child\nUnder;x;BA\nUnder;;Some\nGrad;;MA\nHigher;;Under\n"
    "Higher;;Grad\n;;Higher\n",
    "paths": "path\nHigher > Under > BA\nHigher > Under > Some\nHigher > Grad > MA\n",
    "labels and paths": "label,path\nBA,Higher/Under\nSome,Higher/Under\nMA,Higher/Grad\n",
    "nested names": '{"Higher": {"Under": ["BA", "Some"], "Grad": {"MA": {}}}}',
    "name and children": json.dumps(
        {
            "name": "Higher",
            "children": [
                {"name": "Under", "children": [{"name": "BA"}, {"name": "Some"}]},
                {"name": "Grad", "children": ["MA"]},
            ],
        }
    ),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_every_kind_of_file_has_the_same_tree(text: str, tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_bytes(text.encode())
    tree, seen = read_tree(file)
    assert sorted(to_text(tree).splitlines()) == sorted(ARX.splitlines())
    assert seen == {"name": "tree.txt", "fingerprint": hashlib.sha256(text.encode()).hexdigest()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a;b;*\nc;*\n", "line 2: 2 fields, but line 1 has 3"),
        ("child,parent\na\n", "line 2: 1 fields, but the header has 2"),
        ("path\n", "no nodes"),
        ("", "no nodes"),
        ("a\nb\n", "line 1: one field"),
        ('a;"b\n', "line 1: unexpected end of data"),
        ("a;b;*\nb;c;*\n", "'b' has two parents"),
        ("a;b;*\nb;b;*\n", "1 label that other labels are below: 'b'"),
        ("path\n > a\n", "an empty name"),
        ("{", "no plain JSON"),
        ("[" * 100_000, "too many levels|no plain JSON"),
        ('{"a": {"b": 1}}', "names, or objects with names, are expected; given: int"),
        ('{"a": {}, "a": {}}', "twice"),
        (f"{'x' * 70_000};*\n", "field larger than field limit"),
    ],
)
def test_hostile_files_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tree_of(text, "tree.csv")


def test_files_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidInput, match="There is no tree"):
        read_tree(tmp_path / "none.csv")
    with pytest.raises(InvalidInput):
        read_tree(tmp_path)
    file = tmp_path / "latin.csv"
    file.write_bytes("Caf\u00e9;*\n".encode("latin-1"))
    with pytest.raises(InvalidInput, match="not UTF-8: byte 3"):
        read_tree(file)
    monkeypatch.setattr(read, "MOST_BYTES", 3)
    with pytest.raises(InvalidInput, match="a tree of at most 3"):
        read_tree(file)


def test_what_was_written_is_never_taken_for_a_header() -> None:
    text = "path;child;parent\n{;[;parent\n"
    assert to_text(hierarchy_of(text, "tree")) == text
