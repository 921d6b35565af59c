"""The certificate of a release that was just made."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

import covey
from covey.engine.protocol import Staged
from covey.io.layout import Layout
from covey.release.certificate import SolvedCertificate, name_tables, read_release
from covey.release.certificate.describe import (
    LIBRARIES,
    REVEALS,
    class_counts,
    record_counts,
    table_file,
    versions,
)
from covey.release.owner.receipt import owner_key
from tests.release.tables import write

STAGED = Staged("in.csv", ("town",), ("VARCHAR",), {"town": "text"}, 12, lambda: "sha256:1")


def released(folder: Path) -> SolvedCertificate:
    table = write(folder / "in.csv", {"town": ["Ulm", "Bern"] * 6})
    covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, out=folder / "out")
    found = read_release(folder / "out")
    assert isinstance(found, SolvedCertificate)
    return found


def test_a_class_that_is_empty_does_not_count_but_has_a_size() -> None:
    found = class_counts([7, 0, 5])
    assert (found.count, found.smallest, found.largest, found.sizes) == (2, 5, 7, (7, 0, 5))


def test_records_add_up() -> None:
    found = record_counts(20, [7, 0, 5])
    assert (found.input, found.published, found.suppressed) == (20, 12, 8)


@pytest.mark.parametrize(
    ("layout", "file"),
    [
        (Layout("csv", ";", compressed=True), "table.csv.gz"),
        (Layout("xlsx", part="people"), "table.xlsx"),
        (Layout("frame"), "table"),
    ],
)
def test_how_the_table_is_to_be_read(layout: Layout, file: str) -> None:
    found = table_file(layout)
    assert (found.file, found.format, found.part) == (file, layout.format, layout.part)


def test_versions_are_those_that_made_it() -> None:
    assert versions()["covey"] == covey.__version__
    assert {name: versions()[name] for name in LIBRARIES} == {
        name: version(name) for name in LIBRARIES
    }


def test_what_was_read_is_named_by_a_keyed_fingerprint_alone(tmp_path: Path) -> None:
    """The same table and job give the same one; another table gives another."""
    certificate, key = released(tmp_path), owner_key()
    named, receipt = name_tables(certificate, STAGED, key)
    assert named.input.fingerprint not in ("", "sha256:1")
    assert receipt.proves(named.input.fingerprint, "sha256:1")
    assert name_tables(certificate, STAGED, key)[0] == named
    other = replace(STAGED, seen=lambda: "sha256:2")
    assert name_tables(certificate, other, key)[0].input != named.input


def test_proofs_that_tell_more_than_sizes_say_so(tmp_path: Path) -> None:
    certificate = released(tmp_path)
    assert certificate.reveals == REVEALS.get(certificate.proof.kind, "")
