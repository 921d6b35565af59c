"""All measures of a table in one value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from covey.core import validate
from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.notebook import lines_as_html
from covey.core.words import plural
from covey.measures import closeness, diversity
from covey.measures.dependence import Undoing
from covey.measures.loss import Loss
from covey.measures.risk import THRESHOLD, Risk, risk
from covey.measures.sizes import (
    average_class_size,
    checked,
    discernibility,
    entropy,
    sample_uniques,
)
from covey.measures.spread import Spread
from covey.measures.uniqueness import Uniqueness, estimate_uniqueness


@dataclass(frozen=True)
class Sensitive:
    """What a sensitive attribute gives away: the worst figure over all classes.

    recursive_c
        For recursive (c, l)-diversity with l = ``distinct_l``: the table has it for every c above
        this one. None where l is 1, which no c makes diverse.
    t_ordered
        None where the values have no order.
    """

    column: str
    values: int
    distinct_l: int
    entropy_l: float
    recursive_c: float | None
    alpha: float
    t_equal: float
    t_ordered: float | None


@dataclass(frozen=True)
class Weak:
    """A class that a figure hangs on. ``values`` is empty unless they were asked for: the values of
    a small class are what must not get out."""

    size: int
    figure: float
    values: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class Offending:
    """The classes that keep a table from a better figure: how many, with how many records, and the
    worst of them."""

    measure: str
    column: str
    classes: int
    records: int
    worst: tuple[Weak, ...]


@dataclass(frozen=True)
class Measures:
    """``k`` is what the table attains, ``asked`` what was asked of it, if anything was.

    average_class_size
        For the k that was asked, else for the attained one.
    bound
        No answer has a smaller largest class; None where no bound is known.
    loss
        What was lost of the original values; None where they are not known.
    uniqueness
        How many people of the population are unique, as estimated; None where its size is not
        known.
    unit
        What sizes count: records, or people. Then ``records`` counts a person once in every class.
    undoing
        Other columns of the table by which classes fall apart.
    """

    quasi: tuple[str, ...]
    records: int
    classes: int
    k: int
    asked: int | None
    largest: int
    sample_uniques: int
    risk: Risk
    discernibility: int
    average_class_size: float
    entropy: float
    bound: int | None = None
    loss: Loss | None = None
    sensitive: tuple[Sensitive, ...] = ()
    offending: tuple[Offending, ...] = ()
    notes: tuple[str, ...] = ()
    uniqueness: Uniqueness | None = None
    unit: str = "record"
    undoing: tuple[Undoing, ...] = ()

    @property
    def attained(self) -> bool:
        """Whether every class has as many records as were asked."""
        return self.asked is None or self.k >= self.asked

    @property
    def excess(self) -> float | None:
        """How far the largest class is above the bound, as a share of it."""
        return None if self.bound is None else (self.largest - self.bound) / self.bound

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        loss = None if self.loss is None else self.loss.to_dict()
        return {**asdict(self), "loss": loss, "excess": self.excess, "attained": self.attained}

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        """On one screen, and without values of the table: what a notebook shows may be kept."""
        from covey.measures.words import short

        return "\n".join(short(self))

    def _repr_html_(self) -> str:
        """The same as HTML."""
        from covey.measures.words import short

        return lines_as_html(short(self))

    def summary(self) -> str:
        """A table for people, with a line of explanation for every figure."""
        from covey.measures.words import summary

        return summary(self)


def measure(
    sizes: ArrayLike,
    sensitive: Sequence[Spread] = (),
    *,
    quasi: Sequence[str] = (),
    k: int | None = None,
    threshold: float = THRESHOLD,
    suppressed: int = 0,
    population: ArrayLike | None = None,
    population_records: int | None = None,
    population_size: int | None = None,
    bound: int | None = None,
    loss: Loss | None = None,
    unit: str = "record",
) -> Measures:
    """Measure classes of these sizes, without the offending ones.

    population, population_records
        As ``covey.measures.risk.risk`` takes them.
    population_size
        How many people the table is a sample of: then it is estimated how many of them are unique.
    bound
        A proved lower bound on the largest class.
    unit
        What the sizes count: ``record``, or ``person``.

    >>> measure([4, 6], bound=5).excess
    0.2
    """
    found = checked(sizes)
    # `checked` sorts: the first size is the smallest, and the last the largest.
    attained = int(found[0])
    asked = None if k is None else validate.threshold(k)
    if bound is not None and not 1 <= bound <= found[-1]:
        raise InvalidInput(
            f"A lower bound on the largest class is between 1 and its"
            f" {plural(int(found[-1]), unit)}; given: {bound:,}.",
            given=bound,
        )
    return Measures(
        quasi=tuple(quasi),
        records=validate.total(found),
        classes=len(found),
        k=attained,
        asked=asked,
        largest=int(found[-1]),
        sample_uniques=sample_uniques(found),
        # In the order of the caller, in which `population` has the same classes.
        risk=risk(sizes, threshold, population, population_records),
        discernibility=discernibility(found, suppressed),
        average_class_size=average_class_size(found, asked or attained),
        entropy=entropy(found),
        bound=bound,
        loss=loss,
        sensitive=tuple(measure_sensitive(spread) for spread in sensitive),
        uniqueness=None if population_size is None else estimate_uniqueness(found, population_size),
        unit=unit,
    )


def measure_sensitive(spread: Spread) -> Sensitive:
    length = int(diversity.distinct(spread).min())
    return Sensitive(
        column=spread.column,
        values=len(np.unique(spread.values)),
        distinct_l=length,
        entropy_l=float(diversity.by_entropy(spread).min()),
        recursive_c=float(diversity.recursive(spread, length).max()) if length > 1 else None,
        alpha=float(diversity.alpha(spread).max()),
        t_equal=float(closeness.variational_distance(spread).max()),
        t_ordered=float(closeness.ordered_distance(spread).max()) if spread.ordered else None,
    )
