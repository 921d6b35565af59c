"""covey explore."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Covey
from tests.release.tables import patients, write


@pytest.fixture
def people(tmp_path: Path) -> Path:
    return write(tmp_path / "people.csv", patients())


def test_a_line_for_every_k_and_recoding(covey: Covey, people: Path) -> None:
    ran = covey("explore", people, "--ordered", "age", "--label", "town", "-k", "2,4", "-k", 8)
    assert ran.code == 0, ran.err
    lines = [line.split()[:2] for line in ran.out.splitlines()]
    for k in ("2", "4", "8"):
        assert [k, "local"] in lines
        assert [k, "global"] in lines
    assert sorted(file.name for file in people.parent.iterdir()) == ["people.csv"]


def test_as_json_and_as_a_picture(covey: Covey, people: Path, tmp_path: Path) -> None:
    picture = tmp_path / "choice.png"
    ran = covey(
        "explore", people, "--ordered", "age", "-k", 5, "--recoding", "local", "--json",
        "--plot", picture,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    (choice,) = json.loads(ran.out)["choices"]
    assert choice["k"] == 5
    assert choice["columns"][0]["column"] == "age"
    assert picture.exists()


def test_the_thresholds_that_are_tried_are_those_of_python(covey: Covey) -> None:
    from covey.cli.explore import TRIED
    from covey.release.explore.explore import RECODINGS, THRESHOLDS

    assert ",".join(map(str, THRESHOLDS)) == TRIED
    shown = " ".join(covey("explore", "--help").out.split())
    assert f"[{'|'.join(RECODINGS)}]" in shown


@pytest.mark.parametrize("given", ["five", "2,,5", ""])
def test_what_is_no_list_of_numbers_is_refused(covey: Covey, people: Path, given: str) -> None:
    ran = covey("explore", people, "--ordered", "age", "-k", given)
    assert ran.code == 2
    assert "-k is a list of whole numbers" in ran.err


def test_a_picture_of_another_kind_is_refused(covey: Covey, people: Path) -> None:
    ran = covey("explore", people, "--ordered", "age", "--plot", people.parent / "choice.pdf")
    assert ran.code == 2
    assert ".png" in ran.err
