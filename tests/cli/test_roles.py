"""Quasi-identifiers by options of the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey
from tests.release.tables import people, write


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--ordered", "age", "--label", "town", "--ordered", "cost"], ["age", "town", "cost"]),
        (["--xy=lon,lat", "--ordered=age", "--label=town"], ["lon, lat", "age", "town"]),
        (["--label", "town", "--point", "lat,lon", "--label", "zip"], ["town", "lat, lon", "zip"]),
    ],
)
def test_columns_keep_the_order_of_the_command_line(
    covey: Covey, tmp_path: Path, options: list[str], names: list[str]
) -> None:
    table, out = write(tmp_path / "people.csv", people()), tmp_path / "out"
    job = ("--save-job", tmp_path / "job.toml")
    ran = covey("anonymize", table, "-k", 12, *options, "--drop", "name", *job, "-o", out)
    assert ran.code == 0, ran.err
    certificate = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    assert list(certificate["quasi"]) == names
    recoded = [line.split()[1] for line in ran.out.splitlines() if line.startswith("recoded")]
    assert [text.rstrip(":,") for text in recoded] == [name.split(",")[0] for name in names]
    again = covey("anonymize", tmp_path / "job.toml", "--plan", "--json")
    assert [quasi["name"] for quasi in json.loads(again.out)["quasi"]] == names
