"""The column that models of the report predict."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd
import pytest

import covey
from covey import InvalidInput
from covey.cli import run
from covey.engine import default_engine
from covey.engine.protocol import Counted
from covey.io.inputs import open_input
from covey.release.facts.analysis import analyze
from covey.release.facts.target import counted_with, predicting
from covey.verification import Verification
from covey.verification.audit import FOLLOWS
from covey.verification.original import REPORT
from covey.verification.report import NO_MODELS
from tests.release.facts.test_analysis import QUASI, table
from tests.release.tables import write

if TYPE_CHECKING:
    from covey.release.write.hidden_table import HiddenTable

FIGURE = r"(linear|tree) model of (\w+) ([\d.]+ %)"
HOW: dict[str, Any] = {"k": 5, "quasi": QUASI, "drop": ["id"]}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return table(tmp_path_factory.mktemp("original") / "in.csv")


def told(page: str) -> str:
    """What a report says, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def checks(found: Verification) -> dict[str, tuple[bool | None, str]]:
    return {each.claim: (each.held, each.found) for each in found.checks}


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"sensitive": {"ill": {}, "rare": {}}},
        {"sensitive": {"ill": {"l": 2}}, "suppress": 0.05},
        {"columns": "low-high", "format": "parquet"},
        {"recoding": "global", "escape_formulas": True},
    ],
)
def test_the_report_has_the_figures_of_check(
    original: Path, tmp_path: Path, how: dict[str, Any]
) -> None:
    out = tmp_path / "out"
    covey.anonymize(original, **HOW, **how, target="ill", out=out)
    (linear, tree) = (each for each in told_of(out) if each[1] == "ill")
    assert (linear[0], tree[0]) == ("linear", "tree")
    if how.get("columns") != "low-high":
        (published,) = out.glob("table.*")
        models = analyze(published, original, target="ill").models
        assert [f"{100 * each.release:.1f} %" for each in models] == [linear[2], tree[2]]
    found = covey.verify(out, original)
    assert found.holds, found
    assert checks(found)[REPORT] == (True, "")


def told_of(folder: Path) -> list[tuple[str, str, str]]:
    page = (folder / "report.html").read_text(encoding="utf-8")
    return re.findall(FIGURE, told(page))


def test_a_target_changes_nothing_else(original: Path, tmp_path: Path) -> None:
    for name, target in (("with", "ill"), ("without", None)):
        covey.anonymize(original, **HOW, target=target, out=tmp_path / name)
    seen = {}
    for name in ("with", "without"):
        folder = tmp_path / name
        seen[name] = [
            (folder / file).read_text() for file in ("codebook.csv", "cells.csv")
        ] + sorted((folder / "table.csv").read_text().splitlines())
    assert seen["with"] == seen["without"]
    assert told_of(tmp_path / "without") == []
    own = json.loads((tmp_path / "without" / "certificate.json").read_text())
    assert "target" not in own
    assert "scikit-learn" not in own["versions"]


def test_the_same_from_the_command_line(
    original: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    code = run([
        "anonymize", str(original), "-k", "5", "--ordered", "age", "--label", "town",
        "--drop", "id", "--target", "ill", "-o", str(out),
    ])  # fmt: skip
    assert code == 0
    linear, tree = told_of(out)
    assert [linear[:2], tree[:2]] == [("linear", "ill"), ("tree", "ill")]
    (line,) = (each for each in capsys.readouterr().out.splitlines() if each.startswith("models "))
    assert f"'ill' predicted rightly: linear {linear[2]} after and " in line
    assert f"tree {tree[2]} after and " in line


def test_a_frame_has_a_report_with_models(original: Path) -> None:
    frame = pd.read_csv(original)
    release = covey.anonymize(frame, **HOW, target="ill")
    found = re.findall(FIGURE, told(release.report()))
    assert [each[:2] for each in found] == [("linear", "ill"), ("tree", "ill")]
    assert covey.verify(release, frame).holds


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("age", "is a quasi-identifier: a model predicts a column that is published as it is"),
        ("id", "is dropped"),
        ("il", "There is no column 'il', the target"),
        ("", "The target is the name of a column"),
        ("same", "has 1 value: there is nothing to predict"),
        ("number", "is like an identifier"),
    ],
)
def test_no_target(tmp_path: Path, target: str, words: str) -> None:
    columns: dict[str, list[Any]] = {
        "age": [at % 7 for at in range(60)],
        "town": ["Ulm", "Bern"] * 30,
        "id": [f"p{at}" for at in range(60)],
        "ill": ["no", "no", "yes"] * 20,
        "same": ["a"] * 60,
        "number": [f"n{at}" for at in range(60)],
    }
    file = write(tmp_path / "in.csv", columns)
    with pytest.raises(InvalidInput, match=words):
        covey.anonymize(file, **HOW, target=target, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_nothing_is_read_without_the_library(
    tmp_path: Path, original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(InvalidInput, match="not installed") as caught:
        covey.anonymize(original, **HOW, target="ill", out=tmp_path / "out")
    assert "covey[models]" in str(caught.value.hint)


def test_a_table_that_changes_meanwhile(original: Path, tmp_path: Path) -> None:
    kinds = {"age": "integer", "town": "text"}
    engine, given = default_engine(), open_input(original)
    with engine.open(given, kinds) as snapshot:
        counted = snapshot.count()
    assert counted_with("ill", engine, given, counted, kinds, []).records == 300
    other = open_input(table(tmp_path / "in.csv", gone=1))
    with pytest.raises(InvalidInput, match="was changed while it was read"):
        counted_with("ill", engine, other, counted, kinds, [])


def of_values(*values: str) -> Counted:
    ones = np.ones(len(values), dtype=np.int64)
    return Counted(("ill",), (np.array(values, object),), (np.arange(len(values)),), ones)


def test_values_that_a_format_writes_in_other_words() -> None:
    released = SimpleNamespace(count_sensitive=lambda kinds: of_values("0", "1"))
    with pytest.raises(InvalidInput, match="are written in other words in sav"):
        predicting("ill", of_values("no", "yes"), cast("HiddenTable", released), [], "sav")
    # One of them may be withheld altogether.
    found = predicting("ill", of_values("0", "1", "2"), cast("HiddenTable", released), [], "sav")
    assert len(found.released) == 2


def test_a_format_without_empty_texts(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "age": [at % 7 for at in range(60)],
        "town": ["Ulm", "Bern"] * 30,
        "id": [f"p{at}" for at in range(60)],
        "ill": ["", "yes", "no"] * 20,
    }
    file = write(tmp_path / "in.csv", columns)
    covey.anonymize(file, **HOW, target="ill", format="xlsx", out=tmp_path / "out")
    assert checks(covey.verify(tmp_path / "out", file))[REPORT] == (True, "")


class TestVerify:
    @pytest.fixture
    def out(self, original: Path, tmp_path: Path) -> Path:
        covey.anonymize(original, **HOW, target="ill", out=tmp_path / "out")
        return tmp_path / "out"

    def test_other_figures_are_found(self, original: Path, out: Path) -> None:
        page = (out / "report.html").read_text(encoding="utf-8")
        (figure,) = re.findall(r"tree model of ill\D*([\d.]+ %)", page)
        assert figure != "99.9 %"
        (out / "report.html").write_text(page.replace(figure, "99.9 %"), encoding="utf-8")
        assert checks(covey.verify(out, original))[REPORT][0] is False

    def test_without_the_library_the_report_is_left_open(
        self, original: Path, out: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "sklearn", None)
        found = checks(covey.verify(out, original))
        assert found[REPORT] == found[FOLLOWS] == (None, NO_MODELS)

    def test_another_version_of_the_library_is_named(
        self, original: Path, out: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = (out / "report.html").read_text(encoding="utf-8")
        (out / "report.html").write_text(page.replace("tree model", "three model"))
        monkeypatch.setattr("covey.verification.report.version_of_models", lambda: "9.9")
        held, words = checks(covey.verify(out, original))[REPORT]
        assert held is False
        assert "this is scikit-learn 9.9, and the certificate says that scikit-learn" in words

    @pytest.mark.parametrize("target", ["", "age", "id"])
    def test_a_target_that_is_none(self, out: Path, target: str) -> None:
        file = out / "certificate.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), "target": target}))
        with pytest.raises(InvalidInput, match="published as it is, or absent"):
            covey.verify(out)
