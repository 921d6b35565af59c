from __future__ import annotations

from pathlib import Path

import pytest

from covey.research.hard_problems.known import draw_source
from covey.research.instances.pictures import draw_instance
from covey.research.instances.reduce import FROM, reduce, source_kind


@pytest.mark.parametrize("problem_kind", FROM)
def test_an_instance_is_drawn_with_and_without_its_solution(
    problem_kind: str, tmp_path: Path
) -> None:
    sizes = (2, 4) if FROM[problem_kind][0] == "3dm" else (3, 40)
    known = draw_source(source_kind(problem_kind), *sizes, seed=0, plant=True)
    hard = reduce(problem_kind, known.source)
    draw_instance(hard, None, tmp_path / "plain.png")
    draw_instance(hard, hard.solution(known.answer), tmp_path / "solved.png")
    plain, solved = ((tmp_path / name).read_bytes() for name in ("plain.png", "solved.png"))
    assert plain.startswith(b"\x89PNG")
    assert plain != solved
