"""Tables in zip archives and packed by Zstandard."""

from __future__ import annotations

import hashlib
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from covey.core.errors import InvalidInput
from covey.core.temporary import process_folder
from covey.io.columns.table import open_table
from covey.io.inputs import open_input
from tests.duck import fetch
from tests.io.inputs.files import book, file, rows

TEXT = "id;town\n1;Zürich\n2;\n"
ROWS = [("1", "Zürich"), ("2", None)]


def zipped(folder: Path, **members: str | bytes) -> Path:
    """An archive with these members, whose names have _ for a point."""
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_", "."), content)
    return folder / "all.zip"


def test_the_only_file_of_an_archive(tmp_path: Path) -> None:
    path = zipped(tmp_path, people_csv=TEXT)
    with zipfile.ZipFile(path, "a") as archive:
        archive.mkdir("folder")
        archive.writestr("__MACOSX/.people.csv", "x")
        archive.writestr("folder/.DS_Store", "x")
    assert rows(path, tmp_path) == ROWS
    assert open_input(path).name == f"{path}::people.csv"


def test_one_of_several_files_is_named(tmp_path: Path) -> None:
    path = zipped(tmp_path, people_csv=TEXT, other_csv="a\n1\n")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("deep/people.parquet", "x")
    assert rows(f"{path}::people.csv", tmp_path) == ROWS
    with pytest.raises(
        InvalidInput, match=r"holds 3 files.*\nName one: .*all\.zip::people\.csv"
    ) as e:
        open_input(path)
    assert e.value.remedy == ((str(path), f"{path}::people.csv"),)
    with pytest.raises(InvalidInput, match=r"no files 'peple\.csv'.\nDid you mean 'people\.csv'"):
        open_input(f"{path}::peple.csv")


def test_other_kinds_of_tables_in_an_archive(tmp_path: Path) -> None:
    fetch(f"COPY (SELECT 1 AS id, 'Ulm' AS town) TO '{tmp_path}/in.parquet'")
    path = zipped(tmp_path, in_parquet=(tmp_path / "in.parquet").read_bytes())
    assert rows(path, tmp_path) == [(1, "Ulm")]


def test_a_workbook_is_no_archive(tmp_path: Path) -> None:
    path = book(tmp_path, ("one", [["id"], [1]]))
    assert rows(path, tmp_path) == [(1,)]


def test_what_is_no_table_is_refused_in_words(tmp_path: Path) -> None:
    for members, words in (
        ({}, "holds no file"),
        ({"mimetype": "application/vnd.oasis.opendocument.text"}, "as .ods or CSV"),
        ({"areas_shp": b"x", "areas_dbf": b"x"}, r"covey\.Regions\("),
    ):
        with pytest.raises(InvalidInput, match=words):
            open_input(zipped(tmp_path, **members))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    content = zipped(tmp_path, people_csv=TEXT * 100).read_bytes()
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        open_input(file(tmp_path, content[:-30], "cut.zip"))
    broken = bytearray(content)
    broken[60] ^= 0xFF
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        open_input(file(tmp_path, bytes(broken), "broken.zip"))


def test_a_path_in_an_archive_leads_nowhere_else(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("../../evil.csv", TEXT)
    assert rows(tmp_path / "evil.zip", tmp_path) == ROWS
    assert not list(process_folder().parent.glob("evil.csv"))


def test_packed_by_zstandard(tmp_path: Path) -> None:
    zstandard = import_module("zstandard")
    packed = zstandard.compress(TEXT.encode("utf-16"))
    path = file(tmp_path, packed, "people.csv.zst")
    assert rows(path, tmp_path) == ROWS
    with open_table(path) as table:
        assert table.name == str(path)
        assert table.staging.fingerprint == f"sha256:{hashlib.sha256(packed).hexdigest()}"
    with pytest.raises(InvalidInput, match="cannot be unpacked"):
        open_input(file(tmp_path, packed[:-9], "cut.csv.zst"))


def test_messages_name_the_file_that_was_given(tmp_path: Path) -> None:
    zstandard = import_module("zstandard")
    path = file(tmp_path, zstandard.compress(b"a;b\n1;2\n1;2;3\n"), "t.csv.zst")
    with pytest.raises(InvalidInput, match=rf"{path}, line 3: the header names 2 columns"):
        rows(path, tmp_path)


def test_without_the_package_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("compression.zstd", "zstandard"):
        monkeypatch.setitem(sys.modules, module, None)
    path = file(tmp_path, b"\x28\xb5\x2f\xfd" + b"x" * 20, "t.csv.zst")
    with pytest.raises(InvalidInput, match=r"covey\[zstd\].*unzstd t\.csv\.zst"):
        open_input(path)
