"""Estimates of population uniques, on populations whose uniques are known."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, isclose

import numpy as np
import pytest
from numpy.typing import NDArray

from covey.core.errors import InvalidInput
from covey.measures.uniqueness import (
    Frequencies,
    Uniqueness,
    by_negative_binomial,
    by_pitman,
    by_zayatz,
    estimate_uniqueness,
)
from tests.effort import cases


def restaurant(
    rng: np.random.Generator, people: int, theta: float, alpha: float
) -> NDArray[np.int64]:
    """The classes of people who come one by one, by Pitman's law: sizes."""
    sizes: list[int] = []
    for n in range(people):
        if rng.random() * (theta + n) < theta + alpha * len(sizes):
            sizes.append(1)
        else:
            chances = np.array(sizes) - alpha
            sizes[int(rng.choice(len(sizes), p=chances / chances.sum()))] += 1
    return np.array(sizes)


def sampled(rng: np.random.Generator, sizes: NDArray[np.int64], share: float) -> NDArray[np.int64]:
    """The class sizes of a sample without replacement."""
    people = np.repeat(np.arange(len(sizes)), sizes)
    drawn = rng.choice(people, int(share * len(people)), replace=False)
    return np.unique(drawn, return_counts=True)[1]


def test_zayatz_is_bayes_rule_with_the_hypergeometric_law() -> None:
    sizes, population = [1, 1, 1, 2, 4], 20
    n = sum(sizes)

    def one_of(size: int) -> Fraction:
        return Fraction(size * comb(population - size, n - 1), comb(population, n))

    weights = {1: 3, 2: 1, 4: 1}
    unique = 3 * one_of(1) / sum(many * one_of(size) for size, many in weights.items())
    expected = 3 * unique * population / n
    assert isclose(by_zayatz(Frequencies.of(sizes), population), expected)


def test_the_negative_binomial_finds_the_uniques_of_its_own_population() -> None:
    rng = np.random.default_rng(1)
    sizes = 1 + rng.negative_binomial(0.5, 0.2, 60_000)
    true = int((sizes == 1).sum())
    for share in (0.2, 0.5):
        sample = Frequencies.of(sampled(rng, sizes, share))
        found = by_negative_binomial(sample, int(sizes.sum()))
        assert found is not None
        assert abs(found - true) < 0.05 * true


def test_pitman_finds_the_uniques_of_its_own_population() -> None:
    rng = np.random.default_rng(2)
    sizes = restaurant(rng, 6_000, theta=50.0, alpha=0.5)
    true = int((sizes == 1).sum())
    for share in (0.1, 0.5):
        found = by_pitman(Frequencies.of(sampled(rng, sizes, share)), 6_000)
        assert found is not None
        assert abs(found - true) < 0.25 * true


def test_the_choice_is_pitman_for_small_samples_and_else_the_lower_one() -> None:
    rng = np.random.default_rng(3)
    people = rng.zipf(1.5, 50_000)
    sizes = np.unique(people, return_counts=True)[1]
    few = estimate_uniqueness(sampled(rng, sizes, 0.05), 50_000)
    many = estimate_uniqueness(sampled(rng, sizes, 0.4), 50_000)
    true = int((sizes == 1).sum())
    assert few.chosen == "pitman"
    assert many.uniques == min(value for value in (many.zayatz, many.negative_binomial) if value)
    for found in (few, many):
        assert found.uniques is not None
        assert true / 1.5 < found.uniques < 1.5 * true


def test_the_whole_population_needs_no_model() -> None:
    found = estimate_uniqueness([1, 1, 5], 7)
    assert found == Uniqueness(7, 1.0, 2.0, 2.0, 2.0, "zayatz")


def test_without_sample_uniques_nobody_is_unique() -> None:
    assert estimate_uniqueness([2, 3], 1_000).uniques == 0


def test_a_table_of_uniques_alone_does_not_fit_pitman() -> None:
    found = estimate_uniqueness([1] * 50, 10_000)
    assert found.pitman is None


@pytest.mark.parametrize("draw", [lambda rng: rng.integers(1, 4, 30), lambda rng: rng.zipf(2, 40)])
def test_no_estimate_is_beyond_what_can_be(
    draw: Callable[[np.random.Generator], NDArray[np.int64]],
) -> None:
    for seed in range(cases(40, quick=5)):
        rng = np.random.default_rng(seed)
        sizes = np.minimum(draw(rng), 1_000)
        population = int(sizes.sum()) + int(rng.integers(0, 2_000))
        found = estimate_uniqueness(sizes, population)
        most = population - int(sizes[sizes > 1].sum())
        for value in (found.pitman, found.zayatz, found.negative_binomial):
            assert value is None or 0 <= value <= most


def test_a_population_smaller_than_the_table_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is no sample of 4 people"):
        estimate_uniqueness([2, 3], 4)
