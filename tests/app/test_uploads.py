"""What the browser sends is private, limited, and whole or not there."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.app.uploads import FOLDER, TOGETHER, Uploads, name_of


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def sent(private: Path, *parts: bytes, length: int | None = None, limit: int = 10) -> Path:
    uploads = Uploads(private, limit)
    return asyncio.run(uploads.receive("../a table.csv", length, pieces(*parts)))


def test_a_file_keeps_its_name_and_nothing_of_its_folder(private: Path) -> None:
    first, second = sent(private, b"a,b\n", b"1,2\n"), sent(private, b"other")
    assert first.read_bytes() == b"a,b\n1,2\n"
    assert first.name == second.name == "a table.csv"
    assert first != second
    assert first.is_relative_to(private / FOLDER)
    for folder in (first.parent, first.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("length", [11, None])
def test_too_much_is_refused_and_leaves_nothing(private: Path, length: int | None) -> None:
    with pytest.raises(InvalidInput, match="at most"):
        sent(private, b"123456", b"78901", length=length)
    assert [file for file in private.rglob("*") if file.is_file()] == []


def test_two_gigabytes_are_refused_before_they_are_sent(private: Path) -> None:
    async def never() -> AsyncIterator[bytes]:
        raise AssertionError("nothing is read")
        yield b""

    with pytest.raises(InvalidInput, match=r"at most 1\.1 GB|at most 1 GB"):
        asyncio.run(Uploads(private, 1 << 30).receive("big.csv", 2 << 30, never()))


def test_what_is_cut_off_leaves_nothing(private: Path) -> None:
    with pytest.raises(InvalidInput, match="only"):
        sent(private, b"123", length=9)

    async def broken() -> AsyncIterator[bytes]:
        yield b"123"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        asyncio.run(Uploads(private, 10).receive("a", None, broken()))
    assert [file for file in private.rglob("*") if file.is_file()] == []


def test_all_uploads_together_have_a_limit(private: Path) -> None:
    uploads = Uploads(private, 10)

    def send(length: int | None) -> Path:
        return asyncio.run(uploads.receive("a.csv", length, pieces(b"1234567890")))

    for _ in range(TOGETHER - 1):
        send(10)
    # What is refused or cut off takes no room.
    with pytest.raises(InvalidInput, match="only 10 bytes arrived"):
        send(9)
    there = send(None)
    for length in (10, None):
        with pytest.raises(InvalidInput, match="All uploads together may have 40 bytes, and 40"):
            send(length)
    assert len([file for file in private.rglob("*") if file.is_file()]) == TOGETHER
    assert there.exists()


@pytest.mark.parametrize("given", ["", ".", "..", "/", "a/", "\x00", " . "])
def test_what_is_no_name_becomes_one(given: str) -> None:
    assert name_of(given) == "table"


def test_long_names_keep_their_ending() -> None:
    assert name_of("x" * 500 + ".csv").endswith("x.csv")
    assert len(name_of("x" * 500)) <= 120
    assert name_of("漢" * 200 + ".csv").endswith("漢.csv")
    assert len(name_of("漢" * 200 + ".csv").encode()) <= 120
