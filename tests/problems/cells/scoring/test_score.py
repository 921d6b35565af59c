"""The score of a cut."""

from __future__ import annotations

import math

import pytest

from covey.problems.cells.scoring.score import (
    EVEN,
    NOTHING,
    Terms,
    members_gain,
    score_of,
    size_loss,
)

FREE = Terms(total=40, k=10, uneven=0.0, under=math.inf)


def test_a_cut_that_keeps_all_classes_is_worth_what_it_removes() -> None:
    assert score_of(8.0, 20, FREE) == pytest.approx(8 / 40 + EVEN * 20 / 40)


def test_a_class_that_is_lost_costs_its_share() -> None:
    """15 and 25 records hold three classes of 10, where 40 hold four."""
    assert score_of(8.0, 15, FREE) == pytest.approx(8 / 40 - 1 / 4 + EVEN * 15 / 40)


def test_a_class_that_must_be_uneven_costs_if_so_asked() -> None:
    strict = FREE._replace(uneven=0.5)
    assert score_of(0.0, 15, strict) < score_of(0.0, 15, FREE)
    assert score_of(0.0, 20, strict) == score_of(0.0, 20, FREE)


def test_a_score_that_was_tried_is_not_had_again() -> None:
    assert score_of(8.0, 20, FREE._replace(under=0.1)) == NOTHING


def test_a_single_member_loses_nothing() -> None:
    assert [size_loss(many) for many in (0, 1, 2, 5)] == [0, 0, 2, 5]
    assert members_gain(whole=5, inside=1, outside=4, left=30, total=40) == 30 * 5 + 10 * 1
