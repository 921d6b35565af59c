"""Where the sets of a release lie in the tree above a column."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import covey
from covey.attributes.trees import Tree
from covey.release.sets import cut
from covey.release.sets.cut import CutNode, cut_of

JOBS = "child,parent\nnurse,health\ndoctor,health\nbaker,food\ncook,food\nhealth,all\nfood,all\n"


def nodes(found: CutNode) -> Iterator[CutNode]:
    yield found
    for child in found.children:
        yield from nodes(child)


def cut_with(folder: Path, role: Tree, values: str, k: int) -> CutNode | None:
    table = folder / "people.csv"
    table.write_text("job\n" + "".join(f"{value}\n" for value in values.split()))
    done = covey.anonymize(table, k=k, quasi={"job": role}, out=folder / "out")
    sizes = done.certificate.classes.sizes
    return cut_of(role, "job", done.codebook, sizes)


def test_a_set_lies_at_the_node_that_it_is(tmp_path: Path) -> None:
    (tmp_path / "jobs.csv").write_text(JOBS)
    role = covey.Tree(str(tmp_path / "jobs.csv"))
    found = cut_with(tmp_path, role, "nurse " * 3 + "doctor " * 3 + "baker " * 9 + "cook " * 9, 5)
    assert found is not None
    assert found.name == "all"
    lying = {node.name: [each.text for each in node.sets] for node in nodes(found) if node.sets}
    assert lying == {"health": ["health"], "baker": ["baker"], "cook": ["cook"]}
    (health,) = [each for node in nodes(found) if node.name == "health" for each in node.sets]
    assert (health.labels, health.records, health.whole) == (2, 6, True)
    assert found.to_dict()["children"]


def test_some_children_of_a_node_are_not_all_of_it(tmp_path: Path) -> None:
    role = covey.Code()
    found = cut_with(tmp_path, role, "471 471 472 472 473 473 473 473 561 562 563", 3)
    assert found is not None
    sets = [each for node in nodes(found) for each in node.sets]
    assert sum(each.records for each in sets) == 11
    assert sum(each.labels for each in sets) == 6
    assert all(each.records >= 3 for each in sets)


def test_a_huge_tree_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut, "MOST_NODES", 1)
    assert cut_with(tmp_path, covey.Code(), "47 47 48 48 56 56", 2) is None
