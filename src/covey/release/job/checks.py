"""What is refused in a job: first by itself, then beside the columns of its table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from covey.attributes import KINDS, Role
from covey.core import validate
from covey.core.errors import InvalidInput, closest
from covey.core.learning import require_models
from covey.core.thresholds import preset_of
from covey.release.job import FIELDS, OPTIONS, sensitive
from covey.release.job.context import as_context
from covey.release.job.presets import (
    refuse_without_population,
    roles_of,
)
from covey.requirements.requirement import Requirement

if TYPE_CHECKING:
    from covey.release.job import Job

ROLES_ARE = " or ".join(
    ", ".join(f"{kind.option} {kind.option_value}" for kind in kinds)
    for kinds in (KINDS[:-1], KINDS[-1:])
)


def normalized(job: Job) -> dict[str, Any]:
    """The fields that can be given in several ways, each in one way. What is wrong whatever the
    table is refused here."""
    validate.threshold(job.k)
    if job.preset:
        preset_of(job.preset)
        refuse_without_population(job)
    _refuse_unknown_choices(job)
    _refuse_header(job.header)
    _refuse_other_roles(job.quasi)
    columns, rules = sensitive.columns_and_rules(job.sensitive)
    requirements = (*rules, *_requirements(job.requirements))
    notation = job.notation
    asked = [each.column for each in requirements if each.column is not None]
    # A rule as an object names its column, which is sensitive then.
    named = sensitive.ColumnNames(dict.fromkeys([*columns, *asked]))
    _refuse_no_name(job.person)
    # True, say, would ask for pseudonyms without saying with which key.
    if not isinstance(job.pseudonym, str | Path):
        raise InvalidInput(
            "pseudonym is 'owner', or the path of a file with a key; given:"
            f" {type(job.pseudonym).__name__}.",
            given=job.pseudonym,
        )
    if job.pseudonym and not job.person:
        raise InvalidInput(
            "A pseudonym stands for a person, and no column identifies people.",
            hint="Name the column with --person (person= in Python).",
            given=job.pseudonym,
        )
    return {
        "quasi": roles_of(job.preset, job.quasi),
        "drop": _names("drop", job.drop),
        "groups": _groups(job.groups),
        "na": notation.na,
        "decimal": notation.decimal,
        "thousands": notation.thousands,
        "date_format": notation.date_format,
        "context": as_context(job.context),
        "sensitive": named,
        "requirements": sensitive.by_column(requirements, named),
    }


def _refuse_unknown_choices(job: Job) -> None:
    for name, option in OPTIONS.items():
        value = getattr(job, name)
        # The writer knows which formats there are. The engine may be left open.
        allowed = (*option.choices, FIELDS[name].default)
        if option.choices and name != "format" and value not in allowed:
            raise InvalidInput(
                f"{name} is one of {', '.join(option.choices)}; given: {value!r}.",
                hint=closest(str(value), option.choices),
                given=value,
            )


def _refuse_header(header: Any) -> None:
    if header not in (None, True, False):
        raise InvalidInput(
            "header is True if the first row names the columns, False if it is a record, and None"
            f" if covey is to find out; given: {header!r}.",
            given=header,
        )


def _refuse_other_roles(quasi: Any) -> None:
    if not isinstance(quasi, Mapping):
        raise InvalidInput(
            f"quasi names every quasi-identifier with its role; given: {type(quasi).__name__}.",
            hint='For example: quasi={"age": covey.Ordered(), "town": covey.Labels()}',
        )
    for name, role in quasi.items():
        if not isinstance(role, Role):
            raise InvalidInput(
                f"The role of {name!r} is covey.Labels(), Ordered(), Points(...), Regions(...) or"
                f" Tree(...); given: {type(role).__name__}.",
                given=role,
            )


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


def _refuse_no_name(person: Any) -> None:
    if not isinstance(person, str):
        raise InvalidInput(
            "person is the name of the column that identifies a person; given:"
            f" {type(person).__name__}.",
            hint='For example: person="patient"',
            given=person,
        )


def _groups(given: Any) -> dict[str, int]:
    if not isinstance(given, Mapping):
        raise InvalidInput(
            "groups says for each of some columns how many different values a class has at least;"
            f" given: {given!r}.",
            hint='For example: groups={"household": 5}',
            given=given,
        )
    for column, least in given.items():
        # bool is a subclass of int: True would be a group of one.
        if not isinstance(least, int) or isinstance(least, bool) or least < 1:
            raise InvalidInput(
                f"A class has one different value of {column!r} or more, a whole number; given:"
                f" {least!r}.",
                hint="For example: --group household=5",
                given=least,
            )
    return dict(given)


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


def refuse_unready(job: Job, columns: Sequence[str]) -> None:
    """Refuse a job that cannot be run on a table with these columns. Which column points at people
    cannot be guessed: covey asks."""
    if not job.quasi:
        raise InvalidInput(
            "Which column is a quasi-identifier: something that others know of a person?",
            hint=f"Name it by its role: {ROLES_ARE}. There are: {', '.join(columns)}.",
        )
    if not isinstance(job.suppress, int | float) or not 0 <= job.suppress < 1:
        raise InvalidInput(
            "suppress is the share of records that may be withheld, from 0 to below 1; given:"
            f" {job.suppress!r}.",
            given=job.suppress,
        )
    sensitive.refuse_unfinished(job.sensitive, columns)
    _refuse_two_roles(job)
    if job.tight and job.recoding == "global":
        raise InvalidInput(
            "tight shrinks the sets of every class by itself; with global recoding all classes"
            " share one partition of each column."
        )
    if job.tight and job.recoding == "nested":
        raise InvalidInput(
            "tight shrinks the sets of every class by itself; with nested recoding they are nodes"
            " of one tree for each column, the least ones around what occurs."
        )
    _refuse_part_size(job)
    size = job.population_size
    # type() and not isinstance(): True is no size.
    if size is not None and (type(size) is not int or size < 1):
        raise InvalidInput(
            "population_size is how many people the table is a sample of, a whole number from 1 on;"
            f" given: {size!r}.",
            given=size,
        )
    if job.k_map is not None and job.population is None:
        raise InvalidInput(
            "k_map is how many people of the population a class must stand for, and there is no"
            " table of the population.",
            hint="Give it with --population TABLE:COUNT.",
        )
    _refuse_sampling_weight(job)
    _refuse_target(job, columns)
    if job.person and job.suppress_for == "largest" and job.suppress:
        raise InvalidInput(
            "Records are withheld for the largest class by its records, and not by its people.",
            hint="Leave --suppress-for away, or --person.",
        )
    _refuse_weights(job)


def _refuse_sampling_weight(job: Job) -> None:
    column = job.sampling_weight
    if not isinstance(column, str):
        raise InvalidInput(
            f"The sampling weight is the name of a column; given: {column!r}.", given=column
        )
    if not column:
        return
    if job.population_size is not None:
        raise InvalidInput(
            "The sampling weights say how many people the population has.",
            hint="Give one of --sampling-weight and --population-size.",
        )
    for what, named in _columns(job):
        # To drop the weights is what the warning on published ones advises.
        if column in named and what != "dropped":
            raise InvalidInput(
                f"A column has one role: {column!r} is {what} and the sampling weight.",
                given=column,
            )
    if job.population is not None:
        raise InvalidInput(
            "Sampling weights and a table of the population both say how many people a class stands"
            " for.",
            hint="Give one of --sampling-weight and --population.",
        )
    if job.person:
        raise InvalidInput(
            "A sampling weight says how many people a record stands for, and with --person somebody"
            " may have several records.",
            hint="Give --population-size, or leave --sampling-weight away.",
        )


def _refuse_target(job: Job, columns: Sequence[str]) -> None:
    """A model predicts what is published as it is: only that can be compared with the original."""
    column = job.target
    if column is None:
        return
    if not isinstance(column, str) or not column:
        raise InvalidInput(
            f"The target is the name of a column; given: {column!r}.",
            hint='For example: target="diagnosis"',
            given=column,
        )
    hidden = {each: what for what, named in _columns(job) for each in named if what != "sensitive"}
    passing = [each for each in columns if each not in hidden]
    if column not in columns:
        raise InvalidInput(
            f"There is no column {column!r}, the target.",
            hint=closest(column, passing),
            given=column,
        )
    if column in hidden:
        raise InvalidInput(
            f"The target {column!r} is {hidden[column]}: a model predicts a column that is"
            " published as it is.",
            hint=f"Name another one, or leave --target away. There are: {', '.join(passing)}."
            if passing
            else "Leave --target away.",
            given=column,
        )
    require_models()


def _refuse_part_size(job: Job) -> None:
    size = job.part_size
    if size is None:
        return
    if not isinstance(size, int) or isinstance(size, bool) or size < 0 or 0 < size < job.k:
        raise InvalidInput(
            f"part_size is the least number of records in a part, {job.k:,} or more, as a class has"
            f" so many; or 0 for no parts; given: {size!r}.",
            given=size,
        )
    by_people = job.person or job.groups
    if size and (len(job.quasi) < 2 or job.recoding != "local" or by_people):
        raise InvalidInput(
            "Parts are for several quasi-identifiers with local recoding, and count records: one"
            " column, one partition or one tree for all classes, and people or groups, who may be"
            " in several parts, are solved as a whole.",
            hint="Leave --part-size out.",
        )


def _refuse_two_roles(job: Job) -> None:
    seen: dict[str, str] = {}
    for what, named in _columns(job):
        for column in named:
            if column in seen:
                other = "twice" if seen[column] == what else f"also {seen[column]}"
                raise InvalidInput(
                    f"A column has one role: {column!r} is {what} and {other}.",
                    hint="A quasi-identifier is known to others, a sensitive attribute is not, and"
                    " a dropped column is not published at all.",
                    given=column,
                )
            seen[column] = what


def _columns(job: Job) -> Iterator[tuple[str, Sequence[str]]]:
    for name, role in job.quasi.items():
        yield "a quasi-identifier", role.columns(name)
    yield "sensitive", job.sensitive
    yield "dropped", job.drop
    yield "the number of a person", [job.person] if job.person else []
    yield "the number of a group", list(job.groups)


def _refuse_weights(job: Job) -> None:
    if not isinstance(job.weights, Mapping):
        raise InvalidInput(
            f"weights has a number for each column; given: {type(job.weights).__name__}.",
            hint='For example: weights={"age": 2}',
            given=job.weights,
        )
    for name in job.weights:
        if name not in job.quasi:
            raise InvalidInput(
                f"There is a weight for {name!r}, which is no quasi-identifier.",
                hint=closest(name, job.quasi),
                given=name,
            )
    weights = {name: job.weights.get(name, 1.0) for name in job.quasi}
    usable = all(
        isinstance(weight, Real) and math.isfinite(weight) and weight >= 0
        for weight in weights.values()
    )
    # Weights are divided by their sum.
    if not usable or not any(weights.values()):
        said = ", ".join(f"{name}={weight}" for name, weight in weights.items())
        raise InvalidInput(
            f"Weights are finite numbers, 0 or more, and not all of them 0; given: {said}.",
            hint="A quasi-identifier of weight 0 counts for nothing in the loss, so one of them"
            " must count.",
            given=dict(job.weights),
        )
