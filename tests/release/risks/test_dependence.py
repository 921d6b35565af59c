"""Columns that undo others: warned of where they do, and only there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey.core.errors import NotAttained
from covey.measures.dependence import percent_down
from covey.release.risks import candidates

QUASI = {"age": covey.Ordered(), "degree": covey.Labels()}


def people(rows: int = 900, seed: int = 0) -> pd.DataFrame:
    """Nothing has to do with anything else."""
    random = np.random.default_rng(seed)
    degrees = random.integers(0, 12, rows)
    return pd.DataFrame(
        {
            "age": random.integers(20, 60, rows),
            "degree": [f"d{each:02d}" for each in degrees],
            "hours": random.integers(1, 60, rows),
            "cost": random.random(rows).round(6),
            "always": 1,
        }
    )


def warned(table: pd.DataFrame | Path, **how: Any) -> list[str]:
    found = covey.anonymize(table, k=20, quasi=QUASI, **how).plan.warnings
    return [each for each in found if " of the records: by " in each]


def schooling(table: pd.DataFrame) -> pd.Series:
    return table["degree"].str[1:].astype(int) + 3


def test_nothing_is_said_of_columns_that_undo_nothing() -> None:
    assert warned(people()) == []


def test_a_column_that_determines_a_quasi_identifier() -> None:
    table = people()
    (words,) = warned(table.assign(schooling=schooling(table)))
    assert words.startswith("'schooling' determines 'degree' in 100 % of the records: by it, ")
    assert '; drop it (drop=["schooling"]), or name it as a quasi-identifier' in words


def test_the_figures_are_those_of_a_plain_count() -> None:
    table = people()
    released = covey.anonymize(table.assign(schooling=schooling(table)), k=20, quasi=QUASI)
    (words,) = [each for each in released.plan.warnings if "determines" in each]
    sizes = released.table.groupby(["age", "degree", "schooling"], observed=True).size()
    below, unique = int(sizes[sizes < 20].sum()), int(sizes[sizes == 1].sum())
    assert f"by it, {unique:,} of the records can be singled out, and {below:,} found" in words


def test_it_is_silent_if_the_column_is_dropped_or_no_class_falls_below_k() -> None:
    table = people()
    assert warned(table.assign(schooling=schooling(table)), drop=["schooling"]) == []
    # Two degrees of hundreds of people each are never put together.
    table["degree"] = np.where(np.arange(len(table)) % 2, "d01", "d02")
    assert warned(table.assign(schooling=schooling(table))) == []


def test_nearly_is_enough_and_said() -> None:
    table = people()
    wrong = np.arange(len(table)) % 33 == 0
    (words,) = warned(table.assign(schooling=schooling(table).where(~wrong, 99)))
    assert "determines 'degree' in 9" in words


def test_a_column_that_follows_from_a_quasi_identifier() -> None:
    """Who knows the degree knows the level, and the level is published."""
    table = people()
    (words,) = warned(table.assign(level=schooling(table) // 4))
    assert words.startswith("'level' follows from 'degree' in 100 % of the records: by it, ")


def test_a_column_that_follows_from_two_quasi_identifiers() -> None:
    """Neither of them tells anything of it alone."""
    table = people()
    (words,) = warned(table.assign(either=(table["age"] + schooling(table)) % 2))
    assert words.startswith("'either' follows from 'age' and 'degree' in 100 % of the records: by")


def noisy(table: pd.DataFrame) -> pd.Series:
    """Tells the degree to those who know the age, and follows from neither, nor from both."""
    random = np.random.default_rng(5).integers(0, 2, len(table))
    return 2 * ((table["age"] + schooling(table)) % 12) + random


def test_a_column_that_determines_a_quasi_identifier_with_another(tmp_path: Path) -> None:
    table, file, out = people(3_000), tmp_path / "t.csv", tmp_path / "out"
    table.assign(coded=noisy(table)).to_csv(file, index=False)
    with pytest.raises(NotAttained, match="'coded' determines 'degree'"):
        covey.anonymize(file, k=20, quasi=QUASI, out=out, strict=True)
    (words,) = warned(file, out=out)
    start = "'coded' determines 'degree' for those who know 'age', in 100 % of the records: by it"
    assert words.startswith(start)
    assert '; drop it (drop=["coded"]), or name it as a quasi-identifier' in words
    assert "for those who know" in (out / "report.html").read_text(encoding="utf-8")
    assert all(check.held is not False for check in covey.verify(out, against=file).checks)


def test_it_is_found_where_few_pairs_of_values_come_again() -> None:
    """The month of a visit and the age tell the year of birth, or the other way round: there are
    3,360 pairs of a month and an age."""
    table = people(800)
    month = np.random.default_rng(6).integers(0, 84, len(table))
    table = table.assign(month=month, born=2018 + month // 12 - table["age"])
    quasi = {"age": covey.Ordered(), "born": covey.Ordered()}
    made = covey.anonymize(table[["age", "born", "month"]], k=20, quasi=quasi)
    (words,) = made.plan.warnings
    assert words.startswith("'month' determines ")
    assert " for those who know " in words


def test_nothing_is_said_of_a_column_that_is_independent_of_a_pair() -> None:
    table = people(3_000)
    assert warned(table.assign(coded=noisy(table.sample(frac=1, random_state=1)).to_numpy())) == []


def test_ordered_values_that_are_told_to_within_one() -> None:
    table = people()
    late = np.random.default_rng(3).integers(0, 2, len(table))
    (words,) = warned(table.assign(since=2026 - table["age"] - late))
    assert words.startswith("'since' determines 'age' to within one value in ")


def test_two_columns_that_determine_one_together() -> None:
    table = people()
    first = np.random.default_rng(4).integers(0, 3, len(table))
    (words,) = warned(table.assign(first=first, second=schooling(table) - first))
    assert words.startswith("'first' and 'second' together determine 'degree' in 100 %")
    assert 'drop one of them (drop=["first"]), or name them as quasi-identifiers' in words


def test_two_columns_of_which_neither_tells_anything_by_itself() -> None:
    table = people()
    first = np.random.default_rng(4).integers(0, 12, len(table))
    (words,) = warned(table.assign(first=first, second=(schooling(table) + first) % 12))
    assert words.startswith("'first' and 'second' together determine 'degree' in 100 %")


def test_people_are_counted_where_they_are_named() -> None:
    table = people().assign(id=np.arange(900) // 2)
    (words,) = warned(table.assign(schooling=schooling(table)), person="id")
    assert " of the people can be singled out" in words


def test_a_sensitive_column_that_is_counted_is_looked_at_as_well() -> None:
    table = people()
    table["illness"] = schooling(table).astype(str)
    (words,) = warned(table, sensitive={"illness": {"l": 2}})
    assert words.startswith("'illness' determines 'degree'")


def test_strict_publishes_nothing(tmp_path: Path) -> None:
    table = people()
    file, out = tmp_path / "t.csv", tmp_path / "out"
    table.assign(schooling=schooling(table)).to_csv(file, index=False)
    with pytest.raises(NotAttained, match="'schooling' determines 'degree'"):
        covey.anonymize(file, k=20, quasi=QUASI, out=out, strict=True)
    assert not out.exists()
    released = covey.anonymize(file, k=20, quasi=QUASI, out=out, strict=True, drop=["schooling"])
    assert released.folder == out


def test_what_is_not_counted_is_said_and_strict_publishes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "COUNTED_WORK", 0)
    monkeypatch.setattr(candidates, "COUNTED_AT_LEAST", 0)
    table = people(300)
    file, out = tmp_path / "t.csv", tmp_path / "out"
    table.assign(schooling=schooling(table)).to_csv(file, index=False)
    with pytest.raises(NotAttained, match="1 more of the columns published as they are"):
        covey.anonymize(file, k=20, quasi=QUASI, out=out, strict=True)
    covey.anonymize(file, k=20, quasi=QUASI, out=out)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "none of those counted brings a class below k; 1 more not counted" in page
    assert all(check.held is not False for check in covey.verify(out, against=file).checks)


@pytest.mark.parametrize("dependence", ["sampled", "exact"])
def test_verify_derives_the_warning_again(tmp_path: Path, dependence: str) -> None:
    table = people().assign(id=np.arange(900) // 3)
    table["since"] = 2026 - table["age"]
    table.loc[::50, "since"] = np.nan
    file, out = tmp_path / "t.csv", tmp_path / "out"
    table.assign(schooling=schooling(table)).to_csv(file, index=False)
    how = {"out": out, "person": "id", "dependence": dependence}
    covey.anonymize(file, k=20, quasi=QUASI, **how)  # type: ignore[arg-type]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "determines" in page
    assert "other columns may give people away" in page
    assert all(check.held is not False for check in covey.verify(out, against=file).checks)


def test_a_share_is_not_rounded_up_to_all() -> None:
    assert percent_down(0.99999) == "99.9 %"
