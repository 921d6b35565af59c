"""python -m benchmarks says what there is."""

from __future__ import annotations

from importlib import import_module

import pytest
from benchmarks import __main__ as benchmarks


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["benchmarks", *arguments])
    with pytest.raises(SystemExit) as ended:
        benchmarks.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_help_has_a_line_for_every_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--help") == 0
    lines = capsys.readouterr().out.splitlines()
    for name, (_, _, words) in benchmarks.ALL.items():
        assert any(line.split() == [name, *words.split()] for line in lines)


def test_an_unknown_name_is_an_error_that_says_which_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "labels", "lables") == 2
    said = capsys.readouterr().err
    assert "there is no benchmark lables" in said
    assert all(name in said for name in benchmarks.ALL)


@pytest.mark.parametrize("name", benchmarks.ALL)
def test_every_benchmark_is_there(name: str) -> None:
    module, function, _ = benchmarks.ALL[name]
    assert callable(getattr(import_module(f"benchmarks.{module}"), function))
