"""Records are withheld only where that loses less, and no column becomes coarse unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import covey
from covey.problems.cells.grids import search as grid_search


def outliers() -> dict[str, list[Any]]:
    """Ages from 20 to 60, and three that are far from these."""
    rng = np.random.default_rng(1)
    ages = [*rng.integers(20, 60, 197).tolist(), 900, 950, 1000]
    return {"age": ages, "weight": rng.integers(50, 80, 200).tolist()}


@pytest.mark.parametrize("recoding", ["global", "nested", "local"])
def test_a_column_does_not_become_coarse_because_its_outliers_are_withheld(recoding: str) -> None:
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    how: dict[str, Any] = {"k": 5, "quasi": quasi, "recoding": recoding}
    plain = covey.anonymize(pa.table(outliers()), **how)
    release = covey.anonymize(pa.table(outliers()), **how, suppress=0.05)
    assert release.plan.loss <= plain.plan.loss
    assert not [each for each in release.plan.warnings if "of its detail" in each]


def test_the_loss_is_on_the_scale_of_all_records_and_the_other_one_is_said_too() -> None:
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    plan = covey.anonymize(
        pa.table(outliers()), k=5, quasi=quasi, recoding="global", suppress=0.05
    ).plan
    assert plan.suppressed > 0
    assert plan.loss_of_published is not None
    assert plan.loss < plan.loss_of_published
    assert f"{plan.loss_of_published:.4f} on the scale of what is published" in plan.summary()


@pytest.mark.parametrize(("ends", "again"), [([900, 950, 1000], True), ([60, 61, 62], False)])
def test_a_search_is_made_again_only_if_a_column_has_lost_half_of_its_scale(
    ends: list[int], again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def counted(*given: Any) -> Any:
        made.append(given)
        return search(*given)

    search = grid_search._search
    monkeypatch.setattr(grid_search, "_search", counted)
    table = outliers()
    table["age"][-3:] = ends
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    release = covey.anonymize(
        pa.table(table), k=5, quasi=quasi, recoding="global", suppress=0.05, time_limit=600
    )
    assert release.plan.suppressed > 0
    assert (len(made) > 1) == again


QUASI: tuple[dict[str, Any], ...] = (
    {"age": covey.Ordered()},
    {"town": covey.Labels()},
    {"age": covey.Ordered(), "town": covey.Labels()},
)


def written(folder: Path) -> Path:
    rng = np.random.default_rng(5)
    ages, towns = rng.integers(20, 60, 400).tolist(), rng.choice(list("ABC"), 400).tolist()
    rows = [f"{age},{town}" for age, town in zip(ages, towns, strict=True)]
    file = folder / "people.csv"
    file.write_text("\n".join(["age,town", *rows]) + "\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("quasi", QUASI, ids=list)
def test_the_same_classes_have_the_same_proof_with_an_allowance(
    quasi: dict[str, Any], tmp_path: Path
) -> None:
    file = written(tmp_path)
    how: dict[str, Any] = {"k": 30, "quasi": quasi, "drop": {"age", "town"} - set(quasi)}
    plain = covey.anonymize(file, **how, out=tmp_path / "plain").plan
    plan = covey.anonymize(file, **how, suppress=0.003, out=tmp_path / "out").plan
    assert plan.suppressed == 0
    assert (plan.sizes, plan.lower_bound, plan.status) == (
        plain.sizes, plain.lower_bound, plain.status,
    )  # fmt: skip
    assert "withhold" not in plain.verdict
    assert "withholds nobody" in plan.verdict or "withhold nobody" in plan.verdict
    assert covey.verify(tmp_path / "out", file).holds
    # Who asks for smaller classes is told of all answers.
    how |= {"suppress": 0.003, "suppress_for": "largest"}
    other = covey.anonymize(file, **how, out=tmp_path / "largest").plan
    assert "nobody" not in other.verdict


def test_a_bound_for_answers_that_withhold_nobody_is_not_taken_for_others(tmp_path: Path) -> None:
    file, out = written(tmp_path), tmp_path / "out"
    covey.anonymize(
        file, k=30, quasi={"age": covey.Ordered()}, drop=["town"], suppress=0.003, out=out
    )
    certificate = json.loads((out / "certificate.json").read_text())
    certificate["verdict"] = "optimal: no answer has a smaller largest class"
    (out / "certificate.json").write_text(json.dumps(certificate))
    failed = [check.claim for check in covey.verify(out).checks if check.held is False]
    assert "cost, lower bound and verdict fit together" in failed


def test_who_withholds_has_no_bound_for_answers_that_withhold_nobody(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    columns = outliers()
    rows = [f"{a},{w}" for a, w in zip(columns["age"], columns["weight"], strict=True)]
    table.write_text("\n".join(["age,weight", *rows]) + "\n", encoding="utf-8")
    quasi = {"age": covey.Ordered(), "weight": covey.Ordered()}
    out = tmp_path / "out"
    plan = covey.anonymize(table, k=5, quasi=quasi, recoding="global", suppress=0.05, out=out).plan
    assert plan.suppressed > 0
    assert "nobody" not in plan.verdict
    certificate = json.loads((out / "certificate.json").read_text())
    assert certificate["proof"]["kind"] == "withheld"
    # The same bound, said to be one for answers that withhold nobody.
    certificate["proof"]["kind"] = "combinations"
    certificate["verdict"] += ", among answers that withhold nobody"
    (out / "certificate.json").write_text(json.dumps(certificate))
    failed = " ".join(c.line() for c in covey.verify(out, table).checks if c.held is False)
    assert "records are suppressed, 0 at most may be" in failed
