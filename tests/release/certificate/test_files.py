"""certificate.json in the folder of a release."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import covey
from covey import InvalidInput
from covey.io.outputs.folder import CERTIFICATE_FILE
from covey.release.certificate.files import (
    fingerprint,
    folder_of,
    parsed,
    read_bytes,
    read_release,
    refuse_changed,
    write_certificate,
)
from tests.release.tables import write


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "in.csv", {"town": ["Ulm", "Bern"] * 6})
    covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, out=tmp_path / "out")
    return tmp_path / "out"


def test_it_names_every_other_file_by_its_fingerprint(out: Path) -> None:
    names = {file.name for file in out.iterdir()} - {CERTIFICATE_FILE}
    assert read_release(out).files == {name: fingerprint(out / name) for name in names}


def test_written_again_it_is_the_same_and_takes_known_fingerprints(out: Path) -> None:
    before = (out / CERTIFICATE_FILE).read_bytes()
    certificate = read_release(out)
    assert write_certificate(out / CERTIFICATE_FILE, certificate) == certificate
    assert (out / CERTIFICATE_FILE).read_bytes() == before
    known = write_certificate(out / CERTIFICATE_FILE, certificate, {"table.csv": "known"})
    assert known.files["table.csv"] == "known"
    assert read_release(out) == known


def test_a_changed_file_is_refused(out: Path) -> None:
    certificate = read_release(out)
    refuse_changed(out, certificate, "codebook.csv")
    with (out / "codebook.csv").open("a") as book:
        book.write("x")
    with pytest.raises(InvalidInput, match=r"codebook\.csv is not the one that was released"):
        refuse_changed(out, certificate, "codebook.csv")


def test_a_release_is_named_by_its_folder_its_codebook_or_itself(out: Path) -> None:
    table = write(out.parent / "in.csv", {"town": ["Ulm", "Bern"] * 6})
    release = covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, out=out, overwrite=True)
    for named in (out, str(out), out / "codebook.csv", release):
        assert folder_of(named) == out


@pytest.mark.parametrize("given", [3, None])
def test_what_is_no_folder_is_refused(given: Any) -> None:
    with pytest.raises(InvalidInput, match="A release is the folder"):
        folder_of(given)


def test_a_release_of_a_frame_has_no_folder() -> None:
    pandas = import_module("pandas")
    frame = pandas.DataFrame({"town": ["Ulm", "Bern"] * 6})
    release = covey.anonymize(frame, k=5, quasi={"town": covey.Labels()})
    with pytest.raises(InvalidInput, match="given: a release of a frame"):
        folder_of(release)


def test_folders_without_a_certificate_are_refused(out: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="There is no release"):
        read_bytes(tmp_path / "elsewhere")
    (out / CERTIFICATE_FILE).rename(tmp_path / "moved.json")
    with pytest.raises(InvalidInput, match=r"it has no certificate\.json"):
        read_bytes(out)
    (out / CERTIFICATE_FILE).symlink_to(tmp_path / "moved.json")
    with pytest.raises(InvalidInput, match="a plain file is expected"):
        read_bytes(out)


def test_what_is_no_certificate_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Verify it with that version, or publish"):
        parsed(tmp_path, b"{}")
