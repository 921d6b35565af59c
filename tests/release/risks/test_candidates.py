"""What looks like a dependence: nothing dangerous is left out behind what is harmless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from covey.core.holders import Holders
from covey.engine.protocol import Counted
from covey.release.risks import candidates as module
from covey.release.risks.candidates import (
    LOOKED_AT,
    Candidates,
    Quasi,
    candidates,
    counted_at_most,
    note_on_sample,
    sampled_rows,
    words_on_uncounted,
    words_on_untried,
)
from covey.report.facts import LookedAt

ROWS = 400
DRAW = np.random.default_rng(1)
AGE = DRAW.integers(0, 40, ROWS)
SEX = DRAW.integers(0, 2, ROWS)
QUASI = (Quasi("age", ("age",), True), Quasi("sex", ("sex",), False))


class Table:
    """Rows as an engine hands them over."""

    def __init__(self, columns: Mapping[str, NDArray[np.int64]]) -> None:
        self.columns = {"age": AGE, "sex": SEX, **columns}

    def sample(self, columns: Sequence[str], _: int) -> tuple[NDArray[np.int64], ...]:
        return tuple(self.columns[column] for column in columns)

    def holders(self, _: Sequence[str]) -> Holders | None:
        raise NotImplementedError


def found(columns: Mapping[str, NDArray[np.int64]], *, exact: bool = False) -> Candidates:
    counted = Counted(
        ("age", "sex"),
        (np.arange(40), np.arange(2)),
        (AGE, SEX),
        np.ones(ROWS, dtype=np.int64),
    )
    return candidates(Table(columns), counted.records, QUASI, list(columns), exact)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the table were so large that only a few columns can be counted."""
    monkeypatch.setattr(module, "COUNTED_WORK", 0)


HARMLESS = {f"m{each}": SEX for each in range(8)}
NEARLY = np.where(np.arange(ROWS) % 30 == 0, 39 - AGE, AGE)
"""Tells the age in most rows, and less surely than the others tell the sex."""


def test_eight_harmless_columns_hide_no_other() -> None:
    seen = found({**HARMLESS, "q": NEARLY})
    assert LookedAt(("q",), ("age",), True) in seen.looked_at
    assert seen.uncounted == 0


@pytest.mark.usefixtures("large")
def test_what_is_not_counted_is_said_unless_all_is() -> None:
    seen = found({**HARMLESS, "q": NEARLY})
    assert LookedAt(("q",), ("age",), True) not in seen.looked_at
    assert seen.uncounted == 1
    assert "1 more of the columns" in words_on_uncounted(seen.uncounted)[0]
    seen = found({**HARMLESS, "q": NEARLY}, exact=True)
    assert LookedAt(("q",), ("age",), True) in seen.looked_at
    assert words_on_uncounted(seen.uncounted) == ()


@pytest.mark.usefixtures("large")
def test_every_column_has_its_turn_before_one_has_two() -> None:
    """Seven columns tell the sex, and are told by it."""
    seen = found({**dict(list(HARMLESS.items())[:7]), "q": NEARLY})
    assert [each.columns for each in seen.looked_at[:8]] == [
        *((f"m{n}",) for n in range(7)),
        ("q",),
    ]
    assert seen.uncounted == 0


def test_two_columns_that_tell_nothing_alone() -> None:
    """The difference of the two is the age, and neither has anything to do with it by itself."""
    cohort = DRAW.integers(0, 6, ROWS)
    seen = found(
        {
            "intake": (cohort + AGE) % 40,
            "cohort": cohort,
            "always": np.zeros(ROWS, dtype=np.int64),
        }
    )
    assert LookedAt(("intake", "cohort"), ("age",), True) in seen.looked_at
    assert seen.untried == 0


def test_a_column_that_follows_from_two_quasi_identifiers_only_together() -> None:
    either = (AGE + SEX) % 2
    assert LookedAt(("either",), ("age", "sex"), False) in found({"either": either}).looked_at
    chance = DRAW.integers(0, 2, ROWS)
    assert not found({"chance": chance}).looked_at


def test_a_column_that_tells_a_quasi_identifier_only_with_another() -> None:
    """Half of the values of ``coded`` stand for each sex, which half depends on the age."""
    coded = 2 * DRAW.integers(0, 6, ROWS) + (AGE + SEX) % 2
    seen = found({"coded": coded}).looked_at
    assert LookedAt(("coded",), ("sex",), True, ("age",)) in seen
    assert not [each for each in seen if len(each.quasi) > 1], "it does not follow from both"


def test_columns_that_have_nothing_to_do_with_each_other() -> None:
    other, more, id_ = DRAW.integers(0, 9, ROWS), DRAW.integers(0, 5, ROWS), np.arange(ROWS)
    assert found({"other": other, "more": more, "id": id_}) == Candidates()


def test_pairs_that_are_too_many_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = {f"n{each}": DRAW.integers(0, 6, ROWS) for each in range(5)}
    assert found(noise).untried == 0
    monkeypatch.setattr(module, "PAIRS_WORK", ROWS * len(QUASI) * 3)
    # Of pairs of a column and a quasi-identifier, 4 of 10 fit in beside what these tell alone.
    assert found(noise).untried == 10 - 3 + 10 - 4
    assert found(noise, exact=True).untried == 0
    assert "7 pairs of columns" in words_on_untried(7, exact=False)[0]
    assert "--dependence exact" not in words_on_untried(7, exact=True)[0]


def test_more_are_counted_of_fewer_rows() -> None:
    assert counted_at_most(1_000) > counted_at_most(1_000_000) > counted_at_most(100_000_000) == 8


def test_a_sample_is_said() -> None:
    assert note_on_sample(15_000, 3, 2, exact=False) == ()
    assert "one of 10 records" in note_on_sample(100_000, 3, 2, exact=False)[0]
    assert note_on_sample(100_000, 3, 2, exact=True) == ()
    assert note_on_sample(100_000, 0, 2, exact=False) == ()
    assert sampled_rows(3, 2) == LOOKED_AT
    assert sampled_rows(500, 8) == 2_500
