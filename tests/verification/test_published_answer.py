"""The answer behind a release is read back from its codebook."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import covey
from covey.attributes.lookup import located
from covey.io.inputs import open_input
from covey.release.solve.coding import code_job
from covey.verification.claims import read_claims
from covey.verification.published_answer import PublishedSets, regained
from covey.verification.recount import opened
from tests.release.tables import K, people, roles, write


def test_classes_and_sets_are_those_that_were_published(tmp_path: Path) -> None:
    known = roles(tmp_path)
    quasi = dict([known["labels"], known["ordered"]])
    table = write(tmp_path / "people.csv", people())
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out")
    claimed = read_claims(tmp_path / "out")
    with opened(open_input(table)) as before:
        counted = before.count(claimed.kinds)
        classes = located(claimed.roles, claimed.book, claimed.cells, counted, claimed.read)
        coded = code_job(claimed.job, before.staged(claimed.kinds), counted, claimed.map_of)
    answer = regained(claimed, coded, classes)
    assert answer.sizes.tolist() == claimed.sizes
    records = np.bincount(answer.classes, coded.problem.weights, len(claimed.sizes))
    assert records.tolist() == claimed.sizes
    for name in claimed.roles:
        sets = PublishedSets.of(claimed, name)
        assert sum(sets.sizes(claimed.sizes)) == sum(claimed.sizes)
        assert [sets.texts[name][at] for at in sets.of_class] == claimed.cells[name]
