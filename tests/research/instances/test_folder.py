from __future__ import annotations

import re
from pathlib import Path

import pytest

from covey.research.hard_problems.known import draw_source
from covey.research.instances.folder import generate
from covey.research.instances.reduce import FROM, source_kind

PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "hardness.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("problem_kind", FROM)
def test_the_files_of_a_folder_are_listed_with_their_columns(
    problem_kind: str, tmp_path: Path
) -> None:
    name = FROM[problem_kind][0]
    sizes = (2, 4) if name == "3dm" else (3, 40)
    known = draw_source(source_kind(problem_kind, name), *sizes, seed=0, plant=True)
    made = generate(problem_kind, known, tmp_path / "hard")
    assert {"solution.csv", "picture.png", "answer.json"} < set(made.files)
    rows = dict(re.findall(r"^\| `([a-z.]+)` \| (.*?) \|", TEXT, re.MULTILINE))
    for file in made.files:
        head = (tmp_path / "hard" / file).read_bytes().partition(b"\n")[0].decode(errors="ignore")
        columns = ", ".join(made.to_dict() if file == "answer.json" else head.split(","))
        assert file == "picture.png" or columns in rows[file].split("; or ")
