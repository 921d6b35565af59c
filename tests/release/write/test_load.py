"""What is not loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.core.errors import NotVerified
from tests.engine.spark.people import write_people


def test_what_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    table = write_people(tmp_path)
    release = covey.anonymize(table, k=5, quasi={"zip": covey.Labels()}, out=tmp_path / "out")
    for how, words in (
        ({"format": "parquet"}, "delta or iceberg"),
        ({"overwrite": True}, "Only a table is replaced"),
        ({}, "was not made by Spark: its table is table.parquet"),
    ):
        with pytest.raises(InvalidInput, match=words):
            covey.load(release, str(tmp_path / "there"), **how)
    (tmp_path / "out" / "codebook.csv").write_text("")
    with pytest.raises((NotVerified, InvalidInput)):
        covey.load(release, str(tmp_path / "there"))
