"""The population that classes stand for, counted once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.attributes.lookup import located
from covey.attributes.population import numbers_of_people
from covey.core.dataclass import dataclass
from covey.core.errors import SAYS_NOTHING, CoveyError, InvalidInput
from covey.engine.protocol import Counted
from covey.io.inputs import open_input
from covey.io.inputs.population import split_population
from covey.release.owner.receipt import Receipt
from covey.verification.claims import Check, Claimed
from covey.verification.recount import opened


@dataclass(frozen=True, eq=False)
class Population:
    """The table of the population: the combinations that it has in the columns of a release, and
    the people of each."""

    counted: Counted
    people: NDArray[np.int64]
    fingerprint: str


def read_population(
    claimed: Claimed, population: Any, encoding: str = "", header: bool | None = None
) -> Population | None:
    """``population`` is as the user gave it, None if it was not given."""
    if population is None:
        return None
    if claimed.certificate.read.population is None:
        raise InvalidInput("This release claims nothing about a population.")
    table, column = split_population(population)
    # Only the recoded columns: the population need have no others.
    kinds = {each: claimed.kinds[each] for each in claimed.columns}
    # The notation may name columns that the population has not.
    notation = claimed.notation.within([*kinds, column])
    with opened(open_input(table, encoding, header, notation)) as given:
        counted = given.count({**kinds, **({column: "double"} if column else {})})
        fingerprint = given.staging.fingerprint
    people = counted.counts
    if column:
        people = people * numbers_of_people(counted, column, given.name)
    return Population(counted.of(claimed.columns), people, fingerprint)


def populated(
    claimed: Claimed, population: Population | None, receipt: Receipt | None
) -> Iterator[Check]:
    """Everybody of the population in the class that the codebook has for them: more than were
    counted for the release, which knew of combinations in its table only."""
    wanted = claimed.certificate.k_map
    if wanted is None:
        # The report only tells of it.
        if population is not None and receipt is not None:
            yield _same_population(claimed, receipt, population)
        return
    claim = f"every class stands for {wanted:,} people of the population"
    if population is None:
        yield Check(claim, None, "give the population with --population")
        return
    if receipt is not None:
        yield _same_population(claimed, receipt, population)
    people = population.people
    try:
        classes = located(
            claimed.roles,
            claimed.book,
            claimed.cells,
            population.counted,
            claimed.read,
        )
    except SAYS_NOTHING:
        raise
    except CoveyError as error:
        yield Check(claim, False, error.message)
        return
    reached = np.zeros(len(claimed.sizes))
    # People of no class are in the population, but not among those that a class stands for.
    np.add.at(reached, classes[classes >= 0], people[classes >= 0])
    # Classes without records, as in a release by covey apply, are not in the table.
    least = int(reached[np.array(claimed.sizes) > 0].min(initial=people.sum()))
    yield Check(claim, least >= wanted, f"the least {least:,}")


def _same_population(claimed: Claimed, receipt: Receipt, given: Population) -> Check:
    claim = "the population given is the one that was used"
    said = claimed.certificate.read.population
    keyed = None if said is None else said.fingerprint
    # The fingerprint in the certificate is keyed by a secret of the owner, which a receipt has.
    if keyed is None:
        words = "covey apply did not have the receipt of the release that was made with it"
        return Check(claim, None, words)
    return Check(claim, receipt.proves(keyed, given.fingerprint))
