"""What somebody changed in a release is found, and nothing else is."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from openpyxl.cell import WriteOnlyCell

import covey
from covey.release.owner.receipt import receipts_beside
from covey.verification import Verification
from covey.verification.audit import AUDITED
from covey.verification.original import REPORT
from tests.release.tables import ROLES, K, people, roles, write


class Released:
    def __init__(self, folder: Path, kind: str, **how: Any) -> None:
        name, role = roles(folder)[kind]
        self.table = write(folder / "people.csv", people())
        self.out = folder / "out"
        self.map = getattr(role, "map", None)
        covey.anonymize(self.table, k=K, quasi={name: role}, drop=["name"], out=self.out, **how)

    def verify(self, against: bool = True) -> Verification:
        return covey.verify(self.out, self.table if against else None, self.map)

    def edit(self, file: str, change: Callable[[str], str], vouch: bool = True) -> None:
        """Change a file, and, to be thorough, its fingerprint in the certificate, as somebody
        without the receipt sees it."""
        receipts_beside(self.out).unlink(missing_ok=True)
        path = self.out / file
        before = path.read_text()
        after = change(before)
        assert after != before
        path.write_text(after)
        if vouch and file != "certificate.json":
            certificate = self.out / "certificate.json"
            data = json.loads(certificate.read_text())
            data["files"][file] = f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
            certificate.write_text(json.dumps(data))

    def claim(self, **changes: Any) -> None:
        def change(text: str) -> str:
            return json.dumps(json.loads(text) | changes)

        self.edit("certificate.json", change)


def failed(found: Verification) -> list[str]:
    return [check.claim for check in found.checks if check.held is False]


@pytest.mark.parametrize("missing", ["own", "suppress"])
@pytest.mark.parametrize("kind", ROLES)
def test_an_honest_release_holds(tmp_path: Path, kind: str, missing: str) -> None:
    released = Released(tmp_path, kind, missing=missing)
    for against in (False, True):
        found = released.verify(against)
        assert failed(found) == []
        assert found.holds
    assert all(check.held for check in released.verify().checks)


def test_rows_that_other_programs_tell_apart_are_refused(tmp_path: Path) -> None:
    """A different number of blanks behind every town numbers the records."""
    released = Released(tmp_path, "labels")

    def numbered(text: str) -> str:
        header, *lines = text.splitlines(keepends=True)
        parts = [line.partition(",") for line in lines if line[0] != '"']
        assert len(parts) > K
        return header + "".join(
            f'"{town}"{" " * number},{rest}' for number, (town, _, rest) in enumerate(parts)
        )

    released.edit("table.csv", numbered)
    with pytest.raises(covey.InvalidInput, match=r"table\.csv, line 3: there is text between"):
        released.verify()


@pytest.mark.parametrize("delimiter", ["x", '"', "\n", "é"])
def test_a_delimiter_is_one_that_covey_writes(tmp_path: Path, delimiter: str) -> None:
    released = Released(tmp_path, "labels")
    table = json.loads((released.out / "certificate.json").read_text())["table"]
    released.claim(table=table | {"delimiter": delimiter})
    with pytest.raises(covey.InvalidInput, match=r"table\.delimiter"):
        released.verify()


@pytest.mark.parametrize("against", [False, True])
@pytest.mark.parametrize("vouch", [False, True])
def test_a_record_moved_to_another_class_is_found(
    tmp_path: Path, vouch: bool, against: bool
) -> None:
    released = Released(tmp_path, "labels")

    def change(text: str) -> str:
        return text.replace("Bern", "Ulm", 1) if "Bern" in text else text.replace("Zug", "Ulm", 1)

    released.edit("table.csv", change, vouch)
    found = released.verify(against)
    assert not found.holds
    assert "its classes are those of the codebook, in their sizes" in failed(found)
    assert ("the files are those that were released" in failed(found)) is not vouch


def test_two_swapped_records_are_found_against_the_table(tmp_path: Path) -> None:
    released = Released(tmp_path, "ordered")

    def swap(text: str) -> str:
        header, *rows = text.splitlines(keepends=True)
        at = header.split(",").index("age")
        ages = re.compile(r'"\[[^"]*"|< [0-9]+|>= [0-9]+')
        low = next(i for i, row in enumerate(rows) if "< " in row)
        high = next(i for i, row in enumerate(rows) if ">= " in row)
        one, two = ages.search(rows[low]), ages.search(rows[high])
        assert at
        assert one
        assert two
        rows[low] = rows[low].replace(one[0], two[0])
        rows[high] = rows[high].replace(two[0], one[0])
        return header + "".join(rows)

    released.edit("table.csv", swap)
    assert released.verify(against=False).holds, "as many in every class as before"
    assert failed(released.verify()) == [
        "every value is inside its class, and no record is lost, added or changed"
    ]


def test_a_changed_cell_of_another_column_is_found_against_the_table(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")

    def raise_a_cost(text: str) -> str:
        header, first, *rows = text.splitlines(keepends=True)
        return header + first.replace("\n", "1\n") + "".join(rows)

    released.edit("table.csv", raise_a_cost)
    assert released.verify(against=False).holds
    assert not released.verify().holds


@pytest.mark.parametrize("kind", ROLES)
def test_a_value_moved_within_the_codebook_is_found(tmp_path: Path, kind: str) -> None:
    released = Released(tmp_path, kind)

    def move(text: str) -> str:
        header, *rows = text.splitlines(keepends=True)
        if kind in ("ordered", "points"):
            low = next(row for row in rows if re.search(r",range,,-?[\d.]+,", row))
            moved = re.sub(r",range,,(-?[\d.]+),", lambda m: f",range,,{float(m[1]) - 0.5},", low)
            return text.replace(low, moved)
        # A value of the first class goes to the second.
        second = next(row for row in rows if row.startswith("2,"))
        cells = rows[0].split(",")
        published = second[second.index(",value,") :].split(",", 5)[5]
        moved_row = ",".join(["2", *cells[1:6], published])
        return header + "".join([moved_row, *rows[1:]])

    released.edit("codebook.csv", move)
    assert not released.verify().holds


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"k": 1000}, "every class has k = 1,000 records or more by the certificate"),
        ({"cost": 1}, "cost, lower bound and verdict fit together"),
        ({"status": "feasible"}, "cost, lower bound and verdict fit together"),
        ({"lower_bound": 1}, "cost, lower bound and verdict fit together"),
        (
            {"records": {"input": 401, "published": 400, "suppressed": 0}},
            "the certificate's records add up",
        ),
        ({"files": {}}, "the files are those that were released"),
    ],
)
def test_a_certificate_that_claims_too_much_is_found(
    tmp_path: Path, changes: dict[str, Any], claim: str
) -> None:
    released = Released(tmp_path, "ordered")
    released.claim(**changes)
    assert claim in failed(released.verify(against=False))


def test_a_forged_bound_is_found_against_the_table(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    data = json.loads((released.out / "certificate.json").read_text())
    sizes = data["classes"]["sizes"]
    assert data["status"] == "optimal"
    # All in one class, and the bound raised to it: it fits together, but is not proved.
    released.claim(lower_bound=data["cost"] + 1, proof=data["proof"] | {"bound": data["cost"] + 1},
                   cost=data["cost"] + 1)  # fmt: skip
    assert "cost, lower bound and verdict fit together" in failed(released.verify(against=False))
    released.claim(
        lower_bound=max(sizes), proof={"kind": "arithmetic", "bound": max(sizes),
                                       "most_classes": 1}, cost=max(sizes),
    )  # fmt: skip
    assert failed(released.verify()) == ["the lower bound follows from the table"]


def test_regions_that_do_not_hang_together_are_found(tmp_path: Path) -> None:
    released = Released(tmp_path, "regions")

    def swap_the_corners(text: str) -> str:
        one, two = (
            next(row for row in text.splitlines() if f",value,{code}," in row)
            for code in ("00000", "00024")
        )
        return text.replace(",value,00000,", ",value,x,").replace(
            ",value,00024,", ",value,00000,"
        ).replace(",value,x,", ",value,00024,") if one != two else text  # fmt: skip

    released.edit("codebook.csv", swap_the_corners)
    assert "the regions are connected" in failed(covey.verify(released.out, map=released.map))
    unchecked = {check.claim: check.held for check in covey.verify(released.out).checks}
    assert unchecked["the regions are connected"] is None


def test_numbers_of_an_excel_table_keep_all_their_digits(tmp_path: Path) -> None:
    columns: dict[str, Any] = {
        "town": ["Ulm", "Bern"] * 10,
        "cost": [0.1 + row / 3 for row in range(20)],
    }
    csv = write(tmp_path / "people.csv", columns)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("people")
    sheet.append(list(columns))
    for town, cost in zip(*columns.values(), strict=True):
        cell = WriteOnlyCell(sheet, repr(cost))
        cell.data_type = "n"
        sheet.append([town, cell])
    book.save(tmp_path / "people.xlsx")
    assert sum(float(f"{cost:.16g}") != cost for cost in columns["cost"]) > 5
    for table in (csv, tmp_path / "people.xlsx"):
        out = tmp_path / f"out{table.suffix}"
        covey.anonymize(table, k=5, quasi={"town": covey.Labels()}, format="xlsx", out=out)
        found = covey.verify(out, against=table)
        assert all(check.held for check in found.checks), found.summary()


def test_another_table_and_another_map_are_told_apart(tmp_path: Path) -> None:
    released = Released(tmp_path, "regions")
    released.table.write_text(released.table.read_text() + released.table.read_text()[-40:])
    with pytest.raises(covey.InvalidInput, match="the header names 7 columns"):
        released.verify()
    write(released.table, people(seed=2))
    assert "the table given is the one that the release was made of" in failed(released.verify())
    map_ = Path(str(released.map))
    map_.write_text(map_.read_text() + "\n")
    assert "the map is the one that was used" in failed(released.verify())


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("certificate.json", "{}", 'does not say "format"'),
        ("certificate.json", "{", "not plain JSON"),
        ("certificate.json", "[" * 100_000, "not plain JSON"),
        ("certificate.json", '{"format": "covey certificate 1"}', "not a valid certificate"),
        ("codebook.csv", "a,b\n1,2\n", "is not a codebook"),
    ],
)
def test_what_is_no_release_is_refused(tmp_path: Path, file: str, text: str, message: str) -> None:
    released = Released(tmp_path, "labels")
    (released.out / file).write_text(text)
    with pytest.raises(covey.InvalidInput, match=message):
        released.verify()
    with pytest.raises(covey.InvalidInput, match="There is no release"):
        covey.verify(tmp_path / "nothing")


def test_another_format_in_the_certificate_hides_no_change(tmp_path: Path) -> None:
    """All other columns are compared where the table itself has the input's format."""
    released = Released(tmp_path, "labels")

    def change(text: str) -> str:
        head, *lines = text.splitlines()
        at = next(at for at, column in enumerate(head.split(",")) if column != "town")
        row = next(row for row, line in enumerate(lines) if '"' not in line)
        fields = lines[row].split(",")
        fields[at] = "forged"
        lines[row] = ",".join(fields)
        return "\n".join([head, *lines]) + "\n"

    released.edit("table.csv", change)
    data = json.loads((released.out / "certificate.json").read_text())
    released.claim(table=data["table"] | {"format": "parquet"})
    assert not released.verify().holds


@pytest.mark.parametrize(
    "changes",
    [
        {"k_map": "60"},
        {"k_map": -5},
        {"k_map": True},
        {"sensitive": None},
        {"sensitive": {"cost": 1}},
        {"sensitive": {"cost": {"l": 2}}},
        {"suppress": "x"},
        {"suppress": -1},
        {"suppress": float("nan")},
        {"weights": 3},
        {"weights": {"age": "2"}},
        {"read": {"columns": {}, "population": 3}},
        {"read": {"columns": {"town": {"read_as": "color"}}}},
        {"read": {"columns": {}, "sensitive": {"cost": []}}},
        {"read": {"columns": {}, "population": {"name": "p.csv", "column": "", "people": "3"}}},
        {"guarantee": "the best"},
        {"notes": [3]},
        {"method": None},
        {"seed": "0"},
        {"versions": {}},
        {"read": {"columns": None}},
        {"read": {"columns": {"age": 3}}},
        {"gap": float("nan")},
        {"verdict": []},
        {"shuffled": None},
        {"surprise": "raw values"},
        {"input": {"name": "\ud800", "fingerprint": ""}},
        {"quasi": {"town": {"role": "labels", "columns": ["age"]}}},
        {"quasi": {"town": {"role": "regions", "tolerance": "5", "columns": ["town"]}}},
        {"dropped": ["name", "name"]},
        {"dropped": ["town"]},
    ],
)
def test_what_is_of_another_type_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    released = Released(tmp_path, "labels")
    released.claim(**changes)
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        released.verify()


@pytest.mark.parametrize(
    "changes",
    [
        {"verdict": "the largest class is within 1.00% of optimal"},
        {"gap": 0.01},
        {"reveals": "nothing"},
        {"gap": None},
        {"status": "splendid"},
    ],
)
def test_how_good_it_is_follows_from_cost_and_bound(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    released = Released(tmp_path, "labels")
    released.claim(**changes)
    for against in (True, False):
        assert "cost, lower bound and verdict fit together" in failed(released.verify(against))


def test_withheld_records_were_allowed_to_be(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    records = json.loads((released.out / "certificate.json").read_text())["records"]
    more = {"input": records["input"] + 9, "suppressed": records["suppressed"] + 9}
    released.claim(records=records | more)
    claims = failed(released.verify(against=False))
    assert claims == [AUDITED, "no more records are withheld than were allowed to be"]


def test_every_file_is_vouched_for(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    (released.out / "names.csv").write_text("ann\n")
    assert failed(released.verify()) == ["the files are those that were released"]
    (released.out / "names.csv").unlink()
    files = json.loads((released.out / "certificate.json").read_text())["files"]
    (released.out / "report.html").write_text("all is well")
    files.pop("report.html")
    released.claim(files=files)
    assert failed(released.verify()) == ["the files are those that were released", REPORT]


@pytest.mark.parametrize(
    ("besides", "found"),
    [
        (".secret.csv", ".secret.csv is not named in certificate.json"),
        ("old/", "old is a folder"),
        (".git/", ".git is a folder"),
        ("names.csv@", "names.csv is a symbolic link"),
        ("certificate.json.sig@", "certificate.json.sig is a symbolic link"),
        ("pipe|", "pipe is not a plain file"),
    ],
)
def test_nothing_else_lies_in_a_release(tmp_path: Path, besides: str, found: str) -> None:
    released = Released(tmp_path, "labels")
    file = released.out / besides.rstrip("/@|")
    if besides.endswith("/"):
        file.mkdir()
    elif besides.endswith("@"):
        file.symlink_to(released.table)
    elif besides.endswith("|"):
        os.mkfifo(file)
    else:
        file.write_bytes(released.table.read_bytes())
    check, *_ = [check for check in released.verify(against=False).checks if check.held is False]
    assert check.claim == "the files are those that were released"
    assert check.found == found


def test_a_link_is_no_file_of_a_release(tmp_path: Path) -> None:
    """Not even one to the very content: it may be another tomorrow."""
    released = Released(tmp_path, "labels")
    moved = (released.out / "report.html").rename(tmp_path / "report.html")
    (released.out / "report.html").symlink_to(moved)
    found = [check.found for check in released.verify().checks if check.held is False]
    assert found == ["report.html is a symbolic link", "there is no report.html"]
    certificate = (released.out / "certificate.json").rename(tmp_path / "certificate.json")
    (released.out / "certificate.json").symlink_to(certificate)
    with pytest.raises(covey.InvalidInput, match="a plain file is expected"):
        released.verify()


@pytest.mark.parametrize(
    "name",
    ["../people.csv", "..", "", "sub/table.csv", ".secret.csv", "a\\b", "certificate.json", "a\n"],
)
def test_a_certificate_names_plain_files(tmp_path: Path, name: str) -> None:
    released = Released(tmp_path, "labels")
    data = json.loads((released.out / "certificate.json").read_text())
    digest = hashlib.sha256(released.table.read_bytes()).hexdigest()
    released.claim(files=data["files"] | {name: f"sha256:{digest}"})
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        released.verify()
    released.claim(files=data["files"], table=data["table"] | {"file": name})
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        released.verify()


def test_borders_that_are_no_numbers(tmp_path: Path) -> None:
    released = Released(tmp_path, "ordered")
    border = re.compile(r",range,,\d+,")
    released.edit("codebook.csv", lambda text: border.sub(",range,,zz,", text, count=1))
    assert failed(released.verify())
    with pytest.raises(covey.InvalidInput, match="not of its column's kind"):
        covey.apply(released.out, released.table, out=tmp_path / "new")


def test_a_delimiter_is_one_character(tmp_path: Path) -> None:
    released = Released(tmp_path, "labels")
    data = json.loads((released.out / "certificate.json").read_text())
    released.claim(table=data["table"] | {"delimiter": "../people.csv"})
    with pytest.raises(covey.InvalidInput, match="not a valid certificate"):
        released.verify()


def test_a_class_that_is_far_out_takes_no_memory(tmp_path: Path) -> None:
    """The number of a class is anybody's: nothing is made of its size."""
    released = Released(tmp_path, "labels")
    released.edit(
        "codebook.csv", lambda text: re.sub(r"\n\d+,", "\n999999999999999999,", text, count=1)
    )
    assert failed(released.verify()) == ["every class is made of sets of the codebook"]
    with pytest.raises(covey.InvalidInput, match="not numbered from 1 on"):
        covey.apply(released.out, released.table, out=tmp_path / "new")


def peak(code: str) -> int:
    """The memory that a process of its own had at its peak, in whatever unit the system has."""
    measure = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-c', sys.argv[1]], check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", measure, f"import covey\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_hundreds_of_columns_take_no_more_memory_than_to_publish_them(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    names = [f"c{at}" for at in range(250)]
    rows = [names, *rng.integers(0, 5, (300, len(names))).tolist()]
    table, out = tmp_path / "wide.csv", tmp_path / "out"
    table.write_text("\n".join(",".join(map(str, row)) for row in rows) + "\n")
    quasi = "{f'c{at}': covey.Labels() for at in range(250)}"
    publish = f"covey.anonymize({str(table)!r}, k=5, quasi={quasi}, out={str(out)!r})"
    published = peak(publish)
    verified = peak(f"assert covey.verify({str(out)!r}, {str(table)!r}).holds")
    assert verified < 1.25 * published
