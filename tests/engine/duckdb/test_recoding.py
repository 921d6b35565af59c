"""How DuckDB sorts rows changes nothing of what is written."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

from covey.engine.duckdb import DuckDBEngine, recoding
from covey.engine.duckdb.recoding import mixed
from covey.engine.protocol import Generalization, ToFile
from covey.io.layout import Layout
from tests.duck import fetch
from tests.engine.backends import Session

KEY = "0123456789abcdef" * 4
OTHER = "0123456789abcdee" + KEY[16:]
PEOPLE = """
SELECT CASE WHEN i % 100 = 0 THEN 'a' ELSE 'b' END AS zip,
    CASE WHEN i % 100 = 0 THEN 'secret' WHEN i % 7 > 0 THEN 'D' || i % 7 END AS diagnosis,
    'note ' || i AS note, i % 5 AS visits
FROM range(3000) t(i)
"""
WITHOUT_A = Generalization(np.array([-1, 0]), {"zip": ["b"]})
"""Of the people of zip b; those of zip a are suppressed."""
OF_ALL = Generalization(np.array([0, 0]), {"zip": ["a or b"]})


def released(
    folder: Path,
    layout: Layout,
    order: str,
    generalization: Generalization = WITHOUT_A,
    people: str = PEOPLE,
) -> Path:
    given, target = folder / "given.parquet", folder / f"out{layout.ending}"
    fetch(f"COPY ({people}) TO '{given}'")
    with Session(DuckDBEngine(folder=folder)) as engine:
        snapshot = engine.open(given, {"zip": "text"})
        with snapshot.recode(generalization, ToFile(target, layout), order=order) as hidden:
            table = hidden.reveal()
    assert isinstance(table, Path)
    return table


@pytest.mark.parametrize("format_", ["csv", "parquet"])
@pytest.mark.parametrize("generalization", [WITHOUT_A, OF_ALL], ids=["suppressed", "all"])
@pytest.mark.parametrize(
    "looked_at", [{"SURE": 1}, {"SURE": 10}, {"SURE": 1, "FIRST_ROWS": 20}], ids=str
)
def test_texts_that_come_again_are_sorted_as_numbers_and_written_as_texts(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    format_: str,
    generalization: Generalization,
    looked_at: dict[str, int],
) -> None:
    layout = Layout(format_)
    expected = _read(released(tmp_path, layout, KEY, generalization))
    monkeypatch.setattr(recoding, "LARGE", 1)
    monkeypatch.setattr(recoding, "DICTIONARY", 50)  # of diagnoses, not of notes
    for name, value in looked_at.items():
        monkeypatch.setattr(recoding, name, value)
    written = released(tmp_path, layout, KEY, generalization)
    assert _read(written) == expected
    assert (b"secret" in written.read_bytes()) == (generalization is OF_ALL)


def _read(table: Path) -> tuple[list[tuple[object, ...]], list[str]]:
    """The rows, and the types of the columns."""
    types = fetch(f"DESCRIBE FROM '{table}'")
    return fetch(f"FROM '{table}'"), [str(row[1]) for row in types]


def test_the_order_is_another_for_every_key(tmp_path: Path) -> None:
    layout = Layout("csv")
    one = released(tmp_path, layout, KEY).read_text().splitlines()[1:]
    two = released(tmp_path, layout, OTHER).read_text().splitlines()[1:]
    assert sorted(one) == sorted(two)
    places = {line: at for at, line in enumerate(two)}
    moved = np.corrcoef(np.arange(len(one)), [places[line] for line in one])[0, 1]
    assert abs(moved) < 0.1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.0::DOUBLE", "-0.0::DOUBLE"),
        ("0.0::FLOAT", "-0.0::FLOAT"),
        ("[0.0::DOUBLE]", "[-0.0::DOUBLE]"),
        ("[]::TIMESTAMP[]", "NULL::TIMESTAMP[]"),
        ("{'a': NULL::INTEGER}", "NULL::STRUCT(a INTEGER)"),
    ],
    ids=str,
)
def test_values_that_are_equal_and_not_the_same_leave_no_trace_of_the_order(
    tmp_path: Path, one: str, other: str
) -> None:
    written = []
    for first, second in ((one, other), (other, one)):
        people = (
            f"SELECT 'b' AS zip, CASE WHEN i < 20 THEN {first} ELSE {second} END AS x"
            " FROM range(40) t(i)"
        )
        everybody = Generalization(np.array([0]), {"zip": ["b"]})
        table = released(tmp_path, Layout("parquet"), KEY, everybody, people)
        written.append(fetch(f"SELECT CAST(x AS VARCHAR) FROM '{table}'"))
    assert written[0] == written[1]


def test_no_two_hashes_are_mixed_to_one() -> None:
    with duckdb.connect() as connection:
        rows = "(SELECT i % 500 AS i, 'text ' || i // 500 AS j FROM range(200000) t(i)) r"
        fields = ["r.i", "r.j"]
        plain = f"hash({', '.join(fields)})"
        asked = f"SELECT count(DISTINCT {plain}), count(DISTINCT {mixed(fields, KEY)}) FROM {rows}"
        assert connection.execute(asked).fetchall() == [(200_000, 200_000)]
