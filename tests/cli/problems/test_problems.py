"""What all kinds of problems do with records without a value: the same as a release."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from tests.conftest import Covey, Ran
from tests.release.tables import zips as square_zips

KINDS = ["labels", "intervals", "rectangles", "regions", "trees"]
RECORDS, K = 400, 20


class Table(NamedTuple):
    """A table with x, y and zip, a map and a tree of the zips, and how each kind reads them."""

    file: Path
    folder: Path
    covey: Covey

    def solve(self, kind: str, *more: Any) -> Ran:
        of_table: dict[str, list[Any]] = {
            "labels": [self.file, "--column", "zip"],
            "intervals": [self.file, "--column", "x"],
            "rectangles": [self.file],
            "regions": [
                *("--areas", self.folder / "zips.geojson", "--key", "code"),
                *("--table", self.file, "--column", "zip"),
            ],
            "trees": [self.file, "--column", "zip", "--tree", self.folder / "tree.csv"],
        }
        how = ["-k", K, "--na", "NA", "--json"]
        return self.covey("solve", kind, *of_table[kind], *how, *more)

    def released(self, kind: str, *more: Any) -> list[int]:
        """The sizes of the classes of a release."""
        role, dropped = {
            "labels": (["--label", "zip"], "xy"),
            "intervals": (["--ordered", "x"], ["y", "zip"]),
            "rectangles": (["--xy", "x,y"], ["zip"]),
            "regions": (["--region", f"zip={self.folder / 'zips.geojson'}:code"], "xy"),
            "trees": (["--tree", f"zip={self.folder / 'tree.csv'}"], "xy"),
        }[kind]
        drops = [part for column in dropped for part in ("--drop", column)]
        out = self.folder / "out"
        ran = self.covey(
            "anonymize", self.file, *role, "-k", K, "--na", "NA", *drops, *more, "-o", out
        )
        assert ran.code == 0, ran.err
        sizes: list[int] = json.loads((out / "certificate.json").read_text())["classes"]["sizes"]
        return sorted(sizes)


def sizes_of(ran: Ran) -> list[int]:
    assert ran.code == 0, ran.err
    return sorted(each["size"] for each in json.loads(ran.out)["classes"])


@pytest.fixture
def table_with(covey: Covey, tmp_path: Path) -> Callable[[int], Table]:
    """A table of which so many records have no value."""

    def write(missing: int) -> Table:
        rng = np.random.default_rng(3)
        zips = rng.choice([f"0{place:04}" for place in range(25)], RECORDS)
        x, y = rng.integers(0, 60, RECORDS), rng.integers(0, 60, RECORDS)
        lines = [
            ",,NA" if row < missing else f"{x[row]},{y[row]},{zips[row]}" for row in range(RECORDS)
        ]
        file = tmp_path / "t.csv"
        file.write_text("\n".join(["x,y,zip", *lines]) + "\n")
        square_zips(tmp_path / "zips.geojson")
        tree = "".join(f"{code};{code[:4]};0;*\n" for code in sorted(set(zips.tolist())))
        (tmp_path / "tree.csv").write_text(tree)
        return Table(file, tmp_path, covey)

    return write


@pytest.mark.parametrize("missing", [0, 3, 40])
@pytest.mark.parametrize("kind", KINDS)
def test_classes_are_those_of_a_release(
    table_with: Callable[[int], Table], kind: str, missing: int
) -> None:
    """Fewer than k count as one other value, and others are a class of their own."""
    table = table_with(missing)
    sizes, released = sizes_of(table.solve(kind)), table.released(kind)
    # As labels, with a tree or without, they are part of the problem.
    apart = [missing] if missing >= K and kind not in ("labels", "trees") else []
    both = [sorted([*sizes, *apart]), released]
    # A release takes the one of the best answers that loses least, by where its values lie.
    same = [(sum(own), max(own)) if kind == "intervals" else own for own in both]
    assert same[0] == same[1]


@pytest.mark.parametrize("missing", [0, 3, 40])
@pytest.mark.parametrize("kind", KINDS)
def test_they_are_left_out_or_refused(
    table_with: Callable[[int], Table], kind: str, missing: int
) -> None:
    table = table_with(missing)
    assert sum(sizes_of(table.solve(kind, "--missing", "suppress"))) == RECORDS - missing
    refused = table.solve(kind, "--missing", "error")
    assert refused.code == (2 if missing else 0)
    assert (f"{missing} records have no value in" in refused.err) == bool(missing)


@pytest.mark.parametrize("k", [2, 5])
@pytest.mark.parametrize("choice", ["own", "suppress"])
@pytest.mark.parametrize("rows", [",,3", "a,1,0\nb,2,0\n,,3"], ids=["all missing", "counts of 0"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_table_without_any_value_is_refused(
    covey: Covey, tmp_path: Path, kind: str, rows: str, choice: str, k: int
) -> None:
    """Missing values could count as no other, and nothing else is there to be grouped."""
    table, tree, nodes, edges = (tmp_path / f"{name}.csv" for name in ("t", "tree", "n", "e"))
    table.write_text(f"label,x,n\n{rows}\n")
    tree.write_text("a;A;*\nb;B;*\n")
    nodes.write_text("id\na\nb\n")
    edges.write_text("a,b\na,b\n")
    how: dict[str, list[Any]] = {
        "labels": [table, "--column", "label"],
        "intervals": [table, "--column", "x"],
        "rectangles": [table, "--x", "x", "--y", "x"],
        "regions": ["--nodes", nodes, "--edges", edges, "--table", table, "--column", "label"],
        "trees": [table, "--column", "label", "--tree", tree],
    }
    ran = covey("solve", kind, *how[kind], "--count", "n", "-k", k, "--missing", choice)
    assert ran.code == 2
    assert "no record has a value in" in ran.err


def test_rows_without_a_value_are_written_with_their_class(covey: Covey, tmp_path: Path) -> None:
    table, out = tmp_path / "t.csv", tmp_path / "out.csv"
    table.write_text("x,y\n" + "1,1\n2,2\n" * 6 + "9,9\n" * 5 + ",\n,4\n")
    assert covey("solve", "intervals", table, "--column", "x", "-k", "5", "-o", out).code == 0
    assert out.read_text().splitlines()[-2:] == [
        ',,3,9,9,"[9, 9] or missing"',
        ',4,3,9,9,"[9, 9] or missing"',
    ]
    assert covey("solve", "rectangles", table, "-k", "5", "-o", out).code == 0
    rows = [line.split(",") for line in out.read_text().splitlines()[1:]]
    assert {row[2] for row in rows[-2:]} == {row[2] for row in rows if row[0] == "9"}
    for kind in (["intervals", "--column", "x"], ["rectangles"]):
        how = [*kind, table, "-k", "5", "--missing", "suppress", "-o", out]
        assert covey("solve", *how).code == 0
        assert {line.split(",")[2] for line in out.read_text().splitlines()[-2:]} == {""}
