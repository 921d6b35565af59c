"""covey suggest."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.conftest import Covey


def test_a_line_for_every_column_and_nothing_is_written(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("age,colour\n" + "30,red\n40,blue\n" * 20)
    ran = covey("suggest", table)
    assert ran.code == 0, ran.err
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["age", "ages", "ordered"] in [line[:3] for line in lines]
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_values_that_are_not_read_yet_are_said_with_the_options(
    covey: Covey, tmp_path: Path
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("born;height\n" + "16.02.1986;170,5\n2.12.1941;N/A\n" * 20)
    first = covey("suggest", table).out
    assert "some values are not read" in first
    again = shlex.split(first.splitlines()[-1].removeprefix("Try: "))
    assert again[:2] == ["covey", "suggest"]
    assert again[3:] == ["--date-format", "%d.%m.%Y", "--decimal", ",", "--na", "N/A"]
    second = covey(*again[1:]).out
    assert "not read" not in second
    assert "Try" not in second


def test_as_json(covey: Covey, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_bytes("größe,age\nx,1\ny,2\n".encode("latin-1"))
    found = json.loads(covey("suggest", table, "--encoding", "latin-1", "--json").out)
    assert [column["column"] for column in found["columns"]] == ["größe", "age"]
    assert found["command"].startswith("covey anonymize")
