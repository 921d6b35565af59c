"""Parts of a table that executors solve: the same release, or none."""

from __future__ import annotations

import os
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

from covey import InvalidInput
from covey.core import workers
from covey.engine.spark import spreading
from covey.problems.cells import parts
from tests.engine.spark.people import Study
from tests.spark import kept

pytestmark = pytest.mark.xdist_group("spark")

IN_PARTS = {"part_size": 60}


class Abort:
    """Whoever reads it from a file ends at once, as a worker does that the system kills."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.abort, ()


def test_outcomes_are_in_the_order_of_the_pieces(
    spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreading, "AT_ONCE", 4)
    texts = [f"piece {at}".encode() for at in range(6)]
    pieces = [pickle.dumps(each) for each in texts]
    assert spreading.spread(spark, pickle.loads, pieces) == texts


def test_executors_give_the_release_of_this_process(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(work: workers.Work, pieces: Sequence[bytes]) -> Sequence[bytes]:
        raise AssertionError("the executors were to do it")

    theirs = study.anonymize(**IN_PARTS, engine="duckdb", out=study.folder / "duckdb").folder
    with monkeypatch.context() as patch:
        patch.setattr(spreading, "here", refused)
        ours = study.anonymize(**IN_PARTS)
    assert ours.folder is not None
    assert theirs is not None
    for name in ("codebook.csv", "cells.csv"):
        assert (ours.folder / name).read_bytes() == (theirs / name).read_bytes(), name
    assert ours.certificate.method == "parts"
    assert "every class lies inside of one part" in ours.certificate.notes[0]


def test_executors_without_covey_are_not_asked(spark: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "__version__", "another")
    monkeypatch.setattr(spreading, "_done", None)
    assert spreading.spread(spark, bytes.upper, [b"a", b"b"]) == [b"A", b"B"]


def test_a_worker_that_is_killed_in_the_middle_leaves_nothing(
    study: Study, spark: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "solve_part", pickle.loads)
    monkeypatch.setattr(parts._Pieces, "__getitem__", lambda *_: pickle.dumps(Abort()))
    content, before = study.table.read_bytes(), kept()
    with pytest.raises(InvalidInput, match="A part of the table cannot be solved"):
        study.anonymize(**IN_PARTS)
    assert study.left == []
    assert study.table.read_bytes() == content
    assert kept() <= before
