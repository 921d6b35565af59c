"""How many threads compiled loops use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.core import threads
from covey.core.errors import InvalidInput
from covey.engine.duckdb import DuckDBEngine
from covey.io.inputs import Input
from covey.io.notation import PLAIN, Notation
from covey.io.reading import connect


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("COVEY_THREADS", "OMP_NUM_THREADS"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("given", ["1", "7", "64"])
def test_the_environment_says_how_many(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("COVEY_THREADS", given)
    assert threads.count() == int(given)


@pytest.mark.parametrize("given", ["", "0", "-1", "2.5", "two", "²", " 2"])
def test_anything_else_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("COVEY_THREADS", given)
    with pytest.raises(InvalidInput, match="COVEY_THREADS is a whole number of threads"):
        threads.count()


def test_otherwise_it_is_the_cpus_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert threads.count() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert threads.count() == 6


def test_a_scheduler_may_say_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert threads.count() == 3
    monkeypatch.setenv("COVEY_THREADS", "5")
    assert threads.count() == 5, "covey's own variable comes first"
    monkeypatch.delenv("COVEY_THREADS")
    monkeypatch.setenv("OMP_NUM_THREADS", "4,2")
    assert threads.asked() is None, "a number for each level of nesting is none for covey"


def test_whoever_calls_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVEY_THREADS", "5")
    with threads.using(2):
        with threads.using(None):
            assert threads.count() == 2
        with threads.using(9):
            assert threads.count() == 9
        assert threads.count() == 2
    assert threads.count() == 5


@pytest.mark.parametrize("number", [0, -1, 1.0, True, "2"])
def test_only_whole_numbers_are_taken(number: Any) -> None:
    with pytest.raises(InvalidInput, match="threads is a whole number"), threads.using(number):
        pass


def test_duckdb_uses_as_many() -> None:
    with threads.using(1), connect() as connection:
        assert connection.execute("SELECT current_setting('threads')").fetchall() == [(1,)]


def test_every_function_that_takes_threads_uses_them(tmp_path: Path) -> None:
    asked: list[int | None] = []

    class Asking(DuckDBEngine):
        def source(
            self,
            table: Any,
            encoding: str = "",
            header: bool | None = None,
            notation: Notation = PLAIN,
        ) -> Input:
            asked.append(threads.asked())
            return super().source(table, encoding, header, notation)

    engine = Asking()
    table = tmp_path / "in.csv"
    table.write_text("a\n" + "x\n" * 4)
    out, new = tmp_path / "out", tmp_path / "new"
    quasi = {"a": covey.Labels()}
    covey.anonymize(table, k=2, quasi=quasi, out=out, engine=engine, threads=3)
    covey.apply(out, table, out=new, engine=engine, threads=4)
    assert asked == [3, 4]
    assert covey.verify(out, table, threads=2).holds
    with pytest.raises(InvalidInput, match="threads is a whole number"):
        covey.verify(out, threads=0)
