"""METIS in this process and in one of its own."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from covey.core.stop import Stop, Watch
from covey.problems.regions import metis
from covey.problems.regions.metis import Division, Task, divide
from tests.problems.regions.maps import grid


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> Task:
    """One that is done in a process of its own."""
    monkeypatch.setattr(metis, "FEW_AREAS", 0)
    graph = grid(30, 30)
    ones = np.ones(graph.count, dtype=np.int32)
    return Task(graph.starts.astype(np.int32), graph.neighbours, ones, 20, False, 3)


def test_the_answer_is_the_same_in_a_process_of_its_own(
    task: Task, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    expected = divide(task)
    assert set(expected.tolist()) == set(range(20))
    monkeypatch.delattr(metis, "divide")
    with Division(task) as division:
        division.begin()
        found = division.wait(Stop().start())
    assert found is not None
    assert np.array_equal(found, expected)
    assert capfd.readouterr() == ("", "")


def test_without_a_process_this_one_does_it(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("/no/such/python", "/bin/false"):
        monkeypatch.setattr(sys, "executable", missing)
        with Division(task) as division:
            found = division.wait(Stop().start())
        assert found is not None
        assert np.array_equal(found, divide(task))


class Interrupted(Watch):
    @property
    def remaining(self) -> float:
        raise KeyboardInterrupt


@pytest.fixture
def endless(task: Task, monkeypatch: pytest.MonkeyPatch) -> Task:
    monkeypatch.setattr(metis, "CHILD", "import time; time.sleep(60)")
    return task


def test_time_that_is_over_ends_the_process(endless: Task) -> None:
    watch = Stop(seconds=0).start()
    with Division(endless) as division:
        assert division.wait(watch) is None
        process = division._process
    assert watch.cut_off
    assert process is not None
    assert process.returncode == -9


def test_an_interrupt_ends_the_process(endless: Task) -> None:
    division = Division(endless)
    with pytest.raises(KeyboardInterrupt), division:
        division.wait(Interrupted(Stop()))
    assert division._process is not None
    assert division._process.returncode == -9
