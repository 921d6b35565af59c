from __future__ import annotations

from pathlib import Path

import pytest

from covey import InvalidInput
from covey.research.hard_problems.partition import Partition, ThreePartition
from covey.research.instances.files import read_triples, read_weights


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "source.csv"
    file.write_text(text)
    return file


def test_triples_are_numbered_from_one(tmp_path: Path) -> None:
    source = read_triples(written(tmp_path, "x,y,z\n1,1,1\n2,2,2\n"))
    assert sorted(source.triples) == [(0, 0, 0), (1, 1, 1)]


def test_the_number_of_elements_can_be_given(tmp_path: Path) -> None:
    file = written(tmp_path, "x,y,z\n1,1,1\n")
    assert read_triples(file, 3).solve() is None
    assert read_triples(file).solve() is not None


def test_weights_become_the_source_that_is_asked_for(tmp_path: Path) -> None:
    file = written(tmp_path, "weight\n3\n3\n4\n3\n3\n4\n")
    assert read_weights(file, ThreePartition) == ThreePartition([3, 3, 4, 3, 3, 4])
    assert read_weights(file, Partition) == Partition([3, 3, 4, 3, 3, 4])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("weight\n3\n\n", "row 2"),
        ("weight\nthree\n", "'three'"),
        ("weight\n3\n4\n", "source.csv: "),
    ],
)
def test_bad_files_are_refused_with_their_name(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        read_weights(written(tmp_path, text), Partition)
