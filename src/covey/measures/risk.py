"""The risk that somebody finds a person's record (El Emam, Dankar 2008)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.measures.sizes import checked

THRESHOLD = 0.2
"""Records above this risk are counted as being at risk, unless another is named: classes of fewer
than five, as the rules of many statistical offices have it."""


@dataclass(frozen=True)
class Attack:
    """Shares between 0 and 1: the highest risk of a record, the average over records, and the share
    of records whose risk is above the threshold."""

    highest: float
    average: float
    at_risk: float


@dataclass(frozen=True)
class Risk:
    """
    prosecutor
        Knows that a person is in the table, and picks a record of the person's class: right with
        probability 1 / class size.
    journalist
        Does not know who is in the table: the class is that of the population, of which the table
        is a part. Without a table of the population no more can be said than that his risk is at
        most the prosecutor's: then they are given as equal.
    marketer
        Of all records, the share that who links every one of them to the population can expect to
        get right.
    population
        Its records, None without a table of it.
    """

    threshold: float
    prosecutor: Attack
    journalist: Attack
    marketer: float
    population: int | None = None


def risk(
    sizes: ArrayLike,
    threshold: float = THRESHOLD,
    population: ArrayLike | None = None,
    population_records: int | None = None,
) -> Risk:
    """``population`` has for every class its size in the population, in the order of ``sizes``;
    ``population_records`` counts those of classes that the table lacks too.

    >>> risk([2, 8]).prosecutor
    Attack(highest=0.5, average=0.2, at_risk=0.2)
    >>> risk([2, 8], population=[20, 10]).journalist
    Attack(highest=0.1, average=0.09, at_risk=0.0)
    """
    if not 0 <= threshold <= 1:
        raise InvalidInput(
            f"A risk is a share between 0 and 1; given: {threshold}.", given=threshold
        )
    found = checked(sizes)
    # Each class adds size x 1 / size to the sum of its records' risks.
    average = len(found) / validate.total(found)
    prosecutor = Attack(1.0 / int(found[0]), average, _at_risk(found, found, threshold))
    if population is None:
        return Risk(threshold, prosecutor, prosecutor, marketer=average)
    own, all_ = _within(sizes, population)
    there = validate.total(all_)
    records = there if population_records is None else population_records
    # Each of the own records of a class is linked to one of its people: right with 1 / all.
    right = math.fsum((own / all_).tolist()) / validate.total(own)
    # ARX's, after El Emam: whichever is higher, of links from the table to the population and of
    # links from the population to the table.
    journalist = Attack(
        1.0 / int(all_.min()), max(right, len(own) / there), _at_risk(own, all_, threshold)
    )
    return Risk(threshold, prosecutor, journalist, marketer=right, population=records)


def _at_risk(sizes: NDArray[np.int64], among: NDArray[np.int64], threshold: float) -> float:
    return int(sizes[1.0 / among > threshold].sum()) / int(sizes.sum())


def _within(sizes: ArrayLike, population: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both as arrays, refused unless the table can be a part of the population."""
    # Not sorted, unlike above: entry i of both is the same class.
    own, all_ = validate.counts(sizes), validate.counts(population)
    if own.shape != all_.shape:
        raise InvalidInput(
            f"Every class has a size in the population; given: {plural(len(own), 'class')},"
            f" {plural(len(all_), 'size')}."
        )
    fewer = all_ < own
    if fewer.any():
        raise InvalidInput(
            "Everybody in the table is one of the population; but"
            f" {plural(int(fewer.sum()), 'class')} with {plural(int(own[fewer].sum()), 'record')}"
            f" of the table {'has' if fewer.sum() == 1 else 'have'} fewer records there.",
            hint="The population's columns must be recoded as the table's are.",
            given=int(fewer.sum()),
        )
    return own, all_
