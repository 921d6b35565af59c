"""Pseudonyms in place of people: keyed, counted in the written table, and warned of."""

from __future__ import annotations

import csv
import hashlib
import hmac
import json
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import duckdb
import pytest

import covey
from covey.core.errors import InternalError, InvalidInput, NotAttained
from covey.engine.duckdb.hidden import DuckDBHidden
from covey.release.owner.receipt import receipts_beside
from covey.report.risks import BELOW_BY_PSEUDONYM
from covey.verification.holders import LINKED
from tests.release.tables import write
from tests.release.write.test_persons import WAYS, K, published, visits

KEY = "5a7c91e0d3b8f246" * 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "key.hex").write_text(f"{KEY}\n")
    return write(tmp_path / "visits.csv", visits(nobody=3))


def anonymized(file: Path, out: Path, **how: Any) -> Any:
    key = str(file.with_name("key.hex"))
    given = {"person": "patient", "pseudonym": key, "shuffle": False, **how}
    return covey.anonymize(file, k=K, quasi=WAYS["two"], out=out, drop=["house", "zip"], **given)


def test_the_column_holds_keyed_pseudonyms(file: Path, tmp_path: Path) -> None:
    done = anonymized(file, tmp_path / "out")
    people = visits(nobody=3)["patient"]
    for row, person in zip(published(tmp_path / "out"), people, strict=True):
        text = "" if person is None else person
        expected = hmac.new(bytes.fromhex(KEY), text.encode(), hashlib.sha256).hexdigest()[:32]
        assert row["patient"] == ("" if person is None else expected)
    assert done.certificate.pseudonym is True
    assert any("'patient' is published as pseudonyms" in words for words in done.plan.warnings)
    assert "patient" not in done.plan.unchanged
    assert "patient" not in done.plan.dropped
    assert KEY not in (tmp_path / "out" / "certificate.json").read_text(encoding="utf-8")
    again = covey.verify(tmp_path / "out", against=file)
    assert again.holds, again.summary()
    alone = covey.verify(tmp_path / "out")
    assert any("different pseudonyms" in check.claim and check.held for check in alone.checks)


def test_pseudonyms_that_somebody_made_equal_are_found(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    anonymized(file, out)
    rows = published(out)
    for row in rows:
        row["patient"] = "the same"
    with (out / "table.csv").open("w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    receipts_beside(out).unlink()
    found = hashlib.sha256((out / "table.csv").read_bytes()).hexdigest()
    data = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    data["files"]["table.csv"] = f"sha256:{found}"
    (out / "certificate.json").write_text(json.dumps(data), encoding="utf-8")
    failed = [check.claim for check in covey.verify(out).checks if check.held is False]
    assert failed == [f"every class of the table has k = {K} different pseudonyms or more", LINKED]


def people_of_sets(out: Path) -> Counter[frozenset[str]]:
    """How many people have which set of classes, by the released table alone."""
    sets: dict[str, set[str]] = {}
    for at, row in enumerate(published(out)):
        own = str({column: text for column, text in row.items() if column in WAYS["two"]})
        sets.setdefault(row["patient"] or f"nobody {at}", set()).add(own)
    return Counter(map(frozenset, sets.values()))


@pytest.mark.parametrize("suppress", [0.0, 0.1])
def test_people_are_counted_by_all_of_their_classes(
    file: Path, tmp_path: Path, suppress: float
) -> None:
    """k = 3 in each class, and fewer by the classes that a pseudonym is in together."""
    out = tmp_path / "out"
    done = anonymized(file, out, suppress=suppress)
    alike = people_of_sets(out)
    few = sum(many for many in alike.values() if many < K)
    alone = sum(many == 1 for many in alike.values())
    assert 0 < alone <= few
    words = f"{few:,} of {sum(alike.values()):,} people are among fewer than {K}, and {alone:,}"
    assert any(words in warning for warning in done.plan.warnings)
    assert words in (out / "report.html").read_text(encoding="utf-8")
    audit = json.loads((out / "audit.json").read_text(encoding="utf-8"))
    assert words in audit["outcome"]["headline"]
    assert audit["outcome"]["standing"] == "caution"
    assert {"figure": BELOW_BY_PSEUDONYM, "before": "", "after": words.split(" people")[0]} in (
        audit["risk"]
    )
    checked = covey.verify(out)
    assert [check for check in checked.checks if check.claim == LINKED and check.held]
    assert not [check for check in checked.checks if "does not show who is who" in check.found]
    with pytest.raises(NotAttained, match=f"{few:,} of"):
        anonymized(file, tmp_path / "other", suppress=suppress, strict=True)


def test_strict_passes_where_all_have_one_class_each(tmp_path: Path) -> None:
    (tmp_path / "key.hex").write_text(KEY)
    table = tmp_path / "t.csv"
    table.write_text("who,v\n" + "".join(f"p{at},{'ab'[at % 2]}\n" * 2 for at in range(12)))
    done = covey.anonymize(
        table, k=3, quasi={"v": covey.Labels()}, person="who", strict=True, out=tmp_path / "out",
        pseudonym=str(tmp_path / "key.hex"),
    )  # fmt: skip
    assert any("nobody is among fewer than 3" in words for words in done.plan.warnings)
    assert done.certificate.pseudonym is True


@pytest.mark.parametrize("key", ["0" * 64, "5a" * 32, "00ff" * 16])
def test_a_key_that_can_be_guessed_is_refused(file: Path, tmp_path: Path, key: str) -> None:
    file.with_name("key.hex").write_text(key)
    with pytest.raises(InvalidInput, match="is a key that can be guessed"):
        anonymized(file, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_owner_key_gives_the_same_pseudonyms_in_every_release(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "owner.key"
    monkeypatch.setenv("COVEY_OWNER_KEY", str(own))
    with pytest.raises(InvalidInput, match="no owner key"):
        anonymized(file, tmp_path / "none", pseudonym="owner")
    assert not (tmp_path / "none").exists()
    own.write_text("ab" * 32)
    seen = []
    for k in (K, K + 5):
        out = tmp_path / str(k)
        covey.anonymize(
            file, k=k, quasi=WAYS["two"], person="patient", pseudonym="owner", out=out,
            shuffle=False,
        )  # fmt: skip
        seen.append([row["patient"] for row in published(out)])
    assert seen[0] == seen[1]
    key = hmac.new(bytes.fromhex("ab" * 32), b"pseudonym patient", hashlib.sha256).digest()
    person = visits(nobody=3)["patient"][-1]
    assert seen[0][-1] == hmac.new(key, person.encode(), hashlib.sha256).hexdigest()[:32]


def test_new_records_have_no_pseudonyms(file: Path, tmp_path: Path) -> None:
    anonymized(file, tmp_path / "out")
    covey.apply(tmp_path / "out", file, out=tmp_path / "again")
    assert "patient" not in published(tmp_path / "again")[0]
    found = covey.verify(tmp_path / "again", against=file, source=tmp_path / "out")
    assert found.holds, found.summary()


def test_nothing_appears_if_pseudonyms_are_not_as_many_as_people(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = DuckDBHidden.count

    def fewer(hidden: Any, columns: Any) -> Any:
        return counted(hidden, [c if c != "patient" else "illness" for c in columns])

    monkeypatch.setattr(DuckDBHidden, "count", fewer)
    with pytest.raises(InternalError, match="by its pseudonyms"):
        anonymized(file, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_bad_input_is_refused(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(InvalidInput, match="no column identifies people"):
        anonymized(file, out, person="")
    with pytest.raises(InvalidInput, match="cannot be read"):
        anonymized(file, out, pseudonym=str(tmp_path / "absent"))
    short = tmp_path / "short.hex"
    short.write_text("abcd")
    with pytest.raises(InvalidInput, match="64 hexadecimal digits are expected"):
        anonymized(file, out, pseudonym=str(short))
    pd = import_module("pandas")
    with pytest.raises(InvalidInput, match="not made of a frame"):
        covey.anonymize(
            pd.DataFrame(visits()), k=K, quasi=WAYS["two"], person="patient", pseudonym="owner"
        )
    assert not out.exists()


def test_the_withheld_list_keeps_the_people(file: Path, tmp_path: Path) -> None:
    """It is the owner's, whole and as it was."""
    withheld = tmp_path / "withheld.csv"
    table = visits(nobody=3)
    table["town"][0] = None
    given = write(tmp_path / "some.csv", table)
    covey.anonymize(
        given, k=K, quasi=WAYS["two"], person="patient", pseudonym=str(file.with_name("key.hex")),
        missing="suppress", out=tmp_path / "out", withheld=withheld, shuffle=False,
    )  # fmt: skip
    with withheld.open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    assert [row["house"] for row in rows] == [table["house"][0]]
    assert [row["patient"] for row in rows] == [table["patient"][0] or ""]


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_pseudonyms_beside_ranges_in_two_columns(tmp_path: Path, format: str) -> None:
    table, key, out = tmp_path / "in.csv", tmp_path / "key", tmp_path / "out"
    table.write_text("age,who\n1.5,a\n1.5, a\n1.5,b\n5.5,c\n6.25,d\n")
    key.write_text(KEY)
    covey.anonymize(
        table, k=2, quasi={"age": covey.Ordered()}, person="who", pseudonym=str(key), trim=True,
        columns="low-high", format=format, out=out,
    )  # fmt: skip
    found = covey.verify(out, against=table)
    assert found.holds, found.summary()
    written = f"'{out / 'table'}.{format}'"
    rows = duckdb.connect().execute(
        f"SELECT age_high, COUNT(DISTINCT who) FROM {written} GROUP BY 1"
    )
    assert [many for _, many in rows.fetchall()] == [2, 2]
