"""covey solve and compare for several quasi-identifiers."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Covey


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """Sixty of six hundred ages are missing."""
    rng = np.random.default_rng(0)
    file = tmp_path / "people.csv"
    ages, sexes = rng.integers(20, 60, 600), rng.integers(0, 2, 600)
    rows = [f"{'' if i % 10 == 0 else ages[i]},{'FM'[sexes[i]]},{ages[i]}" for i in range(600)]
    file.write_text("age,sex,count\n" + "\n".join(rows) + "\n")
    return file


ROLES = ("--ordered", "age", "--label", "sex")


def read(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


def test_every_combination_has_its_count_and_class(
    covey: Covey, people: Path, tmp_path: Path
) -> None:
    target = tmp_path / "cells.csv"
    ran = covey("solve", "cells", people, "-k", 15, *ROLES, "-o", target)
    assert ran.code == 0, ran.err
    assert "600 records, 2 attributes, k = 15" in ran.out
    counted = Counter((row["age"], row["sex"]) for row in read(people))
    rows = read(target)
    assert {(row["age"], row["sex"]): int(row["count"]) for row in rows} == counted
    sizes: Counter[str] = Counter()
    for row in rows:
        sizes[row["class"]] += int(row["count"])
    assert min(sizes.values()) >= 15
    assert sorted(sizes, key=int) == [str(at + 1) for at in range(len(sizes))]


def test_combinations_that_are_left_out_have_no_class(
    covey: Covey, people: Path, tmp_path: Path
) -> None:
    target = tmp_path / "cells.csv"
    ran = covey("solve", "cells", people, "-k", 15, *ROLES, "--missing", "suppress", "-o", target)
    assert "540 records" in ran.out
    assert all((row["class"] == "") == (row["age"] == "") for row in read(target))
    assert {row["class"].isdigit() for row in read(target) if row["age"]} == {True}


def test_json_has_the_cell_of_every_class(covey: Covey, people: Path) -> None:
    ran = covey("solve", "cells", people, "-k", 15, *ROLES, "--missing", "suppress", "--json")
    answer = json.loads(ran.out)
    assert (answer["problem"], answer["input"]["records"]) == ("cells", 540)
    assert sum(found["size"] for found in answer["classes"]) == 540
    for found in answer["classes"]:
        assert set(found["cell"]) == {"age", "sex"}
        column = answer["input"]["columns"].index("sex")
        sexes = {member[column] for member in found["members"]}
        if found["cell"]["sex"] in ("F", "M"):
            assert sexes == {found["cell"]["sex"]}


def test_names_that_the_table_has_already_get_a_mark(
    covey: Covey, people: Path, tmp_path: Path
) -> None:
    target = tmp_path / "cells.csv"
    ran = covey("solve", "cells", people, "-k", 50, "--ordered", "count", "-o", target)
    assert ran.code == 0, ran.err
    assert target.read_text().startswith("count,count_,class\n")


def test_recoding_is_a_name_for_the_method(covey: Covey, people: Path) -> None:
    def classes(*how: str) -> list[object]:
        ran = covey("solve", "cells", people, "-k", 20, *ROLES, "--json", *how)
        assert ran.code == 0, ran.err
        found = json.loads(ran.out)
        return [found["method"], found["classes"]]

    assert classes("--recoding", "global") == classes("--method", "global")
    assert classes("--recoding", "local") == classes()
    both = ("--recoding", "global", "--method", "typed")
    ran = covey("solve", "cells", people, "-k", 20, *ROLES, *both)
    assert ran.code == 2
    assert "--recoding global and --method typed contradict each other" in ran.err


def test_methods_side_by_side(covey: Covey, people: Path) -> None:
    ran = covey("compare", "cells", people, "-k", 15, *ROLES)
    assert ran.code == 0, ran.err
    methods = {line.split()[0] for line in ran.out.splitlines() if line}
    assert {"auto", "typed", "global"} <= methods


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-k", "15"], 2, "--label, --ordered"),
        (["-k", "601", *ROLES], 3, "600 records"),
        (["-k", "15", "--ordered", "agee"], 2, "Did you mean 'age'"),
        (["-k", "15", "--ordered", "sex"], 2, "--ordered sex=low,medium,high"),
        (["-k", "15", *ROLES, "--missing", "error"], 2, "60 records have no value"),
        (["-k", "15", *ROLES, "--method", "exact"], 2, "typed"),
        (["-k", "15", *ROLES, "-o", "people.csv"], 2, ""),
    ],
)
def test_bad_usage(
    covey: Covey,
    people: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(people.parent)
    before = people.read_bytes()
    ran = covey("solve", "cells", people, *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert list(people.parent.iterdir()) == [people]
    assert people.read_bytes() == before
