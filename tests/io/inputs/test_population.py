"""How a table of the population is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from covey.io.inputs.population import split_population


@pytest.mark.parametrize(
    ("given", "table", "column"),
    [
        ("people.csv:n", "people.csv", "n"),
        ("folder:x/people.csv", "folder:x/people.csv", ""),
        ("all.db::people", "all.db::people", ""),
        (3, 3, ""),
    ],
)
def test_a_column_is_named_after_a_colon(given: Any, table: Any, column: str) -> None:
    assert split_population(given) == (table, column)


def test_a_file_whose_name_has_a_colon_is_that_file(tmp_path: Path) -> None:
    file = tmp_path / "people:n"
    file.write_text("town\nUlm\n")
    assert split_population(str(file)) == (str(file), "")
