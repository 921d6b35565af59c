"""The column that models are to predict, counted in the table and in the release.

It is counted apart: beside the quasi-identifiers it would split the combinations that are solved,
and no other answer may come of what a report measures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from covey.attributes.population import matched
from covey.core.errors import InvalidInput
from covey.engine.protocol import Counted, Engine
from covey.io.inputs import Input
from covey.measures.utility.models import refuse_unfit_target
from covey.release.facts.utility import Predicting, kinds_with
from covey.release.write.hidden_table import HiddenTable


def counted_with(
    target: str,
    engine: Engine,
    given: Input,
    counted: Counted,
    kinds: Mapping[str, str],
    sensitive: Sequence[str],
) -> Counted:
    """The table once more, with its target. ``counted`` is the first count, and ``kinds`` say how
    the quasi-identifiers were read there."""
    with engine.open(given, kinds_with(target, kinds, sensitive)) as snapshot:
        found = snapshot.count()
    refuse_unfit_target(target, len(_values(target, found)), found.records)
    # Rows that came or went in between would be told by the report, and nowhere else.
    before, after = (matched(each, each.counts, counted, kinds) for each in (counted, found))
    if found.records != counted.records or not np.array_equal(before, after):
        raise InvalidInput(
            f"{given.name} was changed while it was read: it was counted once more for the target"
            f" {target!r}, and other records were there.",
            hint="Run it again when nobody changes the table, or leave --target away.",
        )
    return found


def predicting(
    target: str, counted: Counted, table: HiddenTable, sensitive: Sequence[str], format: str
) -> Predicting:
    """What models learn from, counted in the written table. ``counted`` is the original with the
    target, ``format`` that of the release."""
    released = table.count_sensitive(dict.fromkeys([*sensitive, target], "text"))
    known, found = (_values(target, each) for each in (counted, released))
    if not found <= known:
        raise InvalidInput(
            f"The values of the target {target!r} are written in other words in {format} than in"
            " the table, so that no model of the release can be tested on the table.",
            hint="Publish the table in its own format, name a column of texts, or leave --target"
            " away.",
            given=target,
        )
    return Predicting(target, counted, released)


def _values(target: str, counted: Counted) -> set[str]:
    """What a model can distinguish: some formats write empty texts as missing."""
    (texts,) = counted.of([target]).texts
    return {text or "" for text in texts.tolist()}
