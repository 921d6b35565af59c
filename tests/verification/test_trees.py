from __future__ import annotations

import json
from pathlib import Path

import pytest

import covey
from covey.verification.trees import ALONG, NEIGHBOURS
from tests.release.tables import K, areas, people, write
from tests.verification.forged import failed


@pytest.fixture
def out(tmp_path: Path) -> Path:
    table = write(tmp_path / "people.csv", people())
    quasi = {"zip": covey.Tree(areas(tmp_path / "areas.csv")), "age": covey.Ordered()}
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=tmp_path / "out")
    return tmp_path / "out"


def test_sets_along_the_tree_hold(out: Path, tmp_path: Path) -> None:
    assert failed(covey.verify(out, against=tmp_path / "people.csv")) == []


def changed(out: Path, one: str, other: str) -> None:
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    tree = data["read"]["columns"]["zip"]["tree"]
    lines = tree["hierarchy"].splitlines()
    at = [next(n for n, line in enumerate(lines) if code in line) for code in (one, other)]
    first, second = (lines[n].split(";", 1) for n in at)
    lines[at[0]], lines[at[1]] = f"{first[0]};{second[1]}", f"{second[0]};{first[1]}"
    tree["hierarchy"] = "".join(f"{line}\n" for line in lines)
    file.write_text(json.dumps(data))


def test_a_tree_that_somebody_changed_is_found(out: Path) -> None:
    """Two codes of different places change their places: sets of either are not along the tree."""
    changed(out, "00003", "00017")
    assert ALONG in failed(covey.verify(out))


@pytest.mark.parametrize(
    "hierarchy", ["", "a", "a;b;*\na;c;*\n", "a;b;a\n", 7, None, "00000;north;*\n"]
)
def test_a_certificate_with_an_odd_tree_is_refused_or_does_not_hold(
    out: Path, hierarchy: object
) -> None:
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    data["read"]["columns"]["zip"]["tree"]["hierarchy"] = hierarchy
    file.write_text(json.dumps(data))
    if hierarchy == "00000;north;*\n":
        assert ALONG in failed(covey.verify(out))
        return
    with pytest.raises(covey.InvalidInput, match=r"certificate\.json"):
        covey.verify(out)


def test_an_order_that_somebody_changed_is_found(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", people())
    tree = covey.Tree(areas(tmp_path / "areas.csv"), ordered=True)
    quasi = {"zip": tree, "age": covey.Ordered()}
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=quasi, drop=["name"], out=out)
    assert failed(covey.verify(out, against=table)) == []
    file = out / "certificate.json"
    data = json.loads(file.read_text())
    written = data["read"]["columns"]["zip"]["tree"]
    lines = written["hierarchy"].splitlines()
    # Codes of one place, the first and the last ones in turn.
    written["hierarchy"] = "".join(f"{line}\n" for line in [*lines[::2], *lines[1::2]])
    file.write_text(json.dumps(data))
    found = failed(covey.verify(out))
    assert NEIGHBOURS in found
    assert ALONG not in found
