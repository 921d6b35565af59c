"""How many people of a population are unique, estimated from a sample of it alone.

A record that is unique in the sample need not be unique in the population: somebody who was not
sampled may be like it. Three models guess how many are, from the sizes of the sample's classes and
the size of the population; docs/reference/measures.md has them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.measures.sizes import checked

SMALL_SAMPLE = 0.1
"""The share of the population up to which Pitman's model is chosen (Dankar et al. 2012)."""
SECTIONS = 80
"""Sections of a search, each of which leaves 62 % of the range before."""
GOLDEN = (math.sqrt(5) - 1) / 2
LARGEST_LOG = 35.0
"""Parameters are looked for between the exponentials of minus this and of this."""
MOST_LOGIT = 15.0
"""The same for Pitman's alpha, on the scale of logits."""
STIRLING = 100.0
"""From here on Stirling's formula has all digits of a double."""


@dataclass(frozen=True)
class Uniqueness:
    """Estimates of how many people of the ``population`` are unique in it. One is None where the
    model does not fit the sample. ``chosen`` is the model that Dankar's rule takes."""

    population: int
    sampled: float
    pitman: float | None
    zayatz: float | None
    negative_binomial: float | None
    chosen: str | None

    @property
    def uniques(self) -> float | None:
        """The estimate of the chosen model."""
        found = {
            "pitman": self.pitman,
            "zayatz": self.zayatz,
            "negative binomial": self.negative_binomial,
        }
        return None if self.chosen is None else found[self.chosen]

    @property
    def share(self) -> float | None:
        """The unique people as a share of the population."""
        return None if self.uniques is None else self.uniques / self.population


@dataclass(frozen=True)
class Frequencies:
    """How many classes of a sample have each of the sizes that occur."""

    sizes: NDArray[np.int64]
    classes: NDArray[np.int64]

    @classmethod
    def of(cls, sizes: ArrayLike) -> Frequencies:
        return cls(*np.unique(checked(sizes), return_counts=True))

    @property
    def records(self) -> int:
        return int(self.sizes @ self.classes)

    @property
    def all_classes(self) -> int:
        return int(self.classes.sum())

    @property
    def singles(self) -> int:
        return int(self.classes[self.sizes == 1].sum())


def estimate_uniqueness(sizes: ArrayLike, population: int) -> Uniqueness:
    """``sizes`` are those of the sample's classes, ``population`` is how many people the sample
    was drawn from.

    >>> estimate_uniqueness([3, 4, 5], population=100).uniques
    0.0
    """
    sample = Frequencies.of(sizes)
    records = sample.records
    if validate.threshold(population) < records:
        raise InvalidInput(
            f"A table of {records:,} records is no sample of {population:,} people.",
            hint="Give the number of people that the table was drawn from.",
            given=population,
        )
    sampled = records / population
    # Without singles, or if the sample is the whole population, no model is needed.
    if sample.singles == 0 or records == population:
        # Nobody is unique in the population who is not unique in the sample.
        known = float(sample.singles)
        return Uniqueness(population, sampled, known, known, known, "zayatz")
    found = Uniqueness(
        population,
        sampled,
        _within(by_pitman(sample, population), sample, population),
        _within(by_zayatz(sample, population), sample, population),
        _within(by_negative_binomial(sample, population), sample, population),
        None,
    )
    return Uniqueness(**{**vars(found), "chosen": _choice(found)})


def _within(estimate: float | None, sample: Frequencies, population: int) -> float | None:
    """An estimate that can be true: everybody who was sampled and is not unique there is not unique
    in the population."""
    if estimate is None or not math.isfinite(estimate):
        return None
    # Models know nothing of these limits, and may pass them.
    return min(max(estimate, 0.0), float(population - (sample.records - sample.singles)))


def _choice(found: Uniqueness) -> str | None:
    """Pitman's model for small samples; else the lower one of the two others."""
    if found.sampled <= SMALL_SAMPLE and found.pitman is not None:
        return "pitman"
    others = {"zayatz": found.zayatz, "negative binomial": found.negative_binomial}
    fitting = {name: value for name, value in others.items() if value is not None}
    if not fitting:
        return None if found.pitman is None else "pitman"
    # The name decides between equals, so that the answer is always the same.
    return min(fitting, key=lambda name: (fitting[name], name))


def by_zayatz(sample: Frequencies, population: int) -> float:
    """Zayatz (1991): classes of the population are taken to have the sizes of those of the sample.

    Of the classes with one sampled record, the share that have no other is then known by Bayes'
    rule; and a class of one person is sampled with the probability n / N.
    """
    total = sample.records
    chances = np.array([_one_of(size, total, population) for size in sample.sizes.tolist()])
    alone = sample.singles * (total / population)
    # Bayes' rule: S_1 (n / N) of S_1 h_1 + S_2 h_2 + ... expected classes with one sampled record.
    is_unique = alone / float(sample.classes @ chances)
    return sample.singles * is_unique * population / total


def _one_of(size: int, drawn: int, population: int) -> float:
    """The probability that exactly one of ``size`` people is among those that are drawn.

    >>> round(_one_of(1, 5, 10), 9), round(_one_of(2, 5, 10) * 10 * 9, 9)
    (0.5, 50.0)
    """
    rest = population - drawn
    if size - 1 > rest:
        return 0.0
    # size * C(population - size, drawn - 1) / C(population, drawn), by logarithms: the factorials
    # of a population are beyond doubles.
    logs = (
        math.log(size)
        + math.log(drawn)
        + math.lgamma(rest + 1)
        - math.lgamma(rest - size + 2)
        + math.lgamma(population - size + 1)
        - math.lgamma(population + 1)
    )
    return math.exp(logs)


def by_pitman(sample: Frequencies, population: int) -> float | None:
    """Pitman's sampling formula (Hoshino 2001), its parameters those of the greatest likelihood.

    People come one after the other; the next one is like none before with probability
    (theta + u alpha) / (theta + n), u being the classes so far. Each of N people is then unique
    with probability (theta + alpha)(theta + alpha + 1)... / (theta + 1)(theta + 2)..., of N - 1
    factors each.
    """
    if sample.singles == sample.records:
        return None  # Likelihood grows without end: all that is known is that nobody was alike.

    def best_theta(alpha: float) -> tuple[float, float]:
        fixed = _size_likelihood(sample, alpha)
        log, value = _highest(lambda each: _class_likelihood(sample, alpha, math.exp(each)))
        return value + fixed, math.exp(log)

    # The likelihood has two parameters: for each alpha the best theta, then the best alpha.
    alpha, _ = _highest(lambda each: best_theta(_share_of(each))[0], MOST_LOGIT)
    alpha = _share_of(alpha)
    theta = best_theta(alpha)[1] - alpha
    # At the end of the range the likelihood still grows: no theta is the best one.
    if theta >= math.exp(LARGEST_LOG - 1):
        return None
    others = population - 1
    unique = _log_rising(theta + alpha, others) - _log_rising(theta + 1, others)
    return population * math.exp(unique)


def _share_of(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _class_likelihood(sample: Frequencies, alpha: float, above: float) -> float:
    """The part of the likelihood that theta plays a role in, theta being ``above`` -alpha."""
    # The model needs theta > -alpha. Their sum is above 0, and is searched by its logarithm.
    theta, classes, records = above - alpha, sample.all_classes, sample.records
    news = (classes - 1) * math.log(alpha) + _log_rising(theta / alpha + 1, classes - 1)
    return news - _log_rising(theta + 1, records - 1)


def _log_rising(first: float, factors: int) -> float:
    """The logarithm of first (first + 1) (first + 2) ..., of so many factors.

    >>> round(math.exp(_log_rising(2.0, 3)), 9), round(_log_rising(1e15, 2) / math.log(1e15), 9)
    (24.0, 2.0)
    """
    if first < STIRLING:
        return math.lgamma(first + factors) - math.lgamma(first)
    # Stirling's formula for both, put together so that large parts do not cancel.
    last = first + factors
    grown = (last - 0.5) * math.log1p(factors / first) + factors * (math.log(first) - 1)
    return grown + (1 / last - 1 / first) / 12 - (1 / last**3 - 1 / first**3) / 360


def _size_likelihood(sample: Frequencies, alpha: float) -> float:
    pairs = zip(sample.sizes.tolist(), sample.classes.tolist(), strict=True)
    one = math.lgamma(1 - alpha)
    return math.fsum(classes * (math.lgamma(size - alpha) - one) for size, classes in pairs)


def _highest(value: Callable[[float], float], most: float = LARGEST_LOG) -> tuple[float, float]:
    """Where a function with one peak between -most and most is highest, and how high."""
    low, high = -most, most
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = value(left), value(right)
    # Golden sections: one of the two inner points is used again, so that a step is one evaluation.
    for _ in range(SECTIONS):
        if at_left < at_right:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = value(right)
        else:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = value(left)
    middle = (low + high) / 2
    return middle, value(middle)


def by_negative_binomial(sample: Frequencies, population: int) -> float | None:
    """Slide negative binomial (Chen, Keller-McNulty 1998): a class of the population has one person
    and a number more that is negative binomial, with shape a and success p.

    Everybody is sampled with probability n / N. With K classes in the population, the expected
    classes of the sample, its expected singles and the people of the population are three equations
    for K, a and p. One of them gives K, one a, and p is looked for.
    """
    drawn = sample.records / population
    left = 1 - drawn

    def fit(p: float) -> tuple[float, float, float]:
        """K and a, and by how much the singles are too many."""
        a = _shape(sample, population, drawn, p)
        k = population / (1 + a * (1 - p) / p)
        # E[left^X] for the negative binomial X of others in a class: that none of them is sampled.
        none = (p / (1 - (1 - p) * left)) ** a
        more = a * (1 - p) / (1 - (1 - p) * left)
        # One sampled record: the first person and no other, or not this one and exactly one other.
        return k, a, k * drawn * none * (1 + left * more) - sample.singles

    # A change of sign is looked for on a grid that is dense near 0 and near 1, and then bisected.
    tried = 1 - np.logspace(-12, 0, 400)[::-1]
    tried = np.unique(np.concatenate([np.logspace(-12, -0.001, 400), tried[tried > 0]]))
    off = np.array([fit(p)[2] for p in tried.tolist()])
    known = np.isfinite(off)
    tried, off = tried[known], off[known]
    crossing = np.flatnonzero(np.sign(off[:-1]) * np.sign(off[1:]) <= 0)
    if not len(crossing):
        return None
    low, high = float(tried[crossing[0]]), float(tried[crossing[0] + 1])
    rising = off[crossing[0]] < 0
    for _ in range(SECTIONS):
        p = (low + high) / 2
        if (fit(p)[2] < 0) == rising:
            low = p
        else:
            high = p
    k, a, _ = fit(low)
    return k * low**a if math.isfinite(k) else None


def _shape(sample: Frequencies, population: int, drawn: float, p: float) -> float:
    """The shape a with which the sample is expected to have as many classes as it has; not a
    number, if none does. The larger a is, the fewer classes there are."""
    left = 1 - drawn

    def too_many(a: float) -> float:
        k = population / (1 + a * (1 - p) / p)
        none: float = left * (p / (1 - (1 - p) * left)) ** a
        return k * (1 - none) - sample.all_classes

    # The logarithm of a, which may be of any magnitude.
    low, high = -40.0, 40.0
    if too_many(math.exp(low)) < 0 or too_many(math.exp(high)) > 0:
        return math.nan
    for _ in range(SECTIONS):
        middle = (low + high) / 2
        if too_many(math.exp(middle)) > 0:
            low = middle
        else:
            high = middle
    return math.exp(low)
