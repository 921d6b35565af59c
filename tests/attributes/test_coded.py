"""A counted table as a problem."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import covey
from tests.attributes.tables import coded
from tests.release.tables import ROLES, K, people, roles, write


@pytest.mark.parametrize("kind", ROLES)
def test_every_record_is_in_the_problem(tmp_path: Path, kind: str) -> None:
    name, role = roles(tmp_path)[kind]
    found, counted = coded(write(tmp_path / "t.csv", people()), {name: role}, k=K)
    assert found.problem.total == counted.records == 400
    assert (found.items >= 0).all()
    assert found.single is not None
    assert found.problem_kind == role.problem_kind
    without = counted.counts[role.without_value(name, counted)].sum()
    apart = 0 if kind in ("labels", "keep-common") else without
    assert found.single.own.total == 400 - apart


@pytest.mark.parametrize("kind", ROLES)
def test_records_without_a_value_are_left_out_if_that_is_asked_for(
    tmp_path: Path, kind: str
) -> None:
    name, role = roles(tmp_path)[kind]
    found, counted = coded(
        write(tmp_path / "t.csv", people()), {name: role}, missing="suppress", k=K
    )
    without = role.without_value(name, counted)
    assert np.array_equal(found.items < 0, without)
    assert found.problem.total == counted.counts[~without].sum()


def test_few_missing_values_count_as_the_end_of_an_order_that_fewer_have(tmp_path: Path) -> None:
    ages: list[Any] = [20] * 9 + [30] * 20 + [40] * 7 + [None] * 3
    found, _ = coded(write(tmp_path / "t.csv", {"age": ages}), {"age": covey.Ordered()}, k=5)
    (attribute,) = found.attributes
    assert attribute.anchor == (2,)
    assert found.single is not None
    assert found.single.own.weights.tolist() == [9, 20, 10]
    assert attribute.pinned.sum() == 1


def test_several_columns_have_no_problem_of_one(tmp_path: Path) -> None:
    known = roles(tmp_path)
    quasi = dict(known[kind] for kind in ROLES)
    found, _ = coded(write(tmp_path / "t.csv", people()), quasi, k=K)
    assert found.single is None
    assert found.problem_kind == "cells"
    assert len(found.problem.axes) == 4
    assert found.columns == ("town", "age", "lat", "lon", "zip")
