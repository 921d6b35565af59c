from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import duckdb
import pytest

from covey import LabelProblem, solve
from tests.conftest import Covey


def test_the_summary_says_what_was_found_and_what_proves_it(covey: Covey, names: Path) -> None:
    ran = covey("solve", "labels", names, "-k", 20)
    assert ran.code == 0
    for part in ("5 values, 100 records, k = 20", "30 to 40 records", "heaviest value", "optimal"):
        assert part in ran.out
    assert "class sizes (k = 20)" in ran.out
    assert ran.err == ""


def test_json_is_one_object_with_everything(covey: Covey, names: Path) -> None:
    ran = covey("solve", "labels", names, "-k", 20, "--json", "--seed", 4)
    answer = json.loads(ran.out)
    wanted = {"problem", "method", "k", "cost", "lower_bound", "gap", "status", "classes"}
    assert wanted | {"guarantee", "runtime", "seed"} <= set(answer)
    assert (answer["cost"], answer["lower_bound"], answer["status"]) == (40, 40, "optimal")
    assert sorted(name for c in answer["classes"] for name in c["members"]) == [
        "ann",
        "bob",
        "cy",
        "dee",
        "eve",
    ]


def test_classes_csv_has_a_row_per_value(covey: Covey, names: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    ran = covey("solve", "labels", names, "-k", 20, "-o", target)
    assert ran.code == 0
    header, *rows = target.read_text().splitlines()
    assert header == "value,count,class"
    assert rows[0] == "ann,40,1"
    sizes: dict[str, int] = {}
    for row in rows:
        _, count, number = row.split(",")
        sizes[number] = sizes.get(number, 0) + int(count)
    assert min(sizes.values()) >= 20


def test_the_same_seed_writes_the_same_bytes(covey: Covey, names: Path, tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        covey("solve", "labels", names, "-k", 9, "--method", "spread", "--order", "random",
              "--seed", 7, "-o", tmp_path / name)  # fmt: skip
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_raw_values_of_a_named_column(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("name,town\n" + "".join(f"p{i},t{i % 7}\n" for i in range(70)))
    ran = covey("solve", "labels", file, "-k", 15, "--column", "town")
    assert "7 values, 70 records" in ran.out


def test_tables_are_read_as_anonymize_reads_them(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "towns.csv"
    file.write_bytes("Gen\xe8ve;41\nZ\xfcrich;30\nGen\xe8ve;9\n".encode("latin-1"))
    command = ["solve", "labels", file, "--column", "column1", "--count", "column2", "-k", 20]
    refused = covey(*command)
    assert (refused.code, "--encoding latin-1" in refused.err) == (2, True)
    refused = covey(*command, "--encoding", "latin-1")
    assert (refused.code, "--no-header" in refused.err) == (2, True)
    ran = covey(*command, "--encoding", "latin-1", "--no-header", "--json")
    assert ran.code == 0
    members = [name for found in json.loads(ran.out)["classes"] for name in found["members"]]
    assert sorted(members) == ["Genève", "Zürich"]


def test_a_needless_header_is_refused(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "data.duckdb"
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE people AS SELECT 'a' AS value, 3 AS count")
    assert covey("solve", "labels", f"{file}::people", "-k", 2).code == 0
    ran = covey("solve", "labels", f"{file}::people", "-k", 2, "--no-header")
    assert (ran.code, "is for CSV and Excel" in ran.err) == (2, True)


def test_no_part_of_the_input_is_overwritten(covey: Covey, tmp_path: Path) -> None:
    for part in ("part-1.csv", "part-2.csv"):
        (tmp_path / part).write_text("value,count\na,3\n")
    ran = covey("solve", "labels", tmp_path / "part-*.csv", "-k", 2, "-o", tmp_path / "part-2.csv")
    assert (ran.code, "is the input itself" in ran.err) == (2, True)
    assert (tmp_path / "part-2.csv").read_text() == "value,count\na,3\n"


@pytest.mark.parametrize(
    "method", ["auto", "balanced", "exact", "two", "five-halves", "scheme", "spread", "fold"]
)
def test_every_method_by_name(covey: Covey, names: Path, method: str) -> None:
    assert covey("solve", "labels", names, "-k", 25, "--method", method).code == 0


def test_relaxed_warns_on_stderr_and_in_the_answer(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "nines.csv"
    file.write_text("value,count\n" + "".join(f"v{i},9\n" for i in range(11)))
    ran = covey("solve", "labels", file, "-k", 10, "--method", "relaxed")
    assert ran.code == 0
    assert "NOT k-ANONYMOUS" in ran.out
    ran = covey("solve", "labels", file, "-k", 10, "--method", "relaxed", "--json")
    assert "NOT k-anonymous" in ran.err
    assert json.loads(ran.out)["k_anonymous"] is False
    target = tmp_path / "classes.csv"
    ran = covey("solve", "labels", file, "-k", 10, "--method", "relaxed", "-o", target)
    assert ran.code == 2
    assert "was not written" in ran.err
    assert not target.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["-k", "0"], 2, "positive whole number"),
        (["-k", "-3"], 2, "positive whole number"),
        (["-k", "1.5"], 2, "not a valid integer"),
        ([], 2, "Missing option '-k'"),
        (["-k", "101"], 3, "100 records in all"),
        (["-k", "5", "--method", "balnced"], 2, "Did you mean 'balanced'"),
        (["-k", "5", "--method", "fold", "--eps", "0.1"], 2, "no option 'eps'"),
        (["-k", "5", "--method", "scheme", "--eps", "2"], 2, "between 0 and 1"),
        (["-k", "5", "--method", "scheme", "--objective", "quadratic"], 2, "not quadratic"),
        (["-k", "5", "--column", "valu"], 2, "Did you mean 'value'"),
        (["-k", "5", "--time-limit", "-1"], 2, "--time-limit"),
        (["-k", "5", "--seed", "-1"], 2, "--seed"),
        (["-k", "5", "-o", "none/classes.csv"], 2, "no folder"),
    ],
)
def test_bad_usage_has_a_message_and_a_code(
    covey: Covey, names: Path, arguments: list[str], code: int, message: str
) -> None:
    ran = covey("solve", "labels", names, *arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""
    assert list(names.parent.iterdir()) == [names]


def test_the_input_is_never_overwritten(covey: Covey, names: Path) -> None:
    before = names.read_bytes()
    ran = covey("solve", "labels", names, "-k", 5, "-o", names)
    assert ran.code == 2
    assert names.read_bytes() == before


def test_a_bug_exits_with_1_and_shows_no_values(
    covey: Covey, names: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("ann has 40 records")

    monkeypatch.setattr("covey.problems.solver.solve", broken)
    ran = covey("solve", "labels", names, "-k", 5)
    assert ran.code == 1
    assert "bug in covey" in ran.err
    assert "ann" not in ran.err


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    file = tmp_path / "hard.csv"
    rows = "".join(f"v{i},{3000 + 7919 * i % 4001}\n" for i in range(60))
    file.write_text("value,count\n" + rows)
    solve(LabelProblem([5, 3], k=4))  # or it would be interrupted while it loads
    command = [sys.executable, "-m", "covey", "solve", "labels", str(file), "-k", "10000"]
    process = subprocess.Popen(
        [*command, "--method", "exact", "--time-limit", "600", "-o", str(tmp_path / "out.csv")],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    time.sleep(4)
    assert process.poll() is None, "meant to be still at work"
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == code
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("closed", "code"), [(">&-", 4), ("2>&-", 0)])
def test_a_closed_stream_is_no_bug(names: Path, closed: str, code: int) -> None:
    command = f'"{sys.executable}" -m covey solve labels "{names}" -k 20 {closed}'
    assert subprocess.run(command, shell=True, check=False).returncode == code


def read(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as rows:
        return list(csv.DictReader(rows))


def test_intervals_hold_what_they_say(covey: Covey, people: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    ran = covey("solve", "intervals", people, "--column", "age", "-k", 40, "-o", target)
    assert ran.code == 0
    assert "optimal" in ran.out
    rows = read(target)
    assert [row["name"] for row in rows] == [row["name"] for row in read(people)]
    last = max(int(row["class"]) for row in rows)
    for row in rows:
        age, low, high = int(row["age"]), int(row["low"]), int(row["high"])
        assert low <= age < high or (int(row["class"]) == last and age <= high)
    assert min(Counter(row["class"] for row in rows).values()) >= 40


def test_cells_hold_what_they_say(covey: Covey, people: Path, tmp_path: Path) -> None:
    target = tmp_path / "classes.csv"
    where = ["--lat", "lat", "--lon", "lon"]
    ran = covey("solve", "rectangles", people, *where, "-k", 25, "-o", target)
    assert ran.code == 0
    assert "antimeridian" in ran.err
    rows = read(target)
    cells = {
        row["class"]: tuple(float(row[e]) for e in ("west", "south", "east", "north"))
        for row in rows
    }
    for row in rows:
        lat, lon = float(row["lat"]), float(row["lon"])
        inside = []
        for number, (west, south, east, north) in cells.items():
            across = west <= lon < east if west <= east else lon >= west or lon < east
            if across and south <= lat < north:
                inside.append(number)
        assert inside == [row["class"]]
    assert min(Counter(row["class"] for row in rows).values()) >= 25


def test_cells_as_geojson_and_a_picture(covey: Covey, people: Path, tmp_path: Path) -> None:
    target, picture = tmp_path / "cells.geojson", tmp_path / "cells.svg"
    where = ["--lat", "lat", "--lon", "lon", "-k", 25]
    ran = covey("solve", "rectangles", people, *where, "-o", target, "--plot", picture, "--json")
    assert ran.code == 0
    features = json.loads(target.read_text())["features"]
    assert sum(feature["properties"]["size"] for feature in features) == 600
    kinds = {feature["geometry"]["type"] for feature in features}
    assert kinds <= {"Polygon", "MultiPolygon"}
    assert "<svg" in picture.read_text()
    answer = json.loads(ran.out)
    assert len(answer["classes"]) == len(features)
    assert {"west", "south", "east", "north"} <= set(answer["classes"][0])


def test_plain_coordinates_at_a_resolution(covey: Covey, people: Path) -> None:
    where = ["--x", "age", "--y", "lat", "--resolution", "0.5"]
    ran = covey("solve", "rectangles", people, *where, "-k", 25, "--json")
    assert json.loads(ran.out)["input"]["resolution"] == "0.5"
    assert "nearest multiples of 0.5" in ran.err


def test_value_count_rows_of_intervals(covey: Covey, tmp_path: Path) -> None:
    file = tmp_path / "ages.csv"
    file.write_text("value,count\n30,5\n20,7\n40,6\n")
    ran = covey("solve", "intervals", file, "-k", 6, "--json")
    answer = json.loads(ran.out)
    assert [c["interval"] for c in answer["classes"]] == ["[20, 30)", "[30, 40]"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["intervals", "--column", "name", "-k", "5"], 2, "--order"),
        (["intervals", "--column", "age", "-k", "601"], 3, "600 records"),
        (["intervals", "--column", "agee", "-k", "5"], 2, "Did you mean 'age'"),
        (["rectangles", "--x", "age", "-k", "5"], 2, "name both --x and --y"),
        (["rectangles", "--lat", "lat", "-k", "5"], 2, "--lat and --lon"),
        (["rectangles", "--lat", "lon", "--lon", "lat", "-k", "5"], 2, "swapped"),
        (["rectangles", "--x", "name", "--y", "lat", "-k", "5"], 2, "row 1 below the header"),
        (["rectangles", "--x", "age", "--y", "lat", "-k", "5", "--rule", "median"], 2, "'rule'"),
        (
            ["rectangles", "--x", "age", "--y", "lat", "-k", "5", "--plot", "a.pdf"],
            2,
            ".png or .svg",
        ),
    ],
)
def test_bad_usage(
    covey: Covey, people: Path, arguments: list[str], code: int, message: str
) -> None:
    ran = covey("solve", arguments[0], people, *arguments[1:])
    assert ran.code == code
    assert message in ran.err
    assert list(people.parent.iterdir()) == [people]


def test_cells_in_parts_are_written_class_by_class(
    covey: Covey, people: Path, tmp_path: Path
) -> None:
    target = tmp_path / "cells.csv"
    asked = ("solve", "cells", people, "--ordered", "age", "--ordered", "lat", "-k", 5)
    ran = covey(*asked, "--part-size", 100, "-o", target)
    assert ran.code == 0, ran.err
    header, *lines = target.read_text().splitlines()
    assert header == "part,records,age,lat"
    records = [int(line.split(",")[1]) for line in lines]
    assert min(records) >= 5
    assert sum(records) == 600
    assert f"{len(lines)} classes of {min(records)} to {max(records)} records" in ran.out
    answer = json.loads(covey(*asked, "--part-size", 100, "--json").out)
    assert answer["classes"] == len(lines)
    assert len(answer["parts"]) > 2
    for more, message in (
        (("--engine", "duckdb"), "--engine goes with --part-size"),
        (("--part-size", 100, "--recoding", "global"), "by the method typed"),
        (("--part-size", 100, "--time-limit", 10), "given: --time-limit"),
        (("--part-size", 100, "--seed", 0, "--method", "auto"), "given: --seed, --method"),
        (("--part-size", 100, "--unmapped", "error"), "given: --unmapped"),
    ):
        refused = covey(*asked, *more)
        assert refused.code == 2
        assert message in refused.err
