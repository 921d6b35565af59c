"""Releases whose combinations stay in the engine. ``tests/engine/test_kept.py`` makes one on every
engine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.csv
import pytest
from numpy.typing import NDArray

import covey
from covey import InternalError, InvalidInput
from covey.engine.duckdb import DuckDBEngine
from covey.engine.duckdb.kept import DuckDBKept
from covey.problems.cells.boxed import BoxAnswer, BoxProblem
from covey.problems.cells.sets import OrderedSets
from covey.release.job import Job
from covey.release.job.kept import STAYED
from covey.release.publish import plan_job
from covey.report.risks import trials
from covey.verification.dependences import MISSED, MISSED_AGAIN
from tests.release.solve.test_in_parts import QUASI, people
from tests.release.test_engine import Watched

ASKED: dict[str, Any] = {"k": 4, "quasi": QUASI, "part_size": 70}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("kept") / "people.csv"
    table = people(600)
    notes = [f"=note {at % 5}" for at in range(len(table))]
    pyarrow.csv.write_csv(table.append_column("note", [notes]), found)
    return found


def kept(file: Any, out: Path | None = None, **how: Any) -> covey.Release:
    return covey.anonymize(file, **{**ASKED, **how}, keep_combinations=True, out=out)


@pytest.mark.parametrize(
    "how",
    [
        {"tight": True, "columns": "low-high"},
        {"weights": {"age": 5.0}, "objective": "quadratic", "shuffle": False},
        {"k": 1, "format": "parquet"},
    ],
)
def test_the_answer_is_that_of_a_release_with_all_combinations(
    file: Path, tmp_path: Path, how: dict[str, Any]
) -> None:
    ours = kept(file, tmp_path / "ours", **how)
    theirs = covey.anonymize(file, **{**ASKED, **how}, out=tmp_path / "theirs")
    books = [(tmp_path / each / "codebook.csv").read_bytes() for each in ("ours", "theirs")]
    assert books[0] == books[1]
    cells = [
        sorted(line.partition(",")[2] for line in text.splitlines())
        for text in ((tmp_path / each / "cells.csv").read_text() for each in ("ours", "theirs"))
    ]
    assert cells[0] == cells[1]
    own, other = ours.certificate, theirs.certificate
    for name in ("cost", "lower_bound", "proof", "guarantee", "method", "options", "read", "quasi"):
        assert getattr(own, name) == getattr(other, name), name
    assert own.notes == (*other.notes, STAYED)
    assert ours.plan.loss == pytest.approx(theirs.plan.loss, rel=1e-12)
    assert ours.plan.quasi == theirs.plan.quasi
    checked = covey.verify(tmp_path / "ours", against=file)
    assert checked.holds, checked.summary()
    assert not [each for each in checked.checks if each.held is None]


def test_a_release_says_what_was_not_measured(file: Path, tmp_path: Path) -> None:
    made = kept(file, tmp_path / "out", drop=["note"])
    assert json.loads((tmp_path / "out" / "certificate.json").read_text())["keep_combinations"]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "not measured: the risks before publication" in page
    assert made.facts is not None
    (looked,) = (each for each in trials(made.facts) if "values that repeat" in each.name)
    assert looked.outcome == "not tried"
    assert any("stayed in the engine (keep_combinations=True)" in note for note in made.notes)
    run = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert any("not measured" in note for note in run["notes"])


def test_the_same_run_gives_the_same_bytes_and_a_plan_says_the_same(
    file: Path, tmp_path: Path
) -> None:
    one, other = (kept(file, tmp_path / each) for each in ("one", "other"))
    for name in one.files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    plan = plan_job(Job(str(file), **ASKED, keep_combinations=True))
    assert plan.sizes == one.plan.sizes == other.plan.sizes
    assert plan.warnings == one.plan.warnings


def test_a_frame_comes_back_as_a_frame() -> None:
    made = kept(people())
    assert made.table.num_rows == 400
    assert covey.verify(made, against=people()).holds


def test_columns_that_undo_others_are_said_and_not_counted(file: Path, tmp_path: Path) -> None:
    """Verify says whom they expose, which the publisher could not count."""
    table = pyarrow.csv.read_csv(file)
    jobs = table["job"].to_pylist()
    told = tmp_path / "told.csv"
    pyarrow.csv.write_csv(table.append_column("work", [[f"w{job}" for job in jobs]]), told)
    made = kept(told, tmp_path / "out")
    (warning,) = (each for each in made.plan.warnings if "may undo" in each)
    assert warning.endswith("were not counted in all records")
    checked = covey.verify(tmp_path / "out", against=told)
    assert checked.holds
    (said,) = (each for each in checked.checks if each.claim == MISSED)
    assert said.held is None
    assert "'work' determines 'job'" in said.found


def test_verify_says_who_is_in_several_records(file: Path, tmp_path: Path) -> None:
    table, told = pyarrow.csv.read_csv(file), tmp_path / "told.csv"
    own = [f"p{at // 3}" for at in range(len(table))]
    pyarrow.csv.write_csv(table.append_column("patient_id", [own]), told)
    kept(told, tmp_path / "out", shuffle=False)
    checked = covey.verify(tmp_path / "out", against=told)
    assert checked.holds
    (said,) = (each for each in checked.checks if each.claim == MISSED_AGAIN)
    assert said.held is None
    assert "'patient_id'" in said.found


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"sensitive": ["note"]}, "given: sensitive="),
        ({"suppress": 0.1, "missing": "suppress"}, "given: suppress=, missing="),
        ({"part_size": 0}, "asks for no parts"),
        ({"strict": True, "time_limit": 5.0}, "given: strict=True, time_limit="),
        (
            {"dependence": "exact", "preset": "hipaa-safe-harbor"},
            'given: dependence="exact", the preset hipaa',
        ),
        ({"population_size": 10**6, "target": "note"}, "given: population_size=, target="),
        ({"quasi": {"age": covey.Ordered()}, "part_size": None}, "two quasi-identifiers or more"),
        ({"quasi": {"age": covey.Ordered(), "x": covey.Points("a", "b")}}, "something else: x"),
        ({"engine": Watched(keeps_combinations=False)}, "does not keep combinations"),
    ],
)
def test_what_takes_all_combinations_is_refused_before_anything_is_read(
    file: Path, tmp_path: Path, how: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message) as raised:
        kept(file, tmp_path / "out", **how)
    assert "keep_combinations" in str(raised.value.hint)
    assert list(tmp_path.iterdir()) == []


Solved = tuple[BoxAnswer, NDArray[np.int32]]


def overlapping(answer: BoxAnswer, classes: NDArray[np.int32]) -> Solved:
    """All ages in the first range of a part."""
    ages = answer.sets[0]
    assert isinstance(ages, OrderedSets)
    wide = OrderedSets(np.zeros_like(ages.of_class), ages.low[:1] * 0, ages.high[:1] * 0 + 17)
    return replace(answer, sets=(wide, *answer.sets[1:])), classes


def of_fewer(answer: BoxAnswer, classes: NDArray[np.int32]) -> Solved:
    return replace(answer, sizes=answer.sizes - 1), classes


def misplaced(answer: BoxAnswer, classes: NDArray[np.int32]) -> Solved:
    """Another class for the first combination."""
    classes[0] = (classes[0] + 1) % len(answer.sizes)
    return answer, classes


def without_the_last(answer: BoxAnswer, classes: NDArray[np.int32]) -> Solved:
    return answer, np.minimum(classes, len(answer.sizes) - 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (overlapping, "are not disjoint"),
        (of_fewer, "but the classes of part 0 have"),
        (misplaced, "counted again"),
        (without_the_last, "The engine has"),
    ],
)
def test_what_another_machine_says_is_not_trusted(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any, message: str
) -> None:
    """Nothing appears, and no private copy stays."""
    solve = BoxProblem.solve

    def changed(self: BoxProblem, part: int, values: Any, counts: Any) -> Solved:
        return change(*solve(self, part, values, counts))  # type: ignore[no-any-return]

    monkeypatch.setattr(BoxProblem, "solve", changed)
    (tmp_path / "private").mkdir()
    engine = DuckDBEngine(folder=tmp_path / "private")
    with pytest.raises(InternalError, match=message):
        kept(file, tmp_path / "out", engine=engine)
    assert [each.name for each in tmp_path.rglob("*")] == ["private"]


def test_an_interrupt_in_the_middle_leaves_nothing(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: DuckDBKept, table: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(DuckDBKept, "load_classes", interrupted)
    (tmp_path / "private").mkdir()
    with pytest.raises(KeyboardInterrupt):
        kept(file, tmp_path / "out", engine=DuckDBEngine(folder=tmp_path / "private"))
    assert [each.name for each in tmp_path.rglob("*")] == ["private"]


@pytest.mark.parametrize("what", ["table", "cells", "flag", "note"])
def test_a_release_that_was_changed_is_refused(file: Path, tmp_path: Path, what: str) -> None:
    """Whoever changes it also writes the fingerprints of the certificate anew."""
    from covey.release.certificate import fingerprint

    out = tmp_path / "out"
    kept(file, out)
    told = json.loads((out / "certificate.json").read_text())
    if what == "table":
        rows = (out / "table.csv").read_text().splitlines()
        rows[1] = next(row for row in rows[2:] if row.split(",")[:3] != rows[1].split(",")[:3])
        (out / "table.csv").write_text("\n".join(rows) + "\n")
    elif what == "cells":
        lines = (out / "cells.csv").read_text().splitlines()
        numbers, texts = zip(*(line.split(",", 1) for line in lines), strict=True)
        moved = [texts[0], texts[2], texts[1], *texts[3:]]
        moved[-1], moved[-2] = moved[-2], moved[-1]
        told["classes"]["sizes"][0] += 1
        told["classes"]["sizes"][-1] -= 1
        (out / "cells.csv").write_text(
            "".join(f"{n},{text}\n" for n, text in zip(numbers, moved, strict=True))
        )
    elif what == "flag":
        del told["keep_combinations"]
    else:
        told["notes"] = told["notes"][1:]
    told["files"] = {name: fingerprint(out / name) for name in told["files"]}
    (out / "certificate.json").write_text(json.dumps(told, ensure_ascii=False, indent=2))
    (tmp_path / "out.receipts.jsonl").unlink()
    checked = covey.verify(out, against=file)
    assert not checked.holds
