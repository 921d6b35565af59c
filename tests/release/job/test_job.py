"""One definition of a job: the command line, job files, ``covey.anonymize`` and the certificate
agree with it."""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from dataclasses import MISSING
from pathlib import Path
from typing import Any, get_type_hints

import click
import pytest

import covey
from covey.cli import cli
from covey.cli.anonymize import anonymize as command
from covey.cli.anonymize import job_from
from covey.core.json_types import OneOf
from covey.release.certificate import SolvedCertificate, job_of
from covey.release.certificate.reading import Written
from covey.release.job import FIELDS, OPTIONS, Job
from covey.release.job.file import read_job, write_job
from tests.release.tables import people, write, zips

SAMPLES: dict[str, tuple[list[str], Any]] = {
    "table": ([], "people.csv"),
    "k": ([], 3),
    "quasi": ([], {"age": covey.Ordered()}),
    "drop": (["--drop", "name", "--drop", "town"], ("name", "town")),
    "person": (["--person", "name"], "name"),
    "pseudonym": (["--person", "name", "--pseudonym", "key.hex"], "key.hex"),
    "groups": (["--group", "town=3"], {"town": 3}),
    "missing": (["--missing", "suppress"], "suppress"),
    "unmapped": (["--unmapped", "suppress"], "suppress"),
    "objective": (["--objective", "quadratic"], "quadratic"),
    "seed": (["--seed", "7"], 7),
    "time_limit": (["--time-limit", "2.5"], 2.5),
    "shuffle": (["--keep-order"], False),
    "format": (["--format", "parquet"], "parquet"),
    "encoding": (["--encoding", "latin-1"], "latin-1"),
    "header": (["--no-header"], False),
    "na": (["--na", "N/A,.", "--na", "age=-99"], {"*": ("N/A", "."), "age": ("-99",)}),
    "decimal": (["--decimal", ",", "--decimal", "cost=."], {"*": ",", "cost": "."}),
    "thousands": (["--thousands", "cost=,"], {"cost": ","}),
    "date_format": (["--date-format", "born=%d.%m.%Y"], {"born": "%d.%m.%Y"}),
    "trim": (["--trim"], True),
    "sensitive": (["--sensitive", "cost:l=2"], ("cost",)),
    "requirements": (["--sensitive", "cost:l=2"], (covey.DistinctDiversity("cost", 2),)),
    "suppress": (["--suppress", "0.05"], 0.05),
    "suppress_for": (["--suppress-for", "largest"], "largest"),
    "recoding": (["--recoding", "global"], "global"),
    "weights": (["--weight", "age=2"], {"age": 2.0}),
    "tight": (["--tight"], True),
    "part_size": (["--part-size", "500000"], 500_000),
    "keep_combinations": (["--keep-combinations"], True),
    "k_map": (["--k-map", "4"], 4),
    "population": (["--population", "all.csv"], "all.csv"),
    "population_size": (["--population-size", "50000"], 50_000),
    "sampling_weight": (["--sampling-weight", "weight"], "weight"),
    "escape_formulas": (["--escape-formulas"], True),
    "columns": (["--columns", "low-high"], "low-high"),
    "context": (
        ["--context", "recipient=a university", "--context", "review=a = b"],
        {"recipient": "a university", "review": "a = b"},
    ),
    "target": (["--target", "cost"], "cost"),
    "preset": (["--preset", "cms"], "cms"),
    "dependence": (["--dependence", "exact"], "exact"),
    "strict": (["--strict"], True),
    "engine": (["--engine", "spark"], "spark"),
    "output": (["-o", "out"], "out"),
}
"""Every field of a job: the options that set it, and the value that it then has."""
RENAMED = {"output": "out"}
"""Parameters of ``covey.anonymize`` that have another name than the field."""
LOOSER = {
    # A preset may name it.
    "k": "int | None",
    # The rules may stand beside the names of the columns.
    "sensitive": "Sequence[str] | Mapping[str, Mapping[str, Any]]",
    # None instead of a mapping that could be changed, and of an empty path.
    "weights": "Mapping[str, float] | None",
    "groups": "Mapping[str, int] | None",
    "context": "Mapping[str, str] | None",
    "output": "str | Path | None",
    # For all columns, or by column.
    "na": "str | Sequence[str] | Mapping[str, str | Sequence[str]] | None",
    "decimal": "str | Mapping[str, str] | None",
    "thousands": "str | Mapping[str, str] | None",
    "date_format": "str | Mapping[str, str] | None",
    # A name, or an object with settings of its own.
    "engine": "Engine | str | None",
}
"""Parameters that take more than the field holds."""


def parsed(*arguments: str) -> Job:
    """The job that these options describe."""
    # As a part of covey: click keeps what it finds out about a command, such as its -h.
    context = command.make_context(
        "anonymize",
        ["people.csv", "-k", "3", "--ordered", "age", *arguments],
        parent=click.Context(cli, **cli.context_settings),
    )
    how = dict(context.params)
    return job_from(context, how.pop("table"), how)


def test_every_field_has_a_sample() -> None:
    assert list(SAMPLES) == list(FIELDS)


def test_the_command_line_has_the_defaults_of_a_job() -> None:
    assert parsed() == Job("people.csv", 3, {"age": covey.Ordered()})


@pytest.mark.parametrize("name", FIELDS)
def test_the_command_line_sets_every_field(name: str) -> None:
    arguments, value = SAMPLES[name]
    assert getattr(parsed(*arguments), name) == value


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.flags])
def test_the_options_are_those_of_the_definition(name: str) -> None:
    (found,) = [each for each in command.params if each.name == name]
    assert isinstance(found, click.Option)
    assert "/".join([*found.opts, *found.secondary_opts]) == OPTIONS[name].flags
    assert str(found.help).startswith(OPTIONS[name].help)
    choices = tuple(found.type.choices) if isinstance(found.type, click.Choice) else ()
    assert choices == OPTIONS[name].choices


@pytest.mark.parametrize("name", FIELDS)
def test_a_job_file_keeps_every_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, value = SAMPLES[name]
    write_job(parsed(*arguments), Path("job.toml"))
    found = read_job(Path("job.toml"))
    assert getattr(found, name) == value
    # Rules stand below their column.
    key = "sensitive" if name == "requirements" else name
    assert key in tomllib.loads(Path("job.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FIELDS)
def test_anonymize_has_every_field_as_a_parameter(name: str) -> None:
    field = FIELDS[name]
    found = inspect.signature(covey.anonymize).parameters[RENAMED.get(name, name)]
    assert found.annotation == LOOSER.get(name, field.type)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if name == "table" else found.KEYWORD_ONLY
    assert found.kind is kind
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    if name in (
        "k",
        "weights",
        "groups",
        "context",
        "output",
        "engine",
        "na",
        "decimal",
        "thousands",
        "date_format",
    ):
        default = None
    assert found.default == default
    assert re.search(rf"^    (\w+, )*{found.name}(, \w+)*$", str(covey.anonymize.__doc__), re.M)


def test_anonymize_has_no_parameter_of_its_own_besides_files() -> None:
    names = {RENAMED.get(name, name) for name in FIELDS}
    others = set(inspect.signature(covey.anonymize).parameters) - names
    assert others == {"overwrite", "withheld", "receipts", "threads"}


def test_the_certificate_records_what_the_definition_says(tmp_path: Path) -> None:
    """One run with another value than the default for all that can go together."""
    columns = people()
    columns["smokes"] = ["no" if row % 3 else "yes" for row in range(len(columns["age"]))]
    table = write(tmp_path / "people.csv", columns)
    areas = zips(tmp_path / "zips.geojson")
    asked: dict[str, Any] = {
        name: SAMPLES[name][1]
        for name in ("drop", "missing", "unmapped", "objective", "seed", "shuffle", "sensitive",
                     "requirements", "suppress", "suppress_for", "weights", "tight", "k_map",
                     "escape_formulas", "na", "decimal", "thousands", "trim", "columns", "context",
                     "dependence", "preset", "population_size")
    }  # fmt: skip
    asked |= {"drop": ("lat", "lon"), "person": "name", "groups": {"town": 2}}
    asked |= {"suppress_for": "loss", "target": "smokes"}
    asked["quasi"] = {"age": covey.Ordered(), "zip": covey.Regions(str(areas), key="code")}
    asked["population"] = str(table)
    asked["date_format"] = {"town": "%d.%m.%Y"}
    done = covey.anonymize(table, k=12, out=tmp_path / "out", **asked)
    written = json.loads((tmp_path / "out" / "certificate.json").read_text(encoding="utf-8"))
    as_written = {
        "k": 12,
        "drop": ["lat", "lon"],
        "quasi": {
            "age": {"role": "ordered", "columns": ["age"]},
            "zip": {"role": "regions", "key": "code", "columns": ["zip"]},
        },
        "sensitive": {"cost": {"l": 2}},
        "requirements": {"cost": {"l": 2}},
        "recoding": "local",
    }
    for name, option in OPTIONS.items():
        if name == "population":
            assert written[option.recorded]["population"]["name"] == "people.csv"
        elif name == "sampling_weight":
            assert "sampling_weight" not in written[option.recorded], "there is a population"
        elif name == "keep_combinations":
            assert option.recorded not in written, "people are counted"
        elif name in ("na", "decimal", "thousands", "date_format", "trim"):
            found = Written(**written["read"]["written"]).to_notation()
            assert getattr(found, name) == asked[name]
        elif option.recorded:
            expected = as_written.get(name, asked.get(name))
            assert written[option.recorded] == expected, name
            assert expected != FIELDS[name].default or name in ("recoding", "suppress_for")
    again = job_of(done.certificate, asked["quasi"])
    restored = (
        "k", "quasi", "person", "groups", "missing", "unmapped", "objective", "sensitive",
        "requirements", "suppress", "suppress_for", "recoding", "weights", "tight", "columns",
        "context", "dependence", "preset", "target",
    )  # fmt: skip
    for name in restored:
        assert getattr(again, name) == {"k": 12, "recoding": "local", **asked}[name], name


@pytest.mark.parametrize("name", [name for name, option in OPTIONS.items() if option.recorded])
def test_the_certificate_has_a_field_for_what_is_recorded(name: str) -> None:
    option = OPTIONS[name]
    hints = get_type_hints(SolvedCertificate, include_extras=True)
    assert option.recorded in hints
    beside = getattr(hints[option.recorded], "__metadata__", ())
    choices = [extra.texts for extra in beside if isinstance(extra, OneOf)]
    assert choices == ([option.choices] if option.choices else [])
