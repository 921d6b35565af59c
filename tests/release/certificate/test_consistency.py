"""The fields of a certificate must agree with each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import covey
from covey.core.json_types import Malformed
from covey.release.certificate import SolvedCertificate
from covey.release.certificate.consistency import refuse_inconsistent
from covey.release.job.kept import STAYED
from tests.release.certificate.made import Made, changed


@pytest.mark.parametrize(
    ("kind", "column", "value"), [("ordered", "age", "lowest"), ("points", "place", [7, 46])]
)
def test_missing_values_count_as_something_only_in_sets_that_say_so(
    tmp_path: Path, kind: str, column: str, value: Any
) -> None:
    made = Made(tmp_path, kind)
    said = made.sound["read"]["columns"].get(column, {})
    way = ("read", "columns", column)
    assert not made.answer(changed(made.sound, way, {**said, "missing_as": value}))


def test_the_context_is_as_covey_writes_it(tmp_path: Path) -> None:
    made = Made(tmp_path, "labels")
    wrong = [{}, {"purpose": ""}, {"purpose": " x"}, {"purpose": "x", "recipient": "y"}, {"a": "b"}]
    for context in wrong:
        assert made.answer(changed(made.sound, ("context",), context)) is None
    # Read, but the report does not say it.
    assert made.answer(changed(made.sound, ("context",), {"purpose": "x"})) is False


def test_only_a_release_of_kept_combinations_says_that_it_is_one() -> None:
    """Its report leaves out whom it exposes, which others must not hide in this way."""
    ages, sexes = [at * 7 % 50 for at in range(200)], ["f" if at % 3 else "m" for at in range(200)]
    table = pa.table({"age": ages, "sex": sexes, "note": sexes, "weight": [1.0] * 200})
    quasi = {"age": covey.Ordered(), "sex": covey.Labels()}

    def forged(**how: Any) -> SolvedCertificate:
        found = covey.anonymize(table, k=3, quasi=quasi, part_size=50, **how).certificate
        assert isinstance(found, SolvedCertificate)
        notes = (*found.notes, STAYED)
        return replace(found, keep_combinations=True, method="parts", notes=notes)

    sound = forged()
    refuse_inconsistent(sound)
    for wrong in (
        replace(sound, method="auto"),
        replace(sound, notes=sound.notes[:-1]),
        replace(sound, keep_combinations=False),
        forged(dependence="exact"),
        forged(sensitive={"note": {"l": 1}}),
        forged(sampling_weight="weight"),
        forged(population_size=1000),
    ):
        with pytest.raises(Malformed) as raised:
            refuse_inconsistent(wrong)
        assert "keep_combinations" in str(raised.value.path), raised.value
