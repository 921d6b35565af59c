from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
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
    "method", ["auto", "balanced", "exact", "five-halves", "scheme", "spread", "fold"]
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
    solve(LabelProblem([5, 3], k=4))  # or it would be interrupted while it compiles
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
