"""Whoever is not published leaves no trace in any file of the release."""

from __future__ import annotations

import csv
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import covey
from covey.codebook.lines import Entry
from covey.release.certificate import fingerprint
from covey.release.owner.receipt import receipts_beside
from covey.verification.region_names import HEAVIEST
from tests.effort import cases
from tests.release.tables import K, rows, write, zips

ODD = 2
"""People with values of their own."""
SHARE = 0.04


GROUPS = {"Ulm": 20, "Bern": 60, "Chur": 20}
"""So many people in three towns; nobody can be withheld from the largest class, that of Bern."""
COMMON = sum(GROUPS.values())


def with_odd_people(moved: float = 0.0) -> dict[str, list[Any]]:
    """People in three towns, and two with values that nobody else has, far from all others."""
    columns: dict[str, list[Any]] = {
        "name": [f"person {row}" for row in range(COMMON)],
        "town": [town for town, count in GROUPS.items() for _ in range(count)],
        "zip": [f"0000{at}" for at, count in enumerate(GROUPS.values()) for _ in range(count)],
        "age": [20 + 10 * at for at, count in enumerate(GROUPS.values()) for _ in range(count)],
        "lat": [46.5 + at / 2 for at, count in enumerate(GROUPS.values()) for _ in range(count)],
        "lon": [7.5 + at / 2 for at, count in enumerate(GROUPS.values()) for _ in range(count)],
    }
    for at, far in enumerate((-1, 1)):
        columns["name"].append(f"odd {at}")
        columns["town"].append(f"Qxtown{at}")
        columns["zip"].append(f"0000{2 * at}")
        columns["age"].append(30 + far * (270.375 + moved))
        columns["lat"].append(47 + far * (13.80325 + moved))
        columns["lon"].append(8 + far * (15.71925 + moved))
    return columns


ROLES: dict[str, Any] = {
    "town": covey.Labels(),
    "age": covey.Ordered(),
    "place": covey.Points(lat="lat", lon="lon"),
}


def texts_of(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.iterdir()}


def read(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as opened:
        return list(csv.DictReader(opened))


def own_values(gone: list[dict[str, str]], all_: dict[str, list[Any]]) -> set[str]:
    """What only withheld people have in the columns that are recoded."""
    names = {row["name"] for row in gone}
    found: set[str] = set()
    for column in ("town", "age", "lat", "lon"):
        pairs = list(zip(all_["name"], map(str, all_[column]), strict=True))
        kept = {value for name, value in pairs if name not in names}
        found |= {value for name, value in pairs if name in names} - kept
    return found


@pytest.mark.parametrize("chosen", [("town",), ("age",), ("place",), ("town", "age", "place")])
@pytest.mark.parametrize("how", ["global", "local", "nested", "tight"])
def test_withheld_people_leave_no_trace(tmp_path: Path, chosen: tuple[str, ...], how: str) -> None:
    columns = with_odd_people()
    table = write(tmp_path / "people.csv", columns)
    options: dict[str, dict[str, Any]] = {
        "global": {"recoding": "global"}, "local": {}, "tight": {"tight": True},
        "nested": {"recoding": "nested"},
    }  # fmt: skip
    recoded = {column for name in chosen for column in ROLES[name].columns(name)}
    drop = [column for column in ("name", "town", "age", "lat", "lon") if column not in recoded]
    release = covey.anonymize(
        table,
        k=K,
        quasi={name: ROLES[name] for name in chosen},
        drop=drop,
        suppress=SHARE,
        withheld=tmp_path / "withheld.csv",
        out=tmp_path / "out",
        **options[how],
    )
    gone = read(tmp_path / "withheld.csv")
    own = own_values(gone, columns)
    assert own, "somebody with values of their own is withheld"
    for file, text in texts_of(tmp_path / "out").items():
        assert not [value for value in own if value in text], file
    for entry in release.codebook:
        if entry.column == "town" and entry.holds in ("value", "values"):
            assert not own & set(map(str, entry.values))
    kept = {row["name"] for row in gone}
    names = columns["name"]
    for quasi in release.plan.quasi:
        rows = zip(names, *(columns[column] for column in quasi.columns), strict=True)
        assert quasi.distinct == len({row[1:] for row in rows if row[0] not in kept})
    found = covey.verify(tmp_path / "out", against=table)
    assert all(check.held for check in found.checks), found.summary()


@pytest.mark.parametrize("name", ["age", "place"])
@pytest.mark.parametrize("how", ["global", "local"])
def test_withheld_people_move_no_border(tmp_path: Path, name: str, how: str) -> None:
    """Where they are, as long as they are withheld, makes no difference to what is published."""
    role = ROLES[name]
    drop = [c for c in ("name", "town", "zip", "age", "lat", "lon") if c not in role.columns(name)]
    found = []
    for moved in (0.0, 0.03):
        columns = with_odd_people(moved)
        table = write(tmp_path / f"{moved}.csv", columns)
        out = tmp_path / f"out{moved}"
        release = covey.anonymize(
            table, k=K, quasi={name: role}, drop=drop, suppress=SHARE, recoding=how, out=out,
            withheld=tmp_path / f"withheld{moved}.csv",
        )  # fmt: skip
        gone = {row["name"] for row in read(tmp_path / f"withheld{moved}.csv")}
        assert {f"odd {at}" for at in range(ODD)} <= gone
        published = release.plan.loss_of_published
        found.append((release.codebook, published, rows(out / "table.csv")))
    assert found[0] == found[1]
    assert all(border is None or abs(float(border)) < 100 for border in borders(found[0][0]))


def borders(codebook: Sequence[Entry]) -> list[str | None]:
    return [border for entry in codebook for border in (entry.low, entry.high)]


def test_the_box_is_around_published_places(tmp_path: Path) -> None:
    columns = with_odd_people()
    table = write(tmp_path / "people.csv", columns)
    quasi: dict[str, Any] = {"place": ROLES["place"]}
    release = covey.anonymize(
        table, k=K, quasi=quasi, drop=["name", "town", "age"], suppress=SHARE, out=tmp_path / "out",
        withheld=tmp_path / "withheld.csv",
    )  # fmt: skip
    gone = {row["name"] for row in read(tmp_path / "withheld.csv")}
    for column in ("lat", "lon"):
        pairs = zip(columns["name"], columns[column], strict=True)
        kept = [value for name, value in pairs if name not in gone]
        wide = max(kept) - min(kept)
        ranges = [entry for entry in release.codebook if entry.column == column]
        assert max(float(entry.high or 0) for entry in ranges) <= max(kept) + wide / 10
        assert min(float(entry.low or 0) for entry in ranges) >= min(kept) - wide / 10


@pytest.mark.parametrize("recoding", ["global", "local"])
@pytest.mark.parametrize("why", ["missing", "unmapped"])
def test_people_suppressed_for_one_column_leave_no_trace_in_others(
    tmp_path: Path, recoding: str, why: str
) -> None:
    columns = with_odd_people()
    sex: list[Any] = ["f" if row % 2 else "m" for row in range(COMMON)] + [None] * ODD
    if why == "unmapped":
        columns["zip"][COMMON:] = [f"strange{at}" for at in range(ODD)]
        sex[COMMON:] = ["f"] * ODD
    columns["sex"] = sex
    table = write(tmp_path / "people.csv", columns)
    role = covey.Regions(zips(tmp_path / "zips.geojson"), key="code")
    quasi: dict[str, Any] = {**ROLES, "zip": role, "sex": covey.Labels()}
    # What a column is read as is decided by all records, and shows in the names of its ranges.
    quasi["age"] = covey.Ordered(kind="decimal")
    out = tmp_path / "out"
    how: dict[str, Any] = {why: "suppress", "recoding": recoding, "drop": ["name"]}
    release = covey.anonymize(table, k=K, quasi=quasi, out=out, **how)
    assert release.plan.suppressed == ODD
    recoded = ["town", "age", "lat", "lon", *(["zip"] if why == "unmapped" else [])]
    own = {str(value) for name in recoded for value in columns[name][COMMON:]}
    for file, text in texts_of(out).items():
        assert not [value for value in own if value in text], file
    assert max(float(entry.high or 0) for entry in release.codebook if entry.column == "lat") < 50
    found = covey.verify(out, against=table, map=tmp_path / "zips.geojson")
    assert all(check.held for check in found.checks), found.summary()
    without = write(tmp_path / "without.csv", {name: own[:COMMON] for name, own in columns.items()})
    alone = covey.anonymize(without, k=K, quasi=quasi, out=tmp_path / "alone", **how)
    assert alone.codebook == release.codebook
    assert alone.plan.loss == release.plan.loss


def test_the_heaviest_area_is_that_of_published_records(tmp_path: Path) -> None:
    """A region is called by its area with the most published records."""
    columns: dict[str, list[Any]] = {
        "zip": ["00000"] * 6 + ["00001"] * 4 + ["00001"] * 5,
        "sex": ["f"] * 10 + [None] * 5,
    }
    table = write(tmp_path / "people.csv", columns)
    role = covey.Regions(zips(tmp_path / "zips.geojson"), key="code")
    quasi: dict[str, Any] = {"zip": role, "sex": covey.Labels()}
    release = covey.anonymize(
        table, k=10, quasi=quasi, missing="suppress", out=tmp_path / "out", recoding="global"
    )
    (text,) = {entry.published for entry in release.codebook if entry.column == "zip"}
    assert text is not None
    assert "(00000 and" in text


def test_rare_missing_values_that_are_withheld_are_not_spoken_of(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "age": [30] * 40 + [60] * 40 + [None],
        "cost": [10] * 40 + [20] * 40 + [10**7],
    }
    table = write(tmp_path / "people.csv", columns)
    for recoding in ("local", "global"):
        release = covey.anonymize(
            table, k=K, quasi={"age": covey.Ordered(), "cost": covey.Ordered()},
            suppress=0.05, recoding=recoding, out=tmp_path / recoding,
            withheld=tmp_path / f"{recoding}.csv",
        )  # fmt: skip
        gone = read(tmp_path / f"{recoding}.csv")
        assert any(row["age"] == "" for row in gone)
        assert not [note for note in release.plan.notes if "no value" in note]
        assert {entry.holds for entry in release.codebook if entry.column == "age"} == {"range"}
        assert covey.verify(tmp_path / recoding, against=table).holds


@settings(max_examples=cases(15, quick=8), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 10**6),
    st.integers(2, 8),
    st.sampled_from(["global", "local", "tight"]),
    st.sampled_from(["own", "suppress"]),
    st.sets(st.sampled_from(["town", "age", "place", "zip"]), min_size=1),
)
def test_any_release_that_withholds_holds(
    seed: int, k: int, how: str, missing: str, chosen: set[str]
) -> None:
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(k, 60))
    columns: dict[str, list[Any]] = {
        "town": [f"T{int(town)}" for town in rng.zipf(1.6, rows)],
        "age": [float(round(age, 1)) for age in rng.exponential(20, rows)],
        "lat": [float(round(lat, 3)) for lat in rng.normal(0, 20, rows).clip(-90, 90)],
        "lon": [float(round(lon, 3)) for lon in rng.normal(170, 40, rows) % 360 - 180],
        "zip": [f"0{int(place):04}" for place in rng.integers(0, 26, rows)],
    }
    for name in columns:
        columns[name] = [None if rng.random() < 0.05 else value for value in columns[name]]
        columns[name][0] = columns[name][0] or {"town": "T1", "zip": "00000"}.get(name, 1.5)
    columns["row"] = list(range(rows))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        table = write(folder / "people.csv", columns)
        roles = ROLES | {"zip": covey.Regions(zips(folder / "zips.geojson"), key="code")}
        options: dict[str, Any] = {"recoding": "global"} if how == "global" else {}
        try:
            release = covey.anonymize(
                table,
                k=k,
                quasi={name: roles[name] for name in sorted(chosen)},
                suppress=0.3,
                missing=missing,
                tight=how == "tight",
                out=folder / "out",
                withheld=folder / "withheld.csv",
                **options,
            )
        except covey.Infeasible:
            return
        map_ = folder / "zips.geojson" if "zip" in chosen else None
        found = covey.verify(folder / "out", against=table, map=map_)
        # Who was withheld is written nowhere, and so not which area has the most records.
        told = [check for check in found.checks if check.claim != HEAVIEST]
        assert all(check.held for check in told), found.summary()
        assert found.holds
        gone = {int(row["row"]) for row in read(folder / "withheld.csv")}
    listed = {
        value
        for entry in release.codebook
        if entry.column == "town" and entry.holds != "any"
        for value in entry.values
    }
    assert "town" not in chosen or listed == {
        town for row, town in enumerate(columns["town"]) if row not in gone
    }


def forged(out: Path, name: str, change: Any) -> None:
    """Change a file and vouch for it."""
    data = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    if name:
        text = (out / name).read_text(encoding="utf-8")
        (out / name).write_text(change(text), encoding="utf-8")
        data["files"][name] = fingerprint(out / name)
    else:
        change(data)
    (out / "certificate.json").write_text(json.dumps(data), encoding="utf-8")


def test_more_records_cannot_be_withheld_in_the_name_of_missing_ones(tmp_path: Path) -> None:
    """A whole class that is taken out of codebook and table is found out against the table."""
    columns: dict[str, list[Any]] = {"town": ["Ulm"] * 9 + ["Bern"] * 8 + ["Chur"] * 7 + [None] * 6}
    table = write(tmp_path / "people.csv", columns)
    out = tmp_path / "out"
    covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, missing="suppress", out=out)
    assert covey.verify(out, against=table).holds

    def without_chur(text: str) -> str:
        return "".join(line for line in text.splitlines(keepends=True) if "Chur" not in line)

    forged(out, "codebook.csv", without_chur)
    forged(out, "cells.csv", without_chur)
    forged(out, "table.csv", without_chur)

    def fewer(data: dict[str, Any]) -> None:
        data["classes"] |= {"sizes": [9, 8], "count": 2, "smallest": 8}
        data["records"] |= {"published": 17, "suppressed": 13}

    def told(text: str) -> str:
        data = json.loads(text)
        data["records"] |= {"published": 17, "suppressed": 13}
        data["outcome"]["smallest"] = 8
        return json.dumps(data)

    forged(out, "", fewer)
    forged(out, "audit.json", told)
    receipts_beside(out).unlink()
    assert covey.verify(out).holds, "nothing is wrong with it by itself"
    failed = [check for check in covey.verify(out, against=table).checks if check.held is False]
    assert any("13 records are suppressed, 6 at most may be" in check.found for check in failed)


def test_traces_of_withheld_labels_cost_no_loss(tmp_path: Path) -> None:
    """Others see the loss over what is published; the owner that over all records."""
    columns: dict[str, list[Any]] = {
        "town": [["Ulm", "Bern", "Chur", "Zug"][row % 4] for row in range(200)]
        + [f"Q{row}" for row in range(4)]
    }
    table = write(tmp_path / "people.csv", columns)
    release = covey.anonymize(
        table, k=60, quasi={"town": covey.Labels()}, suppress=0.02, recoding="global",
        out=tmp_path / "out", withheld=tmp_path / "withheld.csv",
    )  # fmt: skip
    gone = read(tmp_path / "withheld.csv")
    assert {row["town"] for row in gone} == {f"Q{row}" for row in range(4)}
    assert sorted(Counter(entry.number for entry in release.codebook).values()) == [2, 2]
    assert release.plan.loss_of_published == pytest.approx((200 * 0.5 + 4) / 204)
    # Two of eight labels.
    assert release.plan.loss == pytest.approx((200 * 0.25 + 4) / 204)
    assert np.isclose(sum(release.certificate.classes.sizes), 200)
