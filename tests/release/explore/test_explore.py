"""Several k and recodings of one table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import covey
from covey import InvalidInput
from covey.engine.duckdb import DuckDBEngine
from covey.measures.risk import risk
from covey.release.explore import explore as explore_module
from covey.release.explore.explore import Choice, ColumnDetail, Exploration, can_be_reused, is_worse
from covey.release.job import Job
from covey.release.publish import plan_job
from tests.engine.postgres.people import made
from tests.release.tables import patients, write

QUASI: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "people.csv", patients())


def test_every_choice_is_what_anonymize_would_do(table: Path) -> None:
    found = covey.explore(table, quasi=QUASI, k=[3, 8], suppress=0.05)
    assert [(choice.k, choice.recoding) for choice in found.choices] == [
        (k, recoding) for k in (3, 8) for recoding in ("local", "nested", "global")
    ]  # fmt: skip
    for choice in found.choices:
        job = Job(
            str(table), choice.answer_of or choice.k, QUASI, recoding=choice.recoding, suppress=0.05
        )
        plan = plan_job(job)
        assert (choice.classes, choice.smallest, choice.largest) == (
            plan.classes, plan.smallest, plan.largest
        )  # fmt: skip
        assert (choice.loss, choice.suppressed) == (plan.loss, plan.suppressed)
        assert choice.highest_risk == 1 / plan.smallest
        assert choice.average_risk == plan.classes / (plan.records - plan.suppressed)


def test_losses_and_values_are_those_of_the_published_table(table: Path) -> None:
    frame = pd.read_csv(table)
    (choice,) = covey.explore(frame, quasi=QUASI, k=[4], recoding="local").choices
    release = covey.anonymize(frame, k=4, quasi=QUASI)
    for detail in choice.columns:
        assert detail.values == release.table[detail.column].nunique(dropna=False)
    assert choice.loss == pytest.approx(np.mean([detail.loss for detail in choice.columns]))


def found_for(k: int, recoding: str, loss: float, largest: int = 9, **more: Any) -> Choice:
    detail = (ColumnDetail("age", loss, 3),)
    return Choice(k, recoding, 3, k, largest, k, loss, detail, cost=largest, **more)


def test_with_one_division_of_each_column_an_answer_is_worse_if_it_loses_more() -> None:
    job = Job("t.csv", 5, QUASI)
    assert is_worse(found_for(5, "global", 0.3), found_for(11, "global", 0.2, largest=99), job)
    assert not is_worse(found_for(5, "global", 0.2), found_for(11, "global", 0.2), job)


def test_with_sets_for_each_class_the_cost_counts_first() -> None:
    job = Job("t.csv", 5, QUASI)
    own = found_for(5, "local", 0.3)
    assert not is_worse(own, found_for(11, "local", 0.2, largest=99), job)
    assert is_worse(own, found_for(11, "local", 0.2), job)
    assert is_worse(own, found_for(11, "local", 0.4, largest=8), job)


def test_where_records_are_withheld_for_the_loss_a_better_answer_is_no_worse_in_both() -> None:
    own, smaller = found_for(5, "local", 0.3), found_for(11, "local", 0.4, largest=8)
    for_loss = Job("t.csv", 5, QUASI, suppress=0.1)
    assert not is_worse(own, smaller, for_loss)
    assert not is_worse(own, found_for(11, "local", 0.2, largest=99), for_loss)
    assert is_worse(own, found_for(11, "local", 0.2, largest=8), for_loss)
    assert is_worse(own, smaller, Job("t.csv", 5, QUASI, suppress=0.1, suppress_for="largest"))


def random_people(seed: int, ages: int, towns: int, many: int) -> pd.DataFrame:
    """Too many for trees for larger k."""
    rng = np.random.default_rng(seed)
    return pd.DataFrame({"age": rng.integers(0, ages, many), "town": rng.integers(0, towns, many)})


def test_what_is_shown_of_a_k_does_not_depend_on_the_others() -> None:
    """In this table the search finds a smaller largest class for k = 6 than for k = 5."""
    people = random_people(2, 12, 3, 120)
    found = covey.explore(people, quasi=QUASI, k=[4, 5, 6], recoding="local")
    assert [choice.better_k for choice in found.choices] == [6, 6, 0]
    assert "k = 5: the answer of k = 6 meets k = 5 as well, and is better" in found.summary()
    for choice in found.choices:
        (alone,) = covey.explore(people, quasi=QUASI, k=[choice.k], recoding="local").choices
        assert alone == replace(choice, better_k=0)


def test_of_the_usual_k_a_smaller_one_never_looks_worse() -> None:
    """In this table the search finds a better answer for k = 5 than for k = 3."""
    people = random_people(36, 30, 6, 200)
    found = covey.explore(people, quasi=QUASI, recoding="local").choices
    assert [each.answer_of for each in found] == [0, 5, 0, 0, 0]
    assert not any(choice.better_k for choice in found)
    ranks = [(choice.largest, choice.loss) for choice in found]
    assert ranks == sorted(ranks)


def test_the_answer_of_a_larger_k_is_shown_for_a_smaller_one(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = {3: 0.4, 5: 0.5, 8: 0.2, 10: 0.25, 20: 0.3}
    monkeypatch.setattr(
        explore_module, "_choice", lambda job, _: found_for(job.k, job.recoding, losses[job.k])
    )
    heard = []
    found = covey.explore(
        table,
        quasi=QUASI,
        k=[3, 5, 8],
        recoding="global",
        time_limit=0.1,
        found=lambda choice, solved: heard.append((choice.k, solved.plan.k if solved else 0)),
    )
    assert [(each.k, each.loss, each.answer_of) for each in found.choices] == [
        (3, 0.25, 10), (5, 0.25, 10), (8, 0.2, 0)
    ]  # fmt: skip
    assert heard == [(8, 8), (5, 10), (3, 10)]
    assert found.choices[0].lower_bound == 3, "what is proved is proved of k itself"
    assert "k = 5: this is the answer of k = 10" in found.summary()


def test_borders_that_may_be_crossed_if_needed_depend_on_k() -> None:
    within = covey.Regions("map.json", within="state")
    crossing = covey.Regions("map.json", within="state", cross="if-needed")
    assert can_be_reused(Job("t.csv", 3, {"zip": within}))
    assert not can_be_reused(Job("t.csv", 3, {"zip": crossing}))


def test_which_labels_are_common_depends_on_k() -> None:
    assert can_be_reused(Job("t.csv", 3, {"town": covey.Labels()}))
    assert not can_be_reused(Job("t.csv", 3, {"town": covey.KeepCommon()}))


def test_the_table_is_read_once(table: Path) -> None:
    opened = []

    class Watched(DuckDBEngine):
        def open(self, *given: Any) -> Any:
            opened.append(given)
            return super().open(*given)

    covey.explore(table, quasi=QUASI, k=[2, 3, 4], engine=Watched())
    assert len(opened) == 1


def test_a_k_that_cannot_be_had_says_why(table: Path) -> None:
    found = covey.explore(table, quasi=QUASI, k=[3, 10**6], recoding=["local"])
    assert [bool(choice.why_not) for choice in found.choices] == [False, True]
    assert found.choices[1].why_not in found.summary()


@pytest.mark.parametrize("nothing", [{"k": []}, {"recoding": []}])
def test_nothing_to_explore_is_refused(table: Path, nothing: Any) -> None:
    with pytest.raises(InvalidInput, match="nothing to explore"):
        covey.explore(table, quasi=QUASI, **nothing)


def test_bad_thresholds_and_columns_are_refused(table: Path) -> None:
    with pytest.raises(InvalidInput, match="k "):
        covey.explore(table, quasi=QUASI, k=[0])
    with pytest.raises(InvalidInput, match="no column"):
        covey.explore(table, quasi={"ages": covey.Ordered()}, k=[3])


def test_columns_that_are_gone_and_common_values_are_said() -> None:
    town = ["x"] * 60 + ["y", "z"] * 2
    found = covey.explore(pd.DataFrame({"town": town}), quasi={"town": covey.Labels()}, k=[20])
    words = found.summary()
    assert "next to nothing is left of 'town'" in words
    assert "no largest class can be below 64" in words
    plan = covey.anonymize(pd.DataFrame({"town": town}), k=20, quasi={"town": covey.Labels()}).plan
    assert any("'town' loses 100% of its detail" in warning for warning in plan.warnings)
    wide = covey.explore(
        pd.DataFrame({"age": range(100)}), quasi={"age": covey.Ordered()}, k=[5]
    ).notes()
    assert wide == ()


def test_an_exploration_is_data() -> None:
    found = Exploration("in.csv", 9, (Choice(2, "local", 3, 3, 3, 3),))
    assert found.to_dict()["choices"][0]["highest_risk"] == 1 / 3
    assert str(found) == found.summary()


def test_rows_that_the_clock_cut_off_are_named(table: Path) -> None:
    found = covey.explore(table, quasi=QUASI, k=[3], recoding="global", time_limit=0.0)
    assert found.choices[0].cut_off
    assert "k = 3: stopped by the time limit" in found.summary()
    assert "time_limit=" in found.summary()
    whole = covey.explore(table, quasi=QUASI, k=[3], recoding="local")
    assert not whole.choices[0].cut_off


@pytest.mark.xdist_group("postgres")
def test_a_table_on_a_server_is_counted_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """No row is copied: DuckDB is not asked at all."""
    with made() as study:
        monkeypatch.setattr("covey.engine.duckdb.DuckDBEngine.open", None)
        found = covey.explore(study.url("people"), quasi={"age": covey.Ordered()}, k=[5])
    assert found.records == 200
    assert [choice.smallest >= 5 for choice in found.choices] == [True, True, True]


def test_people_are_counted_where_they_are_named() -> None:
    people = pd.DataFrame({"age": np.repeat(np.arange(20, 60), 3), "id": np.arange(120) // 2})
    asked = {"quasi": {"age": covey.Ordered()}, "person": "id"}
    found = covey.explore(people, k=[6], recoding=["local", "nested"], **asked)  # type: ignore[arg-type]
    local, nested = found.choices
    plan = covey.anonymize(people, k=6, **asked).plan  # type: ignore[arg-type]
    assert (local.classes, local.smallest) == (plan.classes, plan.smallest)
    assert local.smallest >= 6
    _, most = plan.records_per_class or (0, 0)
    assert local.smallest < most, "fewer people than records"
    prosecutor = risk(plan.sizes).prosecutor
    assert local.average_risk == plan.average_risk == prosecutor.average > plan.classes / 120
    assert (nested.classes, nested.smallest) == (local.classes, local.smallest), "of one column"
