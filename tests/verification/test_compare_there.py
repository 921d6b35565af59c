"""Rows that are the same in any order, and rows that are not, compared where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

import numpy as np
import pytest

from covey.io.inputs.postgres import open_postgres
from covey.io.inputs.spark import open_spark
from covey.verification.compare_there import same_there
from covey.verification.in_postgres import OnServer, on_server
from covey.verification.in_spark import in_spark
from covey.verification.opening import table_there
from tests.postgres import server
from tests.spark import session

Alike = Callable[..., bool]
POSTGRES = pytest.mark.xdist_group("postgres")
_numbers = count()


def on_postgres(rows: Sequence[str], closing: ExitStack) -> Any:
    name = f"compared_{next(_numbers)}"
    server().run(f"CREATE TABLE public.{name} AS SELECT * FROM (VALUES {', '.join(rows)}) t(a, b)")
    closing.callback(server().run, f"DROP TABLE public.{name}")
    return open_postgres(server().url("public", name))


def on_spark(rows: Sequence[str], closing: ExitStack) -> Any:
    return open_spark(session().sql(f"SELECT * FROM VALUES {', '.join(rows)} AS t(a, b)"))


def comparing(put: Callable[..., Any], places: Callable[..., Any]) -> Alike:
    """Whether two tables have the same rows, where every value of the first column is a class."""

    def compare(one: Sequence[str], other: Sequence[str], *, withheld: bool = False) -> bool:
        with ExitStack() as closing:
            given = [put([f"({row})" for row in rows], closing) for rows in (one, other)]
            found = closing.enter_context(places(given))
            before, table = (
                closing.enter_context(table_there(*pair)) for pair in zip(found, given, strict=True)
            )
            counted = before.count({"a": "text"})
            texts = {"a": list(counted.texts[0])}
            classes = np.arange(len(counted))
            return same_there(
                before, table, {"a": "text"}, classes, texts, ["a", "b"], withheld=withheld
            )

    return compare


@pytest.fixture
def alike() -> Alike:
    return comparing(on_postgres, on_server)


@POSTGRES
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["'x', 1", "'y', 2"], ["'y', 2", "'x', 1"]),
        (["'x', 1", "'x', 1", "'y', 2"], ["'x', 1", "'y', 2", "'x', 1"]),
        (["NULL, 'a'", "'', 'b'", "'(', 'c'"], ["'', 'b'", "'(', 'c'", "NULL, 'a'"]),
    ],
)
def test_the_same_rows(alike: Alike, one: list[str], other: list[str]) -> None:
    assert alike(one, other)


@POSTGRES
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["'x', 1", "'y', 2"], ["'x', 2", "'y', 1"]),
        (["'x', 1", "'y', 2"], ["'x', 1"]),
        (["'x', 1"], ["'x', 1", "'x', 1"]),
        (["'x', 1"], ["'x', 1", "'z', 1"]),
        (["'x', 'a'", "'x', NULL"], ["'x', 'a'", "'x', ''"]),
        (["'x', 'a'"], ["'x', 'A'"]),
        (["'x', 'a'"], ["'x', 'a '"]),
        (["'x', '-0'::float8"], ["'x', '0'::float8"]),
        (["'x', 1.50"], ["'x', 1.5"]),
        (["'x', ARRAY['a,b']"], ["'x', ARRAY['a', 'b']"]),
        (["'x', '[1, 2]'::json"], ["'x', '[2, 1]'::json"]),
        (["'x', timestamptz '2024-10-27 00:30Z'"], ["'x', timestamptz '2024-10-27 01:30Z'"]),
        (["'x', '100%s'"], ["'x', '100%'"]),
        (["'x', interval '1 month'"], ["'x', interval '30 days'"]),
    ],
)
def test_other_rows(alike: Alike, one: list[str], other: list[str]) -> None:
    assert alike(one, one)
    assert not alike(one, other)


@POSTGRES
@pytest.mark.parametrize("most", [1, 5, 1000])
def test_withheld_rows_may_be_absent_and_no_others_there(
    alike: Alike, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OnServer, "at_once", most)
    rng = np.random.default_rng(most)
    one, other = ([f"'{at}', {at % 2}" for at in rng.integers(0, 4, size)] for size in (9, 4))
    one += other[:3]
    assert alike(one, other, withheld=True) is (not Counter(other) - Counter(one))
    assert alike(one, one[3:], withheld=True)
    assert not alike(one, one[3:])
    assert not alike(one, [*one, one[0]], withheld=True)


@pytest.mark.xdist_group("spark")
def test_rows_of_spark() -> None:
    """Each comparison of Spark takes a second: other rows by what Spark writes in its own way."""
    alike = comparing(on_spark, in_spark)
    values = (
        "-0.0D, CAST(NULL AS array<int>), map('a', X'61'), timestamp_micros(1),"
        " timestamp_ntz'2024-01-01 00:00:00.000001'"
    )
    one = [f"'x', named_struct('v', struct({values}))", "NULL, NULL", "'y', NULL"]
    assert alike(one, [*one[1:], one[0]])
    for own, its in (
        ("-0.0D", "0.0D"),
        ("CAST(NULL AS array<int>)", "array(CAST(NULL AS int))"),
        ("X'61'", "X'62'"),
        ("timestamp_micros(1)", "timestamp_micros(2)"),
        ("00.000001'", "00.000002'"),
    ):
        assert not alike(one, [each.replace(own, its) for each in one]), own
    assert alike(one, one[1:], withheld=True)
    assert not alike(one[1:], one, withheld=True)
    assert not alike(["'x', -0.0D"], ["'x', 0.0D"])
    assert not alike(["'x', CAST(X'ff' AS STRING)"], ["'x', CAST(X'fe' AS STRING)"])
