"""The certificate of a table of counts: typed, versioned, and told to other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core.errors import InvalidInput
from covey.core.json_types import Malformed
from covey.cross_tables.certificate import (
    FORMAT,
    CountsCertificate,
    counts_schema,
    format_in,
    schema_text,
)
from covey.cross_tables.publish import tabulate
from tests.cross_tables.conftest import people
from tests.json_schema import is_valid

__all__ = ["people"]
DOCS = Path(__file__).parents[2] / "docs" / "reference"
WRITTEN: dict[str, Any] = {
    "format": FORMAT,
    "covey": "0.2.0",
    "by": ["county"],
    "person": None,
    "k": 11,
    "preset": "cms",
    "rounded_to": None,
    "cells": 4,
    "hidden": 2,
    "names_without_total": {},
    "read": {"na": {"*": ["n/a"]}, "trim": False},
    "files": {"table.csv": "sha256:1"},
}


def content(**changes: Any) -> bytes:
    return json.dumps(WRITTEN | changes, ensure_ascii=False, indent=2).encode() + b"\n"


def test_the_published_schema_is_up_to_date() -> None:
    assert (DOCS / "counts.schema.json").read_text(encoding="utf-8") == schema_text(), "make docs"


@pytest.mark.parametrize("how", [{}, {"round_to": 5}, {"na": "flu", "trim": True}])
def test_what_is_written_fits_the_schema(people: Path, tmp_path: Path, how: dict[str, Any]) -> None:
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out", **how)
    written = (tmp_path / "out" / "certificate.json").read_bytes()
    assert is_valid(json.loads(written), counts_schema())
    assert CountsCertificate.from_json(written).to_json().encode() == written


def test_the_bytes_are_those_of_this_format() -> None:
    """Absent is null: the same table has the same bytes as in version 0.2.0."""
    assert CountsCertificate.from_json(content()).to_json().encode() == content()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"k": 0}, "k: a whole number from 1"),
        ({"cells": 2**53}, r"cells: a whole number from 0 to below 2\^53"),
        ({"by": []}, "by: a table is counted by one column or more"),
        ({"person": ""}, "person: it is the name of a column, or null"),
        ({"preset": "none"}, "preset: it is a preset whose k is met"),
        ({"k": 10}, "preset: it is a preset whose k is met"),
        ({"read": {"na": {}, "trim": 1}}, "read.trim: true or false is expected"),
        ({"names_without_total": {"county": -1}}, "names_without_total.county: a whole number"),
        ({"records_hidden": 3}, "records_hidden: there is no such field here"),
        ({"format": "covey certificate of counts 2"}, "another version of covey"),
        ({"format": "covey certificate 1"}, "format: one of"),
    ],
)
def test_what_covey_does_not_write_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed, match=words):
        CountsCertificate.from_json(content(**changes))


def test_no_field_may_be_missing() -> None:
    for name in WRITTEN:
        data = {other: value for other, value in WRITTEN.items() if other != name}
        with pytest.raises(Malformed, match="this field is missing"):
            CountsCertificate.from_json(json.dumps(data).encode())
        assert not is_valid(data, counts_schema())


def test_a_name_that_is_there_twice() -> None:
    with pytest.raises(Malformed, match="not plain JSON"):
        CountsCertificate.from_json(content().replace(b'"k": 11', b'"k": 11, "k": 11'))


def test_which_files_are_certificates_of_counts() -> None:
    assert format_in(WRITTEN) == FORMAT
    assert format_in({"format": "covey certificate of counts 12"}) != ""
    others: list[Any] = [{}, [], {"format": 1}, {"format": "covey certificate 1"}]
    assert [format_in(other) for other in others] == [""] * 4


def test_verify_says_that_another_version_wrote_it(people: Path, tmp_path: Path) -> None:
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    file = tmp_path / "out" / "certificate.json"
    file.write_text(file.read_text().replace("of counts 1", "of counts 2"))
    with pytest.raises(InvalidInput, match="of another version of covey, and this one reads"):
        covey.verify(tmp_path / "out")
