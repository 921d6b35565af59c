from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.verification.common_labels import KEPT
from covey.verification.common_labels import WHICH as WHICH_OF
from tests.attributes.test_trees import frame
from tests.verification.forged import failed

WHICH = WHICH_OF.format("records")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    frame(flu=20, cold=12, gout=6, mumps=6, ulcer=9).write_csv(tmp_path / "t.csv")
    return tmp_path / "t.csv"


def released(table: Path, role: Any, **how: Any) -> Path:
    out = table.parent / "out"
    covey.anonymize(table, k=10, quasi={"v": role}, out=out, **how)
    return out


def held(out: Path, table: Path) -> dict[str, bool | None]:
    return {check.claim: check.held for check in covey.verify(out, against=table).checks}


def test_what_is_kept_is_counted_again(table: Path) -> None:
    found = held(released(table, covey.KeepCommon()), table)
    assert found[WHICH] is True
    assert found[KEPT] is True


def test_a_release_that_was_not_made_so_does_not_pass_for_one(table: Path) -> None:
    """A tree of the same shape, in which a common label lies below the node of the rare ones."""
    tree = table.parent / "tree.csv"
    tree.write_text("flu;flu;*\ncold;rare;*\ngout;rare;*\nmumps;rare;*\nulcer;rare;*\n")
    out = released(table, covey.Tree(tree))
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    data["quasi"]["v"]["role"] = "keep-common"
    file.write_text(json.dumps(data))
    found = failed(covey.verify(out, against=table))
    assert WHICH in found


def test_a_common_label_that_shares_its_set_is_found(table: Path) -> None:
    """The tree is the right one; the classes are those of a larger k, at which no label is
    common."""
    tree = table.parent / "tree.csv"
    tree.write_text("flu;flu;*\ncold;cold;*\ngout;rare;*\nmumps;rare;*\nulcer;rare;*\n")
    out = table.parent / "out"
    covey.anonymize(table, k=21, quasi={"v": covey.Tree(tree)}, out=out)
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    data["quasi"]["v"]["role"] = "keep-common"
    data["k"] = 10
    file.write_text(json.dumps(data))
    found = failed(covey.verify(out, against=table))
    assert KEPT in found
    assert WHICH not in found


def test_what_was_withheld_is_not_known(table: Path) -> None:
    found = held(released(table, covey.KeepCommon(), suppress=0.2), table)
    assert found[WHICH] is None
    assert KEPT not in found


def test_with_people_common_labels_are_those_of_k_people(tmp_path: Path) -> None:
    """The label b has ten records of one person: by records it would be common at k = 3."""
    table, out = tmp_path / "t.csv", tmp_path / "out"
    rows = [f"p{at},a" for at in range(5)] + ["q,b"] * 10 + [f"r{at},c" for at in range(2)]
    table.write_text("\n".join(["who,v", *rows]) + "\n")
    covey.anonymize(table, k=3, quasi={"v": covey.KeepCommon()}, person="who", out=out)
    published = set((out / "table.csv").read_text().splitlines()[1:])
    assert published == {"a", "rare"}
    result = covey.verify(out, against=table)
    found = {check.claim: check.held for check in result.checks}
    assert result.holds, result.summary()
    assert found[WHICH_OF.format("people")] is True
    assert KEPT not in found


def test_labels_of_records_that_were_left_out_are_not_missed(tmp_path: Path) -> None:
    """The label c is only in a record that lacks another value, so that no tree has it."""
    table, out = tmp_path / "in.csv", tmp_path / "out"
    table.write_text("z,l\n" + "a,1\n" * 6 + "b,1\n" * 5 + "c,\n")
    for role in (covey.KeepCommon(), covey.Code()):
        covey.anonymize(
            table, k=3, quasi={"z": role, "l": covey.Labels()}, missing="suppress", out=out,
            overwrite=True,
        )  # fmt: skip
        found = covey.verify(out, against=table)
        assert found.holds, found.summary()
        assert any(check.held is None for check in found.checks)
