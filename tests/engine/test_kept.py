"""What every engine owes that keeps combinations where it is, against plain Python."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any, cast

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

import covey
from covey import InvalidInput
from covey.core.box_tree import BoxTree
from covey.engine.kept import Keeps, Kept, case_of, condition, ranked_values
from covey.engine.postgres.beside import address_of
from covey.engine.protocol import ToTable
from covey.io.postgres.address import Address
from covey.release.job import Job
from covey.release.publish import publish
from covey.release.solve.in_parts import cells_in_parts
from tests.engine.backends import Backend, Session

KINDS = {"age": "integer", "sex": "text", "zip": "ordered"}
QUASI = {"age": covey.Ordered(), "sex": covey.Labels(), "zip": covey.Ordered()}


def people(rows: int = 300) -> dict[str, list[Any]]:
    """Ages some of which are missing, texts that differ in capitals, and numbers as text."""
    rng = np.random.default_rng(5)
    ages = rng.integers(0, 60, rows).tolist()
    sexes = rng.choice(["f", "m", "F", "", "é"], rows).tolist()
    return {
        "age": [None if at % 40 == 7 else age for at, age in enumerate(ages)],
        "sex": [None if at % 50 == 3 else sex for at, sex in enumerate(sexes)],
        "zip": [
            f"{number}.0" if number % 3 else str(number) for number in rng.integers(1, 90, rows)
        ],
    }


def kept_by(engine: Session, table: Any) -> Kept:
    keeping = cast("Keeps", engine.engine)
    return engine.closing.enter_context(keeping.keep(engine.engine.source(table), KINDS))


def test_values_are_in_order_and_read_alike() -> None:
    found, numbers = ranked_values("integer", ["10", None, "9", "10"], [1, 2, 3, 4])
    assert found.values.tolist() == ["9", "10"]
    assert found.records.tolist() == [2, 3, 5]
    assert numbers.tolist() == [1, -1, 0, 1]


@pytest.mark.needs("keeps_combinations")
def test_values_tallies_and_parts(engine: Session, backend: Backend, tmp_path: Path) -> None:
    table = people()
    snapshot = engine.open(backend.put(tmp_path, table), KINDS)
    counted = snapshot.count()
    kept = kept_by(engine, backend.put(tmp_path, table))
    assert kept.rows == 300
    for at, (column, own) in enumerate(kept.columns.items()):
        assert own.kind == snapshot.staged.kinds[column]
        assert own.values.tolist() == counted.values[at].tolist()
        sums = np.bincount(counted.ranks[at] + 1, counted.counts, len(own.values) + 1)
        assert own.records.tolist() == sums.tolist()
    tree = BoxTree()
    older = np.arange(-1, len(kept.columns["age"].values)) > 20
    low, high = tree.cut(0, 0, ~older)
    some = np.arange(-1, len(kept.columns["sex"].values)) % 2 == 0
    tree.cut(low, 1, some)
    for nodes in ([high, low + 2], list(tree.leaves())):
        box = box_of(tree, counted.ranks)
        for node, tallies in zip(nodes, kept.tallies(tree, nodes), strict=True):
            for ranks, (values, records) in zip(counted.ranks, tallies, strict=True):
                there = np.bincount(ranks[box == node] + 1, counted.counts[box == node])
                expected = {rank - 1: int(n) for rank, n in enumerate(there.tolist()) if n}
                assert dict(zip(values.tolist(), records.tolist(), strict=True)) == expected
    kept.divide(tree)
    for number, node in enumerate(tree.leaves()):
        columns, numbers = kept.counts_of_part(number)
        here = np.flatnonzero(box == node)
        combinations = zip(*(ranks[here].tolist() for ranks in counted.ranks), strict=True)
        found = zip(*(own.tolist() for own in columns), strict=True)
        assert dict(zip(found, numbers.tolist(), strict=True)) == dict(
            zip(combinations, counted.counts[here].tolist(), strict=True)
        )
    answers = kept.solved(
        lambda part, values, counts: (
            b"%d %d" % (part, counts.sum()),
            np.zeros(len(counts), np.int32),
        )
    )
    assert [tuple(map(int, each.split())) for each in answers] == [
        (number, counted.counts[box == node].sum()) for number, node in enumerate(tree.leaves())
    ]


def box_of(tree: BoxTree, ranks: tuple[NDArray[np.int64], ...]) -> NDArray[np.int64]:
    found = np.zeros(len(ranks[0]), dtype=np.int64)
    for node, column in enumerate(tree.column):
        if column >= 0:
            here = np.flatnonzero(found == node)
            taken = tree.takes[node][ranks[column][here] + 1]
            found[here] = np.where(taken, tree.first[node], tree.first[node] + 1)
    return found


@pytest.mark.needs("keeps_combinations")
def test_no_more_comes_than_a_part_or_the_values(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    """The classes are those of a release in parts, and all combinations are never here at once."""
    table = people()
    given = backend.put(tmp_path, table)
    out = tmp_path / "cells.csv"
    job = Job(given, 3, QUASI, part_size=60)
    found = cells_in_parts(job, out, engine=engine.engine)
    assert len(found.parts) >= 3
    assert found.records == 300
    values = sum(len(set(own)) for own in table.values())
    combinations = len(set(zip(*table.values(), strict=True)))
    assert found.combinations <= combinations
    largest = max(part.combinations for part in found.parts)
    assert 0 < found.most_rows <= max(largest, values + len(table)) < found.combinations
    release = covey.anonymize(pa.table(table), k=3, quasi=QUASI, part_size=60)
    assert release.plan.loss == pytest.approx(found.loss, rel=1e-12)
    texts = zip(*release.table.to_pydict().values(), strict=True)
    published = Counter((a or "", s or "", z or "") for a, s, z in texts)
    with out.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    assert {tuple(line[2:]): int(line[1]) for line in lines} == published
    assert found.smallest == min(published.values()) >= 3


@pytest.mark.needs("keeps_combinations")
def test_a_release_is_made_of_combinations_that_stay(
    engine: Session, backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The classes, the proof and the fingerprint are those of a release that has all combinations
    here, which this one never has."""
    came: list[int] = []
    note = Kept._came

    def watched(self: Kept, rows: int) -> None:
        came.append(rows)
        note(self, rows)

    monkeypatch.setattr(Kept, "_came", watched)
    table = people()
    table["note"] = [f"n{at % 7}" for at in range(len(table["age"]))]
    table["name"] = [f"x{at}" for at in range(len(table["age"]))]
    # Too few for a class, and as many records at either end: the same end has them.
    table["day"] = [None, None, 0, 9, *(1 + at % 8 for at in range(294)), 9, 0]
    quasi = {**QUASI, "day": covey.Ordered()}
    given, out = backend.put(tmp_path, table), out_in(backend, tmp_path)
    asked: dict[str, Any] = {"drop": ["name"], "part_size": 60}
    job = Job(given, 3, quasi, keep_combinations=True, **asked)
    made = publish(job, out=out, engine=engine.engine, receipts=tmp_path / "receipts.jsonl")
    others = covey.anonymize(pa.table(table), k=3, quasi=quasi, **asked, out=tmp_path / "whole")
    assert list(made.codebook) == list(others.codebook)
    whole, own = others.certificate, made.certificate
    assert sorted(own.classes.sizes) == sorted(whole.classes.sizes)
    assert (own.proof, own.cost, own.guarantee) == (whole.proof, whole.cost, whole.guarantee)
    assert (own.keep_combinations, whole.keep_combinations) == (True, None)
    # The values of all columns, or those of a part: never all combinations, which are as many as
    # the rows.
    values = [len(set(table[name])) for name in quasi]
    assert 0 < max(came) <= max(sum(values), 2 * 60) < 2 / 3 * len(table["age"])
    checked = covey.verify(made, against=str(given), receipts=tmp_path / "receipts.jsonl")
    assert checked.holds, checked.summary()
    # All is compared but what only a receipt tells, and its fingerprint is the known one.
    assert not [each for each in checked.checks if each.held is None]
    assert "not measured" in " ".join(made.notes)
    assert made.facts is not None
    assert (made.facts.before, made.facts.utility) == (None, None)


def out_in(backend: Backend, folder: Path) -> Path | Address:
    target = backend.target(folder)
    return address_of(target) if isinstance(target, ToTable) else folder / "out"


@pytest.mark.needs("keeps_combinations")
def test_the_fingerprint_is_that_of_all_combinations(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    given = backend.put(tmp_path, people())
    counted = engine.open(given, KINDS).count()
    kept = kept_by(engine, given)
    tree = BoxTree()
    tree.cut(0, 1, np.arange(-1, len(kept.columns["sex"].values)) > 1)
    kept.divide(tree)
    assert kept.fingerprint() == counted.fingerprint


@pytest.mark.needs("keeps_combinations")
def test_a_column_without_values_is_refused(
    engine: Session, backend: Backend, tmp_path: Path
) -> None:
    blank: dict[str, list[Any]] = {"age": [1, 2], "sex": ["x", "x"], "zip": ["", " "]}
    with pytest.raises(InvalidInput, match="'zip' has no values"):
        kept_by(engine, backend.put(tmp_path, blank))


def test_cuts_of_labels_are_said_in_runs_and_refused_if_they_are_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ranks = np.arange(-1, 2000)
    several = [ranks % 200 > 150, ranks % 200 < 150, ranks < 99, ranks > 99, ranks % 37 % 5 % 2 > 0]
    for takes in several:
        said = condition("r0", takes)
        query = f"SELECT {said} AS taken FROM range(-1, 2000) t(r0) ORDER BY r0"
        with duckdb.connect() as connection:
            found = connection.execute(query).fetchnumpy()
        assert np.array_equal(found["taken"], takes)
    assert len(condition("r0", several[0])) < 300
    tree = BoxTree()
    tree.cut(0, 0, several[0])
    monkeypatch.setattr("covey.engine.kept.MOST_SQL", 100)
    with pytest.raises(InvalidInput, match="at most 100 are sent"):
        case_of(tree, {1: 0, 2: 1})


def test_a_tree_without_cuts_is_one_box() -> None:
    assert case_of(BoxTree(), {0: 0}) == "CAST(0 AS INTEGER)"
