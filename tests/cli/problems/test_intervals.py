"""Ordered values whose missing ones count as a value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Covey

K = 5


@pytest.fixture
def ages(tmp_path: Path) -> Path:
    """The lowest age has fewer records than the highest, and its band more than the last one."""
    of_age = {0: 1, 3: 30, 6: 20, 14: 5, 12: 6}
    rows = [str(age) for age, records in of_age.items() for _ in range(records)]
    file = tmp_path / "t.csv"
    file.write_text("id,age\n" + "".join(f"{at},{age}\n" for at, age in enumerate([*rows, "", ""])))
    return file


@pytest.mark.parametrize("bands", [(), ("--bands", "5")])
def test_with_bands_the_end_is_that_of_a_release(
    covey: Covey, ages: Path, tmp_path: Path, bands: tuple[str, ...]
) -> None:
    ran = covey("solve", "intervals", ages, "--column", "age", "-k", K, *bands, "--json")
    answer = json.loads(ran.out)
    own: list[str] = [f"age={bands[-1]}"] if bands else []
    how: list[Any] = ["--ordered", "age", "--drop", "id", *bands[:1], *own]
    out = tmp_path / "out"
    assert covey("anonymize", ages, *how, "-k", K, "-o", out).code == 0
    released = json.loads((out / "certificate.json").read_text())["classes"]["sizes"]
    assert sorted(each["size"] for each in answer["classes"]) == sorted(released)
    named = [each["interval"] for each in answer["classes"] if "missing" in each["interval"]]
    assert [name.startswith("[0, ") for name in named] == [True]


def test_of_two_ends_of_a_stated_order_it_is_the_first_as_a_text(
    covey: Covey, tmp_path: Path
) -> None:
    """As in a release, which counts them as texts."""
    table = tmp_path / "t.csv"
    labels = ["never"] * 6 + ["rarely"] * 9 + ["always"] * 6
    table.write_text("answer,id\n" + "".join(f"{label},1\n" for label in [*labels, ""]))
    how = ["--column", "answer", "--order", "never,rarely,always", "-k", K, "--json"]
    ran = covey("solve", "intervals", table, *how)
    names = [each["interval"] for each in json.loads(ran.out)["classes"]]
    assert [name.endswith(" or missing") for name in names] == [False, False, True]
