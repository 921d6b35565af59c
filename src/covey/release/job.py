"""Everything that a run is told, and the same as a file."""

from __future__ import annotations

import json
import math
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from numbers import Real
from pathlib import Path
from typing import Any

from covey.attributes import Role, role_from_dict
from covey.core import validate
from covey.core.errors import InvalidInput, closest
from covey.io.outputs.files import check_target, replacing
from covey.release import sensitive
from covey.requirements.requirement import Requirement

MISSING = ("own", "suppress", "error")
UNMAPPED = ("error", "suppress")
OBJECTIVES = ("max-size", "quadratic")
RECODINGS = ("local", "global")
ROLES_ARE = "--label COL, --ordered COL, --point LAT,LON or --region COL=MAP:KEY"


@dataclass(frozen=True)
class Job:
    """A table, its quasi-identifiers, and what is to become of the rest.

    table
        A path (or pattern, or ``book.xlsx::Sheet1``), or a frame.
    quasi
        The role of every quasi-identifier by its column; points are in two columns and have any
        name.
    drop
        Columns that are left out: identifiers.
    missing
        Records without a value: ``own`` (see docs/release.md), ``suppress`` or ``error``.
    unmapped
        Records whose code the map lacks: ``error`` or ``suppress``.
    time_limit
        Seconds for the search; see :func:`covey.release.pipeline.seconds_for`, if not given.
    shuffle
        Publish the rows in an order that says nothing (True), or as they are in the table (False).
        By default the rows of files are shuffled, and frames keep their order.
    format
        Of the released table; that of the input, if empty.
    header
        Whether the first row of CSV or Excel names the columns; found out, if not given.
    sensitive, requirements
        Columns that others want to learn, which pass through, and what every class must meet in
        them besides k.
    suppress
        The share of the records that may be withheld where that spares the others most.
    recoding
        ``local``: every class has sets of its own; ``global``: every column has one partition for
        all classes.
    tight
        Publish ranges and rectangles shrunk to what occurs in each class: less is lost, but the
        outermost values of a class are then known to occur.
    k_map, population
        The least number of people that a class stands for in the population, and a table of that
        (``people.csv``, or ``people.csv:count`` with a column that says how many a row stands for).
    weights
        What a column's loss counts, by quasi-identifier; 1, if not given. With 0 it counts for
        nothing, and the column is generalized as far as it spares the others.
    escape_formulas
        Put a single quote in front of texts in CSV that a spreadsheet would run as a formula.
    """

    table: Any
    k: int
    quasi: Mapping[str, Role]
    drop: Sequence[str] = ()
    missing: str = "own"
    unmapped: str = "error"
    objective: str = "max-size"
    seed: int = 0
    time_limit: float | None = None
    shuffle: bool | None = None
    format: str = ""
    encoding: str = ""
    header: bool | None = None
    sensitive: Any = ()
    requirements: Sequence[Requirement] = ()
    suppress: float = 0.0
    recoding: str = "local"
    weights: Mapping[str, float] = field(default_factory=dict)
    tight: bool = False
    k_map: int | None = None
    population: Any = None
    escape_formulas: bool = False
    output: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        validate.threshold(self.k)
        object.__setattr__(self, "drop", _names("drop", self.drop))
        columns, rules = sensitive.settled(self.sensitive)
        requirements = (*rules, *_requirements(self.requirements))
        asked = [each.column for each in requirements if each.column is not None]
        named = sensitive.Settled(dict.fromkeys([*columns, *asked]))
        object.__setattr__(self, "sensitive", named)
        object.__setattr__(self, "requirements", sensitive.by_column(requirements, named))
        for name, known in (
            ("missing", MISSING),
            ("unmapped", UNMAPPED),
            ("objective", OBJECTIVES),
            ("recoding", RECODINGS),
        ):
            value = getattr(self, name)
            if value not in known:
                raise InvalidInput(
                    f"{name} is one of {', '.join(known)}; given: {value!r}.",
                    hint=closest(str(value), known),
                    given=value,
                )
        if self.header not in (None, True, False):
            raise InvalidInput(
                "header is True, if the first row names the columns, False, if it is a record, or"
                f" None, if that is to be found out; given: {self.header!r}.",
                given=self.header,
            )
        if not isinstance(self.quasi, Mapping):
            raise InvalidInput(
                "quasi names every quasi-identifier with its role; given:"
                f" {type(self.quasi).__name__}.",
                hint='For example: quasi={"age": covey.Ordered(), "town": covey.Labels()}',
            )
        for name, role in self.quasi.items():
            if not isinstance(role, Role):
                raise InvalidInput(
                    f"The role of {name!r} is covey.Labels(), Ordered(), Points(...) or"
                    f" Regions(...); given: {type(role).__name__}.",
                    given=role,
                )

    def refuse_unready(self, columns: Sequence[str]) -> None:
        """Ask for what cannot be guessed: which column points at people."""
        if not self.quasi:
            raise InvalidInput(
                "Which column is a quasi-identifier: something that others know of a person?",
                hint=f"Name it by its role: {ROLES_ARE}. There are: {', '.join(columns)}.",
            )
        if not isinstance(self.suppress, int | float) or not 0 <= self.suppress < 1:
            raise InvalidInput(
                "suppress is the share of records that may be withheld, from 0 to below 1; given:"
                f" {self.suppress!r}.",
                given=self.suppress,
            )
        sensitive.refuse_unfinished(self.sensitive, columns)
        seen: dict[str, str] = {}
        for what, named in self._columns():
            for column in named:
                if column in seen:
                    other = "twice" if seen[column] == what else f"also {seen[column]}"
                    raise InvalidInput(
                        f"A column has one role: {column!r} is {what} and {other}.",
                        hint="A quasi-identifier is known to others, a sensitive attribute is not,"
                        " and what is dropped is not published at all.",
                        given=column,
                    )
                seen[column] = what
        if self.tight and self.recoding == "global":
            raise InvalidInput(
                "tight shrinks the sets of every class by itself; with global recoding all classes"
                " share one partition of each column."
            )
        if (self.k_map is None) != (self.population is None):
            raise InvalidInput(
                "k_map and population go together: how many people a class must stand for, and the"
                " table of the population."
            )
        self._refuse_weights()

    def _refuse_weights(self) -> None:
        for name in self.weights:
            if name not in self.quasi:
                raise InvalidInput(
                    f"There is a weight for {name!r}, which is no quasi-identifier.",
                    hint=closest(name, self.quasi),
                    given=name,
                )
        weights = {name: self.weights.get(name, 1.0) for name in self.quasi}
        usable = all(
            isinstance(weight, Real) and math.isfinite(weight) and weight >= 0
            for weight in weights.values()
        )
        if not usable or not any(weights.values()):
            said = ", ".join(f"{name}={weight}" for name, weight in weights.items())
            raise InvalidInput(
                f"Weights are finite numbers, 0 or more, and not all of them 0; given: {said}.",
                hint="A quasi-identifier of weight 0 counts for nothing in the loss, so one of them"
                " must count.",
                given=dict(self.weights),
            )

    def _columns(self) -> Iterator[tuple[str, Sequence[str]]]:
        for name, role in self.quasi.items():
            yield "a quasi-identifier", role.columns(name)
        yield "sensitive", self.sensitive
        yield "dropped", self.drop

    @property
    def kinds(self) -> dict[str, str]:
        """How the engine reads the columns that are counted."""
        from covey.release.sensitive import kinds_of

        found: dict[str, str] = {}
        for name, role in self.quasi.items():
            found |= role.kinds(name)
        # Those of which nothing is asked need not be counted.
        asked = [column for column in self.sensitive if self._asked(column)]
        return found | kinds_of(self.requirements, asked)

    def _asked(self, column: str) -> bool:
        return any(each.column == column for each in self.requirements)


def _names(what: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(
            f"{what} is a list of columns; given: {given!r}.",
            hint=f"For example: {what}=[{given!r}]",
            given=given,
        )
    names = tuple(given)
    if not all(isinstance(name, str) for name in names):
        raise InvalidInput(f"{what} is a list of columns, named by text.", given=names)
    return names


def _requirements(given: Any) -> tuple[Requirement, ...]:
    one = isinstance(given, Requirement)
    found = () if one or not isinstance(given, Iterable) else tuple(given)
    wrong = [each for each in found if not isinstance(each, Requirement)]
    if one or wrong or not isinstance(given, Iterable):
        what = type(wrong[0] if wrong else given).__name__
        raise InvalidInput(
            f"requirements is a list of requirements; given: {what}.",
            hint='For example: requirements=[covey.DistinctDiversity("diagnosis", 3)]',
            given=given,
        )
    return found


SIMPLE: dict[str, tuple[type, ...]] = {
    "table": (str,),
    "k": (int,),
    "drop": (list,),
    "missing": (str,),
    "unmapped": (str,),
    "objective": (str,),
    "seed": (int,),
    "time_limit": (int, float),
    "shuffle": (bool,),
    "format": (str,),
    "encoding": (str,),
    "header": (bool,),
    "suppress": (int, float),
    "recoding": (str,),
    "tight": (bool,),
    "k_map": (int,),
    "population": (str,),
    "escape_formulas": (bool,),
    "output": (str,),
}
"""What a job file holds besides the quasi-identifiers, and of which type."""


def read_job(path: Path) -> Job:
    """A job from a TOML file. Paths in it are seen from the folder that it lies in."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InvalidInput(f"There is no job {path}.", given=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"The job {path} is not TOML: {error}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"The job {path} cannot be read ({type(error).__name__}).") from None
    _refuse_unknown(path, data)
    for needed in ("table", "k", "quasi"):
        if needed not in data:
            raise InvalidInput(f"The job {path} says no {needed!r}.")
    quasi = data.pop("quasi")
    if not isinstance(quasi, dict) or not all(isinstance(part, dict) for part in quasi.values()):
        raise InvalidInput(
            f"{path}: a quasi-identifier is a table of its own.", hint="Write: [quasi.COLUMN]"
        )
    found = {name: role_from_dict(name, part) for name, part in quasi.items()}
    rules = data.pop("sensitive", {})
    if not isinstance(rules, dict) or not all(isinstance(part, dict) for part in rules.values()):
        raise InvalidInput(
            f"{path}: a sensitive attribute is a table of its own.",
            hint="Write: [sensitive.COLUMN] and below it, for example, l = 3",
        )
    weights = data.pop("weights", {})
    if not isinstance(weights, dict):
        raise InvalidInput(f"{path}: weights are a table.", hint="Write: [weights]")
    job = Job(
        quasi=found,
        sensitive=sensitive.Settled(rules),
        requirements=sensitive.from_rules(rules),
        weights=weights,
        **data,
    )
    return _moved(job, lambda place: os.path.normpath(path.parent / place))


def write_job(job: Job, target: Path) -> None:
    """The job as a file whose paths are seen from its own folder."""
    if not isinstance(job.table, str | Path):
        raise InvalidInput("A job file names a table by its path; this one is a frame.")
    check_target(target, endings=(".toml",))
    folder = target.parent.resolve()
    moved = _moved(job, lambda place: os.path.relpath(Path(place).absolute(), folder))
    defaults = {part.name: part.default for part in fields(Job)}
    with replacing(target) as file:
        for name in SIMPLE:
            value = getattr(moved, name)
            if value != defaults[name]:
                file.write(f"{name} = {_toml(value)}\n")
        for name, role in moved.quasi.items():
            file.write(f"\n[quasi.{_toml(name)}]\n")
            for option, value in role.to_dict().items():
                if value is not None:
                    file.write(f"{option} = {_toml(value)}\n")
        for column in moved.sensitive:
            file.write(f"\n[sensitive.{_toml(column)}]\n")
            for rule, value in sensitive.rules_of(moved.requirements, column).items():
                file.write(f"{rule} = {_toml(value)}\n")
        if moved.weights:
            file.write("\n[weights]\n")
            for name, weight in moved.weights.items():
                file.write(f"{_toml(name)} = {_toml(weight)}\n")


def _moved(job: Job, move: Any) -> Job:
    """The same job with all its paths seen from elsewhere."""

    return replace(
        job,
        table=str(move(str(job.table))),
        output=str(move(job.output)) if job.output else "",
        population=None if job.population is None else str(move(str(job.population))),
        quasi={name: role.moved(move) for name, role in job.quasi.items()},
    )


def _refuse_unknown(path: Path, data: dict[str, Any]) -> None:
    known = (*SIMPLE, "quasi", "sensitive", "weights")
    for name, value in data.items():
        if name not in known:
            raise InvalidInput(
                f"The job {path} has an unknown key {name!r}.",
                hint=closest(name, known),
                given=name,
            )
        expected = SIMPLE.get(name)
        if expected and (
            not isinstance(value, expected) or (isinstance(value, bool) and bool not in expected)
        ):
            words = " or ".join(type_.__name__ for type_ in expected)
            raise InvalidInput(
                f"The job {path}: {name!r} is of type {words}; given: {type(value).__name__}.",
                given=value,
            )


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # JSON's texts, numbers and truths are TOML's, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
