"""A DuckDB relation as an input; ``tests/engine/test_frames.py`` publishes one."""

from __future__ import annotations

import duckdb

from covey.io.inputs import open_input
from covey.io.inputs.relation import RelationInput


def test_a_relation_names_its_columns_and_is_no_file() -> None:
    with duckdb.connect() as connection:
        given = open_input(connection.sql("SELECT 1 AS a, 'x' AS b"))
        assert isinstance(given, RelationInput)
        assert given.columns == ("a", "b")
        assert (given.name, given.layout.format) == ("the relation", "frame")
