"""A written table is counted by the texts of its classes, in whatever columns they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import covey
from covey.attributes.range_columns import RangeColumns
from covey.engine.duckdb import DuckDBEngine
from covey.engine.protocol import ToFile
from covey.io.layout import Layout
from covey.release.write.hidden_table import shuffles, write_hidden

AGES = RangeColumns({"age": {"10-19": ("10", "19"), ">= 20": ("20", None)}}, {"age": "integer"})


@pytest.mark.parametrize("ranges", [RangeColumns.none(), AGES], ids=["text", "low-high"])
def test_classes_are_counted_by_their_texts(tmp_path: Path, ranges: RangeColumns) -> None:
    table = tmp_path / "people.csv"
    table.write_text("age,sex\n10,f\n10,m\n30,f\n30,f\n")
    texts = {"age": ["10-19", ">= 20"]}
    engine = DuckDBEngine(folder=tmp_path)
    given = engine.source(table)
    with (
        engine.open(given, {"age": "ordered"}) as snapshot,
        write_hidden(
            snapshot,
            np.array([0, 1]),
            texts,
            ranges,
            ToFile(tmp_path / "out.csv", Layout("csv")),
            given=given,
            roles={"age": covey.Ordered()},
            texts_of_sets=lambda column: texts[column],
            unpublished=(),
            order=None,
        ) as hidden,
    ):
        assert len(snapshot.count()) == 2
        found = hidden.count()
        assert [*zip(found.texts[0], found.counts, strict=True)] == [("10-19", 2), (">= 20", 2)]
        beside = hidden.count("sex")
        assert [*zip(*beside.texts, beside.counts, strict=True)] == [
            ("10-19", "f", 1),
            ("10-19", "m", 1),
            (">= 20", "f", 2),
        ]
        assert beside.counts.tolist() == hidden.count_sensitive({"sex": "text"}).counts.tolist()
    assert not (tmp_path / "out.csv").exists(), "what is not revealed is removed"


def test_files_are_shuffled_unless_asked_otherwise() -> None:
    engine = DuckDBEngine()
    assert shuffles(None, Layout("csv"), engine)
    assert not shuffles(None, None, engine)
    assert shuffles(True, None, engine)
    assert not shuffles(False, Layout("csv"), engine)
