"""docs/explanation/hardness.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.research.hard_problems import instances

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "hardness.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(code, PAGE.name, "exec"), {})
    assert (tmp_path / "hard" / "answer.json").exists()


def test_the_number_of_instances_is_that_of_the_tests() -> None:
    count = sum(len(instances.instances(shard)) for shard in range(instances.SHARDS))
    assert f"{count} whole instances" in " ".join(TEXT.split())
