"""CSV that is read while somebody writes to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.io.inputs.paths import digest
from tests.io.inputs.files import file, rows


def test_a_file_that_changes_meanwhile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file(tmp_path, "a,b\n1,2\n")

    def written_to(given: Path) -> str:
        with given.open("a") as other:
            other.write("3,4\n")
        return digest(given)

    monkeypatch.setattr("covey.io.staging.csv.digest", written_to)
    with pytest.raises(InvalidInput, match="changed while it was read"):
        rows(path, tmp_path)
