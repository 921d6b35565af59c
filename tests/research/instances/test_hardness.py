"""docs/hardness.md and its pictures say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from covey.research.hard_problems.known import draw_source
from covey.research.instances.folder import generate
from covey.research.instances.gallery import write_pictures
from covey.research.instances.reduce import FROM, SOURCES, reduce, source_kind
from covey.research.reductions.tiles import DRAWINGS
from tests.research.hard_problems import instances

PAGE = Path(__file__).parents[3] / "docs" / "hardness.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("tile", [("wire", "EW"), ("choice", "NESW"), ("tuple", "ESW"),
                                  ("crossing", "NESW")])  # fmt: skip
def test_the_drawings_are_those_of_the_code(tile: tuple[str, str]) -> None:
    lines = DRAWINGS[tile].split()  # type: ignore[index]
    columns = [
        [line[start : start + 10] for line in TEXT.splitlines() if len(line) >= start + 10]
        for start in (0, 44)
    ]
    assert any(lines == column[at : at + 10] for column in columns for at in range(len(column) - 9))


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(code, PAGE.name, "exec"), {})
    assert (tmp_path / "hard" / "answer.json").exists()


def test_the_pictures_are_drawn_and_small(tmp_path: Path) -> None:
    written = write_pictures(tmp_path)
    assert {file.name for file in written} == {
        Path(name).name for name in re.findall(r"\((pictures/[^)]+)\)", TEXT)
    }
    assert sum(file.stat().st_size for file in written) < 300_000
    assert sum(file.stat().st_size for file in (PAGE.parent / "pictures").iterdir()) < 300_000


def test_the_number_of_instances_is_that_of_the_tests() -> None:
    count = sum(len(instances.instances(shard)) for shard in range(instances.SHARDS))
    assert f"{count} whole instances" in " ".join(TEXT.split())


def test_every_house_has_the_sources_that_it_names() -> None:
    for house, names in FROM.items():
        for name in names:
            kind = source_kind(house, name)
            assert kind is SOURCES[name]
            sizes = (2, 4) if name == "3dm" else (3, 40)
            hard = reduce(house, draw_source(kind, *sizes, seed=0).source)
            assert name in hard.source_kinds
            assert hard.problem.house == house
            assert f"`{name}`" in TEXT


@pytest.mark.parametrize("house", FROM)
def test_the_files_of_a_folder_are_listed_with_their_columns(house: str, tmp_path: Path) -> None:
    name = FROM[house][0]
    sizes = (2, 4) if name == "3dm" else (3, 40)
    known = draw_source(source_kind(house, name), *sizes, seed=0, plant=True)
    made = generate(house, known, tmp_path / "hard")
    assert {"solution.csv", "picture.png", "answer.json"} < set(made.files)
    rows = dict(re.findall(r"^\| `([a-z.]+)` \| (.*?) \|", TEXT, re.MULTILINE))
    for file in made.files:
        head = (tmp_path / "hard" / file).read_bytes().partition(b"\n")[0].decode(errors="ignore")
        columns = ", ".join(made.to_dict() if file == "answer.json" else head.split(","))
        assert file == "picture.png" or columns in rows[file].split("; or ")
