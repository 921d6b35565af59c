"""Compiled loops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from covey.core import jit


def test_a_longer_array_begins_as_the_old_one() -> None:
    longer = jit.enlarged(np.array([3, 1], dtype=np.int32), 5)
    assert longer[:2].tolist() == [3, 1]
    assert (len(longer), longer.dtype) == (5, np.dtype(np.int32))


def test_a_folder_of_other_sources_makes_room(tmp_path: Path) -> None:
    old = tmp_path / "kernels-old"
    old.mkdir()
    folder = jit._made(tmp_path, "kernels-new")
    assert folder == tmp_path / "kernels-new"
    assert not old.exists()
    assert jit._made(tmp_path, "kernels-new") == folder


def test_a_place_that_cannot_be_written_to_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert jit._made(file, "kernels-new") is None


def test_what_is_compiled_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(jit, "_cache_folder", lambda: str(tmp_path))
    assert not jit.is_compiled("labels")
    jit.mark_compiled("labels")
    assert jit.is_compiled("labels")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not jit.is_compiled("labels")
