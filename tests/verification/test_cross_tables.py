"""What verify finds in tables of counts, and what it does with hostile ones."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from covey.core.errors import InvalidInput
from covey.cross_tables.cross_table import with_totals
from covey.cross_tables.publish import tabulate
from covey.io.inputs.paths import digest, fingerprint
from covey.verification import cross_tables
from covey.verification.cross_tables import _end, _program, _ranges
from tests.cross_tables.conftest import people

__all__ = ["people"]


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        (lambda rows: [*rows[:7], ["C2", "hiv", "3"], *rows[8:]], "no number of 1 to 4"),
        (lambda rows: [*rows[:-1], ["(total)", "(total)", "151"]], "all sums add up"),
    ],
)
def test_a_changed_table_is_found(people: Path, tmp_path: Path, change: object, claim: str) -> None:
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    file = tmp_path / "out" / "table.csv"
    with file.open(newline="") as opened:
        head, *rows = csv.reader(opened)
    assert callable(change)
    with file.open("w", newline="") as opened:
        csv.writer(opened, lineterminator="\n").writerows([head, *change(rows)])
    found = covey.verify(tmp_path / "out")
    failed = [check.claim for check in found.checks if check.held is False]
    assert "the files are those that were published" in failed
    assert any(claim in each for each in failed), failed


def test_a_table_that_hides_too_little_is_found(people: Path, tmp_path: Path) -> None:
    """The small number alone is hidden: its row gives it away."""
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    full = tabulate(people, ["county", "illness"], k=2)
    file, mark = tmp_path / "out" / "table.csv", tmp_path / "out" / "certificate.json"
    with file.open("w", newline="") as opened:
        writer = csv.writer(opened, lineterminator="\n")
        writer.writerow(["county", "illness", "count"])
        for names, number in zip(full.table.named(), full.table.flat.tolist(), strict=True):
            writer.writerow([*names, "" if names == ("C2", "hiv") else number])
    data = json.loads(mark.read_text())
    seen = fingerprint([digest(file)])
    mark.write_text(json.dumps(data | {"hidden": 1, "files": {"table.csv": seen}}))
    failed = [check.claim for check in covey.verify(tmp_path / "out").checks if check.held is False]
    assert failed == ["every hidden number can be k = 5 or more, as far as the others tell"]


def test_records_that_are_claimed_to_be_people_are_found(tmp_path: Path) -> None:
    """One of six people came twenty times, and once elsewhere."""
    rows = [(at % 6, "Ulm") for at in range(6)] + [(0, "Ulm")] * 20
    rows += [(at, "Wien") for at in range(7, 15)] + [(0, "Wien")]
    file = tmp_path / "visits.csv"
    file.write_text("id,town\n" + "".join(f"{who},{town}\n" for who, town in rows))
    tabulate(file, ["town"], k=5, out=tmp_path / "out")
    mark = tmp_path / "out" / "certificate.json"
    mark.write_text(json.dumps(json.loads(mark.read_text()) | {"person": "id"}))
    found = covey.verify(tmp_path / "out", against=file)
    assert {check.claim for check in found.checks if check.held is False} == {
        "everybody is in one cell",
        "every published number is that of the table given",
    }


def test_rounded_numbers_that_do_not_add_up_are_found(tmp_path: Path) -> None:
    file, out = tmp_path / "people.csv", tmp_path / "out"
    file.write_text("town\n" + "x\n" * 18 + "y\n" * 16 + "z\n" * 16)
    tabulate(file, ["town"], k=4, round_to=4, out=out)
    text = (out / "table.csv").read_text()
    changed = text.replace("x,16", "x,20") if "x,16" in text else text.replace("x,20", "x,16")
    assert changed != text
    (out / "table.csv").write_text(changed)
    mark = json.loads((out / "certificate.json").read_text())
    mark["files"] = {"table.csv": fingerprint([digest(out / "table.csv")])}
    (out / "certificate.json").write_text(json.dumps(mark))
    found = covey.verify(out)
    assert [check.claim for check in found.checks if check.held is False] == ["all sums add up"]


def test_every_recount_of_random_tables_holds(tmp_path: Path) -> None:
    for seed in range(12):
        rng = np.random.default_rng(seed)
        rows = rng.integers(0, 4, (int(rng.integers(20, 120)), 2)) * rng.integers(1, 2, 2)
        file = tmp_path / f"{seed}.csv"
        file.write_text("a,b\n" + "".join(f"x{a},y{b}\n" for a, b in rows))
        out = tmp_path / f"out{seed}"
        tabulate(file, ["a", "b"], k=int(rng.integers(2, 12)), out=out)
        found = covey.verify(out, against=file)
        assert all(check.held for check in found.checks), found.summary()


@pytest.mark.parametrize(
    ("field", "value"),
    [("k", 0), ("k", "5"), ("k", 10**30), ("by", []), ("by", "county"), ("files", None),
     ("hidden", -1), ("rounded_to", 0), ("cells", True),
     ("read", None), ("read", {"na": 5}), ("person", 3), ("person", "")],
)  # fmt: skip
def test_hostile_claims_are_refused(people: Path, tmp_path: Path, field: str, value: Any) -> None:
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    mark = tmp_path / "out" / "certificate.json"
    mark.write_text(json.dumps(json.loads(mark.read_text()) | {field: value}))
    with pytest.raises(InvalidInput, match=r"is not as covey\.tabulate writes it"):
        covey.verify(tmp_path / "out")


@pytest.mark.parametrize(
    "text", ["", "county,illness,count\n", "county,illness,count\na,b\n", "a,b,c\n1,2,3\n",
             "county,illness,count\nC1,flu,-3\n(total),(total),1\n", '"\n']
)  # fmt: skip
def test_hostile_tables_are_refused(people: Path, tmp_path: Path, text: str) -> None:
    tabulate(people, ["county", "illness"], k=5, out=tmp_path / "out")
    (tmp_path / "out" / "table.csv").write_text(text)
    with pytest.raises(InvalidInput, match=r"is not as covey\.tabulate writes it"):
        covey.verify(tmp_path / "out")


class SolverThatGivesUp:
    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)

    def run(self) -> None:
        self.answer = self.answers.pop(0)

    def clearSolver(self) -> None:  # noqa: N802
        pass

    def changeColCost(self, cell: int, cost: float) -> None:  # noqa: N802
        pass

    def getModelStatus(self) -> object:  # noqa: N802
        import highspy

        return getattr(highspy.HighsModelStatus, self.answer)


def test_what_the_solver_does_not_know_is_no_wide_range(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _end(SolverThatGivesUp("kUnknown", "kUnknown"), 0, 1.0) is None  # type: ignore[arg-type]
    assert _end(SolverThatGivesUp("kUnknown", "kUnbounded"), 0, -1.0) == np.inf  # type: ignore[arg-type]
    monkeypatch.setattr(cross_tables, "_end", lambda *_: None)
    least, most = _ranges(np.array([-1, -1, 9]), None) or (None, None)
    assert least is not None
    assert most is not None
    assert least.tolist()[:2] == [np.inf] * 2
    assert most.tolist()[:2] == [-np.inf] * 2


def test_ends_of_ranges_in_whole_numbers_where_fractions_go_farther() -> None:
    """Three columns of two categories, all cells hidden except totals of two columns: the sums of
    pairs are odd, so that halves fit where whole numbers do not."""
    rng = np.random.default_rng(5)
    differ = 0
    for _ in range(20):
        numbers = with_totals(rng.integers(1, 4, (3, 3, 3)))
        numbers[:-1, :-1, :-1] = -1
        found = _ranges(numbers, None)
        assert found is not None
        for end in found:
            assert (end == np.round(end)).all()
        low, high = np.where(numbers < 0, 1.0, numbers), np.where(numbers < 0, np.inf, numbers)
        halves = _program(numbers.shape, low, high, whole=False)
        differ += any(_end(halves, cell, way) is None for cell in range(9) for way in (1.0, -1.0))
    assert differ
