"""The areas of a map as a problem."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from covey.cli.inputs import Given, files_of
from covey.cli.options import say
from covey.core.errors import InvalidInput
from covey.core.joining import lightest
from covey.core.validate import threshold
from covey.io.columns.without_value import refuse_no_values, settle
from covey.io.maps import read as maps
from covey.io.maps.problem import region_problem
from covey.io.notation import PLAIN
from covey.io.postgres.address import is_address, without_password

if TYPE_CHECKING:
    from covey.core.grouping import Objective
    from covey.io.maps.areas import AreaMap
    from covey.problems.regions.borders import Crossing


def read_areas(**how: Any) -> AreaMap:
    """The areas of a map with their neighbours and records, by the options of ``options.AREAS``."""
    areas = maps.read_areas(**how)
    for note in areas.notes:
        say(note)
    return areas


def read_regions(
    k: int,
    objective: Objective,
    population: str | None,
    min_population: int | None,
    within: str | None,
    cross: Crossing | None,
    missing: str,
    **how: Any,
) -> Given:
    """The problem of a map's areas, with everything that ``options.REGIONS`` may ask for."""
    threshold(k)
    if (population is None) != (min_population is None):
        raise InvalidInput(
            "A second threshold is a field and a number: --population and --min-population.",
            hint="Give both, or none.",
        )
    if cross is not None and within is None:
        raise InvalidInput("--cross is about the borders of --within, which is not given.")
    # One field may be both.
    fields = list(dict.fromkeys(filter(None, (population, within))))
    areas = maps.read_areas(**how, others=fields, missing_codes=True)
    areas = _settled(areas, k, missing, repr(how["column"]))
    second = None if population is None else (population, min_population or 0)
    found = region_problem(areas, k, objective, second, within, cross or "never")
    areas = found.areas
    for note in areas.notes:
        say(note)
    about = {
        # What was not given is left out.
        **{name: _shown(value) for name, value in how.items() if value not in (None, "", PLAIN)},
        "population": population,
        "min_population": min_population,
        "within": within,
        "cross": cross,
        "areas": len(areas.keys),
        "borders": len(areas.graph.edges),
        "records": found.problem.total,
        "bridges": [list(pair) for pair in areas.bridges],
        "crossings": [list(pair) for pair in found.crossings],
        "notes": list(areas.notes),
    }
    return Given(found.problem, areas.keys, about, areas)


def _shown(value: Any) -> str:
    """An option for the answer, which others may read.

    >>> _shown("postgresql://ann:secret@db/clinic#patients")
    'postgresql://ann@db/clinic#patients'
    >>> _shown(0.5)
    '0.5'
    """
    return without_password(value) if is_address(value) else str(value)


def _settled(areas: AreaMap, k: int, choice: str, what: str) -> AreaMap:
    """The areas with the records of a table that have no code."""
    if areas.without_code is None:
        return areas
    # Where codes were counted, the records of every area are known.
    assert areas.weights is not None
    records, table = areas.without_code
    # Those of excluded areas are no others.
    refuse_no_values(int(areas.weights.sum()), table, what)
    settled = settle(records, k, choice, table, what)
    if not settled.joined:
        return areas.noting(*settled.notes)
    weights = areas.weights.copy()
    weights[lightest(np.arange(len(weights)), weights)] += records
    weights.flags.writeable = False
    return areas.noting(*settled.notes, weights=weights)


def map_files(how: dict[str, Any]) -> list[Path]:
    """The files that these options name, which no output may overwrite."""
    tables = [how[name] for name in ("nodes", "edges", "table") if how[name] is not None]
    maps = [value for value in how.values() if isinstance(value, Path)]
    return [*maps, *(file for table in tables for file in files_of(table))]
