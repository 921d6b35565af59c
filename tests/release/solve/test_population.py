"""Who of the population has the values of a record, however both are written."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from tests.release.tables import patients, people, texts, write
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


def test_a_population_may_lack_columns_that_a_notation_names(tmp_path: Path) -> None:
    ages = people()["age"]
    columns = {"age": ages, "cost": [f"{age},5" for age in ages]}
    table, everybody = write(tmp_path / "people.csv", columns), tmp_path / "everybody.csv"
    write(everybody, {"age": ages * 2})
    quasi, out = {"age": covey.Ordered()}, tmp_path / "out"
    covey.anonymize(
        table, k=12, quasi=quasi, decimal={"cost": ","}, population=str(everybody), out=out
    )
    assert covey.verify(out, table, population=str(everybody)).holds


def test_a_population_smaller_than_the_table_is_refused(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    few = write(tmp_path / "few.csv", {"age": people()["age"][:20]})
    with pytest.raises(covey.InvalidInput, match="a population of 20 people, fewer than"):
        covey.anonymize(
            table, k=12, quasi={"age": covey.Ordered()}, population=str(few), out=tmp_path / "out"
        )


def test_every_class_stands_for_enough_people(tmp_path: Path) -> None:
    columns = patients()
    table = write(tmp_path / "people.csv", columns)
    ages = [age for age in columns["age"] if age is not None]
    counts = {"age": sorted(set(ages)), "count": [3 + age % 5 for age in sorted(set(ages))]}
    write(tmp_path / "population.csv", counts)
    how: dict[str, Any] = {
        "quasi": {"age": covey.Ordered()},
        "drop": ["name"],
        "missing": "suppress",
    }
    population = f"{tmp_path}/population.csv:count"
    release = covey.anonymize(
        table,
        k=2,
        **how,
        k_map=40,
        population=population,
        out=tmp_path / "out",
    )
    people = dict(zip(*counts.values(), strict=True))
    published = texts(tmp_path / "out" / "table.csv", ["age"])
    kept = [age for age in columns["age"] if age is not None]
    inside: dict[Any, set[int]] = {}
    for cell, age in zip(published, kept, strict=True):
        inside.setdefault(cell, set()).add(age)
    assert min(sum(people[age] for age in own) for own in inside.values()) >= 40
    assert release.plan.requirements == ("at least 40 people of the population",)
    read = release.certificate.read.population
    assert read is not None
    assert (read.name, read.column, read.people) == (
        "population.csv", "count", sum(counts["count"]),
    )  # fmt: skip
    assert any("by its column 'count'" in note for note in release.plan.notes)
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "without a table of the population" not in page
    claim = "every class stands for 40 people of the population"
    for given, held in ((None, None), (population, True), (f"{tmp_path}/population.csv", False)):
        found = covey.verify(tmp_path / "out", against=table, population=given)
        assert [check.held for check in found.checks if check.claim == claim] == [held]
        assert found.holds == (held is not False)
    for amiss in ("many", "1.5", "-1", ""):
        (tmp_path / "amiss.csv").write_text(f"age,count\n{ages[0]},{amiss}\n")
        with pytest.raises(covey.InvalidInput, match="numbers of people are whole"):
            covey.verify(tmp_path / "out", population=f"{tmp_path}/amiss.csv:count")
    with pytest.raises(covey.Infeasible, match="population"):
        covey.anonymize(
            table,
            k=2,
            **how,
            k_map=10**6,
            population=population,
            out=tmp_path / "no",
        )
    with pytest.raises(covey.InvalidInput, match="there is no table of the population"):
        covey.anonymize(table, k=2, **how, k_map=40, out=tmp_path / "no")


def test_records_that_nobody_of_the_population_is_like_are_noted(tmp_path: Path) -> None:
    """As where the table is Latin-1 and the population UTF-8, and both are read as Latin-1."""
    towns: list[Any] = [*["Zürich"] * 6, *["Köln"] * 14, *["Bern"] * 20, None]
    lines = "".join(f"{town or ''},{'ab'[at % 2]}\n" for at, town in enumerate(towns))
    table, everybody = tmp_path / "in.csv", tmp_path / "everybody.csv"
    table.write_bytes(f"town,ill\n{lines}".encode("latin-1"))
    everybody.write_bytes(f"town,ill\n{lines}{lines}".encode())
    how: dict[str, Any] = {
        "k": 5,
        "quasi": {"town": covey.Labels()},
        "sensitive": {"ill": {"l": 2}},
        "encoding": "latin-1",
        "population": str(everybody),
    }
    said = "20 records have a combination that nobody of the population has"
    made = covey.anonymize(table, out=tmp_path / "out", **how)
    assert [each for each in made.plan.notes if each.startswith(said)]
    found = covey.verify(tmp_path / "out", table, population=str(everybody), encoding="latin-1")
    assert failed(found) == []
    risk = covey.risk(table, quasi=["town"], encoding="latin-1", population=str(everybody))
    assert [each for each in risk.notes if each.startswith(said)]
    # Read as what each of them is, everybody is found.
    table.write_bytes(f"town,ill\n{lines}".encode())
    made = covey.anonymize(table, out=tmp_path / "utf8", **(how | {"encoding": ""}))
    assert not [each for each in made.plan.notes if "nobody of the population" in each]
