"""Every column of a table has a role, a treatment and a reason."""

from __future__ import annotations

from pathlib import Path

import covey
from covey.release.facts.inventory import NO_ROLE, inventory
from tests.release.tables import people, write


def test_people_groups_and_pseudonyms_are_columns_too(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    made = covey.anonymize(
        table,
        k=2,
        quasi={"age": covey.Ordered()},
        person="name",
        pseudonym="owner",
        groups={"town": 2},
        out=tmp_path / "out",
    )
    found = {
        each.column: each
        for each in inventory(made.certificate, list(people()), {"cost": "it holds dates"})
    }
    assert list(found) == list(people())
    assert found["age"].treatment == "generalized into intervals"
    assert found["name"].treatment == (
        "published as keyed pseudonyms; k counts its different values"
    )
    assert "at least 2 of its values" in found["town"].treatment
    assert (found["zip"].reason, found["zip"].exposed) == (NO_ROLE, "")
    assert found["cost"].exposed == "it holds dates"
