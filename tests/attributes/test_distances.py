"""Labels by their distances, from a table to a release."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from tests.attributes.test_trees import frame
from tests.release.tables import people, write

YEARS = {"Preschool": 0, "School": 8, "HS": 12, "BA": 16, "MA": 18, "PhD": 21}


@pytest.fixture
def distances(tmp_path: Path) -> Path:
    pairs = [(a, b) for a in YEARS for b in YEARS if a < b]
    rows = "".join(f"{a},{b},{abs(YEARS[a] - YEARS[b])}\n" for a, b in pairs)
    (tmp_path / "d.csv").write_text(rows)
    return tmp_path / "d.csv"


def test_labels_that_are_far_apart_are_not_grouped(distances: Path, tmp_path: Path) -> None:
    people = frame(Preschool=4, School=6, HS=30, BA=30, MA=20, PhD=4)
    free = covey.anonymize(people, k=8, quasi={"v": covey.Labels()})
    assert "PhD, Preschool, School" in set(free.table["v"]), "all of them are rare"
    table, out = tmp_path / "t.csv", tmp_path / "out"
    people.write_csv(table)
    covey.anonymize(table, k=8, quasi={"v": covey.Distances(distances)}, out=out)
    found = set(pl.read_csv(out / "table.csv")["v"])
    assert found == {"HS, Preschool, School", "BA", "MA, PhD"}
    assert covey.verify(out, against=table).holds


def test_cells_apply_and_the_job_file(distances: Path, tmp_path: Path) -> None:
    people = frame(Preschool=4, School=6, HS=30, BA=30, MA=20, PhD=4)
    people = people.with_columns(age=pl.Series([at % 37 for at in range(len(people))]))
    table, out = tmp_path / "t.csv", tmp_path / "out"
    people.write_csv(table)
    quasi: dict[str, Any] = {"v": covey.Distances(str(distances)), "age": covey.Ordered()}
    covey.anonymize(table, k=8, quasi=quasi, out=out)
    assert covey.verify(out, against=table).holds
    covey.apply(out, table, out=tmp_path / "again")
    again = pl.read_csv(tmp_path / "again" / "table.csv")
    assert sorted(again["v"]) == sorted(pl.read_csv(out / "table.csv")["v"])
    role = covey.Distances.from_dict("v", {"table": "d.csv"})
    assert role.moved(lambda path: f"up/{path}").files == (Path("up/d.csv"),)


def test_labels_without_a_distance_are_refused_and_unused_ones_are_named(distances: Path) -> None:
    with pytest.raises(covey.InvalidInput, match="1 label that the table of distances lacks"):
        covey.anonymize(frame(BA=9, x=9), k=3, quasi={"v": covey.Distances(distances)})
    release = covey.anonymize(frame(BA=9, MA=9), k=3, quasi={"v": covey.Distances(distances)})
    words = "4 labels of the table of distances of 'v' that no published record has: "
    assert any(note.startswith(words) for note in release.notes)


def test_what_a_table_of_distances_may_be() -> None:
    odd: Any = 7
    for given in ({}, {"table": odd}):
        with pytest.raises(covey.InvalidInput, match="path of a file"):
            covey.Distances(**given)
    with pytest.raises(covey.InvalidInput, match="no order"):
        covey.Distances("d.csv", ordered=True)


def test_labels_that_are_not_published_leave_no_trace(distances: Path, tmp_path: Path) -> None:
    """Neither one that is withheld, nor those that only the file has."""
    table, out = tmp_path / "t.csv", tmp_path / "out"
    frame(School=30, HS=30, BA=30, Preschool=1).write_csv(table)
    quasi = {"v": covey.Distances(distances)}
    covey.anonymize(table, k=8, quasi=quasi, out=out, suppress=0.05)
    for file in out.iterdir():
        for label in (b"Preschool", b"PhD", b"MA and", b"more within"):
            assert label not in file.read_bytes(), (file, label)
    assert covey.verify(out, against=table).holds


def test_a_proof_names_a_node_by_what_is_published(tmp_path: Path) -> None:
    """The names of the nodes in the table of distances have another order."""
    column = people()["zip"]
    codes = sorted(set(column))
    pairs = [(a, b) for a in codes for b in codes if a < b]
    (tmp_path / "d.csv").write_text("".join(f"{a},{b},{int(b) - int(a)}\n" for a, b in pairs))
    table, out = write(tmp_path / "t.csv", {"v": column}), tmp_path / "out"
    covey.anonymize(table, k=12, quasi={"v": covey.Distances(tmp_path / "d.csv")}, out=out)
    proof = json.loads((out / "certificate.json").read_text())["proof"]
    assert proof["node"] >= len(codes)
    assert covey.verify(out, against=table).holds
