from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.outputs.folder import CERTIFICATE_FILE, SIGNATURE, release_folder


def mark(text: str, **files: str) -> str:
    """A certificate with the contents of files."""
    seen = {
        f"{name}.csv": f"sha256:{hashlib.sha256(content.encode()).hexdigest()}"
        for name, content in files.items()
    }
    return json.dumps({"format": "covey certificate 1", "files": seen, "text": text})


def text_of(target: Path) -> str:
    return str(json.loads((target / CERTIFICATE_FILE).read_text())["text"])


def fill(target: Path, text: str, overwrite: bool = False) -> None:
    with release_folder(target, overwrite) as hidden:
        (hidden / CERTIFICATE_FILE).write_text(mark(text))


def fail(target: Path, overwrite: bool = False) -> None:
    with release_folder(target, overwrite) as hidden:
        (hidden / CERTIFICATE_FILE).write_text("half")
        raise KeyboardInterrupt


def test_it_appears_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with release_folder(target) as hidden:
        (hidden / CERTIFICATE_FILE).write_text("first")
        assert not target.exists()
    assert (target / CERTIFICATE_FILE).read_text() == "first"
    assert list(tmp_path.iterdir()) == [target]
    mask = os.umask(0)
    os.umask(mask)
    assert target.stat().st_mode & 0o777 == 0o777 & ~mask


def test_a_failure_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        fail(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_former_release(tmp_path: Path) -> None:
    target = tmp_path / "out"
    fill(target, "first")
    with pytest.raises(KeyboardInterrupt):
        fail(target, overwrite=True)
    assert text_of(target) == "first"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("in_one_step", [True, False])
def test_only_overwriting_replaces_a_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_one_step: bool
) -> None:
    if not in_one_step:
        monkeypatch.setattr("covey.io.outputs.folder.sys.platform", "other")
    target = tmp_path / "out"
    fill(target, "first")
    with pytest.raises(InvalidInput, match="exists already"):
        fill(target, "second")
    assert text_of(target) == "first"
    fill(target, "second", overwrite=True)
    assert text_of(target) == "second"
    assert list(tmp_path.iterdir()) == [target]


def test_what_goes_wrong_after_it_appeared_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Ctrl-C while the former release is removed."""

    def strike(_: Path) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "out"
    fill(target, "first")
    monkeypatch.setattr("covey.core.temporary._remove", strike)
    with pytest.raises(KeyboardInterrupt) as struck:
        fill(target, "second", overwrite=True)
    assert struck.value.__notes__ == [f"The release was published in {target}."]
    assert text_of(target) == "second"
    with pytest.raises(KeyboardInterrupt) as struck:
        fail(target, overwrite=True)
    assert not hasattr(struck.value, "__notes__")


def test_what_is_no_release_is_never_replaced(tmp_path: Path) -> None:
    target = tmp_path / "home"
    target.mkdir()
    (target / "diary.txt").write_text("mine")
    with pytest.raises(InvalidInput, match="not a release"):
        fill(target, "x", overwrite=True)
    assert (target / "diary.txt").read_text() == "mine"
    (target / "diary.txt").unlink()
    fill(target, "x", overwrite=True)
    assert text_of(target) == "x"


@pytest.mark.parametrize("overwrite", [True, False])
@pytest.mark.parametrize("as_file", [True, False])
def test_what_appeared_meanwhile_is_not_replaced(
    tmp_path: Path, overwrite: bool, as_file: bool
) -> None:
    target = tmp_path / "out"
    diary = target if as_file else target / "diary.txt"

    def write_meanwhile() -> None:
        with release_folder(target, overwrite) as hidden:
            (hidden / CERTIFICATE_FILE).write_text(mark("x"))
            diary.parent.mkdir(exist_ok=True)
            diary.write_text("mine")

    with pytest.raises(InvalidInput):
        write_meanwhile()
    assert diary.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [target]


def test_another_run_was_quicker(tmp_path: Path) -> None:
    target = tmp_path / "out"

    def be_slow() -> None:
        with release_folder(target):
            fill(target, "quick")

    with pytest.raises(InvalidInput, match="exists already"):
        be_slow()
    assert text_of(target) == "quick"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        "not JSON",
        '{"files": 1}',
        '{"files": {"diary.txt": "sha256:0"}}',
        '{"format": "x509 1", "files": {"diary.txt": "sha256:0"}}',
        '{"format": "covey certificate 1", "files": 1}',
    ],
)
def test_another_certificate_is_no_release(tmp_path: Path, text: str) -> None:
    target = tmp_path / "keys"
    target.mkdir()
    (target / CERTIFICATE_FILE).write_text(text)
    with pytest.raises(InvalidInput, match="not one of covey"):
        fill(target, "x", overwrite=True)
    assert (target / CERTIFICATE_FILE).read_text() == text


def test_a_release_with_something_beside_it_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    fill(target, "first")
    (target / "notes").mkdir()
    with pytest.raises(InvalidInput, match=r"something else as well: notes \(a folder\)"):
        fill(target, "second", overwrite=True)
    assert text_of(target) == "first"


def test_a_signed_release_of_another_version_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / CERTIFICATE_FILE).write_text(mark("first", table="a\n1\n").replace(" 1", " 9"))
    (target / "table.csv").write_text("a\n1\n")
    (target / SIGNATURE).write_text("signed")
    fill(target, "second", overwrite=True)
    assert text_of(target) == "second"
    assert [file.name for file in target.iterdir()] == [CERTIFICATE_FILE]


def test_a_file_that_is_only_called_like_one_of_a_release_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / CERTIFICATE_FILE).write_text(mark("first", diary="a\n1\n", table="a\n1\n", lost="x"))
    (target / "table.csv").write_text("a\n1\n")
    (target / "diary.csv").write_text("mine")
    with pytest.raises(InvalidInput, match=r"diary\.csv has another fingerprint"):
        fill(target, "second", overwrite=True)
    assert (target / "diary.csv").read_text() == "mine"
    (target / "diary.csv").write_text("a\n1\n")
    fill(target, "second", overwrite=True)
    assert text_of(target) == "second"


def test_a_file_that_changes_while_a_release_is_made_is_not_replaced(tmp_path: Path) -> None:
    """Its size and its times may be what they were."""
    target = tmp_path / "out"
    target.mkdir()
    (target / CERTIFICATE_FILE).write_text(mark("first", table="a\n1\n"))
    table = target / "table.csv"
    table.write_text("a\n1\n")

    def make() -> None:
        with release_folder(target, overwrite=True) as hidden:
            (hidden / CERTIFICATE_FILE).write_text(mark("second"))
            before = table.stat()
            table.write_text("a\n2\n")
            os.utime(table, ns=(before.st_atime_ns, before.st_mtime_ns))

    with pytest.raises(InvalidInput, match=r"table\.csv has another fingerprint"):
        make()
    assert table.read_text() == "a\n2\n"
    assert text_of(target) == "first"


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_only_plain_files_are_those_of_a_release(tmp_path: Path, kind: str) -> None:
    """A folder may have the name of a file that the certificate names."""
    target = tmp_path / "out"
    target.mkdir()
    (target / CERTIFICATE_FILE).write_text(mark("first", table="a\n1\n"))
    named = target / "table.csv"
    if kind == "folder":
        named.mkdir()
        (named / "diary.txt").write_text("mine")
    elif kind == "link":
        named.symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(named)
    with pytest.raises(InvalidInput, match=r"something else as well: table.csv \("):
        fill(target, "second", overwrite=True)
    assert text_of(target) == "first"
    assert os.path.lexists(named)


def test_a_link_to_a_certificate_is_no_mark(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (tmp_path / CERTIFICATE_FILE).write_text(mark("elsewhere"))
    (target / CERTIFICATE_FILE).symlink_to(tmp_path / CERTIFICATE_FILE)
    with pytest.raises(InvalidInput, match="not a release"):
        fill(target, "second", overwrite=True)
    assert (target / CERTIFICATE_FILE).is_symlink()


def test_the_input_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    fill(target, "first")
    with (
        pytest.raises(InvalidInput, match="never changes its input"),
        release_folder(target, overwrite=True, inputs=[target / "table.csv"]),
    ):
        pass
    assert (target / CERTIFICATE_FILE).exists()


def test_places_where_no_folder_can_be_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidInput, match="is a file"):
        fill(tmp_path / "file", "x")
    with pytest.raises(InvalidInput, match="no folder"):
        fill(tmp_path / "none" / "out", "x")
    with pytest.raises(InvalidInput, match="No folder can be made in /proc"):
        fill(Path("/proc/covey"), "x")
    with pytest.raises(InvalidInput, match="No folder can be called '/': it is the root"):
        fill(Path("/"), "x", overwrite=True)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("loop", "x" * 300, "nul\0"):
        with pytest.raises(InvalidInput, match="No folder can be called"):
            fill(tmp_path / name, "x")
