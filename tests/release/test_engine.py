"""A release runs on the engine that is handed in, from the first look to the last step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import covey
from covey import InvalidInput
from covey.engine import default_engine
from covey.engine.duckdb import DuckDBEngine
from covey.engine.duckdb.snapshot import DuckDBSnapshot
from covey.engine.protocol import Capabilities
from covey.io.inputs import Input
from covey.release.job import Job
from covey.release.publish import plan_job
from tests.engine.plain import PlainEngine

QUASI = {"zip": covey.Labels(), "age": covey.Ordered()}
ROWS: dict[str, list[Any]] = {
    "zip": [f"0{at % 7}" if at % 11 else None for at in range(120)],
    "age": [20 + at * 7 % 50 for at in range(120)],
    "note": [f"n{at % 4}" for at in range(120)],
}


class Watched(DuckDBEngine):
    """Says what it was asked to open, and can have fewer capabilities."""

    def __init__(self, **fewer: bool) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.capabilities: Capabilities = replace(DuckDBEngine.capabilities, **fewer)

    def open(self, given: Input, kinds: Mapping[str, str]) -> DuckDBSnapshot:
        self.opened.append(Path(given.name).name)
        return super().open(given, kinds)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    pd.DataFrame(ROWS).to_csv(file, index=False)
    return file


def test_the_default_engine_is_duckdb() -> None:
    assert isinstance(default_engine(), DuckDBEngine)


def test_every_table_is_opened_by_the_engine_that_is_handed_in(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(*_: object) -> None:
        raise AssertionError("another engine was made")

    for chosen in (
        "publish.engine_for",
        "apply.apply.engine_for",
        "solve.population.default_engine",
    ):
        monkeypatch.setattr(f"covey.release.{chosen}", other)
    engine = Watched()
    job: dict[str, Any] = {"k": 5, "quasi": QUASI, "k_map": 5, "population": str(table)}
    covey.anonymize(table, **job, out=tmp_path / "out", engine=engine)
    assert engine.opened == ["people.csv", "people.csv"]
    plan_job(Job(str(table), **job), engine=engine)
    assert engine.opened == ["people.csv"] * 4
    covey.apply(tmp_path / "out", table, out=tmp_path / "new", engine=engine)
    assert engine.opened == ["people.csv"] * 5
    assert covey.verify(tmp_path / "out").holds


def test_what_an_engine_cannot_do_is_refused_before_any_row_is_read(
    table: Path, tmp_path: Path
) -> None:
    job: dict[str, Any] = {"k": 5, "quasi": QUASI}
    out = tmp_path / "out"
    for engine, given, more, words in (
        (Watched(keeps_order=False), table, {"out": out, "shuffle": False}, "keep the order"),
        (Watched(writes_files=False), table, {"out": out}, "writes no files"),
        (Watched(returns_frames=False), pd.DataFrame(ROWS), {}, "hands no frames back"),
    ):
        with pytest.raises(InvalidInput, match=words):
            covey.anonymize(given, **job, **more, engine=engine)
        assert engine.opened == []
    covey.anonymize(table, **job, out=out, engine=Watched(keeps_order=False))
    with pytest.raises(InvalidInput, match="keep the order"):
        covey.apply(
            out, table, out=tmp_path / "new", shuffle=False, engine=Watched(keeps_order=False)
        )


@pytest.mark.parametrize("quasi", [QUASI, {"zip": covey.Labels()}, {"age": covey.Ordered()}])
def test_an_engine_without_duckdb_publishes_the_same(
    quasi: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = covey.anonymize(pd.DataFrame(ROWS), k=5, quasi=quasi)

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("DuckDB was asked")

    monkeypatch.setattr("duckdb.connect", refused)
    engine = PlainEngine({"people": ROWS}, returns_frames=True)
    found = covey.anonymize("people", k=5, quasi=quasi, engine=engine)
    for column in ROWS:
        texts = expected.table[column].astype(object)
        assert found.table[column] == texts.where(expected.table[column].notna(), None).tolist()
    assert found.codebook == expected.codebook
    claims, expected_claims = found.certificate.to_dict(), expected.certificate.to_dict()
    unlike = {"input", "versions"}
    assert claims.keys() == expected_claims.keys() > unlike
    for name in claims.keys() - unlike:
        assert claims[name] == expected_claims[name], name
    assert engine.store == {"people": ROWS}
