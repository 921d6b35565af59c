"""What a refusal shows in a terminal, and the command that is ready to copy."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from covey.cli.corrected import ELSEWHERE, lines_for
from covey.core.errors import FIRST, InvalidInput
from tests.conftest import Covey

ERROR = InvalidInput("no", shown=["'51,1' in row 1"], remedy=[("--decimal", ",")])


@pytest.fixture
def in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)


@pytest.mark.usefixtures("in_a_terminal")
def test_values_are_shown_in_a_terminal() -> None:
    assert list(lines_for(ERROR, ["suggest", "t.csv"])) == [
        "The first values that do not fit:",
        "  '51,1' in row 1",
        "Try: covey suggest t.csv --decimal ,",
    ]


def test_values_are_shown_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [ELSEWHERE, "Try: covey suggest t.csv --decimal ,"]
    assert list(lines_for(ERROR, ["suggest", "t.csv"])) == expected
    monkeypatch.setattr(sys, "stderr", None)
    assert list(lines_for(ERROR, ["suggest", "t.csv"])) == expected


def test_commands_with_values_are_shown_in_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = InvalidInput(
        "no",
        shown=["'99'"],
        choices=[[("--unmapped", "suppress")]],
        shown_choices=[[("--exclude", "99")]],
    )
    suppress = "Try: covey graph --unmapped suppress"
    assert list(lines_for(error, ["graph"])) == [ELSEWHERE, suppress]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(lines_for(error, ["graph"]))[2:] == [suppress, "Try: covey graph --exclude 99"]


@pytest.mark.parametrize("url", ["//ann:secret@db/clinic#t", "//ann@db/clinic?password=secret#t"])
def test_a_password_is_not_shown_again(url: str) -> None:
    (_, line) = lines_for(ERROR, ["check", f"postgresql:{url}"])
    assert line == "Try the same command with --decimal ,"
    (_, line) = lines_for(ERROR, ["check", "postgresql://ann@db/clinic#t"])
    assert line == "Try: covey check 'postgresql://ann@db/clinic#t' --decimal ,"


def test_of_a_job_file_its_lines_are_shown() -> None:
    error = InvalidInput(
        "no", remedy=[("--na", "age=-99,."), ("--trim", ""), ("--date-format", "%d.%m.%Y")]
    )
    (line,) = lines_for(error, ["anonymize", "job.toml"])
    assert line.endswith('na = {"age" = ["-99", "."]}; trim = true; date_format = "%d.%m.%Y"')


def test_an_argument_is_replaced_where_it_stands() -> None:
    error = InvalidInput("no", remedy=[("-9,age=99", "-9"), ("--na", "age=99")])
    (line,) = lines_for(error, ["look", "t.csv", "--na", "-9,age=99"])
    assert line == "Try: covey look t.csv --na -9 --na age=99"
    (line,) = lines_for(error, ["look", "t.csv", "--na=-9,age=99"])
    assert line == "Try: covey look t.csv --na=-9 --na age=99"
    error = InvalidInput("no", remedy=[("mpa.gpkg", "map.gpkg")])
    (line,) = lines_for(error, ["anonymize", "t.csv", "--region", "c=mpa.gpkg:id"])
    assert line == "Try: covey anonymize t.csv --region c=map.gpkg:id"
    assert not list(lines_for(error, ["look", "t.csv"]))


def test_every_choice_has_a_command() -> None:
    error = InvalidInput("no", choices=[[("--layer", "zips")], [("--layer", "tracts")]])
    assert list(lines_for(error, ["look", "a.gpkg", "--layer", "zip"])) == [
        "Try: covey look a.gpkg --layer zips",
        "Try: covey look a.gpkg --layer tracts",
    ]
    (line, _) = lines_for(error, ["anonymize", "job.toml"])
    assert line == 'Add to the map in the job file: layer = "zips"'


def test_the_key_of_a_map_stands_behind_it() -> None:
    error = InvalidInput("no", remedy=[("--key", "name"), ("--exclude", "")])
    (line,) = lines_for(error, ["anonymize", "t.csv", "--region", "c=a.gpkg:id", "-o", "out"])
    assert line == "Try: covey anonymize t.csv --region c=a.gpkg:name -o out --exclude ''"
    (line,) = lines_for(error, ["look", "a.gpkg", "--key", "id"])
    assert line == "Try: covey look a.gpkg --key name --exclude ''"
    two = ["anonymize", "t.csv", "--region", "c=a.gpkg", "--region", "d=b.gpkg"]
    assert not list(lines_for(error, two))


def test_a_file_that_must_be_written_first() -> None:
    error = InvalidInput("no", remedy=[(FIRST, "tail -n +2 t.csv > NEW.csv"), ("t.csv", "NEW.csv")])
    (line,) = lines_for(error, ["look", "t.csv"])
    assert line == "Try: tail -n +2 t.csv > NEW.csv && covey look NEW.csv"
    assert not list(lines_for(error, ["anonymize", "job.toml"]))


def test_the_corrected_command_runs(covey: Covey, tmp_path: Path) -> None:
    """From one refusal to the next, until nothing is refused."""
    table = tmp_path / "my patients.csv"
    born = ["N/A" if at % 8 == 0 else f"{1 + at % 28}.2.19{20 + at % 40}" for at in range(80)]
    rows = [f"{'mf'[at % 2]};{day}" for at, day in enumerate(born)]
    table.write_text("\n".join([" sex;born", *rows]))
    command = ["anonymize", table, "-k", "5", "--label", "sex", "--ordered", "born"]
    ran = covey(*command, "-o", tmp_path / "out")
    tried: list[list[str]] = []
    while ran.code == 2 and len(tried) < 3:
        (line,) = [line for line in ran.err.splitlines() if line.startswith("Try: covey ")]
        tried.append(shlex.split(line)[2:])
        ran = covey(*tried[-1])
    assert ran.code == 0, ran.err
    assert tried[-1][-5:] == ["--trim", "--date-format", "%d.%m.%Y", "--na", "N/A"]


NAMING = InvalidInput("no", shown=["'Bo' in row 1"], shown_choices=[[("--na", "x=Bo")]])


@pytest.mark.usefixtures("in_a_terminal")
def test_a_command_with_values_is_shown_in_a_terminal() -> None:
    *_, line = lines_for(NAMING, ["look", "t.csv"])
    assert line == "Try: covey look t.csv --na x=Bo"


def test_a_command_with_values_is_shown_nowhere_else() -> None:
    assert list(lines_for(NAMING, ["look", "t.csv"])) == [ELSEWHERE]


def test_a_command_that_works_once_the_table_is_corrected_says_so() -> None:
    error = InvalidInput("no", afterwards=[("--decimal", ",")])
    (line,) = lines_for(error, ["look", "t.csv"])
    assert line == "Correct the table first. Then try: covey look t.csv --decimal ,"
    (line,) = lines_for(error, ["anonymize", "job.toml"])
    assert line == 'Correct the table first. Add to the job file: decimal = ","'


def test_an_option_beside_a_job_file_is_no_line_of_it() -> None:
    error = InvalidInput("no", remedy=[("--overwrite", "")])
    (line,) = lines_for(error, ["anonymize", "job.toml"])
    assert line == "Try: covey anonymize job.toml --overwrite"


def commands(err: str) -> list[list[str]]:
    """Those that a refusal proposes."""
    lines = [line for line in err.splitlines() if line.startswith("Try: covey ")]
    return [shlex.split(line)[2:] for line in lines]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    table = tmp_path / "people.csv"
    rows = [f"{'mf'[at % 2]},{at % 4},x{at}" for at in range(80)]
    table.write_text("\n".join(["sex,ward,id", *rows]))
    return table


@pytest.mark.parametrize(
    "command",
    [
        ["anonymize", "TABLE", "-k", "5", "--label", "Sex", "--drop", "id", "-o", "OUT"],
        ["anonymize", "TABLE", "-k", "5", "--label=sex", "--ordered", "Ward", "-o", "OUT"],
        ["anonymize", "TABLE", "-k", "5", "--label=sex", "--sensitive", "Ward:l=2", "-o", "OUT"],
        ["tabulate", "TABLE", "--by", "ward,Sex", "-k", "5"],
        ["tabulate", "TABLE", "--by", "ward,sex", "-k", "11", "--round", "5"],
        ["check", "TABLE", "--quasi", "Sex", "-k", "5"],
    ],
)
def test_an_obvious_correction_has_a_command_that_runs(
    covey: Covey, people: Path, command: list[str]
) -> None:
    paths = {"TABLE": str(people), "OUT": str(people.parent / "out")}
    ran = covey(*(paths.get(word, word) for word in command))
    assert ran.code == 2
    (again,) = commands(ran.err)
    assert covey(*again).code == 0


def test_two_wrong_names_have_no_command(covey: Covey, people: Path) -> None:
    ran = covey("tabulate", people, "--by", "Ward,Town", "-k", "5")
    assert (ran.code, commands(ran.err)) == (2, [])


def test_a_folder_that_is_there_is_overwritten_if_it_can_be(covey: Covey, people: Path) -> None:
    out = people.parent / "out"
    command = ("anonymize", people, "-k", "5", "--label", "sex", "--drop", "id", "-o", out)
    assert covey(*command).code == 0
    (again,) = commands(covey(*command).err)
    assert again[-1] == "--overwrite"
    assert covey(*again).code == 0
    (out / "mine.txt").touch()
    assert commands(covey(*command).err) == []


def test_without_a_header_columns_are_named_by_their_place(covey: Covey, people: Path) -> None:
    people.write_text("\n".join(people.read_text().splitlines()[1:]))
    out = people.parent / "out"
    command = ("anonymize", people, "-k", "5", "--label", "{}", "-o", out)
    for column, names in {"m": ["column1", "m"], "column1": ["column1"], "sex": []}.items():
        found = commands(covey(*(column if word == "{}" else word for word in command)).err)
        assert [again[again.index("--label") + 1] for again in found] == names
        for again in found:
            assert covey(*again, "--plan").code == 0


@pytest.mark.usefixtures("in_a_terminal")
def test_an_order_takes_the_place_of_its_column() -> None:
    error = InvalidInput("no", shown_choices=[[("--ordered", "q=never,2,always")]])
    (line,) = lines_for(error, ["anonymize", "t.sav", "--ordered", "q", "-o", "out"])
    assert line == "Try: covey anonymize t.sav --ordered q=never,2,always -o out"
    assert not list(lines_for(error, ["look", "t.sav"]))
    assert not list(lines_for(error, ["anonymize", "job.toml"]))
