"""Files that several runs read and replace."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from covey.core.locks import locked


def test_nobody_replaces_what_another_has_just_written(tmp_path: Path) -> None:
    file = tmp_path / "sum"

    def add(number: int) -> None:
        with locked(file):
            before = int(file.read_text() or 0)
            part = tmp_path / f"{number}.part"
            part.write_text(str(before + number))
            os.replace(part, file)  # noqa: PTH105

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(add, range(400)))
    assert int(file.read_text()) == sum(range(400))


def test_a_file_may_be_removed_while_others_wait(tmp_path: Path) -> None:
    file = tmp_path / "here"

    def once(_: int) -> bool:
        with locked(file):
            new = file.read_text() == ""
            file.write_text("taken")
            file.unlink()
        return new

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(once, range(200))), "who finds it there shares it with another"
    with locked(file):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
