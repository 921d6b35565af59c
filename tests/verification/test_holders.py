"""People and groups of a release, counted again: what somebody forged is found."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import covey
from covey.release.owner.receipt import receipts_beside
from tests.release.tables import write
from tests.release.write.test_persons import visits

K = 10


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, Path]:
    file, out = write(tmp_path / "visits.csv", visits(nobody=4)), tmp_path / "out"
    covey.anonymize(
        file, k=K, quasi={"age": covey.Ordered(), "town": covey.Labels()}, person="patient",
        groups={"house": 4}, sensitive={"illness": {"l": 2}}, out=out,
    )  # fmt: skip
    return file, out


def claim(out: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Rewrite the certificate, as somebody without the receipt sees it."""
    receipts_beside(out).unlink(missing_ok=True)
    path = out / "certificate.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def failed(file: Path | None, out: Path) -> list[str]:
    return [check.claim for check in covey.verify(out, file).checks if check.held is False]


def test_without_the_original_people_are_not_counted(made: tuple[Path, Path]) -> None:
    _, out = made
    found = covey.verify(out)
    open_ = [check.claim for check in found.checks if check.held is None]
    assert found.holds
    assert any("different people or more" in claim for claim in open_)
    assert any("different values or more of 'house'" in claim for claim in open_)
    assert any("counted by people" in claim for claim in open_)


def test_a_size_that_was_raised_is_found(made: tuple[Path, Path]) -> None:
    file, out = made

    def raised(data: dict[str, Any]) -> None:
        people = data["classes"]["people"]
        at = people["sizes"].index(people["smallest"])
        people["sizes"][at] += 1
        people["smallest"] = min(people["sizes"])

    claim(out, raised)
    assert any("different people or more" in each for each in failed(file, out))


@pytest.mark.parametrize("field", ["k", "smallest", "largest"])
def test_numbers_of_people_that_do_not_fit_are_found(made: tuple[Path, Path], field: str) -> None:
    _, out = made

    def other(data: dict[str, Any]) -> None:
        where = data if field == "k" else data["classes"]["people"]
        where[field] += 1

    claim(out, other)
    assert any("people or more by the certificate" in each for each in failed(None, out))


def test_a_person_who_left_is_missed(made: tuple[Path, Path]) -> None:
    """The same records, but some of them of other people: k does not hold any more."""
    file, out = made
    receipts_beside(out).unlink()
    with file.open(encoding="utf-8", newline="") as source:
        header, *rows = csv.reader(source)
    for row in rows:
        row[0] = "the same"
    columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
    found = failed(write(file.with_name("other.csv"), columns), out)
    assert any("different people or more" in each for each in found)
    assert any("counted by people" in each for each in found)


def test_a_certificate_has_people_if_and_only_if_it_names_their_column(
    made: tuple[Path, Path],
) -> None:
    _, out = made
    claim(out, lambda data: data["classes"].pop("people"))
    with pytest.raises(covey.InvalidInput, match="if and only if person is"):
        covey.verify(out)


def test_a_bound_by_people_that_is_too_high_is_found(made: tuple[Path, Path]) -> None:
    file, out = made

    def higher(data: dict[str, Any]) -> None:
        cost = data["cost"]
        data["lower_bound"] = data["proof"]["bound"] = cost
        data |= {"gap": 0.0, "status": "optimal"}
        data["verdict"] = "optimal: no answer has a smaller largest class"

    before = json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    assert before["lower_bound"] < before["cost"]
    claim(out, higher)
    assert "the lower bound follows from the table" in failed(file, out)
