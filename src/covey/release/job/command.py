"""A job as the line of ``covey anonymize`` and as the call of ``covey.anonymize`` that do the
same."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from covey.attributes import Regions, Role
from covey.attributes.command_options import NeedsJobFile, plain_name
from covey.attributes.maps import on_maps
from covey.release.job import FIELDS, OPTIONS, Job, sensitive

OUT = "out"
"""The folder that is named where a job names none."""
OF_A_MAP = {
    "layer": "--layer",
    "islands": "--islands",
    "contiguity": "--contiguity",
    "within": "--within",
    "cross": "--cross",
    "names": "--area-names",
    "loss": "--area-loss",
}
"""Options of a map, which a command line says once for all of them."""
NOTATION = ("na", "decimal", "thousands", "date_format", "trim")
APART = ("table", "k", "quasi", "requirements", "sensitive", "output", *NOTATION)
"""Fields of a job whose options are not written as the others are."""


def command_line(job: Job, job_file: str = "job.toml") -> str:
    """The line that does what the job says, or the one that reads the job from its file where no
    options say it: a column may be called ``a=b``, and two maps may have different options."""
    out = ["-o", job.output or OUT]
    try:
        words = [str(job.table), *_options(job), *out]
        # The command line would take such a name for an option.
        if str(job.table).startswith("-"):
            raise NeedsJobFile
    except NeedsJobFile:
        words = [job_file, *out]
    return shlex.join(["covey", "anonymize", *words])


def _options(job: Job) -> Iterator[str]:
    yield from job.notation.to_options()
    yield from ("-k", str(job.k))
    for name, role in job.quasi.items():
        yield from role.as_options(name)
    yield from _of_maps([*on_maps(job.quasi).values()])
    for column in job.sensitive:
        rules = sensitive.rules_of(job.requirements, column)
        said = ",".join(f"{rule}={_number(value)}" for rule, value in rules.items())
        yield from ("--sensitive", f"{column}:{said}" if said else plain_name(column, ":"))
    for name, option in OPTIONS.items():
        value = getattr(job, name)
        if name not in APART and value != _default(name):
            if not option.flags:
                raise NeedsJobFile
            yield from _of_field(option.flags, value)


def _default(name: str) -> Any:
    field = FIELDS[name]
    return field.default_factory() if callable(field.default_factory) else field.default


def _of_field(flags: str, value: Any) -> Iterator[str]:
    first, _, second = flags.partition("/")
    if isinstance(value, bool):
        # Flags are written as --yes/--no, where there is a no.
        yield first if value else second
    elif isinstance(value, Mapping):
        for column, number in value.items():
            yield from (first, f"{column}={number}")
    elif isinstance(value, list | tuple):
        for each in value:
            yield from (first, each)
    else:
        yield from (first, str(value))


def _of_maps(roles: Sequence[Regions]) -> Iterator[str]:
    options = [role.to_dict() for role in roles]
    said = [{name: own[name] for name in OF_A_MAP if name in own} for own in options]
    # One command line has one value for all maps.
    if any(each != said[0] for each in said):
        raise NeedsJobFile
    for own in options:
        # Other options of a map are said in a job file alone.
        if own.keys() - {"role", "map", "key", *OF_A_MAP}:
            raise NeedsJobFile
    for name, value in said[0].items() if said else ():
        yield from (OF_A_MAP[name], str(value))


def _number(value: Any) -> str:
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def python_call(job: Job) -> str:
    """The call of the library that does the same, as a text that can be run."""
    given: dict[str, str] = {"k": str(job.k), "quasi": _in_python(_roles(job.quasi), 1)}
    if job.sensitive:
        rules = {column: sensitive.rules_of(job.requirements, column) for column in job.sensitive}
        given["sensitive"] = _in_python(rules, 1)
    for name in FIELDS:
        value = getattr(job, name)
        # The notation has options of its own form, but plain arguments in Python.
        known = name in NOTATION or name not in APART
        if known and value != _default(name):
            given[name] = _in_python(list(value) if isinstance(value, tuple) else value, 1)
    given["out"] = _in_python(job.output or OUT, 1)
    lines = [f"    {_in_python(str(job.table), 1)},"]
    lines += [f"    {name}={value}," for name, value in given.items()]
    return "\n".join(["import covey", "", "covey.anonymize(", *lines, ")"]) + "\n"


class _Call(str):
    """Python that stands for itself."""

    __slots__ = ()


def _roles(quasi: Mapping[str, Role]) -> dict[str, _Call]:
    found = {}
    for name, role in quasi.items():
        options = [
            f"{option}={_in_python(value, 2)}"
            for option, value in role.to_dict().items()
            if option != "role"
        ]
        found[name] = _Call(f"covey.{type(role).__name__}({', '.join(options)})")
    return found


def _in_python(value: Any, depth: int) -> str:
    """A mapping with a line for each of its keys, everything else in one."""
    if isinstance(value, _Call):
        return str(value)
    if isinstance(value, str):
        # JSON's texts are Python's, except for DEL, which it leaves as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\x7f")
    if isinstance(value, Mapping):
        indent = "    " * (depth + 1)
        lines = [
            f"{indent}{_in_python(key, depth)}: {_in_python(own, depth + 1)},\n"
            for key, own in value.items()
        ]
        return f"{{\n{''.join(lines)}{'    ' * depth}}}" if lines else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_in_python(each, depth) for each in value)}]"
    return repr(value)
