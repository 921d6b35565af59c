"""Which commands there are, and that only the one that is asked for is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from covey import cli
from tests.conftest import Covey


def test_help_lists_every_command_the_usual_ones_first(covey: Covey) -> None:
    listed = covey("--help").out.split("Commands:")[1]
    names = [line.split()[0] for line in listed.strip().splitlines()]
    assert names[:4] == ["app", "look", "suggest", "risk"]
    modules = {file.stem for file in Path(cli.__file__).parent.glob("*.py")}
    assert set(names) <= modules


def test_a_misspelt_command_is_told_from_the_nearest(covey: Covey) -> None:
    done = covey("verfy")
    assert done.code == 2
    assert "No such command 'verfy'. Did you mean 'verify'?" in done.err


def test_other_commands_are_not_loaded() -> None:
    code = "import sys\nfrom covey.cli import run\nrun(['solve', '--help'])\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.startswith("covey.cli.")}
    assert "covey.cli.solve" in loaded
    assert not loaded & {"covey.cli.anonymize", "covey.cli.graph", "covey.cli.reproduce"}


def test_a_population_is_in_the_encoding_that_is_named(covey: Covey, tmp_path: Path) -> None:
    table, people, out = tmp_path / "table.csv", tmp_path / "people.csv", tmp_path / "out"
    table.write_text("town\n" + "Zürich\n" * 3 + "Genève\n" * 3, encoding="latin-1")
    people.write_text("town\n" + "Zürich\n" * 8 + "Genève\n" * 5, encoding="latin-1")
    how = ("--encoding", "latin-1", "--population", people)
    made = covey("anonymize", table, "-k", 2, "--label", "town", "--k-map", 5, *how, "-o", out)
    assert made.code == 0, made.err
    assert "the population is 13 people of people.csv" in made.out
    checked = covey("verify", out, "--against", table, *how)
    assert checked.code == 0, checked.err
    assert "every class stands for 5 people of the population" in checked.out
    assert "not checked" not in checked.out
    for command in ("check", "risk"):
        told = covey(command, table, "--quasi", "town", *how)
        assert told.code == 0, told.err
        assert "16.2 %" in told.out  # of each class one of 8 and one of 5 people are right


def test_no_encoding_is_proposed_by_which_the_table_would_be_read_wrongly(
    covey: Covey, tmp_path: Path
) -> None:
    table, people = tmp_path / "table.csv", tmp_path / "people.csv"
    table.write_text("town\n" + "Zürich\n" * 3 + "Genève\n" * 3, encoding="utf-8")
    people.write_text("town\n" + "Zürich\n" * 8 + "Genève\n" * 5, encoding="latin-1")
    done = covey(
        "anonymize", table, "-k", 2, "--label", "town", "--population", people,
        "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.code == 2
    assert "people.csv, line 2: the text is not UTF-8" in done.err
    assert "save the population as UTF-8" in done.err
    assert "Try:" not in done.err


def test_a_population_of_a_preset_is_in_the_encoding_that_is_named(
    covey: Covey, tmp_path: Path
) -> None:
    table, people = tmp_path / "table.csv", tmp_path / "people.csv"
    table.write_text("zip,town\n" + "100,Zürich\n" * 8, encoding="latin-1")
    people.write_text("zip,town,n\n100,Zürich,30000\n", encoding="latin-1")
    done = covey(
        "anonymize", table, "--preset", "hipaa-safe-harbor", "--label", "zip", "-k", 2,
        "--drop", "town", "--encoding", "latin-1", "--population", f"{people}:n",
        "-o", tmp_path / "out",
    )  # fmt: skip
    assert done.code == 0, done.err
