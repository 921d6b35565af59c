from __future__ import annotations

import json
from pathlib import Path

import pytest

from covey.core.errors import CoveyError
from covey.research.tight.families import tight_example
from covey.research.tight.folder import write_example


def test_a_folder_has_the_instance_an_optimal_answer_and_the_figures(tmp_path: Path) -> None:
    written = write_example(tight_example("labels-two", 5), tmp_path / "tight")
    assert written.files == ("solution.csv", "tight.json", "values.csv")
    assert (tmp_path / "tight" / "values.csv").read_text().splitlines()[:2] == [
        "value,count",
        "w1,3",
    ]
    told = json.loads((tmp_path / "tight" / "tight.json").read_text())
    assert (told["optimum"], told["cost"], told["ratio"], told["k"]) == (5, 10, "2", 5)
    assert "covey solve labels" in written.summary()


def test_a_folder_is_replaced_only_if_asked(tmp_path: Path) -> None:
    write_example(tight_example("labels-two", 5), tmp_path / "tight")
    with pytest.raises(CoveyError):
        write_example(tight_example("labels-two", 6), tmp_path / "tight")
    write_example(tight_example("regions-tree", 6), tmp_path / "tight", overwrite=True)
    found = {file.name for file in (tmp_path / "tight").iterdir()}
    assert found == {"nodes.csv", "edges.csv", "solution.csv", "tight.json"}


def test_another_folder_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear")
    with pytest.raises(CoveyError):
        write_example(tight_example("labels-two", 5), tmp_path / "mine", overwrite=True)
    assert (tmp_path / "mine" / "diary.txt").read_text() == "dear"
