"""The people that classes stand for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from covey.attributes.lookup import find_classes
from covey.attributes.population import numbers_of_people, split_population
from covey.core.errors import CoveyError, InvalidInput
from covey.io.inputs import open_input
from covey.release.receipt import Receipt
from covey.verification.claims import Check, Claimed
from covey.verification.recount import Table, opened


def populated(
    claimed: Claimed, population: Any, receipt: Receipt | None, header: bool | None = None
) -> Iterator[Check]:
    """Everybody of the population in the class that the codebook has for them: more than were
    counted for the release, which knew of combinations in its table only."""
    wanted = claimed.data.get("k_map")
    if not wanted:
        if population is not None:
            raise InvalidInput("This release claims nothing about a population.")
        return
    claim = f"every class stands for {wanted:,} people of the population"
    if population is None:
        yield Check(claim, None, "give the population with --population")
        return
    table, column = split_population(population)
    kinds = {each: claimed.kinds[each] for each in claimed.columns}
    with opened(open_input(table, header=header)) as given:
        if receipt is not None:
            yield _same_population(claimed, receipt, given)
        counted = given.count({**kinds, **({column: "double"} if column else {})})
    people = counted.counts
    if column:
        people = people * numbers_of_people(counted, column, given.name)
    try:
        classes = find_classes(
            claimed.roles,
            claimed.book,
            claimed.cells,
            counted.of(claimed.columns),
            claimed.read,
        )
    except CoveyError as error:
        yield Check(claim, False, error.message)
        return
    reached = np.zeros(len(claimed.sizes))
    np.add.at(reached, classes[classes >= 0], people[classes >= 0])
    least = int(reached[np.array(claimed.sizes) > 0].min(initial=people.sum()))
    yield Check(claim, least >= wanted, f"the least {least:,}")


def _same_population(claimed: Claimed, receipt: Receipt, given: Table) -> Check:
    claim = "the population given is the one that was used"
    keyed = claimed.data["read"]["population"].get("fingerprint")
    if keyed is None:
        words = "covey apply did not have the receipt of the release that was made with it"
        return Check(claim, None, words)
    return Check(claim, receipt.proves(keyed, given.staging.fingerprint))
