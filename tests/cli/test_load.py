"""covey load on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from covey.release.write import load as module
from tests.conftest import Covey
from tests.engine.spark.people import Study, write_people
from tests.spark import session

pytestmark = pytest.mark.xdist_group("spark")


def test_a_release_that_holds_is_loaded_as_files_and_as_a_table(
    tmp_path: Path, covey: Covey, monkeypatch: pytest.MonkeyPatch
) -> None:
    session()
    study = Study(tmp_path, write_people(tmp_path))
    study.anonymize()
    done = covey("load", study.out, tmp_path / "there")
    assert done.code == 0, done.err
    assert done.out.startswith(f"loaded       {tmp_path / 'there'}: 240 records")
    assert covey("verify", tmp_path / "there").code == 0
    asked: list[Any] = []
    monkeypatch.setattr(module, "load_table", lambda *given, **how: asked.append((given, how)))
    assert covey("load", study.out, "clinic.release", "--as", "iceberg").code == 0
    ((_, table, format_, seen, columns, sizes), how) = asked[0]
    assert (table, format_, columns) == ("clinic.release", "iceberg", ["zip", "age", "born"])
    assert seen.startswith("sha256:")
    assert sum(sizes) == 240
    assert how == {"overwrite": False}
    with (study.out / "codebook.csv").open("a") as file:
        file.write("\n")
    done = covey("load", study.out, tmp_path / "again")
    assert done.code == 3
    assert "was not loaded" in done.err
    assert not (tmp_path / "again").exists()
