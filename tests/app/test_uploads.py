"""What the browser sends is private, limited, and whole or not there."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from covey import InvalidInput
from covey.app.uploads import FOLDER, name_of, receive


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


def sent(private: Path, *parts: bytes, length: int | None = None, limit: int = 10) -> Path:
    return asyncio.run(receive("../a table.csv", length, pieces(*parts), private, limit))


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
        asyncio.run(receive("big.csv", 2 << 30, never(), private, 1 << 30))


def test_what_is_cut_off_leaves_nothing(private: Path) -> None:
    with pytest.raises(InvalidInput, match="only"):
        sent(private, b"123", length=9)

    async def broken() -> AsyncIterator[bytes]:
        yield b"123"
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        asyncio.run(receive("a", None, broken(), private, 10))
    assert [file for file in private.rglob("*") if file.is_file()] == []


@pytest.mark.parametrize("given", ["", ".", "..", "/", "a/", "\x00", " . "])
def test_what_is_no_name_becomes_one(given: str) -> None:
    assert name_of(given) == "table"


def test_long_names_keep_their_ending() -> None:
    assert name_of("x" * 500 + ".csv").endswith("x.csv")
    assert len(name_of("x" * 500)) <= 120
    assert name_of("漢" * 200 + ".csv").endswith("漢.csv")
    assert len(name_of("漢" * 200 + ".csv").encode()) <= 120
