"""A release by ``covey apply`` beside the release whose classes it has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from covey import InvalidInput
from covey.release.certificate import fingerprint
from covey.release.owner.receipt import receipts_beside
from covey.verification.source import CLAIM
from tests.release.tables import write
from tests.verification.forged import failed, found_for

TOWNS = ["Ulm", "Bern", "Graz", "=Linz"]


@pytest.fixture
def released(tmp_path: Path) -> Path:
    table = write(tmp_path / "old.csv", {"town": TOWNS * 4})
    covey.anonymize(table, k=4, quasi={"town": covey.Labels()}, out=tmp_path / "old")
    return tmp_path / "old"


@pytest.fixture
def applied(tmp_path: Path, released: Path) -> Path:
    table = write(tmp_path / "new.csv", {"town": TOWNS * 5})
    covey.apply(released, table, out=tmp_path / "new")
    return tmp_path / "new"


def take_out(town: str, folder: Path) -> None:
    """A label, its class and all of its records, of every file."""
    lines = (folder / "codebook.csv").read_text().splitlines()
    number = [f",{town}," in line for line in lines].index(True) - 1
    for name in ("codebook.csv", "cells.csv"):
        head, *rest = (folder / name).read_text().splitlines()
        # Sets and classes are numbered: those after it move up.
        kept = [line.partition(",")[2] for at, line in enumerate(rest) if at != number]
        numbered = [f"{at + 1},{line}" for at, line in enumerate(kept)]
        (folder / name).write_text("\n".join([head, *numbered]) + "\n")
    rows = (folder / "table.csv").read_text().splitlines()
    (folder / "table.csv").write_text("\n".join(row for row in rows if row != town) + "\n")
    data = json.loads((folder / "certificate.json").read_text())
    sizes = data["classes"]["sizes"]
    del sizes[number]
    data["classes"]["count"] -= 1
    data["records"] = {"input": 20, "published": sum(sizes), "suppressed": 20 - sum(sizes)}
    for name in ("codebook.csv", "cells.csv", "table.csv"):
        data["files"][name] = fingerprint(folder / name)
    (folder / "certificate.json").write_text(json.dumps(data))
    receipts_beside(folder).unlink()


def test_a_class_that_was_taken_out_of_every_file_is_missed(released: Path, applied: Path) -> None:
    assert found_for(covey.verify(applied, source=released), CLAIM) == (True, "")
    take_out("Graz", applied)
    alone = covey.verify(applied)
    assert CLAIM not in failed(alone)
    assert found_for(alone, CLAIM) == (None, "name that release with source=")
    assert found_for(covey.verify(applied, source=released), CLAIM)[0] is False


def test_the_source_is_the_one_that_the_certificate_names(tmp_path: Path, applied: Path) -> None:
    other = write(tmp_path / "other.csv", {"town": TOWNS * 6})
    covey.anonymize(other, k=4, quasi={"town": covey.Labels()}, out=tmp_path / "other")
    found = covey.verify(applied, source=tmp_path / "other")
    held, words = found_for(found, CLAIM)
    assert held is False
    assert words.endswith("is not the release that was applied")


def test_quotes_in_front_of_formulas_make_no_difference(tmp_path: Path, released: Path) -> None:
    out = tmp_path / "quoted"
    covey.apply(released, tmp_path / "old.csv", out=out, escape_formulas=True)
    assert "'=Linz" in (out / "codebook.csv").read_text()
    assert found_for(covey.verify(out, source=released), CLAIM) == (True, "")


def test_a_release_with_classes_of_its_own_has_no_source(released: Path) -> None:
    assert CLAIM not in [check.claim for check in covey.verify(released).checks]
    with pytest.raises(covey.InvalidInput, match=r"covey\.apply did not make it"):
        covey.verify(released, source=released)


def test_a_source_that_is_no_release_is_refused(tmp_path: Path, applied: Path) -> None:
    (empty := tmp_path / "empty").mkdir()
    for source in (tmp_path / "nope", empty):
        with pytest.raises(InvalidInput, match="There is no release"):
            covey.verify(applied, source=source)
