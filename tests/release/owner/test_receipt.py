"""What a release says of its input, and what only its owner can prove."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import covey
from covey.core.errors import CoveyError
from covey.release.certificate import fingerprint
from covey.release.owner.receipt import (
    OWNER_KEY,
    OwnerKey,
    Receipt,
    find_receipts,
    owner_key,
    read_receipts,
    receipt_added,
    receipts_beside,
)
from tests.release.tables import K, people, rows, write

PUBLISHED = "the certificate is the one that its owner published"
HOW: dict[str, Any] = {"k": K, "quasi": {"town": covey.Labels()}, "drop": ["name"]}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write(tmp_path / "people.csv", people())


def release(table: Path, name: str = "out", **how: Any) -> covey.Release:
    return covey.anonymize(table, **(HOW | how), out=table.parent / name)


def failed(found: Any) -> list[str]:
    return [check.claim for check in found.checks if check.held is False]


def test_nobody_can_test_a_guess_of_the_table(table: Path) -> None:
    """Whoever knows all but one dropped value must not find it by trying."""
    out = release(table).folder
    assert out is not None
    plain = hashlib.sha256(table.read_bytes()).hexdigest()
    everything = b"".join(file.read_bytes() for file in sorted(out.iterdir()))
    assert plain.encode() not in everything
    assert b"hmac-sha256:" in everything


def test_the_population_is_named_by_a_keyed_fingerprint_too(tmp_path: Path) -> None:
    columns = {"town": ["Ulm", "Bern"] * 20}
    table = write(tmp_path / "people.csv", columns)
    everybody = write(tmp_path / "all.csv", {"town": ["Ulm", "Bern"] * 100})
    done = release(table, drop=[], k_map=20, population=everybody)
    plain = hashlib.sha256(everybody.read_bytes()).hexdigest()
    assert plain not in done.certificate.to_json()
    assert done.receipt is not None
    assert done.receipt.tables["population"] == f"sha256:{plain}"
    found = covey.verify(done, table, population=everybody)
    assert found.holds
    assert all(check.held for check in found.checks)
    other = write(tmp_path / "others.csv", {"town": ["Ulm", "Bern"] * 101})
    found = covey.verify(done, table, population=other)
    assert failed(found) == ["the population given is the one that was used"]


def test_the_owner_proves_which_table_it_was(table: Path) -> None:
    done = release(table)
    path = receipts_beside(table.parent / "out")
    assert done.receipts == path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found = covey.verify(done, table)
    assert all(check.held for check in found.checks)
    other = write(table.parent / "other.csv", people() | {"name": ["x"] * 400})
    claim = "the table given is the one that the release was made of"
    assert failed(covey.verify(done, other)) == [claim]
    path.unlink()
    found = covey.verify(done, other)
    assert found.holds
    unchecked = [check for check in found.checks if check.held is None]
    assert [check.claim for check in unchecked] == [PUBLISHED, claim]
    assert {check.found for check in unchecked} == {
        "only the owner's receipt can tell: give it with receipts="
    }


def test_a_certificate_that_was_not_published_is_found_by_its_owner(table: Path) -> None:
    done = release(table)
    proof, audit = (table.parent / "out" / name for name in ("certificate.json", "audit.json"))
    told = json.loads(audit.read_text())
    told["outcome"]["k"] = 2
    told["options"][0]["value"] = "2"
    audit.write_text(json.dumps(told))
    data = json.loads(proof.read_text())
    data |= {"k": 2, "files": data["files"] | {audit.name: fingerprint(audit)}}
    proof.write_text(json.dumps(data))
    assert failed(covey.verify(done)) == [PUBLISHED]
    receipts_beside(table.parent / "out").unlink()
    found = covey.verify(done)
    assert found.holds, "without the receipt nobody can know"
    assert f"not checked  {PUBLISHED}: only the owner's receipt can tell" in found.summary()
    with pytest.raises(covey.InvalidInput, match="no file of receipts"):
        covey.verify(done, receipts=table.parent / "none.jsonl")


def forged(done: covey.Release) -> None:
    """What somebody writes beside a release who changes it and chooses a salt."""
    assert done.receipts is not None
    assert done.receipt is not None
    proof = done.receipts.parent / "out" / "certificate.json"
    proof.write_text(json.dumps(json.loads(proof.read_text()) | {"k": 2}))
    seen = f"sha256:{hashlib.sha256(proof.read_bytes()).hexdigest()}"
    stranger = OwnerKey(b"s" * 32)
    own = Receipt("", "ab" * 32, done.receipt.tables).made_for(seen, stranger)
    copied = Receipt(seen, own.salt, own.tables, done.receipt.owner)
    bare = Receipt(seen, own.salt, own.tables)
    lines = [json.dumps(vars(each)) + "\n" for each in (own, copied, bare)]
    done.receipts.write_text("".join(lines))


def test_a_receipt_that_came_with_the_release_vouches_for_nothing(table: Path) -> None:
    done = release(table)
    assert not covey.verify(done).notes, "the owner is told without any option"
    forged(done)
    found = covey.verify(done, table)
    (check,) = [check for check in found.checks if check.claim == PUBLISHED]
    assert check.held is None
    assert "was not made with your owner key" in check.found
    assert any("nothing here says who made these files" in note for note in found.notes)
    claim = "the table given is the one that the release was made of"
    assert [check.held for check in found.checks if check.claim == claim] == [None]


def test_a_receipt_of_another_key_that_is_given_says_what_it_shows(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = release(table)
    for key in (table.parent / "none.key", table.parent / "another.key"):
        monkeypatch.setenv(OWNER_KEY, str(key))
        found = covey.verify(done, table, receipts=done.receipts)
        assert all(check.held for check in found.checks)
        assert PUBLISHED not in [check.claim for check in found.checks]
        assert any("anybody may have written it" in check.found for check in found.checks)
        assert any("nothing here says who made these files" in note for note in found.notes)
        assert not (table.parent / "none.key").exists(), "to verify needs no key"
        (table.parent / "another.key").write_text("ab" * 32)


def test_what_is_no_file_beside_a_release_is_not_read(table: Path) -> None:
    done = release(table)
    assert done.receipts is not None
    done.receipts.unlink()
    os.mkfifo(done.receipts)
    assert covey.verify(done).holds


def test_receipts_are_added_and_never_lost(table: Path) -> None:
    first = release(table)
    second = release(table, k=30, overwrite=True)
    release(table, k=30, overwrite=True)
    path = receipts_beside(table.parent / "out")
    assert len(path.read_text().splitlines()) == 2
    for done in (first, second):
        assert done.receipt is not None
        assert find_receipts(path, done.receipt.certificate) == [done.receipt]
    elsewhere = table.parent / "mine.jsonl"
    release(table, "again", receipts=elsewhere)
    assert elsewhere.exists()
    assert not receipts_beside(table.parent / "again").exists()


def test_a_release_that_fails_leaves_no_receipt(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from covey.io.outputs import folder

    def fails(*_: object) -> None:
        raise OSError("the disk broke")

    monkeypatch.setattr(folder, "_rename", fails)
    path = receipts_beside(table.parent / "out")
    with pytest.raises(OSError, match="broke"):
        release(table)
    assert not path.exists()
    monkeypatch.undo()
    release(table)
    before = path.read_bytes()
    monkeypatch.setattr(folder, "_exchange", fails)
    with pytest.raises(OSError, match="broke"):
        release(table, k=30, overwrite=True)
    assert path.read_bytes() == before


def receipt(number: int) -> Receipt:
    return Receipt(f"sha256:{number}", f"{number:064x}", {"input": "sha256:0"})


def fails(path: Path, own: Receipt, another: Receipt, error: BaseException) -> None:
    """A run that ends badly after another one has added its receipt."""
    with receipt_added(path, own):
        with receipt_added(path, another):
            assert own in read_receipts(path)
        raise error


def test_who_is_interrupted_takes_only_the_own_receipt_back(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    with pytest.raises(KeyboardInterrupt):
        fails(path, receipt(1), receipt(2), KeyboardInterrupt())
    assert read_receipts(path) == [receipt(2)]
    assert b"pending" not in path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_who_fails_leaves_the_same_receipt_of_another_run(tmp_path: Path) -> None:
    """Two runs of one job: the faster one publishes, and the other finds its folder taken."""
    path = tmp_path / "mine.jsonl"
    for own in (1, 2):
        with pytest.raises(CoveyError):
            fails(path, receipt(own), receipt(1), CoveyError("taken"))
        assert read_receipts(path) == [receipt(1)]
    with receipt_added(path, receipt(1)), receipt_added(path, receipt(1)):
        pass
    assert read_receipts(path) == [receipt(1)]


def test_many_runs_add_to_one_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"

    def run(number: int) -> None:
        with suppress(CoveyError), receipt_added(path, receipt(number)):
            if number % 3 == 0:
                raise CoveyError("failed")

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(run, range(120)))
    expected = [number for number in range(120) if number % 3]
    assert sorted(int(each.salt, 16) for each in read_receipts(path)) == expected
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["{", "[]\n", "\xff", "x" * 100_000, '{"certificate": 1, "salt": "", "tables": {}}\n']
)
def test_a_damaged_file_of_receipts_is_refused_before_any_work(table: Path, text: str) -> None:
    path = receipts_beside(table.parent / "out")
    path.write_text(text, encoding="latin-1")
    with pytest.raises(covey.InvalidInput, match="line 1, is not a receipt"):
        release(table)
    assert path.read_text(encoding="latin-1") == text
    assert not (table.parent / "out").exists()


def test_one_owner_gets_the_same_bytes_and_another_does_not(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def files(name: str) -> dict[str, bytes]:
        release(table, name)
        return {file.name: file.read_bytes() for file in (table.parent / name).iterdir()}

    first = files("a")
    assert files("b") == first
    monkeypatch.setenv(OWNER_KEY, str(table.parent / "another.key"))
    other = files("c")
    assert other["table.csv"] != first["table.csv"]
    assert other["certificate.json"] != first["certificate.json"]
    assert rows(table.parent / "c" / "table.csv") == rows(table.parent / "a" / "table.csv")


def test_the_key_of_a_faster_run_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on a disk without hard links."""
    file = tmp_path / "owner.key"
    monkeypatch.setenv(OWNER_KEY, str(file))

    def another_is_faster(*_: object) -> None:
        file.write_text("ab" * 32)
        raise PermissionError

    monkeypatch.setattr(os, "link", another_is_faster)
    assert owner_key().secret == bytes.fromhex("ab" * 32)
    assert [each.name for each in tmp_path.iterdir()] == ["owner.key"]
    file.unlink()

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    made = owner_key()
    assert made.secret == owner_key().secret == bytes.fromhex(file.read_text())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_key_that_another_run_is_writing_is_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "owner.key"
    file.touch()
    monkeypatch.setenv(OWNER_KEY, str(file))
    monkeypatch.setattr(time, "sleep", lambda _: file.write_text("ab" * 32))
    assert owner_key().secret == bytes.fromhex("ab" * 32)


def test_a_key_that_cannot_be_kept_is_said(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWNER_KEY, str(table / "below-a-file" / "owner.key"))
    done = release(table)
    assert any("no owner key can be kept" in note for note in done.notes)
    assert not any("made your owner key" in note for note in done.notes)
    assert covey.verify(done, table).holds


def test_a_file_that_is_no_key_is_refused(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = table.parent / "owner.key"
    file.write_text("secret")
    monkeypatch.setenv(OWNER_KEY, str(file))
    with pytest.raises(covey.InvalidInput, match="64 hexadecimal digits"):
        release(table)


def test_the_key_is_its_owners_alone(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = table.parent / "config" / "owner.key"
    monkeypatch.setenv(OWNER_KEY, str(file))
    done = release(table)
    assert f"note         made your owner key in {file}: " in done.summary()
    assert not covey.verify(done).notes, "the run that makes the key makes its receipt with it"
    assert "made your owner key" not in release(table, "again").summary()
    for published in (table.parent / "out").iterdir():
        assert "owner key" not in published.read_text(encoding="utf-8"), published.name
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["owner.key"]
    assert file.read_text().strip() not in repr(done) + repr(done.receipt)
    assert done.receipt is not None
    assert done.receipt.salt not in repr(done.receipt)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_order_of_the_rows_says_nothing(tmp_path: Path, ending: str) -> None:
    """Two releases of one table cannot be joined row by row, and neither with the table."""
    table = write(tmp_path / f"people.{ending}", {**people(), "row": list(range(400))})
    orders = []
    for k in (10, 11):
        done = release(table, f"out{k}", k=k, format="parquet")
        orders.append([int(row) for row in pl.read_parquet(done.table)["row"]])
    for order in orders:
        assert sorted(order) == list(range(400))
    for one, other in ((orders[0], orders[1]), (orders[0], range(400)), (orders[1], range(400))):
        same = sum(a == b for a, b in zip(one, other, strict=True))
        assert same < 20, "one or so of 400 stays where it was"


def test_who_keeps_the_order_is_warned(table: Path) -> None:
    done = release(table, shuffle=False)
    assert any("row by row" in warning for warning in done.plan.warnings)
    assert done.certificate.shuffled is False
    towns = [line.split(",")[0] for line in table.read_text().splitlines()]
    assert len(towns) == 401
    with pytest.raises(covey.InvalidInput, match="were shuffled"):
        covey.check(release(table, "mixed").table, ["town"], original=table)
    assert covey.check(done.table, ["town"], original=table).loss is not None


def test_a_frame_keeps_its_order_and_hands_its_receipt_back() -> None:
    columns = {"town": ["Ulm", "Bern"] * 20, "row": list(range(40))}
    done = covey.anonymize(pl.DataFrame(columns), k=10, quasi={"town": covey.Labels()})
    assert done.table["row"].to_list() == list(range(40))
    assert done.receipt is not None
    assert done.receipts is None
    assert not any("row by row" in warning for warning in done.plan.warnings)
