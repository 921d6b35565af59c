"""How many threads compiled loops use."""

from __future__ import annotations

import os

import pytest

from covey.core import threads
from covey.core.errors import InvalidInput


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
    monkeypatch.delenv("COVEY_THREADS", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert threads.count() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert threads.count() == 6
