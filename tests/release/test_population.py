"""Who of the population has the values of a record, however both are written."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

import covey
from tests.release.tables import people, write
from tests.verification.forged import failed


def test_a_decimal_is_the_same_number_in_any_type_of_column(tmp_path: Path) -> None:
    """DuckDB writes as many zeros as the type of a column has places."""
    sizes = [Decimal("41480004.4"), Decimal("9121480.6"), Decimal("70.0"), Decimal("0.5")] * 5
    table, people = tmp_path / "table.parquet", tmp_path / "people.csv"
    pl.DataFrame({"size": sizes}, schema={"size": pl.Decimal(38, 1)}).write_parquet(table)
    people.write_text("size\n" + "".join(f"{size}\n" * 3 for size in sizes))
    quasi = {"size": covey.Ordered()}
    out = tmp_path / "out"
    covey.anonymize(table, k=5, quasi=quasi, k_map=15, population=str(people), out=out)
    assert failed(covey.verify(out, table, population=str(people))) == []


def test_the_folder_of_the_population_is_not_replaced(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    covey.anonymize(table, k=12, quasi={"age": covey.Ordered()}, out=tmp_path / "pop")
    population = tmp_path / "pop" / "table.csv"
    with pytest.raises(covey.InvalidInput):
        covey.anonymize(
            table, k=12, quasi={"age": covey.Ordered()}, k_map=1, population=str(population),
            out=tmp_path / "pop", overwrite=True,
        )  # fmt: skip
    assert population.exists()
