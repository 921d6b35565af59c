"""A release in another folder: whole, with its receipt, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.release.write.copying import copy_release


@pytest.fixture
def release(tmp_path: Path) -> Path:
    table = tmp_path / "people.csv"
    table.write_text("town\n" + "Bern\nChur\n" * 6)
    folder = tmp_path / "made"
    covey.anonymize(table, k=3, quasi={"town": covey.Labels()}, out=folder)
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_copy_is_the_release(release: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy"
    receipts = copy_release(release, target)
    assert files(target) == files(release)
    assert receipts == tmp_path / "copy.receipts.jsonl"
    assert receipts.read_text() == (tmp_path / "made.receipts.jsonl").read_text()
    assert covey.verify(target, against=tmp_path / "people.csv").holds
    # Again only if asked for, and then the receipt stands there once.
    with pytest.raises(InvalidInput, match="exists already"):
        copy_release(release, target)
    copy_release(release, target, overwrite=True)
    assert len(receipts.read_text().splitlines()) == 1


def test_a_changed_release_is_not_copied(release: Path, tmp_path: Path) -> None:
    with (release / "table.csv").open("a") as file:
        file.write("Zug\n")
    with pytest.raises(InvalidInput, match="not what its certificate says"):
        copy_release(release, tmp_path / "copy")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"people.csv", "made", "made.receipts.jsonl"}
