"""covey compare: all methods side by side."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import covey as library
from tests.cli.tables import map_options
from tests.conftest import Covey


def test_all_methods_stand_side_by_side(covey: Covey, names: Path) -> None:
    ran = covey("compare", "labels", names, "-k", 25)
    assert ran.code == 0
    lines = ran.out.splitlines()
    head = next(line for line in lines if line.startswith("method"))
    assert head.split() == ["method", "classes", "cost", "bound", "promised", "reached", "seconds"]
    for method in library.methods("labels"):
        assert sum(line.split()[0] == method.name for line in lines if line) == len(method.variants)


def test_the_quadratic_objective_leaves_out_methods_that_do_not_know_it(
    covey: Covey, names: Path
) -> None:
    ran = covey("compare", "labels", names, "-k", 25, "--objective", "quadratic")
    assert ran.code == 0
    assert "scheme" not in ran.out
    assert "exact" in ran.out


def test_a_method_that_is_not_k_anonymous_is_marked(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "nines.csv"
    file.write_text("value,count\n" + "".join(f"v{i},9\n" for i in range(11)))
    ran = covey("compare", "labels", file, "-k", 10)
    assert "* NOT k-anonymous" in ran.out


def test_the_same_figures_as_json_and_csv(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "four.csv"
    file.write_text("value,count\na,2\nb,2\nc,1\nd,1\n")
    told = json.loads(covey("compare", "labels", file, "-k", 3, "--json").out)
    lines = {line["method"]: line for line in told["lines"]}
    assert (told["problem"], told["k"], told["lower_bound"]) == ("labels", 3, 3)
    assert lines["two"]["reached"] == lines["two"]["promised"] == lines["two"]["ratio"] == 2
    assert lines["exact"]["reached"] == lines["exact"]["promised"] == 1
    rows = list(csv.DictReader(covey("compare", "labels", file, "-k", 3, "--csv").out.splitlines()))
    assert len(rows) == len(told["lines"])
    for row, line in zip(rows, told["lines"], strict=True):
        assert set(row) == set(line) - {"notes"}
        assert int(row["cost"]) == line["cost"]
        assert row["promise"] == line["promise"]
        assert json.loads(row["options"]) == line["options"]


def test_json_and_csv_exclude_each_other(covey: Covey, names: Path) -> None:
    assert covey("compare", "labels", names, "-k", 25, "--json", "--csv").code == 2


def test_compare(covey: Covey, towns: Path) -> None:
    ran = covey("compare", "regions", *map_options(towns), "-k", "15")
    assert ran.code == 0
    for method in ("auto", "balanced", "exact", "tree auto"):
        assert f"\n{method} " in ran.out


@pytest.mark.parametrize(
    "arguments", [["intervals", "--column", "age"], ["rectangles", "--lat", "lat", "--lon", "lon"]]
)
def test_methods_side_by_side(covey: Covey, people: Path, arguments: list[str]) -> None:
    ran = covey("compare", arguments[0], people, *arguments[1:], "-k", 30)
    assert ran.code == 0
    assert "exact" in ran.out
