"""A job as a TOML file, and back. The keys are the fields of :class:`Job`."""

from __future__ import annotations

import dataclasses
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from covey.attributes import role_from_dict
from covey.core.errors import InvalidInput, closest
from covey.core.thresholds import threshold_of
from covey.engine import SPARK
from covey.io.inputs.paths import is_url
from covey.io.inputs.spark import is_path
from covey.io.outputs.files import check_target, replacing
from covey.io.postgres.address import is_address, without_password
from covey.release.job import FIELDS, OPTIONS, OWNER, Job, sensitive

KEYS = {name: option.toml for name, option in OPTIONS.items() if option.toml}
"""The keys of a job file, and the types of each."""
TABLES = {name: types for name, types in KEYS.items() if types == (dict,)}
"""The keys whose values have names of their own, as ``[quasi.age]``."""
PLAIN = ("groups", "weights", "context")
"""Those of them whose values are numbers or texts."""
HINTS = {
    "quasi": "Write: [quasi.COLUMN]",
    "sensitive": "Write: [sensitive.COLUMN] and below it, for example, l = 3",
    "weights": "Write: [weights] and below it, for example, age = 2",
    "context": 'Write: [context] and below it, for example, recipient = "the university"',
    "groups": "Write: [groups] and below it, for example, household = 5",
}
REQUIRED = [
    name
    for name in KEYS
    # A chained comparison: neither a default nor a factory.
    if FIELDS[name].default is FIELDS[name].default_factory is dataclasses.MISSING
]


def read_job(path: Path) -> Job:
    """A job from a TOML file. Paths in it are relative to its own folder."""
    return job_of(_loaded(path), path)


def job_of(data: Mapping[str, Any], path: Path) -> Job:
    """A job from what its file holds. ``path`` is that of the file, for errors and for the paths in
    it."""
    _refuse_other_keys(path, data)
    rules = data.get("sensitive", {})
    given = {
        **data,
        "quasi": {name: role_from_dict(name, own) for name, own in data["quasi"].items()},
        "sensitive": sensitive.ColumnNames(rules),
        "requirements": sensitive.from_rules(rules),
    }
    # The preset may name it.
    given["k"] = threshold_of(data.get("preset", ""), data.get("k"))
    return _moved(Job(**given), lambda place: _from_job(path.parent, place))


def _from_job(folder: Path, place: str) -> str:
    # normpath and not resolve: links stay links, and nothing need exist yet.
    return place if is_url(place) else os.path.normpath(folder / place)


def _loaded(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InvalidInput(f"There is no job {path}.", given=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"The job {path} is not TOML: {error}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"The job {path} cannot be read ({type(error).__name__}).") from None


def _refuse_other_keys(path: Path, data: Mapping[str, Any]) -> None:
    for name, value in data.items():
        if name not in KEYS:
            raise InvalidInput(
                f"The job {path} has an unknown key {name!r}.",
                hint=closest(name, KEYS),
                given=name,
            )
        if name in TABLES:
            _refuse_no_table(path, name, value)
        elif not _is_one_of(value, KEYS[name]):
            words = " or ".join(type_.__name__ for type_ in KEYS[name])
            raise InvalidInput(
                f"The job {path}: {name!r} is of type {words}; given: {type(value).__name__}.",
                given=value,
            )
    for name in REQUIRED:
        if name not in data and not (name == "k" and data.get("preset")):
            raise InvalidInput(
                f"The job {path} says no {name!r}.", hint=HINTS.get(name, f"Add: {name} = ...")
            )


def _is_one_of(value: Any, types: tuple[type, ...]) -> bool:
    # True is an int to Python, but not to TOML.
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))


def _refuse_no_table(path: Path, name: str, value: Any) -> None:
    """Weights, groups and the context are one table each; quasi-identifiers and sensitive columns
    have a table for every column."""
    inner = value.values() if isinstance(value, dict) and name not in PLAIN else ()
    for each in (value, *inner):
        if not isinstance(each, dict):
            raise InvalidInput(
                f"{path}: {name!r} is a table of its own; given: {type(each).__name__}.",
                hint=HINTS[name],
                given=each,
            )


def write_job(job: Job, target: Path) -> None:
    """The job as a file, whose paths are relative to its own folder. A password is left out of the
    URL of a table: the person who runs the job has their own."""
    check_target(target, endings=(".toml",))
    text = job_text(job, target.parent.resolve())
    with replacing(target) as file:
        file.write(text)


def job_text(job: Job, folder: Path) -> str:
    """What the file of a job in a folder holds."""
    return "".join(f"{line}\n" for line in _lines(seen_from(job, folder)))


def seen_from(job: Job, folder: Path) -> Job:
    """The job with its paths relative to a folder, and without the password of a server."""
    if not isinstance(job.table, str | Path):
        raise InvalidInput("A job file names a table by its path; this one is a frame.")
    return _moved(job, lambda place: _in_job(folder, place))


def _in_job(folder: Path, place: str) -> str:
    if is_address(place):
        return without_password(place)
    if is_url(place):
        return place
    # Path.relative_to() does not go up out of a folder before Python 3.12.
    return os.path.relpath(Path(place).absolute(), folder)


def _lines(job: Job) -> Iterator[str]:
    for name in KEYS:
        value = getattr(job, name)
        # Plain keys come before all tables: in TOML, a key after a table header belongs to that
        # table.
        if name not in TABLES and value != _default(name):
            yield f"{name} = {_toml(value)}"
    for name, role in job.quasi.items():
        yield from _table(f"quasi.{_toml(name)}", role.to_dict())
    for column in job.sensitive:
        rules = sensitive.rules_of(job.requirements, column)
        yield from _table(f"sensitive.{_toml(column)}", rules)
    for name in PLAIN:
        if getattr(job, name):
            yield from _table(name, getattr(job, name))


def _default(name: str) -> Any:
    factory = FIELDS[name].default_factory
    return FIELDS[name].default if factory is dataclasses.MISSING else factory()


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n[{name}]"
    for key, value in values.items():
        # TOML has no null.
        if value is not None:
            yield f"{_key(key)} = {_toml(value)}"


def _key(name: str) -> str:
    """Plain where TOML allows it."""
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        pairs = [f"{_key(key)} = {_toml(each)}" for key, each in value.items()]
        return f"{{{', '.join(pairs)}}}"
    # JSON's texts, numbers and truths are those of TOML, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _moved(job: Job, move: Callable[[str], str]) -> Job:
    """The same job with all its paths changed."""

    return replace(
        job,
        table=str(job.table) if _has_no_folder(job) else move(str(job.table)),
        output=move(job.output) if job.output else "",
        population=None if job.population is None else move(str(job.population)),
        # "owner" is a word here and not a path.
        pseudonym=job.pseudonym if job.pseudonym in ("", OWNER) else move(job.pseudonym),
        quasi={name: role.moved(move) for name, role in job.quasi.items()},
    )


def _has_no_folder(job: Job) -> bool:
    """Whether the table is one that Spark knows by its name."""
    return job.engine == SPARK and not is_path(str(job.table))
