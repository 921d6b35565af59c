"""Several quasi-identifiers at once: published, verified, applied."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import covey
from covey.io.maps.areas import AreaMap
from covey.io.maps.store import write_graph
from covey.problems.regions.graph import Graph
from covey.release.job import Job
from covey.release.job.file import read_job, write_job
from covey.release.owner.receipt import receipts_beside
from covey.release.publish import plan_job
from tests.effort import spread
from tests.release.tables import K, patients, texts, write

COLUMNS = ["town", "age", "lat", "lon", "zip"]


@pytest.mark.parametrize(
    ("missing", "recoding", "ending"),
    # The quick ones are not all of one format, and not all of one kind of recoding.
    spread(
        product(["own", "suppress"], ["local", "nested", "global"], ["csv", "parquet"]), quick=5
    ),
)
def test_a_release_of_all_roles_holds(
    tmp_path: Path, quasi: dict[str, Any], ending: str, recoding: str, missing: str
) -> None:
    table = write(tmp_path / f"people.{ending}", patients())
    out = tmp_path / "out"
    release = covey.anonymize(
        table,
        k=K,
        quasi=quasi,
        drop=["name"],
        missing=missing,
        recoding=recoding,
        format="csv",
        out=out,
    )
    sizes = Counter(texts(out / "table.csv", COLUMNS))
    assert min(sizes.values()) >= K
    assert sorted(sizes.values()) == sorted(release.certificate.classes.sizes)
    assert sum(sizes.values()) == 400 - release.plan.suppressed
    assert (release.plan.suppressed > 0) == (missing == "suppress")
    found = covey.verify(out, table, tmp_path / "zips.geojson")
    assert found.holds, found.summary()
    assert all(check.held for check in found.checks)
    assert "person 1" not in (out / "report.html").read_text(encoding="utf-8")


def test_global_recoding_has_one_partition_for_every_column(
    tmp_path: Path, quasi: dict[str, Any]
) -> None:
    table = write(tmp_path / "people.csv", patients())
    release = covey.anonymize(
        table, k=K, quasi=quasi, drop=["name"], recoding="global", out=tmp_path / "out"
    )
    held = Counter(
        (entry.column, value)
        for entry in release.codebook
        if entry.holds in ("value", "values")
        for value in entry.values
    )
    assert max(held.values()) == 1, "no value is in two sets"


@pytest.mark.parametrize("kind", ["one", "several"])
def test_requirements_hold_in_the_written_table(
    tmp_path: Path, quasi: dict[str, Any], kind: str
) -> None:
    table = write(tmp_path / "people.csv", patients())
    chosen: dict[str, Any] = {"age": covey.Ordered()} if kind == "one" else quasi
    asked: list[Any] = [covey.DistinctDiversity("illness", 4), covey.Alpha("illness", 0.5)]
    out = tmp_path / "out"
    covey.anonymize(table, k=5, quasi=chosen, drop=["name"], requirements=asked, out=out)
    columns = ["age"] if kind == "one" else COLUMNS
    by_class: dict[Any, list[str]] = {}
    for *cell, ill in texts(out / "table.csv", [*columns, "illness"]):
        by_class.setdefault(tuple(cell), []).append(ill)
    assert all(len(set(ill)) >= 4 for ill in by_class.values())
    assert all(max(Counter(ill).values()) <= len(ill) / 2 for ill in by_class.values())
    map_ = None if kind == "one" else tmp_path / "zips.geojson"
    found = covey.verify(out, table, map_)
    assert found.holds, found.summary()
    assert sum("illness" in check.claim for check in found.checks) == 2


def test_a_requirement_that_no_partition_meets_is_refused(tmp_path: Path) -> None:
    columns = patients() | {"illness": ["flu"] * 390 + ["cold"] * 10}
    table = write(tmp_path / "people.csv", columns)
    with pytest.raises(covey.Infeasible, match="illness"):
        covey.anonymize(
            table,
            k=5,
            quasi={"age": covey.Ordered()},
            requirements=[covey.Alpha("illness", 0.5)],
            out=tmp_path / "out",
        )
    assert not (tmp_path / "out").exists()


def test_some_may_be_withheld(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    chosen: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    how: dict[str, Any] = {"k": K, "quasi": chosen, "drop": ["name"]}
    whole = covey.anonymize(table, **how, out=tmp_path / "a")
    less = covey.anonymize(table, **how, suppress=0.05, out=tmp_path / "b")
    withheld = less.certificate.records.suppressed
    assert 0 < withheld <= 20
    assert len(texts(tmp_path / "b" / "table.csv", ["age"])) == 400 - withheld
    assert less.plan.largest <= whole.plan.largest
    found = covey.verify(tmp_path / "b", table)
    assert found.holds, found.summary()


@pytest.mark.parametrize(
    ("file", "change"),
    [
        ("cells.csv", lambda text: text.replace("1,", "2,", 1)),
        ("codebook.csv", lambda text: text.rpartition("\n1,")[0] + "\n"),
        ("table.csv", lambda text: "\n".join(text.splitlines()[:-1]) + "\n"),
    ],
)
def test_what_was_changed_is_found_out(tmp_path: Path, file: str, change: Any) -> None:
    table = write(tmp_path / "people.csv", patients())
    chosen: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=chosen, drop=["name"], out=out)
    target = out / file
    target.write_text(change(target.read_text(encoding="utf-8")), encoding="utf-8")
    with suppress(covey.InvalidInput):
        assert not covey.verify(out, table).holds


def test_cells_that_overlap_are_found_out(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    out = tmp_path / "out"
    covey.anonymize(
        table, k=K, quasi={"age": covey.Ordered(), "town": covey.Labels()}, drop=["name"], out=out
    )
    book = (out / "codebook.csv").read_text(encoding="utf-8").splitlines()
    widened = [line for line in book if ",age,range," in line and not line.endswith("any value")]
    number, *_, published = widened[0].split(",", 6)
    book[book.index(widened[0])] = f"{number},age,range,,,,{published}"
    (out / "codebook.csv").write_text("\n".join(book) + "\n", encoding="utf-8")
    certificate = json.loads((out / "certificate.json").read_text())
    from covey.release.certificate import fingerprint

    certificate["files"]["codebook.csv"] = fingerprint(out / "codebook.csv")
    receipts_beside(out).unlink()
    (out / "certificate.json").write_text(json.dumps(certificate))
    found = covey.verify(out)
    assert [c.claim for c in found.checks if c.held is False] == [
        "the classes are disjoint",
        "every published text says what its set holds",
    ]


@pytest.mark.parametrize(
    ("column", "change", "found"),
    [
        ("age", lambda line: re.sub(",range,.*?,.*?,.*?,", ",value,7,,,", line), "not one range"),
        ("age", lambda line: re.sub(",range,.*?,.*?,.*?,", ",range,,9,3,", line), "is empty"),
        ("age", lambda line: f"{line}\n{line}", "not one range"),
        ("age", lambda line: re.sub(r"^\d+", "77", line), "not numbered from 1 on"),
        ("age", lambda line: line[: line.rindex(",")] + ",[5)", "the codebook lacks"),
        ("town", lambda line: f"{line.split(',')[0]},town,range,,1,2,x", "is not expected"),
        ("town", lambda line: line.replace('""', "''"), "is not a list of values"),
    ],
)
def test_sets_that_are_none_of_their_column_are_found_out(
    tmp_path: Path, column: str, change: Any, found: str
) -> None:
    table = write(tmp_path / "people.csv", patients())
    out = tmp_path / "out"
    chosen: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    covey.anonymize(table, k=K, quasi=chosen, drop=["name"], out=out)
    book = (out / "codebook.csv").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(book) if re.search(f",{column},(range|values),", line))
    changed = change(book[at])
    assert changed != book[at]
    (out / "codebook.csv").write_text(
        "\n".join([*book[:at], changed, *book[at + 1 :]]) + "\n", encoding="utf-8"
    )
    claim = "every class is made of sets of the codebook"
    (check,) = [check for check in covey.verify(out).checks if check.claim == claim]
    assert check.held is False
    assert found in check.found


def test_a_row_that_nobody_has_is_found_among_withheld_ones(tmp_path: Path) -> None:
    table = write(tmp_path / "people.csv", patients())
    chosen: dict[str, Any] = {"age": covey.Ordered(), "town": covey.Labels()}
    out = tmp_path / "out"
    covey.anonymize(table, k=K, quasi=chosen, drop=["name"], suppress=0.05, out=out)
    head, first, second, *rest = (out / "table.csv").read_text(encoding="utf-8").splitlines()
    inside = "every value is inside its class, and no record is lost, added or changed"
    for others in ([first + "1", second], [second, second]):
        text = "\n".join([head, *others, *rest]) + "\n"
        (out / "table.csv").write_text(text, encoding="utf-8")
        assert inside in [c.claim for c in covey.verify(out, table).checks if c.held is False]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_with_several_columns(frame: Any) -> None:
    given = frame(patients())
    chosen: dict[str, Any] = {
        "age": covey.Ordered(),
        "town": covey.Labels(),
        "place": covey.Points("lat", "lon"),
    }
    release = covey.anonymize(given, k=K, quasi=chosen, drop=["name"])
    cells = zip(*(map(str, release.table[c]) for c in ("age", "town", "lat", "lon")), strict=True)
    assert min(Counter(cells).values()) >= K
    assert list(release.table["illness"]) == patients()["illness"]


def test_the_same_bytes(tmp_path: Path, quasi: dict[str, Any]) -> None:
    table = write(tmp_path / "people.csv", patients())
    for out in ("a", "b"):
        covey.anonymize(table, k=K, quasi=quasi, drop=["name"], suppress=0.02, out=tmp_path / out)
    files = sorted(file.name for file in (tmp_path / "a").iterdir())
    assert "cells.csv" in files
    for name in files:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("[sensitive]\nillness = 3", "'sensitive' is a table of its own"),
        ("[sensitive.illness]\nm = 3", "'m' is no rule for the sensitive attribute 'illness'"),
        ("[sensitive.illness]\nrecursive = 3", "two numbers, c and l"),
        ("weights = 3", "'weights' is a table of its own"),
        ("[weights]\nage = '2'", "finite numbers, 0 or more"),
        ("[weights]\nage = 0\ntown = 0", "not all of them 0"),
        ("[weights]\nage = -1", "finite numbers, 0 or more"),
        ("suppress = 2", "from 0 to below 1"),
    ],
)
def test_what_is_amiss_in_a_job_is_said(tmp_path: Path, lines: str, message: str) -> None:
    write(tmp_path / "people.csv", patients())
    roles_ = '[quasi.age]\nrole = "ordered"\n[quasi.town]\nrole = "labels"\n'
    simple, tables = ("", lines) if lines.startswith("[") else (lines, "")
    text = f'table = "people.csv"\nk = 5\n{simple}\n{roles_}{tables}\n'
    (tmp_path / "job.toml").write_text(text)
    with pytest.raises(covey.InvalidInput, match=message):
        plan_job(read_job(tmp_path / "job.toml"))


def test_a_code_that_the_map_lacks_is_in_no_class(tmp_path: Path) -> None:
    """Not even in one of all areas, where ages and areas are both missing."""
    areas = AreaMap(["a", "b", "c"], Graph.from_edges(3, [(0, 1), (1, 2)]))
    write_graph(areas, tmp_path / "map.json")
    ages: list[int | None] = [20, 30, 40] * 8 + [None] * 8
    places = ["a", "b", "c"] * 8 + ["a", "b", "c", None, None, None, None, "strange"]
    table = write(tmp_path / "people.csv", {"area": places, "age": ages})
    quasi: dict[str, Any] = {"area": covey.Regions(tmp_path / "map.json"), "age": covey.Ordered()}
    how: dict[str, Any] = {"k": 4, "quasi": quasi, "unmapped": "suppress"}
    release = covey.anonymize(table, **how, out=tmp_path / "out")
    assert release.plan.suppressed == 1
    starred = sum(row == ("*",) for row in texts(tmp_path / "out" / "table.csv", ["area"]))
    assert starred > 0
    assert any(f"{starred} records published as *" in note for note in release.plan.notes)
    assert covey.verify(tmp_path / "out", against=table, map=tmp_path / "map.json").holds
    with pytest.raises(covey.Infeasible, match="1 record with 1 combination"):
        covey.apply(tmp_path / "out", table, out=tmp_path / "new")


def test_any_value_holds_the_labels_of_a_stated_order(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("s,sex\nlow,a\nlow,a\nhigh,b\n,b\n")
    quasi: dict[str, Any] = {"s": covey.Ordered(order=["low", "high"]), "sex": covey.Labels()}
    covey.anonymize(tmp_path / "t.csv", k=4, quasi=quasi, out=tmp_path / "out")
    assert covey.verify(tmp_path / "out", against=tmp_path / "t.csv").holds
    # So does apply, but a label that the order does not know has no place in it.
    (tmp_path / "new.csv").write_text("s,sex\nhigh,a\nlow,a\nhigh,b\n,b\nmiddle,a\n")
    with pytest.raises(
        covey.Infeasible, match=r"1 record with 1 combination \(in s\) that the codebook"
    ):
        covey.apply(tmp_path / "out", tmp_path / "new.csv", out=tmp_path / "new")
    applied = covey.apply(
        tmp_path / "out", tmp_path / "new.csv", out=tmp_path / "new", unknown="suppress"
    )
    assert applied.sizes == (4,)


def test_rectangles_around_the_whole_globe_share_a_meridian(tmp_path: Path) -> None:
    for turned in (0, 40):
        rows = [f"{n % 7},{(n * 9 + 5 + turned) % 360 - 180},{'ab'[n % 2]}" for n in range(40)]
        table, out = tmp_path / f"{turned}.csv", tmp_path / f"out{turned}"
        table.write_text("lat,lon,sex\n" + "\n".join(rows) + "\n")
        place = covey.Points(lat="lat", lon="lon")
        quasi: dict[str, Any] = {"place": place, "sex": covey.Labels()}
        covey.anonymize(table, k=4, quasi=quasi, out=out)
        assert covey.verify(out, against=table).holds


def test_a_sensitive_attribute_may_be_called_like_a_rule(tmp_path: Path) -> None:
    """With rules for each, names are names."""
    table, out = tmp_path / "in.csv", tmp_path / "out"
    table.write_text("town,ill:l=2\n" + "Ulm,flu\nUlm,cold\nBern,flu\nBern,cold\n" * 5)
    rules = {"ill:l=2": {"l": 2}}
    covey.anonymize(table, k=4, quasi={"town": covey.Labels()}, sensitive=rules, out=out)
    assert json.loads((out / "certificate.json").read_text())["sensitive"] == rules
    assert covey.verify(out, table).holds
    job = Job(table=table, k=4, quasi={"town": covey.Labels()}, sensitive=rules)
    assert replace(job, k=5).sensitive == ("ill:l=2",)
    write_job(job, tmp_path / "job.toml")
    assert read_job(tmp_path / "job.toml").requirements == job.requirements


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_order_of_a_frame_is_that_of_its_type(library: str) -> None:
    module = import_module(library)
    words, order = ["low", "mid", "high"] * 20, ["low", "mid", "high"]
    if library == "pandas":
        frame = module.DataFrame({"edu": module.Categorical(words, order, ordered=True)})
    else:
        frame = module.DataFrame({"edu": module.Series(words, dtype=module.Enum(order))})
    done = covey.anonymize(frame, k=30, quasi={"edu": covey.Ordered()})
    assert done.certificate.quasi["edu"].to_dict()["order"] == order
    stated = covey.anonymize(frame, k=30, quasi={"edu": covey.Ordered(order=order)})
    assert done.table["edu"].to_list() == stated.table["edu"].to_list()
    found = covey.explore(frame, quasi={"edu": covey.Ordered()}, k=[30], recoding=["local"])
    assert found.choices[0].why_not == ""


def test_labels_of_a_frame_without_an_order_need_one() -> None:
    pandas = import_module("pandas")
    frame = pandas.DataFrame({"edu": pandas.Categorical(["low", "mid"] * 20)})
    with pytest.raises(covey.InvalidInput, match="not all numbers"):
        covey.anonymize(frame, k=5, quasi={"edu": covey.Ordered()})
